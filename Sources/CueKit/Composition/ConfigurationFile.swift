import Glibc
package import RideCues

extension CueConfiguration {
  /// Where the administrator's file is.
  package static let path = "/etc/jz2/cue.conf"
  /// More is no configuration.
  private static let mostBytes = 65_536

  /// Reads a file; nothing is set if there is none.
  ///
  /// - Throws: Why it is not followed.
  package init(path: String) throws(Fault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { self.init(); return }
      throw Fault(
        "it cannot be read: \(String(cString: strerror(errno)))", remedy: "Let all read it: `sudo chmod a+r \(path)`.")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes + 1)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard 0...Self.mostBytes ~= count else {
      throw Fault("it is no text, or is longer than \(Self.mostBytes) bytes", remedy: "Write a shorter one.")
    }
    try self.init(text: String(decoding: bytes.prefix(count), as: UTF8.self))
  }
}
