import CBluetooth
import Glibc

/// Which packets of the monitor channel the kernel queues for this process.
///
/// Without it, each advertisement that somebody's scan hears wakes the loop: some hundreds a second where a home
/// automation scans beside a ride. Kept are controllers that come and go, commands and their answers, connections and
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

  /// Where a packet has its opcode's lower byte, the code of an event, and that of a meta event.
  private enum Offset {
    static let opcode: UInt32 = 0
    static let event: UInt32 = 6
    static let subevent: UInt32 = 8
  }

  /// The filter as a classic BPF program; a packet that ends before what is looked at is dropped.
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

  /// Has the kernel judge what comes to a socket from now on.
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

  /// Skips so many instructions unless what was loaded is `value`.
  fileprivate init(unless value: UInt32, skip count: UInt8) {
    self.init(code: UInt16(BPF_JMP | BPF_JEQ | BPF_K), jt: 0, jf: count, k: value)
  }

  /// Ends with so many bytes of the packet kept; 0 drops it.
  fileprivate init(returning length: UInt32) {
    self.init(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: length)
  }
}
