import BluetoothLE
import CBluetooth
import Glibc

/// A raw socket to one controller, for calls that wait for it; not to be used on the loop.
struct ControllerSocket: ~Copyable {
  private let descriptor: Int32
  private let index: UInt16

  /// How long a controller is waited for, in milliseconds.
  private static let patience: Int32 = 2000
  /// A controller has seldom more than eight connections.
  private static let mostConnections = 32

  /// Opens the controller with an address.
  ///
  /// - Throws: `.missing` where none that is on has it.
  init(_ controller: DeviceAddress) throws(HCIError) {
    let number = hci_devid("\(controller)")
    guard number >= 0 else { throw HCIError(call: "hci_devid", errno: ENODEV) }
    try self.init(number: UInt16(number))
  }

  /// Opens the controller with a number.
  init(number: UInt16) throws(HCIError) {
    let socket = hci_open_dev(Int32(number))
    guard socket >= 0 else { throw HCIError(call: "hci_open_dev") }
    (descriptor, index) = (socket, number)
  }

  deinit { hci_close_dev(descriptor) }

  /// The connections of the controller.
  func connections() throws(HCIError) -> [HCIConnection] {
    let header = MemoryLayout<hci_conn_list_req>.size
    let room = header + Self.mostConnections * MemoryLayout<hci_conn_info>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 8)
    defer { memory.deallocate() }
    let request = memory.bindMemory(to: hci_conn_list_req.self, capacity: 1)
    (request.pointee.dev_id, request.pointee.conn_num) = (index, UInt16(Self.mostConnections))
    guard bluetooth_list_connections(descriptor, request) == 0 else { throw HCIError(call: "HCIGETCONNLIST") }
    return (0..<min(Int(request.pointee.conn_num), Self.mostConnections)).map { number in
      let place = header + number * MemoryLayout<hci_conn_info>.stride
      return HCIConnection(memory.load(fromByteOffset: place, as: hci_conn_info.self), index)
    }
  }

  func update(_ parameters: ConnectionParameters, of handle: UInt16) throws(HCIError) {
    let interval = parameters.interval
    let status = hci_le_conn_update(
      descriptor, handle, interval.lowerBound.units(ofMicroseconds: 1250),
      interval.upperBound.units(ofMicroseconds: 1250), parameters.latency,
      parameters.supervisionTimeout.units(ofMicroseconds: 10_000), Self.patience)
    guard status == 0 else { throw HCIError(call: "hci_le_conn_update") }
  }

  /// In dBm.
  func signalStrength(of handle: UInt16) throws(HCIError) -> Int {
    var strength: Int8 = 0
    guard hci_read_rssi(descriptor, handle, &strength, Self.patience) == 0 else {
      throw HCIError(call: "hci_read_rssi")
    }
    return Int(strength)
  }

  func disconnect(_ handle: UInt16) throws(HCIError) {
    guard hci_disconnect(descriptor, handle, UInt8(HCI_OE_USER_ENDED_CONNECTION), Self.patience) == 0 else {
      throw HCIError(call: "hci_disconnect")
    }
  }
}

extension HCIConnection {
  fileprivate init(_ info: hci_conn_info, _ controller: UInt16) {
    let lowEnergy: UInt8 = 0x80
    let bytes = info.bdaddr.b
    let address = [bytes.5, bytes.4, bytes.3, bytes.2, bytes.1, bytes.0].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    self.init(
      device: DeviceAddress(address), controller: controller, handle: info.handle, isLowEnergy: info.type == lowEnergy)
  }
}
