import Captures

/// Reads notifications and indications from the monitor channel, before `bluetoothd` receives them.
///
/// Source: Bluetooth Core 5.4, Vol 3, Part F, §3.4.7. It does not find values on the enhanced bearers of an encrypted
/// connection (EATT).
package struct NotificationTap: Sendable {
  /// A value that a device sent without a request.
  package struct Value: Hashable, Sendable {
    package var controller: UInt16
    package var handle: UInt16
    /// The handle of the characteristic's value.
    package var attribute: UInt16
    package var bytes: [UInt8]
  }

  private var unfinished: [ConnectionKey: L2CAPReassembler] = [:]

  package init() {}

  /// Returns the values that a record of the channel completes; more than one only in a Multiple Handle Value
  /// Notification.
  package mutating func take(_ packet: MonitorPacket) -> [Value] {
    guard packet.opcode == MonitorPacket.dataReceived, let data = ACLPacket(decoding: packet.payload[...]) else {
      return []
    }
    let key = ConnectionKey(adapter: packet.index, handle: data.handle)
    guard case .att(let pdu) = frame(data, of: key) else { return [] }
    return Self.values(in: pdu, of: key)
  }

  /// Handles lost records: incomplete values are discarded.
  package mutating func recordsLost() { unfinished = [:] }

  /// Adds data to a connection's frame; a frame in one piece, the usual case, needs no reassembler.
  private mutating func frame(_ data: ACLPacket, of key: ConnectionKey) -> L2CAPFrame {
    if unfinished.isEmpty, data.boundary != .continuing {
      let frame = L2CAPFrame(decoding: data.data)
      guard case .unfinished = frame else { return frame }
    }
    var reassembler = unfinished.removeValue(forKey: key) ?? L2CAPReassembler()
    let frame = reassembler.take(data)
    if reassembler.isUnfinished { unfinished[key] = reassembler }
    return frame
  }

  private static func values(in pdu: ArraySlice<UInt8>, of key: ConnectionKey) -> [Value] {
    var cursor = ByteCursor(pdu)
    switch cursor.byte().flatMap(ATTOpcode.init(rawValue:)) {
    case .notification, .indication:
      guard let attribute = cursor.u16() else { return [] }
      let bytes = Array(cursor.rest())
      return [Value(controller: key.adapter, handle: key.handle, attribute: attribute, bytes: bytes)]
    case .multipleHandleValueNotification:
      var values: [Value] = []
      while let attribute = cursor.u16(), let length = cursor.u16(), let bytes = cursor.take(Int(length)) {
        values.append(
          Value(controller: key.adapter, handle: key.handle, attribute: attribute, bytes: Array(bytes)))
      }
      return values
    default: return []
    }
  }
}
