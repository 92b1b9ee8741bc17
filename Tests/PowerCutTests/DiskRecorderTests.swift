import Foundation
import PowerCutKit
import TestKit
import Testing

extension PowerCutTests {
  /// A recorder sees a store's changes in the same way: every recording is compared with the present files, byte by
  /// byte.
  @Test func `a recorder sees the changes made by Foundation`() async throws {
    try await blocking {
      let directory = try TemporaryDirectory()
      let path = directory.path(of: "a")
      let recorder = try DiskRecorder(below: directory.path, image: DiskImage())
      try Data([1, 2, 3]).write(to: URL(filePath: path))
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seekToEnd()
      try file.write(contentsOf: [4, 5])
      try file.truncate(atOffset: 4)
      try file.synchronize()
      try FileManager.default.createDirectory(atPath: directory.path(of: "b"), withIntermediateDirectories: false)
      rename(path, directory.path(of: "b/c"))
      try recorder.proveWhole()
      #expect(
        recorder.changes == [
          .create("a", file: 0), .write(file: 0, at: 0, [1, 2, 3]), .sync(file: 0), .write(file: 0, at: 3, [4, 5]),
          .resize(file: 0, to: 4), .sync(file: 0), .makeDirectory("b"), .rename("a", to: "b/c"),
        ])
    }
  }

  /// The C library's streams make their own system calls.
  @Test func `a recorder reports that it missed a change`() async throws {
    try await blocking {
      let directory = try TemporaryDirectory()
      let recorder = try DiskRecorder(below: directory.path, image: DiskImage())
      let stream = try #require(fopen(directory.path(of: "a"), "w"))
      fputs("unseen", stream)
      fclose(stream)
      #expect(throws: (any Error).self) { try recorder.proveWhole() }
    }
  }
}
