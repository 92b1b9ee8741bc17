import Logging
import Rides

extension Hub {
  /// The progress of one call of `send`.
  struct Run {
    /// The next step after a response.
    enum Step {
      /// All rides of the batch have a result.
      case over
      /// These rides are sent in separate batches, in this order.
      case parts([[HubBatch.Ride]])
      /// The same rides are sent with another key.
      case rekeyed
      /// The batch is sent again later without changes.
      case stays
    }

    var connection: HubConnection?
    var results: [Int: Delivery] = [:]
    /// Whether the tokens may be renewed: once in each call.
    var mayRenew = true
    /// Whether to send more rides.
    private(set) var mayGoOn = true
    private let log: Logger

    init(_ log: Logger) { self.log = log }

    /// Ends the run because of a fault that affects all rides; this ride was the first to meet it.
    mutating func block(_ ride: Int, _ delivery: Delivery) {
      results[ride] = delivery
      mayGoOn = false
    }

    /// Handles a response.
    mutating func take(_ answer: HubAnswer, to batch: HubBatch) -> Step {
      switch answer {
      case .taken(let receipt):
        for ride in batch.rides { results[ride.number] = receipt.delivery(of: ride, in: batch) }
        return .over
      case .contradictory(let fault):
        log.warning("server sent a contradictory response", metadata: ["key": "\(batch.key)", "reason": "\(fault)"])
        end(batch, .later(fault, after: nil))
        return .over
      case .invalid(let reasons, let reason): return refuse(reasons, reason, of: batch)
      case .tooLarge:
        if let halves = batch.halves { return .parts(halves) }
        set(batch, .refused(SyncFault(.tooLarge)))
        return .over
      case .keyTaken(let reason):
        guard batch.isRekeyed else { return .rekeyed }
        set(batch, .refused(SyncFault(.refused, detail: reason)))
        return .over
      case .unauthorized(let fault), .stopped(let fault):
        end(batch, .stopped(fault))
        return .stays
      case .later(let fault, let after):
        end(batch, .later(fault, after: after))
        return .stays
      }
    }

    private mutating func refuse(_ reasons: [Int: String], _ reason: String, of batch: HubBatch) -> Step {
      if reasons.isEmpty, let halves = batch.halves { return .parts(halves) }
      var others: [HubBatch.Ride] = []
      for (place, ride) in batch.rides.enumerated() {
        guard let own = reasons.isEmpty ? reason : reasons[place] else {
          others.append(ride)
          continue
        }
        results[ride.number] = .refused(SyncFault(.refused, detail: own))
      }
      return others.isEmpty ? .over : .parts([others])
    }

    private mutating func set(_ batch: HubBatch, _ result: Delivery) {
      for ride in batch.rides { results[ride.number] = result }
    }

    private mutating func end(_ batch: HubBatch, _ result: Delivery) {
      set(batch, result)
      mayGoOn = false
    }
  }
}

extension HubBatch {
  /// The rides in two halves; nil for a single ride.
  var halves: [[Ride]]? {
    let middle = rides.count / 2
    return middle == 0 ? nil : [Array(rides[..<middle]), Array(rides[middle...])]
  }
}

extension HubAnswer {
  /// The receipt, if the server accepted the batch.
  var receipt: HubReceipt? { if case .taken(let receipt) = self { receipt } else { nil } }
}

extension HubReceipt {
  /// Returns the outcome of a ride.
  ///
  /// A ride with a conflict counts as uploaded.
  ///
  /// The counts do not distinguish single rides.
  fileprivate func delivery(of ride: HubBatch.Ride, in batch: HubBatch) -> Delivery {
    if let conflict = conflicts.first(where: { $0.clientID == ride.workout.clientID }) {
      return .there(remoteID: conflict.serverID?.printableLine(most: 100), url: nil, wasThere: true)
    }
    return .there(remoteID: nil, url: nil, wasThere: unchanged == batch.rides.count)
  }
}
