import Glibc

/// The name of this computer, as the programs show it to users and to other computers.
package enum HostName {
  /// The name that the administrator has set, with its domain if the name includes one; nil if it is not set.
  package static var own: String? {
    // Linux has at most 64 bytes; a name that is cut need not end with a NUL (gethostname(2)).
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
