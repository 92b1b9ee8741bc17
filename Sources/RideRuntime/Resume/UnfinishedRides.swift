package import BluetoothLE
import FoundationEssentials
package import Logging
import RideAnalysis
import RideSession
package import RideStore
import Rides

/// Rides that a previous process left unfinished.
///
/// The newest resumes if the policy permits. The others are finished in their present state.
package struct UnfinishedRides {
  /// The ride that resumes.
  package struct Candidate: Sendable {
    package let ride: StoredRide
    let order: RideOrder
    let events: [RideEvent]
    let totals: RideTotals
    let lap: LapInHand
    let effort: EffortInHand
    let intervals: [DeviceRole: IntervalStatistics]
    /// Its standing in the plan after all of its rows.
    let run: PlanRun
    let start: MonotonicInstant
    /// Whether to check its age again when the clock is set.
    let isProvisional: Bool
    let isAfterReboot: Bool
  }

  /// The result of `settle`.
  package struct Settled: Sendable {
    /// The ride that resumes, if there is one.
    package var candidate: Candidate?
    /// The devices of the other rides, which their process may have left linked.
    package var devices: Set<DeviceAddress> = []
  }

  private let store: RideDatabase
  /// The rides that are over, and whose end is still in a spool.
  private let ended: Set<Int>
  private let log: Logger

  package init(in store: RideDatabase, ended: Set<Int>, log: Logger) {
    self.store = store
    self.ended = ended
    self.log = log
  }

  /// Settles each ride separately.
  ///
  /// A full disk, or a ride that cannot be read, neither prevents the daemon from starting nor other rides from being
  /// settled. The next start finds the ride again.
  package func settle(by policy: ResumePolicy) async -> Settled {
    var settled = Settled()
    var ids: [Int] = []
    do throws(StoreError) { ids = try await store.unfinishedNumbers().filter { !ended.contains($0) } } catch {
      log.error("interrupted rides could not be read", metadata: ["error": "\(error)"])
    }
    for id in ids {
      do throws(StoreError) {
        let ride = try await store.ride(id)
        if id == ids.last, let found = try await candidate(ride, policy) {
          settled.candidate = found
        } else {
          settled.devices.formUnion([ride.order?.trainer, ride.order?.heartRate].compactMap(\.?.address))
          try await finish(ride)
        }
      } catch {
        log.error("interrupted ride could not be finished", metadata: ["ride": "\(id)", "error": "\(error)"])
      }
    }
    return settled
  }

  private func candidate(_ ride: StoredRide, _ policy: ResumePolicy) async throws(StoreError) -> Candidate? {
    let start: MonotonicInstant
    let isProvisional: Bool
    switch policy.verdict(on: ride) {
    case .resume(let instant): (start, isProvisional) = (instant, false)
    case .resumeUnlessTooOld(let instant): (start, isProvisional) = (instant, true)
    case .finish: return nil
    }
    guard var order = ride.order else { return nil }
    // Sensors and settings are not stored with the ride, except its FTP. It continues with the present ones, or without
    // those that cannot be read.
    let known: [KnownDevice]? = try? await store.devices()
    let trainer = order.trainer.address
    order.sensors = [DeviceRole: RideDevice](sensorsAmong: known ?? []).filter { $0.value.address != trainer }
    let settings: RiderSettings? = try? await store.settings()
    order.fanRule = settings.map { FanRule($0) } ?? .off
    let record = try await store.record(ride.id)
    let run = PlanRun(order.plan, ride, ridden: record)
    guard !run.isOver else { return nil }
    let isAfterReboot = policy.bootID != nil && ride.begun.instant?.bootID != policy.bootID
    return Candidate(
      ride: ride, order: order, events: record.events, totals: record.totals, lap: LapInHand(of: record),
      effort: EffortInHand(order, settings, after: record), intervals: try await store.intervals(of: ride.id), run: run,
      start: start, isProvisional: isProvisional,
      isAfterReboot: isAfterReboot)
  }

  private func finish(_ ride: StoredRide) async throws(StoreError) {
    let seconds = ride.totals.elapsedSeconds
    guard seconds > 0 else { return try await store.discard(ride.id) }
    log.notice("finishing an interrupted ride", metadata: ["ride": "\(ride.id)", "seconds": "\(seconds)"])
    let end = RideEvent(at: .seconds(seconds), kind: .ended(.recovered))
    try await store.append(to: ride.id, samples: [], events: [end])
    _ = try await store.finish(ride.id)
  }
}

extension UnfinishedRide {
  /// Creates the ride for the machine to resume.
  init(_ left: UnfinishedRides.Candidate) {
    self.init(
      id: left.ride.id, order: left.order, run: left.run, start: left.start, totals: left.totals, lap: left.lap,
      effort: left.effort, intervals: left.intervals, isAfterReboot: left.isAfterReboot,
      wasPaused: left.events.isPausedByRider,
      hasBeginning: left.events.contains { $0.kind.name == .started })
  }
}

extension PlanRun {
  /// Creates the standing of a recorded ride in its plan.
  ///
  /// The rows after the stored standing are added to it. If the standing cannot be read, the rows alone determine it,
  /// and for a steady ride also the last requested power.
  fileprivate init(_ plan: RidePlan, _ ride: StoredRide, ridden record: RideRecord) {
    let kept = ride.standing.flatMap(PlanProgress.init(document:))
    let isFree = plan.intervals.first?.aim == .free
    let steady = plan.isMoreThanSteady || isFree ? nil : PlanProgress(askedWatts: ride.askedWatts)
    self.init(plan, progress: kept ?? steady)
    catchUp(with: record.samples)
  }
}

extension [RideEvent] {
  /// Whether the rider paused last and has not resumed.
  ///
  /// Events are stored with the rows, so they are reliable.
  fileprivate var isPausedByRider: Bool {
    last { [.paused, .autoPaused, .resumed].contains($0.kind.name) }?.kind.name == .paused
  }
}

// MARK: - The stored standing

extension RideStanding {
  /// Creates the standing that is stored with the rows.
  init(_ progress: PlanProgress, askedWatts: Int?) {
    self.init(askedWatts: askedWatts ?? 0, document: progress.document, learntWatts: progress.learntZone2Watts)
  }
}

extension PlanProgress {
  /// The progress as JSON; nil if a number in it cannot be encoded.
  fileprivate var document: String? {
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Decodes the stored text; nil if it is damaged, or of another version.
  init?(document: String) {
    guard let progress = try? JSONDecoder().decode(Self.self, from: Data(document.utf8)) else { return nil }
    self = progress
  }
}
