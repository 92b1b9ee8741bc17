import BluetoothLE
import HCI
import Synchronization

/// Controllers made of values: they note what is asked of them and tell what a test lets them tell.
final class FakeControllers: Controllers {
  struct State {
    var updated: [DeviceAddress] = []
    var strength: Result<Int, HCIError> = .success(-61)
    var failure: HCIError?
    var connections: [HCIConnection] = []
    var observers: [@Sendable (MonitorPacket) -> Void] = []
    /// What the kernel has told and nobody has read.
    var unread: [MonitorPacket] = []
    var measurements = 0
  }

  private let state = Mutex(State())
  let limitation: HCIError?

  init(limitation: HCIError? = nil) { self.limitation = limitation }

  /// Lets the test look at the state or change it.
  func with<Output: Sendable>(_ body: (inout sending State) -> sending Output) -> Output { state.withLock(body) }

  func update(
    _ parameters: ConnectionParameters, of device: DeviceAddress, on controller: DeviceAddress
  ) async throws(HCIError) -> HCIConnection {
    let failure = state.withLock { state in
      state.updated.append(device)
      return state.failure
    }
    if let failure { throw failure }
    return HCIConnection(device: device, controller: 0, handle: 0x40, isLowEnergy: true)
  }

  func signalStrength(of device: DeviceAddress, on controller: DeviceAddress) async throws(HCIError) -> Int {
    let strength = state.withLock { state in
      state.measurements += 1
      return state.strength
    }
    return try strength.get()
  }

  func connections(of controller: DeviceAddress) async throws(HCIError) -> [HCIConnection] {
    state.withLock { $0.connections }
  }

  func observe(_ observer: @escaping @Sendable (MonitorPacket) -> Void) {
    state.withLock { $0.observers.append(observer) }
  }

  func catchUp() {
    let (packets, observers) = state.withLock { state in
      defer { state.unread = [] }
      return (state.unread, state.observers)
    }
    for packet in packets { for observer in observers { observer(packet) } }
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

  private static func event(_ payload: [UInt8]) -> MonitorPacket {
    MonitorPacket(opcode: 3, index: 0, payload: payload)
  }
}
