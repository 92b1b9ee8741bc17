package import BluetoothLE

/// A trainer, a strap and a rider, without hardware, Bluetooth or root.
package actor SimulatedCentral: Central {
  /// The time that making a connection takes.
  static let connectTime = Duration.milliseconds(150)
  /// The time after which the radio gives up a device that does not answer.
  static let patience = Duration.seconds(40)

  private nonisolated let executor: any SerialExecutor
  nonisolated let taskExecutor: any TaskExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private nonisolated let advertisements: [Advertisement]
  private nonisolated let radioFailure: LinkError?

  let clock: any RideClock
  var world: SimulatedWorld
  /// When the trainer was first linked, and before that the strap; the times of the rider and of the faults count from here.
  private var origin: (instant: MonotonicInstant, device: DeviceAddress)?
  private var isConnecting = false
  private var links: [DeviceAddress: SimulatedLink] = [:]

  /// A radio whose actors and tasks all run on one thread.
  package init(
    _ world: SimulatedWorld, clock: any RideClock, executor: any SerialExecutor, taskExecutor: any TaskExecutor
  ) {
    self.world = world
    advertisements = world.advertisements
    radioFailure = world.radioFailure
    self.clock = clock
    self.executor = executor
    self.taskExecutor = taskExecutor
  }

  package func state() async -> CentralState {
    let isAway = world.radioReturn(at: elapsed) != nil
    return CentralState(
      radio: "sim", problem: radioFailure ?? (isAway ? LinkError(.adapterMissing, operation: "state") : nil))
  }

  package nonisolated func scan() -> AsyncThrowingStream<Advertisement, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Advertisement.self)
    if let radioFailure { continuation.finish(throwing: radioFailure) }
    for advertisement in advertisements { continuation.yield(advertisement) }
    return stream
  }

  package func whenUsable() async throws(LinkError) {
    guard let back = world.radioReturn(at: elapsed) else { return }
    do { try await clock.sleep(for: back - elapsed) } catch { throw LinkError(.cancelled, operation: "whenUsable") }
  }

  package func apply(_ remedy: RadioRemedy) async throws(LinkError) {
    if case .powerCycle(let costing) = remedy {
      guard !isConnecting, links.keys.allSatisfy(costing.contains) else {
        throw LinkError(.busy, operation: "power cycle")
      }
      for link in links.values { await link.end(.adapterOff) }
    }
    world.apply(remedy, at: elapsed)
  }

  package func connect(to device: DeviceAddress) async throws(LinkError) -> any Link {
    if let radioFailure { throw radioFailure }
    guard !isConnecting else { throw LinkError(.busy, operation: "connect", device: device) }
    isConnecting = true
    defer { isConnecting = false }
    do {
      try await reach(device)
    } catch let error as LinkError {
      throw error
    } catch {
      throw LinkError(.cancelled, operation: "connect", device: device)
    }
    if origin == nil || (device == SimulatedWorld.trainerAddress && origin?.device != device) {
      origin = (clock.now, device)
    }
    let link = SimulatedLink(device, central: self)
    links[device] = link
    await link.begin()
    return link
  }

  /// Waits until the device is reached; for an absent device it waits as long as a radio would.
  private func reach(_ device: DeviceAddress) async throws {
    if let code = world.connectFailure(of: device, at: elapsed) {
      if code != .adapterMissing, code != .adapterStuck { try await clock.sleep(for: Self.connectTime) }
      throw LinkError(code, operation: "connect", device: device)
    }
    guard advertisements.contains(where: { $0.address == device }) else {
      try await clock.sleep(for: Self.patience)
      throw LinkError(.timedOut, operation: "connect", device: device)
    }
    if let absence = world.away(device, at: elapsed) {
      let back = absence.upperBound - elapsed
      try await clock.sleep(for: min(back, Self.patience))
      guard back <= Self.patience else { throw LinkError(.timedOut, operation: "connect", device: device) }
    }
    try await clock.sleep(for: Self.connectTime)
  }

  /// The time since the trainer's first link, or before it the strap's; zero before both.
  var elapsed: Duration { origin.map { clock.now - $0.instant } ?? .zero }

  /// When the link to the device will next be lost, and with which code; nil if it will not.
  func nextLoss(of device: DeviceAddress) -> (at: MonotonicInstant, code: LinkError.Code)? {
    guard let origin, let loss = world.nextLoss(of: device, after: elapsed) else { return nil }
    return (origin.instant.advanced(by: loss.at), loss.code)
  }

  /// When the trainer will next take control away; nil if it will not.
  var nextControlLoss: MonotonicInstant? {
    guard let origin, let loss = world.nextControlLoss(after: elapsed) else { return nil }
    return origin.instant.advanced(by: loss)
  }

  /// Advances the trainer by `interval` and returns what it then sends; nothing while it is silent.
  func trainerData(after interval: Duration) -> [[UInt8]] {
    let asked = world.trainer.brake.askedWatts
    let cadence = world.rider.pedal(seconds: interval.seconds, against: asked, at: elapsed)
    let values = world.trainer.advance(
      seconds: interval.seconds, cadenceRpm: cadence, legWatts: world.rider.legWatts(at: elapsed))
    return values.compactMap { world.distorted($0, of: SimulatedWorld.trainerAddress, at: elapsed) }
  }

  /// Advances the strap by a second and returns its Heart Rate Measurement; nil while it is silent.
  func strapData() -> [UInt8]? {
    let isPedalling = origin?.device == SimulatedWorld.trainerAddress && world.rider.isPedalling(at: elapsed)
    let watts = isPedalling ? world.trainer.brake.askedWatts.rounded(.down) : 0
    let value = world.strap.advance(watts: watts, hasContact: world.hasContact(at: elapsed))
    return world.distorted(value, of: SimulatedWorld.strapAddress, at: elapsed)
  }

  var isWritable: Bool { world.isWritable(at: elapsed) }

  /// What the trainer notifies after a write.
  func answer(_ value: [UInt8], on characteristic: CharacteristicID) -> [SimulatedControl.Notification] {
    world.trainer.take(value, on: characteristic, in: world.mood(at: elapsed))
  }

  func unlinked(_ device: DeviceAddress) {
    links[device] = nil
    if device == SimulatedWorld.trainerAddress { forgetControl() }
  }

  /// Makes the trainer forget its controlling client and its target.
  func forgetControl() { world.trainer.linkLost() }
}
