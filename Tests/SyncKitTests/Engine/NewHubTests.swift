import ControlWire
import Foundation
import Rides
import TestKit
import Testing

@testable import SyncKit

/// A hub that stores rides by their UUIDs; `replace` replaces it by an empty one.
private actor ScriptedHub: BatchService, RideArchive {
  nonisolated let service = SyncService.hub
  nonisolated let mostRides = 2
  private(set) var rides: [String] = []
  private(set) var sent = 0
  private var rider = "r-1"

  func destination() -> String? { rider }

  func send(_ parcels: [Parcel]) -> [Int: Delivery] {
    sent += parcels.count
    for uuid in parcels.compactMap(\.ride.uuid) where !rides.contains(uuid) { rides.append(uuid) }
    let there = Delivery.there(remoteID: nil, url: nil, wasThere: false)
    return Dictionary(uniqueKeysWithValues: parcels.map { ($0.ride.id, there) })
  }

  func settled(nothingWaits: Bool) {}

  func archived(after cursor: String?) -> ArchivedRides { ArchivedRides(uuids: rides, next: nil) }
  func archived(_ uuid: String) -> ArchivedRide { ArchivedRide(json: Array(uuid.utf8), revision: 1) }
  func note(_ parcel: Parcel, cameAs revision: Int) {}

  func replace() { (rides, rider) = ([], "r-2") }
}

@Suite struct NewHubTests {
  private let hub = ScriptedHub()

  /// A library of three rides.
  private func library() async -> ScriptedLibrary {
    let library = ScriptedLibrary()
    for number in 1...3 {
      var ride = EngineBench.ride(number)
      ride.uuid = "u\(number)"
      await library.put(ride)
    }
    return library
  }

  private func connect(_ bench: EngineBench) async throws {
    try await bench.engine.connected(.hub, account: nil, from: 4, since: nil)
    await bench.engine.synchronise(.hub)
  }

  /// Runs an engine, and calls `body` when all of its rides are at the hub.
  private func run(_ bench: EngineBench, _ body: () async throws -> Void) async throws {
    try await bench.run {
      _ = try await bench.upload(3) { $0 != nil }
      try await connect(bench)
      #expect(await hub.rides == ["u1", "u2", "u3"])
      try await body()
    }
  }

  @Test func `a replaced hub gets every ride, and a new card can restore them`() async throws {
    let bench = try EngineBench(library: await library(), hub: hub)
    try await run(bench) {
      await hub.replace()
      try await connect(bench)
      #expect(await hub.rides == ["u1", "u2", "u3"])
    }
    let card = try EngineBench(hub: hub)
    let restored = try await card.engine.restore(from: hub) { _ in }
    #expect(restored == RideRestoring(seen: 3, restored: 3, isOver: true))
    #expect(await card.library.all.values.compactMap(\.uuid).sorted() == ["u1", "u2", "u3"])
  }

  @Test func `a reconnected hub gets every ride again only if it was replaced`() async throws {
    let bench = try EngineBench(library: await library(), hub: hub)
    try await run(bench) {
      try await bench.engine.disconnected(.hub)
      try await connect(bench)
      #expect(await hub.sent == 3)
      try await bench.engine.disconnected(.hub)
      await hub.replace()
      try await connect(bench)
      #expect(await hub.rides == ["u1", "u2", "u3"])
    }
  }

  @Test func `a restarted process sends every ride to a replaced hub`() async throws {
    let (library, place) = (await self.library(), try TemporaryDirectory())
    try await run(EngineBench(library: library, in: place, hub: hub)) {}
    await hub.replace()
    let next = try EngineBench(library: library, in: place, hub: hub)
    try await next.run {
      await next.engine.synchronise(.hub)
    }
    #expect(await hub.rides == ["u1", "u2", "u3"])
  }

  @Test func `a ride is sent even if jz2d's upload note does not name the hub`() async throws {
    let library = await self.library()
    for number in 1...3 { await library.note([Upload(service: "hub", at: "2026-11-25T00:00:00Z")], of: number) }
    try await run(EngineBench(library: library, hub: hub)) {}
  }
}
