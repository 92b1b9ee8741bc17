package import BluetoothLE
package import Captures

/// A radio whose peripherals repeat the traffic of a capture.
///
/// The first call of `connect` is the replay's zero: the time of the first connection in the capture. After it,
/// connections, values and disconnections come at their recorded times. A capture does not contain the ride's commands,
/// so they must be given again. The control point answers them as recorded, otherwise with success.
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

  /// Creates a replay that has not begun.
  ///
  /// - Parameters:
  ///   - capture: The capture to replay. If it was cut short, the part before the cut is replayed.
  ///   - clock: The clock for the recorded times.
  ///   - executor: The executor of the radio and its links.
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
    // Never finished, because a scan ends only with its consumer.
    AsyncThrowingStream { continuation in
      for advertisement in advertisements { continuation.yield(advertisement) }
    }
  }

  package func advertisement(of device: DeviceAddress) -> Advertisement? {
    advertisements.first { $0.address == device }
  }

  package func whenUsable() async throws(LinkError) {}

  package func apply(_ remedy: RadioRemedy) async throws(LinkError) {}

  /// Connects when the device is connected in the capture: immediately, or at its next recorded connection.
  ///
  /// If no further connection is recorded, the request stays pending to the end of the capture and then throws
  /// `.captureEnded`.
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

  /// Waits until a recorded connection is up, and returns it.
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
  /// Creates the advertisement from the capture.
  ///
  /// A capture without advertisements, such as the recording of a ride, gets one with the services of the
  /// characteristics, so that a scan finds the device.
  fileprivate init(replaying script: ReplayScript) {
    let device = script.device
    self.init(
      address: device.address, name: device.name, rssi: device.rssi,
      services: device.hasAdvertised ? device.advertisedServices : Set(script.characteristics.map(\.service)),
      serviceData: device.serviceData)
  }
}

/// Translates the times of a capture to the ride clock.
struct ReplayTimeline: Sendable {
  /// The replay's zero on the clock.
  let zero: MonotonicInstant

  /// Returns the point on the clock `nanoseconds` after zero.
  func instant(_ nanoseconds: Int64) -> MonotonicInstant {
    zero.advanced(by: .nanoseconds(nanoseconds))
  }

  /// Returns the nanoseconds from zero to `instant`.
  func nanoseconds(_ instant: MonotonicInstant) -> Int64 {
    (instant - zero).nanoseconds
  }
}
