import CBluetooth
import CLinux
import Glibc

/// The socket of the monitor channel.
final class MonitorSocket {
  let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: Int(LINUX_MOST_PACKETS) * MonitorSocket.room)
  private var lengths = [UInt32](repeating: 0, count: Int(LINUX_MOST_PACKETS))
  private var drops: UInt32 = 0

  /// The space for a packet; the longest is a data packet of 1,027 bytes on a Basic Rate controller.
  private static let room = 1 << 12
  /// The header of a packet: opcode, controller number and payload length, 16 bits each.
  private static let headerLength = 6
  /// Twice the usual buffer, the most that any process may have: a second of music to a loudspeaker on the same
  /// controller.
  private static let bufferLength: Int32 = 212_992

  /// Uses a socket that is already bound.
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

  /// Reads all waiting packets, and returns how many were lost among them.
  ///
  /// The buffer holds at least about two hundred packets, so packets can only be lost if many are read at once.
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

  /// The number of packets dropped for lack of space since the socket was opened.
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

/// The kernel's filter for the packets of the monitor channel that it queues for this process.
///
/// Without it, each advertisement in any program's scan wakes the loop: some hundreds a second if a home automation
/// scans during a ride. It keeps the arrival and removal of controllers, commands and their answers, connections and
/// their data.
enum MonitorFilter {
  /// New Index, Delete Index, command, data sent and received, Close Index (Linux, `include/net/bluetooth/hci_mon.h`).
  private static let opcodes: [UInt32] = [0, 1, 2, 4, 5, 9]
  private static let eventOpcode: UInt32 = 3
  /// Disconnection Complete, Command Complete, Command Status, Hardware Error.
  private static let events: [UInt32] = [0x05, 0x0E, 0x0F, 0x10]
  private static let metaEvent: UInt32 = 0x3E
  /// LE Advertising Report, LE Directed Advertising Report, LE Extended Advertising Report.
  private static let advertising: [UInt32] = [0x02, 0x0B, 0x0D]

  /// The offsets of the opcode's lower byte, of an event's code, and of a meta event's code.
  private enum Offset {
    static let opcode: UInt32 = 0
    static let event: UInt32 = 6
    static let subevent: UInt32 = 8
  }

  /// The filter as a classic BPF program; a packet that ends before an inspected byte is dropped.
  static let program: [sock_filter] = {
    let (keep, drop) = (sock_filter(returning: .max), sock_filter(returning: 0))
    let meta =
      [sock_filter(loadingByte: Offset.subevent)] + advertising.flatMap { [sock_filter(unless: $0, skip: 1), drop] }
      + [keep]
    let event =
      [sock_filter(loadingByte: Offset.event)] + events.flatMap { [sock_filter(unless: $0, skip: 1), keep] }
      + [sock_filter(unless: metaEvent, skip: UInt8(meta.count))] + meta + [drop]
    return [sock_filter(loadingByte: Offset.opcode)] + opcodes.flatMap { [sock_filter(unless: $0, skip: 1), keep] }
      + [sock_filter(unless: eventOpcode, skip: UInt8(event.count))] + event + [drop]
  }()

  /// Attaches the filter to a socket; it applies to later packets.
  static func attach(to descriptor: Int32) throws(HCIError) {
    var program = program
    let status = program.withUnsafeMutableBufferPointer { filters in
      var code = sock_fprog(len: UInt16(filters.count), filter: filters.baseAddress)
      return setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &code, socklen_t(MemoryLayout<sock_fprog>.size))
    }
    guard status == 0 else { throw HCIError(call: "SO_ATTACH_FILTER") }
  }
}

extension sock_filter {
  /// Loads the byte at an offset.
  fileprivate init(loadingByte offset: UInt32) {
    self.init(code: UInt16(BPF_LD | BPF_B | BPF_ABS), jt: 0, jf: 0, k: offset)
  }

  /// Skips `count` instructions unless the loaded byte is `value`.
  fileprivate init(unless value: UInt32, skip count: UInt8) {
    self.init(code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: 0, jf: count, k: value)
  }

  /// Ends the program and keeps `length` bytes of the packet; 0 drops it.
  fileprivate init(returning length: UInt32) {
    self.init(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: length)
  }
}
