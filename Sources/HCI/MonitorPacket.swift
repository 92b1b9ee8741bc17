/// One record of the kernel's monitor channel: what the host and a controller say to each other, or of a controller's coming
/// and going.
///
/// Source: Linux, `include/net/bluetooth/hci_mon.h`.
package struct MonitorPacket: Hashable, Sendable {
  /// What it is: 0 a new controller, 1 one that is gone, 2 a command, 3 an event, and so on; 4 and 5 are data sent and received.
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
