import BluetoothLE
import Logging
import Loop
import RideSession
import RideStore

extension DaemonParts {
  /// How often to look whether the clock was set.
  private static let clockInterval = Duration.seconds(5)

  /// Lets the ride go on that a former process left, if there is one; to be called once, before a client is heard, so
  /// that nobody begins another.
  ///
  /// Where none goes on, the links that a process may have left that died are let go: idle holds none.
  package func goOn() async {
    guard let left else { return letGoOfLinks() }
    await recorder.resume(left.ride, left.order, start: left.start)
    guard case .success = await driver.perform(.resumeUnfinished(UnfinishedRide(left))) else {
      log.error("a ride cannot go on and is finished as it stands", metadata: ["ride": "\(left.ride.id)"])
      await recorder.close(hasRows: left.totals.elapsedSeconds > 0, .finished)
      return letGoOfLinks()
    }
    log.notice(
      "a ride goes on",
      metadata: ["ride": "\(left.ride.id)", "second": "\(left.totals.elapsedSeconds)", "start": "\(left.start)"])
    guard left.isProvisional else { return }
    Task(executorPreference: loop) { await judgeAgain(left) }
  }

  /// Lets the chosen devices go, and those of the rides that do not go on, if they are linked and no ride has them.
  ///
  /// The chosen ones as well, since a process that died in a start has left no ride. Nobody waits for it: bluetoothd may
  /// have to be reached first.
  private func letGoOfLinks() {
    Task(executorPreference: loop) {
      let chosen = try? await store.devices().filter(\.isChosen).map(\.address)
      for device in await central.letGo(of: leftDevices.union(chosen ?? [])) {
        log.notice("a link that a former process left is let go", metadata: ["device": "\(device)"])
      }
    }
  }

  /// Waits until the clock is set, and finishes the ride if it was too old to go on.
  ///
  /// A ride that is being ridden by then is let be: nothing is worse than an end in the middle.
  private func judgeAgain(_ left: LeftRides.Candidate) async {
    while await isWaiting(left), (try? await loop.sleep(for: Self.clockInterval)) != nil {
      guard time.wallClock.isSynchronised else { continue }
      let tooOld = judge.at(time.wallClock.now, after: loop.now - judge.now).isTooOld(left.ride)
      if tooOld, await isWaiting(left) {
        log.notice("the ride is too old to go on", metadata: ["ride": "\(left.ride.id)"])
        _ = await driver.perform(.stop)
      }
      return
    }
  }

  /// Whether the ride is on, and nobody has pedalled in it yet.
  private func isWaiting(_ left: LeftRides.Candidate) async -> Bool {
    let figures = await driver.snapshot.figures
    return figures?.id == left.ride.id && figures?.timerSeconds == left.totals.timerSeconds
  }
}
