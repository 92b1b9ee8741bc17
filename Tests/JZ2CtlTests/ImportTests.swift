import ArgumentParser
import ClientTestKit
import ControlWire
import FoundationEssentials
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct ImportTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func takeAll(
    _ files: [String], force: Bool = false, _ daemon: ScriptedDaemon, json: Bool = false
  ) throws -> (areTaken: Bool, printed: Samples.Printed) {
    let words = ["import"] + files + (force ? ["--force"] : [])
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? ImportCommand)
    let printed = Samples.Printed()
    return (try command.takeAll(with: daemon, output: printed.stream(json: json)), printed)
  }

  private func pieces(_ daemon: ScriptedDaemon) -> [Import] {
    daemon.requests.compactMap { $0.base as? Import }
  }

  private let done = ImportProgress(number: 4, ride: Samples.ride)
  private let open = ImportProgress(number: 4)

  @Test func `import sends a small file as one piece`() throws {
    let path = try folder.place("a.tcx", Array("<Tcx/>".utf8))
    let daemon = ScriptedDaemon(.init(done))
    let (areTaken, printed) = try takeAll([path], daemon)
    #expect(areTaken)
    #expect(pieces(daemon) == [Import(number: nil, sequence: 0, data: "PFRjeC8+", last: true)])
    #expect(
      printed.output == "\(path): Ride 12: 1:00:00, 1:02:05 elapsed, 149 W, 132 bpm, 538 kJ, 31.40 km.\n")
  }

  /// Pieces that end with the file must not be followed by an empty one, and only the last piece is marked as the last.
  @Test(arguments: [(1, 1), (0, 1), (1, 0), (0, 0)])
  func `import sends a large file whole, in pieces`(short: Int, long: Int) throws {
    let size = 2 * PieceReader.pieceSize - short + long
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    let path = try folder.place("a.fit", bytes)
    let count = (size + PieceReader.pieceSize - 1) / PieceReader.pieceSize
    let daemon = ScriptedDaemon(.init(open), .init(count == 2 ? done : open), .init(done))
    #expect(try takeAll([path], force: true, daemon).areTaken)
    let sent = pieces(daemon)
    #expect(sent.map(\.sequence) == Array(0..<count))
    #expect(sent.map(\.number) == [nil] + Array(repeating: 4, count: count - 1))
    #expect(sent.map(\.last) == Array(repeating: false, count: count - 1) + [true])
    #expect(Set(sent.map(\.force)) == [true])
    let received = sent.compactMap { Data(base64Encoded: $0.data) }.flatMap { Array($0) }
    #expect(received == bytes)
  }

  @Test func `import sends an empty file, and prints the daemon's error`() throws {
    let path = try folder.place("a.tcx", [])
    let fault = FileFault(.notThisFormat, byte: 0, line: nil, detail: "")
    let daemon = ScriptedDaemon(.init(error: .badFile(fault)))
    let (areTaken, printed) = try takeAll([path], daemon)
    #expect(!areTaken)
    #expect(pieces(daemon) == [Import(number: nil, sequence: 0, data: "", last: true)])
    #expect(printed.error.hasPrefix("\(path): The file is not FIT, TCX, GPX or a jz2 ride.\n"))
  }

  @Test func `import continues after a refused file`() throws {
    let paths = [try folder.place("a.tcx", [1]), folder.path(of: "none.tcx"), try folder.place("b.tcx", [2])]
    let fault = FileFault(.malformed, byte: 1234, line: 17, detail: "the element is not closed")
    let daemon = ScriptedDaemon(.init(error: .badFile(fault)), .init(done))
    let (areTaken, printed) = try takeAll(paths, daemon)
    #expect(!areTaken)
    #expect(
      printed.error == """
        \(paths[0]): The file is damaged (line 17, byte 1234: the element is not closed).
        Export the activity again; nothing was imported.
        \(paths[1]): The file cannot be read: No such file or directory.
        Check that the file exists and that you may read it.

        """)
    #expect(printed.output.hasPrefix("\(paths[2]): Ride 12: "))
    #expect(printed.output.hasSuffix("\nImported: 1 ride; 2 files were refused.\n"))
  }

  @Test func `import prints a line of JSON for each file`() throws {
    let paths = [folder.path(of: "none.tcx"), try folder.place("b.tcx", [2])]
    let lines = try takeAll(paths, ScriptedDaemon(.init(done)), json: true).printed.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix(#"{"error":{"detail":"No such file or directory","error":"CannotRead","#))
    #expect(lines[0].hasSuffix(#""file":"\#(paths[0])","kind":"refusal"}"#))
    #expect(lines[1].hasPrefix(#"{"file":"\#(paths[1])","kind":"imported","ride":{"averageHeartRate":131.6,"#))
  }

  @Test func `import without a daemon stops at the first file`() throws {
    let paths = [try folder.place("a.tcx", [1]), try folder.place("b.tcx", [2])]
    let daemon = ScriptedDaemon(.init(error: ControlError(.noDaemon)), .init(done))
    #expect(throws: ControlError(.noDaemon)) { try takeAll(paths, daemon) }
    #expect(daemon.requests.count == 1)
  }
}
