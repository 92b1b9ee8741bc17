package import BluetoothLE
import CBluetooth
import Glibc

/// The controllers, through the kernel's interfaces: raw sockets, whose calls wait on a separate thread, and the
/// monitor channel.
package final class KernelControllers: Controllers {
  private let thread: CommandThread
  private let monitor: MonitorChannel

  /// Creates the controllers of this machine.
  ///
  /// - Parameter monitor: The monitor channel; a process that may not read it may not set parameters either.
  /// - Throws: `.failed` if the kernel cannot create a thread.
  package init(monitor: MonitorChannel) throws(HCIError) {
    thread = try CommandThread()
    self.monitor = monitor
  }

  package var limitation: HCIError? { monitor.obstacle }

  package func update(_ parameters: ConnectionParameters, of connection: HCIConnection) async throws(HCIError) {
    try await thread.run { () throws(HCIError) in
      try ControllerSocket(number: connection.controller).update(parameters, of: connection.handle)
    }
  }

  package func signalStrength(of connection: HCIConnection) async throws(HCIError) -> Int {
    try await thread.run { () throws(HCIError) in
      try ControllerSocket(number: connection.controller).signalStrength(of: connection.handle)
    }
  }

  package func disconnect(_ connection: HCIConnection) async throws(HCIError) {
    try await thread.run { () throws(HCIError) in
      try ControllerSocket(number: connection.controller).disconnect(connection.handle)
    }
  }

  package func cycleRadio(of controller: UInt16) async throws(HCIError) {
    try await thread.run { () throws(HCIError) in try RadioSwitch(controller: controller).cycle() }
  }

  package func connections(of controller: DeviceAddress) async throws(HCIError) -> [HCIConnection] {
    try await thread.run { () throws(HCIError) in try ControllerSocket(controller).connections() }
  }

  package func observe(_ observer: MonitorChannel.Observer) { monitor.observe(observer) }

  package func catchUp() { monitor.receive() }
}

/// A raw socket to one controller, for calls that wait for it; do not use it on the loop.
struct ControllerSocket: ~Copyable {
  private let descriptor: Int32
  private let index: UInt16

  /// How long to wait for a controller, in milliseconds.
  private static let patience: Int32 = 2000
  /// A controller rarely has more than eight connections.
  private static let mostConnections = 32

  /// Opens the controller with an address.
  ///
  /// - Throws: `.missing` if no active controller has it.
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

  /// Returns the connections of the controller.
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

  /// Returns the signal strength in dBm.
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

/// The kernel's switch of a controller's radio, for a controller that BlueZ cannot switch off.
///
/// When BlueZ switches a controller off, the kernel first stops its scan with a command; a controller that does not
/// answer stays on (Linux 6.1, `hci_power_off_sync`). A block closes it without a command.
///
/// Source: Linux, Documentation/ABI/stable/sysfs-class-rfkill.
struct RadioSwitch {
  /// How long the radio stays blocked, in microseconds: its driver must have closed it by then.
  private static let pause: useconds_t = 500_000

  private let folder: String

  /// Finds the switch of the controller with a number in the kernel's `folder`.
  ///
  /// - Throws: `.missing` if the controller has no switch.
  init(controller number: UInt16, folder: String = "/sys/class/bluetooth") throws(HCIError) {
    let controller = "\(folder)/hci\(number)"
    guard let name = Self.names(in: controller).first(where: { $0.hasPrefix("rfkill") }) else {
      throw HCIError(.missing, detail: "\(controller) has no rfkill switch")
    }
    self.folder = "\(controller)/\(name)"
  }

  /// Switches the radio off and on.
  ///
  /// - Throws: `.notPermitted` if this process may not use the switch.
  func cycle() throws(HCIError) {
    try write("1")
    usleep(Self.pause)
    try write("0")
  }

  private func write(_ text: String) throws(HCIError) {
    let path = "\(folder)/soft"
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw HCIError(call: "open \(path)") }
    defer { close(file) }
    guard Glibc.write(file, text, text.utf8.count) == text.utf8.count else { throw HCIError(call: "write \(path)") }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted()
  }
}
