import CLinux
package import ControlWire
import Glibc
import RideRuntime

// Properties of the machine other than the radio, the ride and the store.

/// The kernel's blocks of Bluetooth radios.
///
/// Source: Linux, Documentation/ABI/stable/sysfs-class-rfkill. BlueZ before 5.65 does not report them, and no version
/// distinguishes a program's block from that of a switch.
package struct Rfkill: Sendable {
  private let folder: String

  /// Creates a reader of this machine's blocks, or of those in another folder.
  package init(folder: String = "/sys/class/rfkill") {
    self.folder = folder
  }

  /// The worst block of a Bluetooth radio; nil if no radio is blocked, or the blocks cannot be read.
  package var block: AdapterOffReason? {
    let radios = names.filter { text(of: "\($0)/type") == "bluetooth" }
    if radios.contains(where: { text(of: "\($0)/hard") == "1" }) { return .hardBlocked }
    return radios.contains { text(of: "\($0)/soft") == "1" } ? .softBlocked : nil
  }

  private var names: [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  private func text(of name: String) -> String? {
    KernelFile.word(at: "\(folder)/\(name)")
  }
}

/// The file systems whose contents a reboot loses or may lose: memory, and the overlay of a root that is mounted
/// read-only.
enum VolatileFileSystem: String {
  case tmpfs
  case ramfs
  case overlay

  /// The file system of a path; nil if it is another one, or there is no such path.
  init?(of path: String) {
    // The numbers are those of statfs(2).
    switch linux_file_system_type(path) {
    case 0x0102_1994: self = .tmpfs
    case 0x8584_58F6: self = .ramfs
    case 0x794C_7630: self = .overlay
    default: return nil
    }
  }
}

/// The names of users.
enum UserName {
  /// Returns the name of a user; the number itself if the system has no name for it, as in some containers.
  static func of(_ number: uid_t) -> String {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 12)
    guard getpwuid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
    else { return "\(number)" }
    return String(cString: name)
  }
}
