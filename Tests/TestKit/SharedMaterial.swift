package import Foundation

/// Files next to the project's directory, which only the developers' machines have.
package enum SharedMaterial {
  private static let directory = URL(filePath: #filePath).resolvingSymlinksInPath()
    .appending(path: "../../../../shared").standardizedFileURL

  /// The location of a file, whether or not it exists.
  package static func file(_ path: String) -> URL { directory.appending(path: path) }

  /// Whether all files exist.
  package static func has(_ files: URL...) -> Bool { has(files) }
  package static func has(_ files: [URL]) -> Bool {
    files.allSatisfy { FileManager.default.fileExists(atPath: $0.path()) }
  }
}
