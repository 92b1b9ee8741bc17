package import BluetoothLE
import Captures

/// Whose connection has which handle, from what the monitor channel tells.
package struct ConnectionTable: Hashable, Sendable {
  /// What became of a device's connection.
  package enum Change: Hashable, Sendable {
    case connected(DeviceAddress)
    case updated(DeviceAddress, supervisionTimeout: Duration)
    /// It ended, with the error code that tells why (Bluetooth Core 5.4, Vol 1, Part F).
    case disconnected(DeviceAddress, reason: UInt8)
    /// It ended with its controller, which is gone.
    case controllerGone(DeviceAddress)
    /// It ended with its controller, which was switched off.
    case controllerOff(DeviceAddress)
  }

  private var devices: [ConnectionKey: DeviceAddress] = [:]

  package init() {}

  /// Takes in a connection that was there before the channel was read.
  package mutating func insert(_ connection: HCIConnection) {
    devices[connection.key] = connection.device
  }

  /// The device at the other end of a connection.
  package func device(controller: UInt16, handle: UInt16) -> DeviceAddress? {
    devices[ConnectionKey(adapter: controller, handle: handle)]
  }

  /// The connection that a controller has with a device; nil where none is known.
  package func connection(with device: DeviceAddress, controller: UInt16) -> HCIConnection? {
    let key = devices.first { $0.value == device && $0.key.adapter == controller }?.key
    return key.map { HCIConnection(device: device, controller: $0.adapter, handle: $0.handle, isLowEnergy: true) }
  }

  /// Takes in a record of the monitor channel, and returns what it says of connections that are known.
  package mutating func take(_ packet: MonitorPacket) -> [Change] {
    switch packet.opcode {
    case MonitorPacket.deleteIndex: return end(packet.index).map { .controllerGone($0) }
    case MonitorPacket.closeIndex: return end(packet.index).map { .controllerOff($0) }
    case MonitorPacket.event where !HCIEvent.isAdvertising(packet.payload[...]):
      return HCIEvent(decoding: packet.payload[...]).map { take($0, of: packet.index) } ?? []
    default: return []
    }
  }

  private mutating func take(_ event: HCIEvent, of controller: UInt16) -> [Change] {
    switch event {
    case .connected(let handle, let device, _):
      devices[ConnectionKey(adapter: controller, handle: handle)] = device
      return [.connected(device)]
    case .connectionUpdated(let handle, let timeout):
      let device = devices[ConnectionKey(adapter: controller, handle: handle)]
      return device.map { [.updated($0, supervisionTimeout: timeout)] } ?? []
    case .disconnected(let handle, let reason):
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
