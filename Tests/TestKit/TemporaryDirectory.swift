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

  /// Writes a script for `/bin/sh` that can be run as a program.
  ///
  /// A process of its own writes it. While this one wrote it, a child of another test could inherit the open file until its
  /// exec, and the kernel runs no program that somebody has open for writing (ETXTBSY, execve(2)).
  public func install(_ program: String, _ script: String) throws {
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = [
      "-c", #"printf '#!/bin/sh\n%s\n' "$1" > "$2.new" && chmod 755 "$2.new" && mv "$2.new" "$2""#, "sh", script,
      path(of: program),
    ]
    try writer.run()
    writer.waitUntilExit()
    guard writer.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
