package import BluetoothLE
import Captures

/// The connections by controller and handle, and the controllers that are about to connect, as seen on the monitor
/// channel.
package struct ConnectionTable: Hashable, Sendable {
  /// A change of a device's connection.
  package enum Change: Hashable, Sendable {
    case connected(DeviceAddress)
    case updated(DeviceAddress, supervisionTimeout: Duration)
    /// The connection ended; `reason` is the error code (Bluetooth Core 5.4, Vol 1, Part F).
    case disconnected(DeviceAddress, reason: UInt8)
    /// The connection ended because its controller is gone.
    case controllerGone(DeviceAddress)
    /// The connection ended because its controller was switched off.
    case controllerOff(DeviceAddress)
  }

  private var devices: [ConnectionKey: DeviceAddress] = [:]
  /// The number of connections that have ended so far, known or not.
  package private(set) var endings = 0
  /// The controllers that received a command to connect and have not reported the result.
  package private(set) var connecting: Set<UInt16> = []

  /// LE Create Connection and LE Extended Create Connection (Bluetooth Core 5.4, Vol 4, Part E, §7.8.12, §7.8.66).
  private static let createConnection: Set<UInt16> = [0x200D, 0x2043]
  /// Reset (§7.3.2): the controller forgets all earlier commands.
  private static let reset: UInt16 = 0x0C03

  package init() {}

  /// Adds a connection that existed before the channel was read.
  package mutating func insert(_ connection: HCIConnection) {
    devices[connection.key] = connection.device
  }

  /// Returns the device at the other end of a connection.
  package func device(controller: UInt16, handle: UInt16) -> DeviceAddress? {
    devices[ConnectionKey(adapter: controller, handle: handle)]
  }

  /// Returns a controller's connection with a device; nil if unknown.
  package func connection(with device: DeviceAddress, controller: UInt16) -> HCIConnection? {
    let key = devices.first { $0.value == device && $0.key.adapter == controller }?.key
    return key.map { HCIConnection(device: device, controller: $0.adapter, handle: $0.handle, isLowEnergy: true) }
  }

  /// Processes a record of the monitor channel, and returns its changes of known connections.
  package mutating func take(_ packet: MonitorPacket) -> [Change] {
    followAttempts(packet)
    switch packet.opcode {
    case MonitorPacket.deleteIndex: return end(packet.index).map { .controllerGone($0) }
    case MonitorPacket.closeIndex: return end(packet.index).map { .controllerOff($0) }
    case MonitorPacket.event where !HCIEvent.isAdvertising(packet.payload[...]):
      return HCIEvent(decoding: packet.payload[...]).map { take($0, of: packet.index) } ?? []
    default: return []
    }
  }

  /// Clears the table after lost records, which may have contained the end of an attempt or a connection; only the
  /// kernel knows the connections then.
  package mutating func recordsLost() { (connecting, devices) = ([], [:]) }

  private mutating func followAttempts(_ packet: MonitorPacket) {
    switch packet.opcode {
    case MonitorPacket.command:
      guard let opCode = packet.opCode(at: 0) else { return }
      if Self.createConnection.contains(opCode) { connecting.insert(packet.index) }
      if opCode == Self.reset { connecting.remove(packet.index) }
    case MonitorPacket.event where Self.endsAttempt(packet): connecting.remove(packet.index)
    case MonitorPacket.deleteIndex, MonitorPacket.closeIndex: connecting.remove(packet.index)
    default: break
    }
  }

  /// Returns whether the packet is a form of LE Connection Complete, with any status (§7.7.65.1), or a Command Status
  /// that refuses the attempt (§7.7.15).
  private static func endsAttempt(_ packet: MonitorPacket) -> Bool {
    guard let code = packet.payload.first, let second = packet.payload.dropFirst(2).first else { return false }
    switch code {
    case 0x3E: return [0x01, 0x0A, 0x29].contains(second)
    case 0x0F: return second != 0 && packet.opCode(at: 4).map(createConnection.contains) == true
    default: return false
    }
  }

  private mutating func take(_ event: HCIEvent, of controller: UInt16) -> [Change] {
    switch event {
    case .connected(let handle, let device, _):
      // A device has only one connection with a controller: the record of the earlier connection's end was lost.
      for former in devices where former.value == device && former.key.adapter == controller {
        devices[former.key] = nil
      }
      devices[ConnectionKey(adapter: controller, handle: handle)] = device
      return [.connected(device)]
    case .connectionUpdated(let handle, let timeout):
      let device = devices[ConnectionKey(adapter: controller, handle: handle)]
      return device.map { [.updated($0, supervisionTimeout: timeout)] } ?? []
    case .disconnected(let handle, let reason):
      endings += 1
      let device = devices.removeValue(forKey: ConnectionKey(adapter: controller, handle: handle))
      return device.map { [.disconnected($0, reason: reason)] } ?? []
    case .advertised, .other: return []
    }
  }

  private mutating func end(_ controller: UInt16) -> [DeviceAddress] {
    let gone = devices.filter { $0.key.adapter == controller }
    for key in gone.keys { devices[key] = nil }
    return gone.values.sorted()
  }
}
