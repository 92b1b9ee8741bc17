import BluetoothLE
import ControlSocket
import ControlWire
import Logging
import RideSession
import RideStore

extension TrainerService {
  /// Begins a ride with the devices that were chosen, or with those that are found and then chosen.
  func start(_ wish: RideWish, _ peer: Peer) async throws(ControlError) -> ControlReply {
    guard search == nil else { throw ControlError(.rideInProgress) }
    guard !isGoingDown else { throw ControlError(.shuttingDown) }
    guard !isRestoring else { throw ControlError(.restoreRefused, detail: RestoreObstacle.busy.rawValue) }
    if let devices = try await chosenDevices(for: wish) { return try await ride(wish, with: devices, peer) }
    let hasStrap = try await chosenDevices()[.heartRate] != nil
    let snapshot = await driver.snapshot
    guard snapshot.phase == .idle, search == nil else {
      throw ControlError(.rideInProgress, subject: snapshot.figures?.id.map { String($0) })
    }
    let devices = try await searchedDevices(for: wish, hasStrap: hasStrap)
    return try await ride(wish, with: devices, peer)
  }

  private func ride(
    _ wish: RideWish, with devices: RideDevices, _ peer: Peer
  ) async throws(ControlError) -> ControlReply {
    let order = try await order(wish, with: devices)
    // Asked after the store has told, since the daemon may have begun to go down meanwhile.
    guard !isGoingDown else { throw ControlError(.shuttingDown) }
    for scan in scans.values { scan.cancel() }
    let reply = try await command(.start(order), peer, trainer: devices.trainer.ridden)
    guard case .started(var started) = reply else { return reply }
    await choose(devices)
    started.devices = devices.all.map(\.spoken)
    return .started(started)
  }

  /// Ends the ride, or the search for its devices.
  func stop(_ peer: Peer) async throws(ControlError) -> ControlReply {
    if await withdrawSearch() { return .stopped(nil) }
    return try await command(.stop, peer)
  }

  /// Has the driver carry out a command; a refusal is about `trainer`, or the chosen one if nobody is named.
  func command(
    _ command: RideCommand, _ peer: Peer, trainer: RideDevice? = nil
  ) async throws(ControlError) -> ControlReply {
    guard search == nil else { throw ControlError(.wrongPhase, detail: RidePhase.connecting.rawValue) }
    log.info("command", metadata: ["command": "\(command.name)", "uid": "\(peer.uid)", "pid": "\(peer.pid)"])
    let result = await driver.perform(command)
    switch result {
    case .success(.done): return .done
    case .success(.target(let taken)): return .target(Target(taken))
    case .success(.stepped(let standing)): return .stepped(PlanStatus(standing))
    case .success(.stopped(let id)): return .stopped(try await id.mapping(summaryOfEnded))
    case .success(.started(let taken, let figures, let unheld)):
      guard let status = RideStatus(figures) else { throw ControlError(.startWithdrawn) }
      return .started(Started(ride: status, target: taken.map(Target.init), unheld: unheld.map(Unheld.init)))
    case .failure(let refusal):
      let chosen = (try? await chosenDevices())?[.trainer]
      throw ControlError(refusal, trainer: trainer ?? chosen)
    }
  }

  /// The summary of a ride that has just ended; while the store fails there is none, and the ride waits in memory.
  private func summaryOfEnded(_ id: Int) async throws(ControlError) -> RideSummary {
    if let failure = await recorder.failure, await recorder.holds(id) {
      throw ControlError(
        .storeFailed, subject: failure.path, detail: "the ride is over and waits in memory; \(failure.detail)")
    }
    return try await summary(id)
  }

  /// The chosen devices; a status asks every second, so they are read once.
  func chosenDevices() async throws(ControlError) -> [DeviceRole: RideDevice] {
    if let chosen { return chosen }
    var chosen: [DeviceRole: RideDevice] = [:]
    for device in try await stored({ store throws(StoreError) in try await store.devices() }) where device.isChosen {
      chosen[device.kind] = RideDevice(address: device.address, name: device.name)
    }
    self.chosen = chosen
    return chosen
  }

  /// Asks the store, and says its error in the socket's terms.
  nonisolated func stored<Output: Sendable>(
    _ body: (RideStore) async throws(StoreError) -> Output
  ) async throws(ControlError) -> Output {
    do throws(StoreError) {
      return try await body(store)
    } catch {
      throw ControlError(error)
    }
  }

  /// Asks the library for what is long to read, and says its error in the socket's terms.
  nonisolated func read<Output: Sendable>(
    _ body: (RideLibrary) async throws(StoreError) -> Output
  ) async throws(ControlError) -> Output {
    do throws(StoreError) {
      return try await body(store.library)
    } catch {
      throw ControlError(error)
    }
  }
}

extension RideCommand {
  /// The command's name, for the journal.
  fileprivate var name: String {
    switch self {
    case .start(let order): "start \(order.plan.name ?? order.plan.work)"
    case .setWatts(let watts): "watts \(watts)"
    case .changeWatts(let change): "watts \(change < 0 ? "" : "+")\(change)"
    case .step(let step): "\(step)"
    case .pause: "pause"
    case .resume: "resume"
    case .stop: "stop"
    case .suspend: "suspend"
    case .resumeUnfinished(let ride): "go on with ride \(ride.id)"
    }
  }
}

extension RidePlan {
  /// What is ridden, for the journal.
  fileprivate var work: String {
    let length = timerSeconds.map { " \($0) s" } ?? ""
    return switch intervals.first?.aim {
    case .hold(let watts): "\(watts) W\(length)"
    case .heartRate(let target): "zone \(target.zone)\(length)"
    case .ramp, .free, nil: "\(intervals.count) intervals\(length)"
    }
  }
}

extension Optional where Wrapped: Sendable {
  /// `map` for a transform that waits.
  fileprivate func mapping<Output>(
    _ transform: (Wrapped) async throws(ControlError) -> Output
  ) async throws(ControlError) -> Output? {
    guard let self else { return nil }
    return try await transform(self)
  }
}
