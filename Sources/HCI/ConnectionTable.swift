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
    /// It ended with its controller.
    case controllerGone(DeviceAddress)
  }

  private struct Key: Hashable {
    var controller: UInt16
    var handle: UInt16
  }

  private var devices: [Key: DeviceAddress] = [:]

  package init() {}

  /// Takes in a connection that was there before the channel was read.
  package mutating func insert(_ device: DeviceAddress, controller: UInt16, handle: UInt16) {
    devices[Key(controller: controller, handle: handle)] = device
  }

  /// Takes in a record of the monitor channel, and returns what it says of connections that are known.
  package mutating func take(_ packet: MonitorPacket) -> [Change] {
    switch packet.opcode {
    case 1: return controllerGone(packet.index)
    case 3 where !HCIEvent.isAdvertising(packet.payload[...]):
      return HCIEvent(decoding: packet.payload[...]).map { take($0, of: packet.index) } ?? []
    default: return []
    }
  }

  private mutating func take(_ event: HCIEvent, of controller: UInt16) -> [Change] {
    switch event {
    case .connected(let handle, let device, _):
      insert(device, controller: controller, handle: handle)
      return [.connected(device)]
    case .connectionUpdated(let handle, let timeout):
      let device = devices[Key(controller: controller, handle: handle)]
      return device.map { [.updated($0, supervisionTimeout: timeout)] } ?? []
    case .disconnected(let handle, let reason):
      let device = devices.removeValue(forKey: Key(controller: controller, handle: handle))
      return device.map { [.disconnected($0, reason: reason)] } ?? []
    case .advertised, .other: return []
    }
  }

  private mutating func controllerGone(_ controller: UInt16) -> [Change] {
    let gone = devices.filter { $0.key.controller == controller }
    for key in gone.keys { devices[key] = nil }
    return gone.values.sorted().map { .controllerGone($0) }
  }
}
