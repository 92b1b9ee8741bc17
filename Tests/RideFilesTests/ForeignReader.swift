import Foundation
import RideFiles
import TestKit
import Testing

/// Reads files with other programs, through `Proof/Clients/ride_files.py`.
enum ForeignReader {
  private static let checkout = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../..")
    .standardizedFileURL
  private static let script = checkout.appending(path: "Proof/Clients/ride_files.py").path()
  private static let installed = checkout.appending(path: ".work/venv/bin/python").path()
  private static let system = "/usr/bin/python3"

  /// TCX files of Garmin and others, stored next to the project during development.
  static let activities = ["activities/activity_5039744860.tcx", "fixtures/sample.tcx"].map(SharedMaterial.file)
  static var activitiesExist: Bool { SharedMaterial.has(activities) }

  /// Whether Python is installed.
  static var isThere: Bool { exists(system) }
  /// Whether the libraries of `Scripts/setup.sh` are installed.
  static var hasLibraries: Bool {
    let libraries = checkout.appending(path: ".work/venv/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries.path())) ?? []
    return versions.contains { exists(libraries.appending(path: "\($0)/site-packages/tcxreader").path()) }
  }

  /// Writes the files and returns the output of the reader.
  static func reading(_ command: String, _ files: [[UInt8]]) async throws -> String {
    let directory = try TemporaryDirectory()
    let paths = files.indices.map { directory.path(of: "file\($0)") }
    for (path, bytes) in zip(paths, files) { try Data(bytes).write(to: URL(filePath: path)) }
    let python = ["tcxreader", "gpxpy"].contains(command) ? installed : system
    let outcome = try await Program(python, [script, command] + paths).outcome()
    #expect(outcome.status == 0, "\(outcome.error)")
    return outcome.output
  }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}
