import Foundation
import TestKit
import Testing

/// A TCX file on disk.
struct ActivityFile {
  let text: String

  /// Reads a file, and validates it with Garmin's schemas if they and xmllint are available.
  init(_ path: String) async throws {
    text = try String(contentsOfFile: path, encoding: .utf8)
    let schema = SharedMaterial.file("schemas/tcx-all.xsd").path()
    guard FileManager.default.fileExists(atPath: schema), FileManager.default.fileExists(atPath: "/usr/bin/xmllint")
    else { return }
    let check = try await Program("/usr/bin/xmllint", ["--nonet", "--noout", "--schema", schema, path]).outcome()
    #expect(check.status == 0, "\(check.error)")
  }

  var trackpoints: Int { text.components(separatedBy: "<Trackpoint>").count - 1 }
}
