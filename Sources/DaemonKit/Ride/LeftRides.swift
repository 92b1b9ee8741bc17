import BluetoothLE
import Logging
import RideSession
import RideStore

/// The rides that a former process left unfinished: the newest goes on if it may, the others are finished as they stand.
struct LeftRides {
  /// The ride that goes on.
  struct Candidate: Sendable {
    let ride: StoredRide
    let order: RideOrder
    let events: [RideEvent]
    let totals: RideTotals
    let intervals: [DeviceRole: IntervalStatistics]
    /// Where it stands in its plan, all of its rows taken account of.
    let run: PlanRun
    let start: MonotonicInstant
    /// Whether its age is to be judged again, once the clock is set.
    let isProvisional: Bool
    let isAfterReboot: Bool
  }

  /// What came of them.
  struct Settled: Sendable {
    /// The ride that goes on, if there is one.
    var candidate: Candidate?
    /// The devices of the others, which their process may have left linked.
    var devices: Set<DeviceAddress> = []
  }

  let store: RideStore
  /// Those that are over, whose end the store could not take yet.
  var ended: Set<Int> = []
  let log: Logger

  /// Settles them all, each by itself.
  ///
  /// A disk that is full, or a ride that cannot be read, keeps neither the daemon from starting nor the other rides from
  /// being settled: the next start finds it again.
  func settle(_ judge: GoingOn) async -> Settled {
    var settled = Settled()
    var ids: [Int] = []
    do throws(StoreError) { ids = try await store.unfinishedNumbers().filter { !ended.contains($0) } } catch {
      log.error("rides that were cut off are not settled", metadata: ["error": "\(error)"])
    }
    for id in ids {
      do throws(StoreError) {
        let ride = try await store.ride(id)
        if id == ids.last, let found = try await candidate(ride, judge) {
          settled.candidate = found
        } else {
          settled.devices.formUnion([ride.order?.trainer, ride.order?.heartRate].compactMap(\.?.address))
          try await finish(ride)
        }
      } catch {
        log.error("a ride that was cut off is not settled", metadata: ["ride": "\(id)", "error": "\(error)"])
      }
    }
    return settled
  }

  private func candidate(_ ride: StoredRide, _ judge: GoingOn) async throws(StoreError) -> Candidate? {
    let start: MonotonicInstant
    let isProvisional: Bool
    switch judge.verdict(on: ride) {
    case .goesOn(let instant): (start, isProvisional) = (instant, false)
    case .perhaps(let instant): (start, isProvisional) = (instant, true)
    case .isOver: return nil
    }
    guard let order = ride.order else { return nil }
    let record = try await store.record(ride.id)
    let run = PlanRun(order.plan, ride, ridden: record)
    guard !run.isOver else { return nil }
    let isAfterReboot = judge.bootID != nil && ride.begun.instant?.bootID != judge.bootID
    return Candidate(
      ride: ride, order: order, events: record.events, totals: record.totals,
      intervals: try await store.intervals(of: ride.id), run: run, start: start, isProvisional: isProvisional,
      isAfterReboot: isAfterReboot)
  }

  private func finish(_ ride: StoredRide) async throws(StoreError) {
    let seconds = ride.totals.elapsedSeconds
    guard seconds > 0 else { return try await store.discard(ride.id) }
    log.notice("finishing a ride that was cut off", metadata: ["ride": "\(ride.id)", "seconds": "\(seconds)"])
    let end = RideEvent(at: .seconds(seconds), kind: .ended(.recovered))
    try await store.append(to: ride.id, samples: [], events: [end])
    _ = try await store.finish(ride.id)
  }
}

extension UnfinishedRide {
  /// The ride as the machine takes it up.
  init(_ left: LeftRides.Candidate) {
    self.init(
      id: left.ride.id, order: left.order, run: left.run, start: left.start, totals: left.totals,
      intervals: left.intervals, isAfterReboot: left.isAfterReboot, wasPaused: left.events.isPausedByRider,
      hasBeginning: left.events.contains { $0.kind.name == .started })
  }
}

extension PlanRun {
  /// Where a ride stands in its plan that was recorded so far.
  ///
  /// What was kept beside its rows is brought up to date by those after it; where nothing can be read, rows alone tell, and
  /// of a steady ride the power that was asked for last.
  fileprivate init(_ plan: RidePlan, _ ride: StoredRide, ridden record: RideRecord) {
    let kept = ride.standing.flatMap(PlanProgress.init(document:))
    let steady = plan.isMoreThanSteady ? nil : PlanProgress(askedWatts: ride.askedWatts)
    self.init(plan, progress: kept ?? steady)
    catchUp(with: record.samples)
  }
}

extension [RideEvent] {
  /// Whether the rider paused last and has not resumed; the events are stored with the rows, so they know best.
  fileprivate var isPausedByRider: Bool {
    last { [.paused, .autoPaused, .resumed].contains($0.kind.name) }?.kind.name == .paused
  }
}
