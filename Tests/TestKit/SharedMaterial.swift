package import Foundation

/// Files that stand beside the project where it is developed, and nowhere else.
package enum SharedMaterial {
  private static let directory = URL(filePath: #filePath).resolvingSymlinksInPath()
    .appending(path: "../../../../shared").standardizedFileURL

  /// Where a file is, if it is there.
  package static func file(_ path: String) -> URL { directory.appending(path: path) }

  /// Whether files are there.
  package static func has(_ files: URL...) -> Bool { has(files) }
  package static func has(_ files: [URL]) -> Bool {
    files.allSatisfy { FileManager.default.fileExists(atPath: $0.path()) }
  }
}
