import ControlWire
import RideAnalysis
import RideSession
import RideStore

extension TrainerService {
  /// Where a ride might be cut.
  func suggestTrim(_ name: String) async throws(ControlError) -> ControlReply {
    let ride = try await finished(name)
    let suggestion = try await suggestion(for: ride)
    return .suggestion(RideSummary(ride), ControlWire.TrimSuggestion(suggestion, of: ride.wholeElapsedSeconds))
  }

  /// Cuts a ride, as it was said or as it is suggested; a suggestion that would cut nothing leaves the ride as it is.
  func trim(_ order: TrimOrder) async throws(ControlError) -> ControlReply {
    let ride = try await finished(order.ride)
    let range: Range<Int>?
    if order.auto == true {
      guard order.fromSeconds == nil, order.toSeconds == nil else {
        throw ControlError(.invalidParameter, subject: "auto")
      }
      range = try await suggestion(for: ride).proposal
    } else {
      range = try Self.range(of: order, in: ride)
    }
    guard let range else { return try await trimmed(ride.id) }
    return try await cut(ride.id, to: range)
  }

  /// Makes a ride whole again.
  func untrim(_ name: String) async throws(ControlError) -> ControlReply {
    try await cut(try await finished(name).id, to: nil)
  }

  private func cut(_ id: Int, to range: Range<Int>?) async throws(ControlError) -> ControlReply {
    _ = try await stored { store throws(StoreError) in try await store.cut(id, to: range) }
    await archive.rewrite(id)
    return try await trimmed(id)
  }

  private func finished(_ name: String) async throws(ControlError) -> StoredRide {
    let id = try await resolve(name)
    let ride = try await stored { store throws(StoreError) in try await store.ride(id) }
    guard ride.state == .finished else { throw ControlError(.rideUnfinished, subject: String(id)) }
    return ride
  }

  private func suggestion(for ride: StoredRide) async throws(ControlError) -> TrimAnalysis {
    try await stored { _ throws(StoreError) in try await study.suggestion(for: ride.id) }
  }

  /// What the order leaves open stays as the ride is cut.
  private static func range(of order: TrimOrder, in ride: StoredRide) throws(ControlError) -> Range<Int> {
    let seconds = ride.wholeElapsedSeconds
    do throws(TrimError) {
      return try TrimRange(
        from: order.fromSeconds ?? ride.cut?.lowerBound, to: order.toSeconds ?? ride.cut?.upperBound, of: seconds
      ).seconds
    } catch {
      throw ControlError(.trimRefused, subject: String(seconds), detail: TrimObstacle(error).rawValue)
    }
  }
}

extension TrimObstacle {
  fileprivate init(_ error: TrimError) {
    self =
      switch error.code {
      case .tooShort: .tooShort
      case .backwards: .backwards
      case .beforeStart, .afterEnd: .beyond
      case .nothingToCut: .nothing
      }
  }
}

extension ControlWire.TrimSuggestion {
  fileprivate init(_ suggestion: TrimAnalysis, of wholeSeconds: Int) {
    self.init(
      activityEndSeconds: suggestion.activityEnd, tailSeconds: suggestion.tailSeconds,
      forgotten: suggestion.isForgotten, suggestedEndSeconds: suggestion.suggestedEnd,
      workFromSeconds: suggestion.workWindow.lowerBound, workToSeconds: suggestion.workWindow.upperBound,
      levelWatts: suggestion.level, proposal: suggestion.proposal.map { Trim($0, of: wholeSeconds) })
  }
}
