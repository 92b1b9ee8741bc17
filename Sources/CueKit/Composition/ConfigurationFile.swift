import Glibc
package import RideCues

extension CueConfiguration {
  /// Path of the administrator's file.
  package static let path = "/etc/jz2/cue.conf"
  /// The largest file that is read, in bytes.
  private static let mostBytes = 65_536

  /// Reads the file; an absent file gives an empty configuration.
  ///
  /// - Throws: The reason why the file is not used, and the remedy.
  package init(path: String) throws(Fault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { self.init(); return }
      throw Fault(
        "it cannot be read: \(String(cString: strerror(errno)))", remedy: "Make it readable: `sudo chmod a+r \(path)`.")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes + 1)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard 0...Self.mostBytes ~= count else {
      throw Fault("it is not text, or is longer than \(Self.mostBytes) bytes", remedy: "Write a shorter one.")
    }
    try self.init(text: String(decoding: bytes.prefix(count), as: UTF8.self))
  }
}
