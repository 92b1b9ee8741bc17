package import ControlWire
import Glibc
import RideRuntime

/// The kernel's blocks of Bluetooth radios.
///
/// Source: Linux, Documentation/ABI/stable/sysfs-class-rfkill. BlueZ before 5.65 does not report them, and no version
/// distinguishes a program's block from that of a switch.
package struct Rfkill: Sendable {
  private let folder: String

  /// The blocks of this machine, or those in another folder.
  package init(folder: String = "/sys/class/rfkill") {
    self.folder = folder
  }

  /// The worst block of a Bluetooth radio; nil if there is none, or it cannot be read.
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
