package import BluetoothLE

/// A trainer, a strap, other sensors, a fan and a rider, without hardware, Bluetooth or root.
package actor SimulatedCentral: Central {
  /// The time that making a connection takes.
  static let connectTime = Duration.milliseconds(150)
  /// The time after which the radio gives up on a device that does not answer.
  static let patience = Duration.seconds(40)

  private nonisolated let executor: any SerialExecutor
  nonisolated let taskExecutor: any TaskExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private nonisolated let advertisements: [Advertisement]
  private nonisolated let radioFailure: LinkError?

  let clock: any RideClock
  var world: SimulatedWorld
  /// The time of the trainer's first link, and until then of the first link of any device.
  ///
  /// The times of the rider and of the faults count from here.
  private var origin: (instant: MonotonicInstant, device: DeviceAddress)?
  private var isConnecting = false
  private var links: [DeviceAddress: SimulatedLink] = [:]
  /// The time of each sensor's last measurement of the crank.
  private var sensed: [DeviceAddress: MonotonicInstant] = [:]

  /// Creates a radio whose actors and tasks all run on one thread.
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

  package func advertisement(of device: DeviceAddress) -> Advertisement? {
    advertisements.first { $0.address == device }
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

  /// Waits until the device answers.
  ///
  /// For an absent device, it waits as long as a radio would.
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

  /// The time since the trainer's first link, or until then since the first link of any device; zero before the first
  /// link.
  var elapsed: Duration { origin.map { clock.now - $0.instant } ?? .zero }

  /// Returns the time and code of the next loss of the device's link; nil if it will not be lost.
  func nextLoss(of device: DeviceAddress) -> (at: MonotonicInstant, code: LinkError.Code)? {
    guard let origin, let loss = world.nextLoss(of: device, after: elapsed) else { return nil }
    return (origin.instant.advanced(by: loss.at), loss.code)
  }

  /// The next time that the trainer takes control away; nil if it will not.
  var nextControlLoss: MonotonicInstant? {
    guard let origin, let loss = world.nextControlLoss(after: elapsed) else { return nil }
    return origin.instant.advanced(by: loss)
  }

  /// Advances a device by `interval` and returns the notifications on its stream, which are empty while it is silent.
  func data(of device: DeviceAddress, after interval: Duration) -> [[UInt8]] {
    values(of: device, after: interval).compactMap { world.distorted($0, of: device, at: elapsed) }
  }

  private func values(of device: DeviceAddress, after interval: Duration) -> [[UInt8]] {
    switch device {
    case SimulatedWorld.trainerAddress:
      let asked = world.trainer.brake.askedWatts
      let pedalled = world.rider.pedal(seconds: interval.seconds, against: asked, at: elapsed)
      let cadence = world.trainer.isRunningDown ? 0 : pedalled
      return world.trainer.advance(
        seconds: interval.seconds, cadenceRpm: cadence, legWatts: world.rider.legWatts(at: elapsed))
    case SimulatedWorld.cadenceSensorAddress, SimulatedWorld.powerMeterAddress:
      return [sensorData(of: device, after: interval)].compactMap(\.self)
    case SimulatedWorld.headwindAddress: return [world.headwind?.state].compactMap(\.self)
    default:
      let watts = rpm > 0 ? world.trainer.brake.askedWatts.rounded(.down) : 0
      return [world.strap.advance(watts: watts, hasContact: world.hasContact(at: elapsed))]
    }
  }

  /// Advances a sensor by the time since its last value, or by `interval` for the first value.
  ///
  /// The crank also turns while the sensor has no subscriber.
  private func sensorData(of device: DeviceAddress, after interval: Duration) -> [UInt8]? {
    let seconds = max(interval, sensed[device].map { clock.now - $0 } ?? interval).seconds
    sensed[device] = clock.now
    let (mode, rpm, legWatts) = (world.trainer.brake.mode, rpm, world.rider.legWatts(at: elapsed))
    return device == SimulatedWorld.cadenceSensorAddress
      ? world.cadenceSensor?.advance(seconds: seconds, cadenceRpm: rpm)
      : world.powerMeter?.advance(seconds: seconds, against: mode, cadenceRpm: rpm, legWatts: legWatts)
  }

  /// The rider's cadence.
  ///
  /// The rider does not pedal until the trainer is linked for the first time.
  private var rpm: Double {
    guard origin?.device == world.riddenDevice, !world.trainer.isRunningDown else { return 0 }
    return world.rider.rpm(at: elapsed)
  }

  func isWritable(_ device: DeviceAddress) -> Bool { world.isWritable(device, at: elapsed) }

  /// Returns the trainer's notifications outside its stream, by its last step.
  func statuses() -> [SimulatedControl.Notification] {
    world.trainer.takeStatuses().filter {
      world.distorted($0.value, of: SimulatedWorld.trainerAddress, at: elapsed) != nil
    }
  }

  /// Returns the device's notifications after a write.
  func answer(
    _ value: [UInt8], of device: DeviceAddress, on characteristic: CharacteristicID
  ) -> [SimulatedControl.Notification] {
    if device == SimulatedWorld.powerMeterAddress {
      return world.powerMeter?.answer(value).map { [(characteristic, $0)] } ?? []
    }
    guard device == SimulatedWorld.headwindAddress else {
      return world.trainer.take(value, on: characteristic, in: world.mood(at: elapsed))
    }
    let mood = world.fanMood(at: elapsed)
    let answers = world.headwind?.take(value, in: mood) ?? []
    return answers.compactMap { world.distorted($0, of: device, at: elapsed) }.map { (characteristic, $0) }
  }

  func unlinked(_ device: DeviceAddress) {
    links[device] = nil
    if device == SimulatedWorld.trainerAddress { forgetControl() }
  }

  /// Makes the trainer forget the controlling client and the target.
  func forgetControl() { world.trainer.linkLost() }
}
