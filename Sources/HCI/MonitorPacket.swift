import Captures

/// One record of the kernel's monitor channel: what the host and a controller say to each other, or of a controller's coming
/// and going.
///
/// Source: Linux, `include/net/bluetooth/hci_mon.h`.
package struct MonitorPacket: Hashable, Sendable {
  package static let newIndex = MonitorOpcode.newIndex.rawValue
  /// A controller is gone.
  package static let deleteIndex = MonitorOpcode.deleteIndex.rawValue
  package static let command = MonitorOpcode.command.rawValue
  package static let event = MonitorOpcode.event.rawValue
  package static let dataReceived = MonitorOpcode.aclReceived.rawValue
  /// A controller was switched off.
  package static let closeIndex = MonitorOpcode.closeIndex.rawValue

  /// What it is: one of the above, or another.
  package var opcode: UInt16
  /// The controller's number; 0xFFFF for none.
  package var index: UInt16
  package var payload: [UInt8]

  package init(opcode: UInt16, index: UInt16, payload: [UInt8]) {
    self.opcode = opcode
    self.index = index
    self.payload = payload
  }
  /// The op code of a command that stands at an offset of the payload.
  func opCode(at offset: Int) -> UInt16? {
    guard payload.count >= offset + 2 else { return nil }
    return UInt16(payload[offset]) | UInt16(payload[offset + 1]) << 8
  }
}
