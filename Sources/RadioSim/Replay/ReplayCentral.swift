package import BluetoothLE
package import Captures

/// A radio whose peripherals do again what a capture recorded.
///
/// The replay's zero, the first connection in the capture, falls on the first call of `connect`. From there everything
/// comes at its recorded time: connections, values, disconnections. What the capture does not hold, the ride's own
/// commands say, has to come from whoever rides; the control point answers as recorded, else with success.
package actor ReplayCentral: Central {
  private let scripts: [DeviceAddress: ReplayScript]
  private let advertisements: [Advertisement]
  private let end: Int64
  private let clock: any RideClock
  private nonisolated let executor: any SerialExecutor
  private let taskExecutor: any TaskExecutor
  private var timeline: ReplayTimeline?
  private var isConnecting = false
  private var links: [DeviceAddress: ReplayLink] = [:]

  /// A replay that has not begun.
  ///
  /// - Parameters:
  ///   - capture: What is replayed. Where it was cut short, its part before the cut.
  ///   - clock: The clock that recorded times are counted on.
  ///   - executor: What the radio and its links run on, as actors.
  ///   - taskExecutor: The same thread, for their tasks.
  package init(
    capture: Capture, clock: any RideClock, executor: any SerialExecutor, taskExecutor: any TaskExecutor
  ) {
    let (scripts, end) = ReplayScript.scripts(of: capture)
    self.scripts = Dictionary(scripts.map { ($0.device.address, $0) }) { first, _ in first }
    advertisements = scripts.map(Advertisement.init(replaying:))
    self.end = end
    self.clock = clock
    self.executor = executor
    self.taskExecutor = taskExecutor
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  package func state() -> CentralState { CentralState(radio: "replay") }

  /// Reports every device of the capture that was connected, at once.
  package nonisolated func scan() -> AsyncThrowingStream<Advertisement, any Error> {
    // Never finished, since a scan ends only with its consumer.
    AsyncThrowingStream { continuation in
      for advertisement in advertisements { continuation.yield(advertisement) }
    }
  }

  /// Connects when the device was connected in the capture: at once where it is by now, else at its next connection.
  ///
  /// Where no further connection is recorded, the request stays pending to the end of the capture and then throws
  /// `.captureEnded`.
  package func whenUsable() async throws(LinkError) {}

  package func apply(_ remedy: RadioRemedy) async throws(LinkError) {}

  package func connect(to device: DeviceAddress) async throws(LinkError) -> any Link {
    guard let script = scripts[device] else { throw LinkError(.deviceUnknown, operation: "connect", device: device) }
    guard !isConnecting else { throw LinkError(.busy, operation: "connect", device: device) }
    isConnecting = true
    defer { isConnecting = false }
    if await links[device]?.isOpen == true {
      throw LinkError(.busy, operation: "connect", device: device, detail: "it is connected")
    }
    let (connection, timeline) = try await connection(of: script)
    let link = ReplayLink(
      script: script, connection: connection, timeline: timeline, clock: clock, executor: executor,
      taskExecutor: taskExecutor)
    links[device] = link
    await link.begin()
    return link
  }

  /// The connection that is up, once one is.
  private func connection(of script: ReplayScript) async throws(LinkError) -> (RecordedConnection, ReplayTimeline) {
    let device = script.device.address
    let timeline = timeline ?? ReplayTimeline(zero: clock.now)
    self.timeline = timeline
    let now = timeline.nanoseconds(clock.now)
    guard let connection = script.connection(at: now) else {
      try await wait(until: timeline.instant(end), device)
      throw LinkError(.captureEnded, operation: "connect", device: device)
    }
    if connection.start > now { try await wait(until: timeline.instant(connection.start), device) }
    return (connection, timeline)
  }

  private func wait(until instant: MonotonicInstant, _ device: DeviceAddress) async throws(LinkError) {
    do {
      try await clock.sleep(until: instant)
    } catch {
      throw LinkError(.cancelled, operation: "connect", device: device)
    }
  }
}

extension Advertisement {
  /// What a replayed device says of itself: what it advertised in the capture, and the services of its characteristics.
  fileprivate init(replaying script: ReplayScript) {
    self.init(
      address: script.device.address, name: script.device.name, rssi: script.device.rssi,
      services: script.device.advertisedServices.union(script.characteristics.map(\.service)),
      serviceData: script.device.serviceData)
  }
}
