import ControlWire
import Foundation
import Testing

/// The definitions as the `varlink` package on PyPI reads them, where it is installed.
@Suite struct InterfaceParserTests {
  @Test(.enabled(if: membersParsed(from: ServiceInterface.description) != nil))
  func itReadsEveryMethodAndError() throws {
    let names = try #require(membersParsed(from: TrainerInterface.description))
    #expect(names.isSuperset(of: TrainerMethod.allCases.map(\.rawValue)))
    #expect(names.isSuperset(of: ControlError.Code.allCases.filter { !$0.isLocal && !$0.isOfService }.map(\.rawValue)))
  }
}

/// The names that a definition declares; nil when there is no parser, or it refuses the definition.
private func membersParsed(from description: String) -> Set<String>? {
  let python = Process()
  let output = Pipe()
  python.executableURL = URL(filePath: "/usr/bin/env")
  python.arguments = [
    "python3", "-c", "import sys, varlink; print(*varlink.Interface(sys.argv[1]).members)", description,
  ]
  (python.standardOutput, python.standardError) = (output, FileHandle.nullDevice)
  guard (try? python.run()) != nil else { return nil }
  let names = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  python.waitUntilExit()
  return python.terminationStatus == 0 ? Set(names.split(whereSeparator: \.isWhitespace).map(String.init)) : nil
}
