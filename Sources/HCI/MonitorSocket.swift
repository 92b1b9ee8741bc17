import CBluetooth
import CLinux
import Glibc

/// The channel's socket, and what comes out of it.
final class MonitorSocket {
  let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: Int(LINUX_MOST_PACKETS) * MonitorSocket.room)
  private var lengths = [UInt32](repeating: 0, count: Int(LINUX_MOST_PACKETS))
  private var drops: UInt32 = 0

  /// The longest packet is one of data, with 1,027 bytes on a controller of the Basic Rate.
  private static let room = 1 << 12
  /// Of each packet: what it is, the controller's number and the payload's length, 16 bits each.
  private static let headerLength = 6
  /// Twice the usual buffer, as much as everybody may have: a second of music to a loudspeaker on the same controller.
  private static let bufferLength: Int32 = 212_992

  /// A socket that is bound already.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Opens the channel.
  init() throws(HCIError) {
    let kind = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = Glibc.socket(AF_BLUETOOTH, kind, BTPROTO_HCI)
    guard descriptor >= 0 else { throw HCIError(call: "socket") }
    do throws(HCIError) { try set() } catch {
      Glibc.close(descriptor)
      throw error
    }
  }

  deinit { Glibc.close(descriptor) }

  private func set() throws(HCIError) {
    try MonitorFilter.attach(to: descriptor)
    var length = Self.bufferLength
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &length, socklen_t(MemoryLayout.size(ofValue: length)))
    var address = sockaddr_hci()
    address.hci_family = sa_family_t(AF_BLUETOOTH)
    address.hci_dev = UInt16(HCI_DEV_NONE)
    address.hci_channel = UInt16(HCI_CHANNEL_MONITOR)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_hci>.size))
      }
    }
    guard status == 0 else { throw HCIError(call: "bind") }
  }

  /// Reads what waits, and returns how many packets were lost among it.
  ///
  /// The buffer holds some two hundred packets at the least, so only who reads many at once can have lost any.
  func receive(_ take: (MonitorPacket) -> Void) -> Int {
    var rounds = 0
    while case let count = linux_receive(descriptor, &buffer, Self.room, &lengths), count > 0 {
      for number in 0..<Int(count) {
        if let packet = packet(number) { take(packet) }
      }
      rounds += 1
      guard count == LINUX_MOST_PACKETS else { break }
    }
    guard rounds > 1 else { return 0 }
    let before = drops
    drops = dropsInAll
    return Int(drops &- before)
  }

  /// How many packets found no room since the socket was opened.
  var dropsInAll: UInt32 { linux_dropped_packets(descriptor) }

  private func packet(_ number: Int) -> MonitorPacket? {
    let (begin, length) = (number * Self.room, min(Int(lengths[number]), Self.room))
    guard length >= Self.headerLength else { return nil }
    return MonitorPacket(
      opcode: UInt16(buffer[begin]) | UInt16(buffer[begin + 1]) << 8,
      index: UInt16(buffer[begin + 2]) | UInt16(buffer[begin + 3]) << 8,
      payload: Array(buffer[begin + Self.headerLength..<begin + length]))
  }
}
