import FoundationEssentials
import Glibc
import RideTerms

/// A folder that only this user sees, with one file in it.
struct PrivateFolder: Sendable {
  private static let prefix = "hook-"

  private let path: String

  /// Makes one.
  init(in parent: String) throws(SyncFault) {
    mkdir(parent, 0o700)
    // mkdtemp(3) replaces the last six characters.
    var template = Array("\(parent)/\(Self.prefix)\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.fault(parent) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes a file that only this user reads.
  ///
  /// - Returns: Its path.
  func put(_ bytes: [UInt8], named name: String) throws(SyncFault) -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.fault(file) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.fault(file) }
      rest = rest.dropFirst(count)
    }
    return file
  }

  /// Removes it with all that is in it; what a command put there goes too.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Removes those that a process left that was killed.
  static func sweep(_ parent: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
      try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
    }
  }

  private static func fault(_ path: String) -> SyncFault {
    SyncFault(.notWritable, detail: "\(path): \(String(cString: strerror(errno)))")
  }
}
