import Foundation

/// A directory with a short path, as a socket's address needs it; gone with the value, and all that is in it.
public final class TemporaryDirectory: Sendable {
  /// Where it is.
  public let path: String

  /// A directory, empty or with the present contents of `source`; in `/dev/shm` it is one in memory.
  public init(copying source: String? = nil, in parent: String = "/tmp") throws {
    path = "\(parent)/jz2-\(UInt64.random(in: 0...UInt64.max))"
    if let source {
      try FileManager.default.copyItem(atPath: source, toPath: path)
    } else {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in it.
  public func path(of name: String) -> String { "\(path)/\(name)" }
}
