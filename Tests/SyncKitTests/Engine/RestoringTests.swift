import ControlWire
import Rides
import Testing

@testable import SyncKit

/// An archive whose rides are their UUIDs, in pages of two.
private actor ScriptedArchive: RideArchive {
  private let uuids: [String]
  /// The faults of the next requests for rides, in order.
  private var faults: [SyncFault]
  private(set) var fetched: [String] = []
  private(set) var noted: [String: Int] = [:]

  init(_ uuids: [String], faults: [SyncFault] = []) {
    self.uuids = uuids
    self.faults = faults
  }

  func archived(after cursor: String?) throws(SyncFault) -> ArchivedRides {
    let skipped = cursor.flatMap { Int($0) } ?? 0
    let part = Array(uuids.dropFirst(skipped).prefix(2))
    let next = skipped + part.count
    return ArchivedRides(uuids: part, next: next < uuids.count ? "\(next)" : nil)
  }

  func archived(_ uuid: String) throws(SyncFault) -> ArchivedRide {
    if !faults.isEmpty { throw faults.removeFirst() }
    fetched.append(uuid)
    return ArchivedRide(json: Array(uuid.utf8), revision: 7)
  }

  func note(_ parcel: Parcel, cameAs revision: Int) { noted[parcel.ride.uuid ?? ""] = revision }
}

@Suite struct RestoringTests {
  private func restored(
    from archive: ScriptedArchive, in bench: EngineBench, _ steps: LockedBox<[RideRestoring]> = LockedBox([])
  ) async throws -> RideRestoring {
    try await bench.engine.restore(from: archive) { step in steps.change { $0.append(step) } }
  }

  @Test func `missing rides are restored from every page, and existing ones are not fetched`() async throws {
    let (bench, archive, steps) = (
      try EngineBench(), ScriptedArchive(["a", "b", "c", "d", "e"]), LockedBox([RideRestoring]())
    )
    var here = EngineBench.ride(1)
    here.uuid = "c"
    await bench.library.put(here)
    let end = try await restored(from: archive, in: bench, steps)
    #expect(end == RideRestoring(seen: 5, restored: 4, isOver: true))
    #expect(await archive.fetched == ["a", "b", "d", "e"])
    #expect(await bench.library.all.values.compactMap(\.uuid).sorted() == ["a", "b", "c", "d", "e"])
    #expect(steps.value.map(\.restored) == [1, 2, 2, 3, 4])
    #expect(try await restored(from: archive, in: bench) == RideRestoring(seen: 5, isOver: true))
  }

  @Test func `a ride that cannot be stored does not stop the others`() async throws {
    let (bench, archive) = (try EngineBench(), ScriptedArchive(["bad", "twin", "a"]))
    let end = try await restored(from: archive, in: bench)
    #expect((end.seen, end.restored, end.failed) == (3, 1, 1))
    #expect(end.fault?.code == .refused && end.message != nil)
  }

  @Test func `restoring ends if the server cannot be reached, and continues the next time`() async throws {
    let bench = try EngineBench()
    let archive = ScriptedArchive(["a", "b"], faults: [SyncFault(.offline)])
    await #expect(throws: ControlError.connectRefused(SyncFault(.offline), by: .hub)) {
      try await restored(from: archive, in: bench)
    }
    #expect(try await restored(from: archive, in: bench).restored == 2)
  }

  @Test func `restoring ends with the reason if the library cannot store any more rides`() async throws {
    let (bench, archive) = (try EngineBench(), ScriptedArchive(["a", "huge", "b"]))
    let error = await #expect(throws: ControlError.self) { try await restored(from: archive, in: bench) }
    #expect(error?.code == .storeFailed)
    #expect(await archive.fetched == ["a", "huge"])
  }

  @Test func `restoring pauses when the server asks for it`() async throws {
    let bench = try EngineBench()
    let archive = ScriptedArchive(["a"], faults: [SyncFault(.rateLimited), SyncFault(.rateLimited)])
    let before = bench.clock.uptime
    #expect(try await restored(from: archive, in: bench).restored == 1)
    #expect(bench.clock.uptime - before == .seconds(20))
  }

  @Test func `a restored ride is recorded with its revision`() async throws {
    let (bench, archive) = (try EngineBench(), ScriptedArchive(["a"]))
    try await bench.run {
      // The engine sets its library only after its first change.
      while await bench.engine.store == nil { await Task.yield() }
      _ = try await restored(from: archive, in: bench)
    }
    #expect(await archive.noted == ["a": 7])
  }
}
