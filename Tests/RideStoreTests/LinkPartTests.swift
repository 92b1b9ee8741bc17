import Foundation
import RideStore
import Rides
import Testing

@Suite struct LinkPartTests {
  let state = TemporaryState()

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: state.path + "/links").sorted()
  }

  @Test func `a part of a recording can be extended and read back`() async throws {
    let store = try state.open()
    #expect(try await store.linkParts(of: 7) == [])
    try await store.beginLinkPart([1, 2], of: 7)
    try await store.appendToLinkPart([3], of: 7)
    #expect(try await store.linkParts(of: 7) == [[1, 2, 3]])
    #expect(try names() == ["7-1.btsnoop"])
    let attributes = try FileManager.default.attributesOfItem(atPath: state.path + "/links/7-1.btsnoop")
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o137 } == 0)
  }

  /// A ride that resumes after a crash starts a part in another process.
  @Test func `a new part of a recording follows the existing ones`() async throws {
    do {
      let store = try state.open()
      for number in UInt8(1)...10 { try await store.beginLinkPart([number], of: 7) }
    }
    let store = try state.open()
    try await store.beginLinkPart([11], of: 7)
    try await store.appendToLinkPart([12], of: 7)
    #expect(try await store.linkParts(of: 7) == (1...10).map { [$0] } + [[11, 12]])
  }

  @Test func `the oldest parts of a recording make room for new ones`() async throws {
    let store = try state.open()
    var limits = RideDatabase.LinkLimits()
    limits.olderParts = 100
    for size in [60, 60, 100, 30, 1] {
      try await store.beginLinkPart([UInt8](repeating: 0, count: size), of: 7, limits: limits)
    }
    #expect(try await store.linkParts(of: 7).map(\.count) == [30, 1])
  }

  @Test func `only the newest rides keep their recordings`() async throws {
    let store = try state.open()
    for ride in 1...22 {
      try await store.beginLinkPart([1], of: ride)
      try await store.beginLinkPart([2], of: ride)
    }
    #expect(try await store.linkParts(of: 2) == [])
    #expect(try await store.linkParts(of: 3) == [[1], [2]])
    #expect(try names().count == 40)
    // A further part of a recorded ride does not remove other recordings.
    try await store.beginLinkPart([3], of: 22)
    #expect(try await store.linkParts(of: 3) == [[1], [2]])
  }

  @Test func `other files in the folder of recordings stay`() async throws {
    let store = try state.open()
    try await store.beginLinkPart([1], of: 1)
    for name in ["notes", "1-0.btsnoop", "01-1.btsnoop", "1.btsnoop", "-1-1.btsnoop", "1-1-1.btsnoop"] {
      try Data().write(to: URL(filePath: state.path + "/links/" + name))
    }
    for ride in 2...30 { try await store.beginLinkPart([1], of: ride) }
    #expect(try names().count == 20 + 6)
  }

  @Test func `a recording that cannot be written causes an error`() async throws {
    let store = try state.open()
    await #expect(throws: StoreError.self) { try await store.appendToLinkPart([1], of: 7) }
    try Data().write(to: URL(filePath: state.path + "/links"))
    let error = await #expect(throws: StoreError.self) { try await store.beginLinkPart([1], of: 7) }
    #expect(error?.cause == .notADirectory)
  }
}
