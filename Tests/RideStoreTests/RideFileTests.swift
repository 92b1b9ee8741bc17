import Foundation
import RideStore
import Rides
import Testing

@Suite struct RideFileTests {
  let state = TemporaryState()

  private func contents(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  @Test func `a ride's file is named after its start, and the folder has no other file`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    #expect(try await store.fileName(of: id) == nil)
    let path = try await store.writeFile([1, 2, 3], of: id)
    #expect(path == state.rides + "/2026-11-21T064512Z.tcx")
    #expect(try contents(path) == [1, 2, 3])
    #expect(state.names(in: "/rides") == ["2026-11-21T064512Z.tcx"])
  }

  @Test func `correcting a ride's start does not rename its file`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let path = try await store.writeFile([1], of: id)
    try await store.setStart(StartTime(UnixTime(seconds: 0)), of: id)
    #expect(try await store.writeFile([2], of: id) == path)
    #expect(try contents(path) == [2])
    #expect(state.names(in: "/rides").count == 1)
  }

  @Test func `rides of the same second have different files`() async throws {
    let store = try state.open()
    for ride in 1...3 {
      let path = try await store.writeFile([UInt8(ride)], of: try await store.begin(newRide()))
      #expect(try contents(path) == [UInt8(ride)])
    }
    #expect(
      state.names(in: "/rides") == [
        "2026-11-21T064512Z-2.tcx", "2026-11-21T064512Z-3.tcx", "2026-11-21T064512Z.tcx",
      ])
  }

  @Test func `the file of a ride that is missing in the database is not replaced`() async throws {
    let store = try state.open()
    let old = state.rides + "/2026-11-21T064512Z.tcx"
    try Data([9]).write(to: URL(filePath: old))
    let path = try await store.writeFile([1], of: try await store.begin(newRide()))
    #expect(path == state.rides + "/2026-11-21T064512Z-2.tcx")
    #expect(try contents(old) == [9])
  }

  @Test func `a failed write of a file is repeated under the same name`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    let path = state.rides + "/2026-11-21T064512Z.tcx"
    try FileManager.default.removeItem(atPath: state.rides)
    await #expect(throws: StoreError.self) { try await store.writeFile([1], of: id) }
    #expect(try await store.fileName(of: id) == "2026-11-21T064512Z.tcx")
    try FileManager.default.createDirectory(atPath: state.rides, withIntermediateDirectories: false)
    #expect(try await store.writeFile([1], of: id) == path)
  }

  @Test func `the remains of an interrupted file write are removed`() async throws {
    try FileManager.default.createDirectory(atPath: state.rides, withIntermediateDirectories: true)
    try Data([1]).write(to: URL(filePath: state.rides + "/.unfinished.tmp"))
    _ = try state.open()
    #expect(state.names(in: "/rides").isEmpty)
  }
}
