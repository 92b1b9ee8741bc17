import BluetoothLE
import FitnessGATT

/// A link to one of the simulated devices.
actor SimulatedLink: Link {
  /// A KICKR notifies four times a second, a strap once.
  private static let intervals: [CharacteristicID: Duration] = [
    .indoorBikeData: .milliseconds(250), .heartRateMeasurement: .seconds(1),
  ]
  /// The time that the trainer takes to answer a procedure.
  private static let answerTime = Duration.milliseconds(30)

  nonisolated let device: DeviceAddress
  nonisolated var unownedExecutor: UnownedSerialExecutor { central.unownedExecutor }

  private let central: SimulatedCentral
  private nonisolated let lacksFitnessMachine: Bool
  private let outlet = LinkOutlet()
  private var subscriptions: Set<CharacteristicID> = []
  private var tasks: [Task<Void, Never>] = []
  private var isClosed = false

  init(_ device: DeviceAddress, central: isolated SimulatedCentral) {
    self.device = device
    self.central = central
    lacksFitnessMachine = central.world.faults.contains(.noFitnessMachine)
  }

  /// Schedules the loss of the link, when device or radio next go away, and the loss of control.
  func begin() async {
    if let loss = await central.nextLoss(of: device) {
      tasks.append(Task(executorPreference: central.taskExecutor) { await self.fade(at: loss.at, as: loss.code) })
    }
    guard device == SimulatedWorld.trainerAddress, let instant = await central.nextControlLoss else { return }
    tasks.append(Task(executorPreference: central.taskExecutor) { await self.loseControl(at: instant) })
  }

  nonisolated var characteristics: Set<CharacteristicID> {
    guard device == SimulatedWorld.trainerAddress else {
      return [.heartRateMeasurement, .bodySensorLocation, .batteryLevel]
    }
    guard !lacksFitnessMachine else { return [.manufacturerName] }
    return [
      .indoorBikeData, .fitnessMachineControlPoint, .fitnessMachineStatus, .fitnessMachineFeature,
      .supportedPowerRange, .manufacturerName,
    ]
  }

  func deliver(to handler: @escaping LinkEventHandler) { outlet.deliver(to: handler) }

  func resubscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    try await subscribe(to: characteristic)
  }

  func subscribe(to characteristic: CharacteristicID) async throws(LinkError) {
    try check(characteristic, "subscribe")
    guard subscriptions.insert(characteristic).inserted else { return }
    guard let interval = Self.intervals[characteristic] else { return }
    tasks.append(Task(executorPreference: central.taskExecutor) { await self.notify(characteristic, every: interval) })
  }

  func read(_ characteristic: CharacteristicID) async throws(LinkError) -> [UInt8] {
    try check(characteristic, "read")
    switch characteristic {
    case .fitnessMachineFeature: return await central.world.trainer.feature.encoded()
    case .supportedPowerRange: return await central.world.trainer.range.encoded()
    case .bodySensorLocation: return [1]
    case .batteryLevel: return [90]
    case .manufacturerName: return Array("jz2 simulation".utf8)
    default: throw LinkError(.refused, operation: "read \(characteristic)", device: device, attError: 0x02)
    }
  }

  func write(_ value: [UInt8], to characteristic: CharacteristicID) async throws(LinkError) {
    try check(characteristic, "write")
    guard characteristic == .fitnessMachineControlPoint, subscriptions.contains(characteristic) else {
      throw LinkError(.refused, operation: "write \(characteristic)", device: device, attError: 0xFD)
    }
    guard await central.isWritable else {
      throw LinkError(
        .failed, operation: "write \(characteristic)", device: device, detail: "Failed to initiate write")
    }
    let (response, status) = await central.answer(value)
    Task(executorPreference: central.taskExecutor) { await self.respond(response, status) }
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
      let isTrainer = characteristic == .indoorBikeData
      let value = isTrainer ? await central.trainerData(after: interval) : await central.strapData()
      if let value { outlet.send(.notified(characteristic, value: value, at: central.clock.now)) }
      next = next.advanced(by: interval)
    }
  }

  private func respond(_ response: [UInt8]?, _ status: [UInt8]?) async {
    guard let response, (try? await central.clock.sleep(for: Self.answerTime)) != nil, !isClosed else { return }
    outlet.send(.notified(.fitnessMachineControlPoint, value: response, at: central.clock.now))
    guard let status, subscriptions.contains(.fitnessMachineStatus) else { return }
    outlet.send(.notified(.fitnessMachineStatus, value: status, at: central.clock.now))
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
