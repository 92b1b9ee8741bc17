package import ControlWire
import Glibc

/// The kernel's blocks of Bluetooth radios.
///
/// Source: Linux, Documentation/ABI/stable/sysfs-class-rfkill. BlueZ before 5.65 does not tell of them, and no version
/// tells a program's from a switch's.
package struct Rfkill: Sendable {
  private let folder: String

  /// The machine's, or what stands in another folder.
  package init(folder: String = "/sys/class/rfkill") {
    self.folder = folder
  }

  /// The worst block of a Bluetooth radio; nil where there is none, or nothing can be read.
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
    let bytes = try? RadioParts.contents(of: "\(folder)/\(name)")
    return bytes.map { String(decoding: $0.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self) }
  }
}
