import Glibc

/// The kernel's own switch of a controller's radio, for one that is not switched off otherwise.
///
/// Who asks BlueZ to switch a controller off has the kernel stop its scan first, by a command to the controller; one that
/// answers none stays on (Linux 6.1, `hci_power_off_sync`). A block closes it without asking.
///
/// Source: Linux, Documentation/ABI/stable/sysfs-class-rfkill.
struct RadioSwitch {
  /// How long the radio stays blocked: its driver must have closed it.
  private static let pause: useconds_t = 500_000

  private let folder: String

  /// The switch of the controller with a number, as the kernel shows it in `folder`.
  ///
  /// - Throws: `.missing` where it has none.
  init(controller number: UInt16, folder: String = "/sys/class/bluetooth") throws(HCIError) {
    let controller = "\(folder)/hci\(number)"
    guard let name = Self.names(in: controller).first(where: { $0.hasPrefix("rfkill") }) else {
      throw HCIError(.missing, detail: "\(controller) has no switch")
    }
    self.folder = "\(controller)/\(name)"
  }

  /// Switches the radio off and on.
  ///
  /// - Throws: `.notPermitted` where the switch is not this process's to turn.
  func cycle() throws(HCIError) {
    try write("1")
    usleep(Self.pause)
    try write("0")
  }

  private func write(_ text: String) throws(HCIError) {
    let path = "\(folder)/soft"
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw HCIError(call: "open \(path)") }
    defer { close(file) }
    guard Glibc.write(file, text, text.utf8.count) == text.utf8.count else { throw HCIError(call: "write \(path)") }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted()
  }
}
