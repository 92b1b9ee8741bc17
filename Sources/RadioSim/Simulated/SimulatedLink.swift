import BluetoothLE
import FitnessGATT

/// A link to one of the simulated devices.
actor SimulatedLink: Link {
  /// A trainer notifies four times a second, other devices once.
  private static let (trainerInterval, otherInterval) = (Duration.milliseconds(250), Duration.seconds(1))
  /// The trainer's time to answer a procedure.
  private static let answerTime = Duration.milliseconds(30)

  nonisolated let device: DeviceAddress
  nonisolated var unownedExecutor: UnownedSerialExecutor { central.unownedExecutor }

  private let central: SimulatedCentral
  nonisolated let characteristics: Set<CharacteristicID>
  /// The characteristic that the device notifies for as long as it is connected.
  private nonisolated let stream: CharacteristicID
  private let outlet = LinkOutlet()
  private var subscriptions: Set<CharacteristicID> = []
  private var tasks: [Task<Void, Never>] = []
  private var isClosed = false

  init(_ device: DeviceAddress, central: isolated SimulatedCentral) {
    self.device = device
    self.central = central
    (characteristics, stream) = central.world.profile(of: device)
  }

  /// Schedules the next loss of the link, when device or radio disappears, and the next loss of control.
  func begin() async {
    if let loss = await central.nextLoss(of: device) {
      tasks.append(Task(executorPreference: central.taskExecutor) { await self.fade(at: loss.at, as: loss.code) })
    }
    guard device == SimulatedWorld.trainerAddress, let instant = await central.nextControlLoss else { return }
    tasks.append(Task(executorPreference: central.taskExecutor) { await self.loseControl(at: instant) })
  }

  func deliver(to handler: @escaping LinkEventHandler) { outlet.deliver(to: handler) }

  func resubscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    try await subscribe(to: characteristic)
  }

  func subscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    try check(characteristic, "subscribe")
    guard subscriptions.insert(characteristic).inserted else { return }
    guard characteristic == stream else { return }
    let interval = device == SimulatedWorld.trainerAddress ? Self.trainerInterval : Self.otherInterval
    tasks.append(Task(executorPreference: central.taskExecutor) { await self.notify(characteristic, every: interval) })
  }

  func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8] {
    try check(characteristic, "read")
    if let value = await central.world.trainer.value(of: characteristic) { return value }
    switch characteristic {
    case .bodySensorLocation: return [1]
    case .batteryLevel: return [90]
    case .manufacturerName: return Array("jz2 simulation".utf8)
    default: throw LinkError(.refused, operation: "read \(characteristic)", device: device, attError: 0x02)
    }
  }

  func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError) {
    try check(characteristic, "write")
    // A control point requires that its indications are enabled (Core Specification Supplement 12, Part B, §1.2).
    guard characteristic != .fitnessMachineControlPoint || subscriptions.contains(characteristic) else {
      throw LinkError(.refused, operation: "write \(characteristic)", device: device, attError: 0xFD)
    }
    guard await central.isWritable(device) else {
      throw LinkError(
        .failed, operation: "write \(characteristic)", device: device, detail: "Failed to initiate write")
    }
    let notifications = await central.answer(value, of: device, on: characteristic)
    guard !notifications.isEmpty else { return }
    Task(executorPreference: central.taskExecutor) { await self.respond(notifications) }
  }

  func close() async { await end(.closedHere) }

  private func check(_ characteristic: CharacteristicID, _ operation: String) throws(LinkError) {
    let operation = "\(operation) \(characteristic)"
    guard !isClosed else { throw LinkError(.closedHere, operation: operation, device: device) }
    guard characteristics.contains(characteristic) else {
      throw LinkError(.characteristicMissing, operation: operation, device: device)
    }
  }

  private func notify(_ characteristic: CharacteristicID, every interval: Duration) async {
    var next = central.clock.now.advanced(by: interval)
    while (try? await central.clock.sleep(until: next)) != nil, !isClosed {
      for value in await central.data(of: device, after: interval) {
        outlet.send(.notified(characteristic, value: value, at: central.clock.now))
      }
      if device == SimulatedWorld.trainerAddress { send(await central.statuses()) }
      next = next.advanced(by: interval)
    }
  }

  private func respond(_ notifications: [SimulatedControl.Notification]) async {
    guard (try? await central.clock.sleep(for: Self.answerTime)) != nil, !isClosed else { return }
    send(notifications)
  }

  private func send(_ notifications: [SimulatedControl.Notification]) {
    for notification in notifications where subscriptions.contains(notification.characteristic) {
      outlet.send(
        .notified(notification.characteristic, value: notification.value, at: central.clock.now))
    }
  }

  private func fade(at instant: MonotonicInstant, as code: LinkError.Code) async {
    guard (try? await central.clock.sleep(until: instant)) != nil else { return }
    await end(code)
  }

  private func loseControl(at instant: MonotonicInstant) async {
    guard (try? await central.clock.sleep(until: instant)) != nil, !isClosed else { return }
    await central.forgetControl()
    guard subscriptions.contains(.fitnessMachineStatus) else { return }
    let value = FitnessMachineStatus.controlPermissionLost.encoded()
    outlet.send(.notified(.fitnessMachineStatus, value: value, at: central.clock.now))
  }

  func end(_ code: LinkError.Code) async {
    guard !isClosed else { return }
    isClosed = true
    for task in tasks { task.cancel() }
    tasks = []
    await central.unlinked(device)
    outlet.send(.closed(LinkError(code, operation: "link", device: device)))
  }
}
