import ControlWire
import Foundation
import TestKit
import Testing

/// The definitions as the `varlink` package of PyPI reads them, if it is installed.
@Suite struct InterfaceParserTests {
  @Test(.enabled("needs python3 with varlink") { try await membersParsed(from: ServiceInterface.description) != nil })
  func `the varlink package from PyPI parses every method and error`() async throws {
    for interface in VarlinkInterface.all {
      let names = try #require(await membersParsed(from: interface.description))
      #expect(names.isSuperset(of: VarlinkInterfaceTests.declared("method", in: interface.description)))
      #expect(names.isSuperset(of: ControlError.Code.declared(by: interface).map(\.rawValue)))
    }
  }
}

/// Returns the names that a definition declares; nil if there is no parser, or it refuses the definition.
private func membersParsed(from description: String) async throws -> Set<String>? {
  let script = "import sys, varlink; print(*varlink.Interface(sys.argv[1]).members)"
  let python = try await Program(
    "/usr/bin/env", ["python3", "-c", script, description], environment: ProcessInfo.processInfo.environment
  ).outcome()
  return python.status == 0 ? Set(python.output.split(whereSeparator: \.isWhitespace).map(String.init)) : nil
}
