import Foundation
import Rides
import TestKit
import Testing

@testable import SyncKit

@Suite struct FolderTests {
  private let bench = ServiceBench()
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func folder(_ format: String = "fit") throws -> Folder {
    let text = "[folder]\npath=\(directory.path)\nformat=\(format)"
    return Folder(bench.tools(), try #require(try SyncConfiguration(text: text).folder))
  }

  private func there(_ name: String, wasThere: Bool = false) -> Delivery {
    .there(remoteID: name, url: nil, wasThere: wasThere)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
  }

  private func content(of name: String) -> String? {
    FileManager.default.contents(atPath: directory.path(of: name)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: directory.path(of: name)))
  }

  @Test func `a ride becomes one file that everyone can read`() async throws {
    let folder = try folder("tcx")
    #expect(await folder.send(ServiceBench.parcel(1), mayBeThere: false) == there("ride-1.tcx"))
    #expect(names == ["ride-1.tcx"])
    #expect(content(of: "ride-1.tcx") == "ride 1 a")
    var file = stat()
    #expect(stat(directory.path(of: "ride-1.tcx"), &file) == 0 && file.st_mode & 0o777 == 0o644)
  }

  @Test func `a ride that is already there is not written again`() async throws {
    let folder = try folder()
    _ = await folder.send(ServiceBench.parcel(1), mayBeThere: false)
    #expect(await folder.send(ServiceBench.parcel(1), mayBeThere: true) == there("ride-1.fit", wasThere: true))
  }

  @Test func `an existing file with the same content is used as the ride's file`() async throws {
    try write("ride 1 a", "ride-1.fit")
    let folder = try folder()
    #expect(await folder.send(ServiceBench.parcel(1), mayBeThere: false) == there("ride-1.fit", wasThere: true))
    #expect(await folder.send(ServiceBench.parcel(1, form: "b"), mayBeThere: true) == there("ride-1.fit"))
    #expect(names == ["ride-1.fit"])
  }

  @Test func `a file that jz2 did not write is never overwritten`() async throws {
    try write("mine", "ride-1.fit")
    try write("mine too", "ride-1-2.fit")
    let folder = try folder()
    #expect(await folder.send(ServiceBench.parcel(1), mayBeThere: false) == there("ride-1-3.fit"))
    #expect(await folder.send(ServiceBench.parcel(1, form: "b"), mayBeThere: true) == there("ride-1-3.fit"))
    #expect(content(of: "ride-1.fit") == "mine" && content(of: "ride-1-3.fit") == "ride 1 b")
    #expect(names.count == 3)
  }

  @Test func `a ride's file that was changed is not overwritten`() async throws {
    let folder = try folder()
    _ = await folder.send(ServiceBench.parcel(1), mayBeThere: false)
    try write("changed", "ride-1.fit")
    #expect(await folder.send(ServiceBench.parcel(1, form: "b"), mayBeThere: true) == there("ride-1-2.fit"))
    #expect(content(of: "ride-1.fit") == "changed")
  }

  @Test func `a symbolic link is not followed`() async throws {
    try write("mine", "other")
    symlink(directory.path(of: "other"), directory.path(of: "ride-1.fit"))
    symlink(directory.path(of: "other"), directory.path(of: ".jz2-ride-1.part"))
    #expect(await (try folder()).send(ServiceBench.parcel(1), mayBeThere: false) == there("ride-1-2.fit"))
    #expect(content(of: "other") == "mine")
  }

  @Test func `a trimmed ride replaces its file, even under another name`() async throws {
    let folder = try folder()
    _ = await folder.send(ServiceBench.parcel(1), mayBeThere: false)
    #expect(await folder.send(ServiceBench.parcel(1, form: "b"), mayBeThere: true) == there("ride-1.fit"))
    #expect(content(of: "ride-1.fit") == "ride 1 b")
    let later = ServiceBench.parcel(1, form: "c", name: "later.fit")
    #expect(await folder.send(later, mayBeThere: true) == there("later.fit"))
    #expect(names == ["later.fit"])
  }

  /// The name is stored before the file is renamed.
  @Test(arguments: [1, 2, 3])
  func `a folder has each ride once, even if its record cannot be stored`(_ write: Int) async throws {
    let forms = ["a", "b", "c"]
    await bench.memory.fail(from: write)
    for form in forms {
      let parcel = ServiceBench.parcel(1, form: form, name: form == "c" ? "c.fit" : nil)
      if case .there = await (try folder()).send(parcel, mayBeThere: true) { continue }
      await bench.memory.fail(from: nil)
      _ = await (try folder()).send(parcel, mayBeThere: true)
    }
    #expect(names == ["c.fit"] && content(of: "c.fit") == "ride 1 c")
  }

  @Test func `a ride's file is recognized after a crash before its replacement`() async throws {
    let folder = try folder()
    _ = await folder.send(ServiceBench.parcel(1), mayBeThere: false)
    // As if the process had ended after it stored the new content, before the rename.
    let kept = await bench.memory.values
    _ = await folder.send(ServiceBench.parcel(1, form: "b"), mayBeThere: false)
    try write("ride 1 a", "ride-1.fit")
    #expect(await bench.memory.values != kept)
    #expect(await folder.send(ServiceBench.parcel(1, form: "c"), mayBeThere: true) == there("ride-1.fit"))
    #expect(names == ["ride-1.fit"])
  }

  @Test func `an unsafe file name is replaced`() async throws {
    for (number, name) in ["../x.fit", ".x.fit", "a/b.fit", ""].enumerated() {
      let result = await (try folder()).send(ServiceBench.parcel(number, name: name), mayBeThere: false)
      #expect(result == there("ride-\(number)"))
    }
  }

  @Test func `a ride waits if the folder is missing, and the folder is not created`() async throws {
    let path = directory.path(of: "disk")
    let folder = Folder(bench.tools(), try #require(try SyncConfiguration(text: "[folder]\npath=\(path)").folder))
    let fault = SyncFault(.notWritable, detail: "\(path): No such file or directory")
    #expect(await folder.send(ServiceBench.parcel(1), mayBeThere: false) == .later(fault, after: nil))
    try write("", "disk")
    let file = SyncFault(.notWritable, detail: "\(path): Not a directory")
    #expect(await folder.send(ServiceBench.parcel(1), mayBeThere: false) == .later(file, after: nil))
  }

  @Test func `a ride that cannot be read is refused or retried, depending on the reason`() async throws {
    let deleted = ServiceBench.parcel(1) { _ throws(SyncFault) in throw SyncFault(.deleted) }
    #expect(await (try folder()).send(deleted, mayBeThere: false) == .refused(SyncFault(.deleted)))
    let busy = ServiceBench.parcel(1) { _ throws(SyncFault) in throw SyncFault(.offline) }
    #expect(await (try folder()).send(busy, mayBeThere: false) == .later(SyncFault(.offline), after: nil))
  }
}
