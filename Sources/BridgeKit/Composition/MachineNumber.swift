import Glibc

/// Numbers that identify this computer to apps, and stay the same.
struct MachineNumber: Hashable, Sendable {
  private let hash: UInt64

  /// - Parameter text: The machine ID, which no other program should learn (machine-id(5)): only its hash is used.
  init(of text: String) {
    // FNV-1a.
    hash = "jz2bridge \(text)".utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The numbers of this computer.
  static var own: MachineNumber {
    let descriptor = open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return MachineNumber(of: "") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return MachineNumber(of: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
  }

  /// A serial number from 1 to 999,999,999.
  var serial: UInt64 { hash % 999_999_999 + 1 }

  /// 48 bits like those of a network card, locally administered.
  var address: UInt64 { hash >> 16 & 0xFCFF_FFFF_FFFF | 0x0200_0000_0000 }
}
