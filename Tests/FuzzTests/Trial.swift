import Foundation
import FuzzKit

/// Tries inputs, and keeps a file with the input that broke a promise or ended the process.
final class Trial {
  /// An input that broke a promise, and the command to try it again.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let entry: FuzzEntry
  private let path: String
  private let file: FileHandle

  /// Opens the file for the current input.
  ///
  /// The file remains after a trap.
  init(of entry: FuzzEntry) throws {
    self.entry = entry
    path = FileManager.default.temporaryDirectory.appending(path: "jz2-fuzz-\(entry.name)-\(getpid())").path()
    try Data().write(to: URL(filePath: path))
    file = try FileHandle(forWritingTo: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func run(_ input: [UInt8]) throws {
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: input)
    do {
      try entry.run(input)
    } catch {
      let hex = input.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      throw Failure(description: "\(error); again with: make fuzz FUZZ_ENTRY=\(entry.name) FUZZ_INPUT=\(hex)")
    }
  }
}
