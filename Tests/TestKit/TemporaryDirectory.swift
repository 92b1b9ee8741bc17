import Foundation

/// A directory whose path is short enough for a socket's address; it is removed with the value, including its contents.
public final class TemporaryDirectory: Sendable {
  /// The directory's path.
  public let path: String

  /// Creates a directory, empty or with a copy of the contents of `source`; `/dev/shm` keeps it in memory.
  public init(copying source: String? = nil, in parent: String = "/tmp") throws {
    path = "\(parent)/jz2-\(UInt64.random(in: 0...UInt64.max))"
    if let source {
      try FileManager.default.copyItem(atPath: source, toPath: path)
    } else {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a name in the directory.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// Writes a script for `/bin/sh` that can be run as a program.
  ///
  /// A separate process writes it. If this process did, a child of another test could inherit the open file until its
  /// exec, and the kernel does not run a program that is open for writing (ETXTBSY, execve(2)).
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
