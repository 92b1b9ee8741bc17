package import BluetoothLE
package import Logging
package import Loop
import RideSession
package import RideStore
import Rides

/// Resumes the ride that a previous process left, if there is one.
package struct RideResumption: Sendable {
  /// The time between two checks of whether the clock is set.
  private static let clockInterval = Duration.seconds(5)

  private let settled: UnfinishedRides.Settled
  private let policy: ResumePolicy
  private let store: RideDatabase
  private let driver: RideDriver
  private let recorder: RideRecorder
  private let central: any Central
  private let loop: EventLoop
  private let time: MachineTime
  private let log: Logger

  package init(
    _ settled: UnfinishedRides.Settled, by policy: ResumePolicy, store: RideDatabase, driver: RideDriver,
    recorder: RideRecorder, central: any Central, loop: EventLoop, time: MachineTime, log: Logger
  ) {
    self.settled = settled
    self.policy = policy
    self.store = store
    self.driver = driver
    self.recorder = recorder
    self.central = central
    self.loop = loop
    self.time = time
    self.log = log
  }

  /// Resumes the ride.
  ///
  /// Call it once, before clients are served, so that no client begins another ride.
  ///
  /// If no ride resumes, the links of a process that died are closed, because an idle daemon keeps no links.
  package func resume() async {
    guard let left = settled.candidate else { return letGoOfLinks() }
    await recorder.resume(left.ride, left.order, start: left.start)
    guard case .success = await driver.perform(.resumeUnfinished(UnfinishedRide(left))) else {
      log.error("ride cannot resume and is finished", metadata: ["ride": "\(left.ride.id)"])
      await recorder.close(hasRows: left.totals.elapsedSeconds > 0, .finished)
      return letGoOfLinks()
    }
    log.notice(
      "ride resumed",
      metadata: ["ride": "\(left.ride.id)", "second": "\(left.totals.elapsedSeconds)", "start": "\(left.start)"])
    guard left.isProvisional else { return }
    Task(executorPreference: loop) { await judgeAgain(left) }
  }

  /// Closes the links of the chosen devices, and of the rides that do not resume, unless a ride uses them.
  ///
  /// The chosen devices are included, because a process that died during a start has left no ride. The work runs in the
  /// background, because bluetoothd may have to be reached first.
  private func letGoOfLinks() {
    Task(executorPreference: loop) {
      let chosen = try? await store.devices().filter(\.isChosen).map(\.address)
      for device in await central.letGo(of: settled.devices.union(chosen ?? [])) {
        log.notice("closed a link of an earlier process", metadata: ["device": "\(device)"])
      }
    }
  }

  /// Waits until the clock is set, and finishes the ride if it was too old to resume.
  ///
  /// A ride that the rider has continued by then is kept, because an end in the middle would be worse.
  private func judgeAgain(_ left: UnfinishedRides.Candidate) async {
    while await isWaiting(left), (try? await loop.sleep(for: Self.clockInterval)) != nil {
      guard time.wallClock.isSynchronised else { continue }
      let tooOld = policy.at(time.wallClock.now, after: loop.now - policy.now).isTooOld(left.ride)
      if tooOld, await isWaiting(left) {
        log.notice("ride is too old to resume", metadata: ["ride": "\(left.ride.id)"])
        _ = await driver.perform(.stop)
      }
      return
    }
  }

  /// Returns whether the ride is in hand and the rider has not pedalled in it yet.
  private func isWaiting(_ left: UnfinishedRides.Candidate) async -> Bool {
    let figures = await driver.snapshot.figures
    return figures?.id == left.ride.id && figures?.timerSeconds == left.totals.timerSeconds
  }
}
