import CBluetooth
package import EventLoop
import Glibc

/// The kernel's monitor channel: a copy of all that the host and its controllers say to each other.
///
/// It needs CAP_NET_RAW. To be used on the loop, where the packets are handed on as well.
package final class MonitorChannel: @unchecked Sendable {
  private let loop: EventLoop
  private let descriptor: Int32
  private var watch: EventLoop.Watch?
  private var observers: [@Sendable (MonitorPacket) -> Void] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 12)

  /// Of each packet: what it is, the controller's number and the payload's length, 16 bits each.
  private static let headerLength = 6

  /// Opens the channel; packets come from now on.
  package init(on loop: EventLoop) throws(HCIError) {
    self.loop = loop
    let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_BLUETOOTH, kind, BTPROTO_HCI)
    guard descriptor >= 0 else { throw HCIError(call: "socket") }
    var address = sockaddr_hci()
    address.hci_family = sa_family_t(AF_BLUETOOTH)
    address.hci_dev = UInt16(HCI_DEV_NONE)
    address.hci_channel = UInt16(HCI_CHANNEL_MONITOR)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_hci>.size))
      }
    }
    guard status == 0 else {
      let error = HCIError(call: "bind")
      Glibc.close(descriptor)
      throw error
    }
  }

  deinit { Glibc.close(descriptor) }

  /// Hands every packet to `observer` as well, in order, on the loop; it must not block.
  package func observe(_ observer: @escaping @Sendable (MonitorPacket) -> Void) {
    observers.append(observer)
    guard watch == nil else { return }
    watch = loop.watch(descriptor, for: .readable) { [unowned self] _ in receive() }
  }

  /// Ends the observation, for all.
  package func close() {
    observers = []
    if let watch { loop.remove(watch) }
    watch = nil
  }

  /// Hands on what has come and was not read yet: for whoever must know it before going on.
  package func receive() {
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count >= Self.headerLength {
      let opcode = UInt16(buffer[0]) | UInt16(buffer[1]) << 8
      let index = UInt16(buffer[2]) | UInt16(buffer[3]) << 8
      let packet = MonitorPacket(opcode: opcode, index: index, payload: Array(buffer[Self.headerLength..<count]))
      for observer in observers { observer(packet) }
    }
  }
}
