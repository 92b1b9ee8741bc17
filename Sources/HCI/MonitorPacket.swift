/// One record of the kernel's monitor channel: what the host and a controller say to each other, or of a controller's coming
/// and going.
///
/// Source: Linux, `include/net/bluetooth/hci_mon.h`.
package struct MonitorPacket: Hashable, Sendable {
  package static let newIndex: UInt16 = 0
  /// A controller is gone.
  package static let deleteIndex: UInt16 = 1
  package static let command: UInt16 = 2
  package static let event: UInt16 = 3
  package static let dataSent: UInt16 = 4
  package static let dataReceived: UInt16 = 5
  /// A controller was switched off.
  package static let closeIndex: UInt16 = 9

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
}
