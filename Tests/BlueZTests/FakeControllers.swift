import BluetoothLE
import HCI
import Synchronization

/// Simulated controllers: they record each call, and send the records that a test provides.
final class FakeControllers: Controllers {
  struct State {
    var updated: [DeviceAddress] = []
    /// The parameters of each update, in the same order.
    var parameters: [ConnectionParameters] = []
    var strength: Result<Int, HCIError> = .success(-61)
    var failure: HCIError?
    var connections: [HCIConnection] = []
    var observers: [MonitorChannel.Observer] = []
    /// Unread records of the monitor channel.
    var unread: [MonitorPacket] = []
    /// The connections whose signal strength was read, in order.
    var measured: [HCIConnection] = []
    /// The connections that were ended here.
    var ended: [HCIConnection] = []
    /// Called while the kernel lists the connections.
    var onList: (@Sendable () async -> Void)?
    /// Called while a signal strength is measured.
    var onMeasure: (@Sendable () async -> Void)?
    /// Called when a radio is blocked; nil if blocking is not permitted.
    var onCycle: (@Sendable () async -> Void)?
    /// Called when a connection is ended here.
    var onEnd: (@Sendable (HCIConnection) async -> Void)?
  }

  private let state = Mutex(State())
  let limitation: HCIError?

  /// Creates controllers; the first one is connected to the devices `linked`, with handles from 0x40.
  init(limitation: HCIError? = nil, linked: [DeviceAddress] = []) {
    self.limitation = limitation
    for (number, device) in linked.enumerated() {
      let handle = UInt16(0x40 + number)
      with { $0.connections.append(HCIConnection(device: device, controller: 0, handle: handle, isLowEnergy: true)) }
    }
  }

  /// Reads or changes the state.
  func with<Output: Sendable>(_ body: (inout sending State) -> sending Output) -> Output { state.withLock(body) }

  func update(_ parameters: ConnectionParameters, of connection: HCIConnection) async throws(HCIError) {
    let failure = state.withLock { state in
      state.updated.append(connection.device)
      state.parameters.append(parameters)
      return state.failure
    }
    if let failure { throw failure }
  }

  func signalStrength(of connection: HCIConnection) async throws(HCIError) -> Int {
    let (strength, onMeasure) = state.withLock { state in
      state.measured.append(connection)
      return (state.strength, state.onMeasure)
    }
    await onMeasure?()
    return try strength.get()
  }

  func disconnect(_ connection: HCIConnection) async throws(HCIError) {
    let onEnd = state.withLock { state in
      state.ended.append(connection)
      return state.onEnd
    }
    await onEnd?(connection)
  }

  func cycleRadio(of controller: UInt16) async throws(HCIError) {
    let onCycle = state.withLock { $0.onCycle }
    guard let onCycle else { throw HCIError(.notPermitted, detail: "open") }
    await onCycle()
  }

  func connections(of controller: DeviceAddress) async throws(HCIError) -> [HCIConnection] {
    let (connections, onList) = state.withLock { ($0.connections, $0.onList) }
    await onList?()
    return connections
  }

  func observe(_ observer: MonitorChannel.Observer) {
    state.withLock { $0.observers.append(observer) }
  }

  /// Reports the loss of records, on the loop.
  func lose(_ count: Int) {
    for observer in state.withLock({ $0.observers }) { observer.lost(count) }
  }

  func catchUp() {
    let (packets, observers) = state.withLock { state in
      defer { state.unread = [] }
      return (state.unread, state.observers)
    }
    for packet in packets { for observer in observers { observer.packet(packet) } }
  }
}

extension MonitorPacket {
  static func connected(_ handle: UInt8, _ device: DeviceAddress) -> MonitorPacket {
    let address = (0..<6).map { UInt8(truncatingIfNeeded: device.value >> (8 * $0)) }
    return event([0x3E, 19, 1, 0, handle, 0, 0, 1] + address + [0x28, 0, 0, 0, 0x2A, 0, 0])
  }

  static func updated(_ handle: UInt8, timeout: UInt8) -> MonitorPacket {
    event([0x3E, 10, 3, 0, handle, 0, 0x18, 0, 0, 0, timeout, 0])
  }

  static func disconnected(_ handle: UInt8, _ reason: UInt8) -> MonitorPacket { event([5, 4, 0, handle, 0, reason]) }

  /// A notification or indication of the attribute with a handle.
  static func value(_ bytes: [UInt8], of attribute: UInt8, on handle: UInt8, opcode: UInt8 = 0x1B) -> MonitorPacket {
    let pdu = [opcode, attribute, 0] + bytes
    let frame = [UInt8(pdu.count), 0, 4, 0] + pdu
    return MonitorPacket(opcode: 5, index: 0, payload: [handle, 0x20, UInt8(frame.count), 0] + frame)
  }

  static func command(_ opCode: UInt16) -> MonitorPacket {
    MonitorPacket(opcode: 2, index: 0, payload: [UInt8(opCode & 0xFF), UInt8(opCode >> 8), 0])
  }

  static func commandComplete(_ opCode: UInt16) -> MonitorPacket {
    event([0x0E, 4, 1, UInt8(opCode & 0xFF), UInt8(opCode >> 8), 0])
  }

  /// The controller has accepted a command, and reports its result later.
  static func commandStatus(_ opCode: UInt16) -> MonitorPacket {
    event([0x0F, 4, 0, 1, UInt8(opCode & 0xFF), UInt8(opCode >> 8)])
  }

  private static func event(_ payload: [UInt8]) -> MonitorPacket {
    MonitorPacket(opcode: 3, index: 0, payload: payload)
  }
}
