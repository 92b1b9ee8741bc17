import Foundation
import FuzzKit

/// libFuzzer's driver: parses its own options, and calls `run` with every input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let environment = ProcessInfo.processInfo.environment
private let entry = FuzzEntry.all.first { $0.name == environment["FUZZ_ENTRY"] }

private func leave(_ status: CInt, _ text: String) -> Never {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
  exit(status)
}

private func writeSeeds(to folder: String) throws {
  for (number, seed) in try (entry?.seeds() ?? []).enumerated() {
    try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
  }
}

guard entry != nil else { leave(64, "FUZZ_ENTRY is one of \(FuzzEntry.all.map(\.name).joined(separator: " "))") }
if let folder = environment["FUZZ_SEEDS"] { try writeSeeds(to: folder) }

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runDriver(&count, &arguments) { bytes, length in
    do {
      try entry?.run(Array(UnsafeBufferPointer(start: bytes, count: length)))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      abort()
    }
    return 0
  })
