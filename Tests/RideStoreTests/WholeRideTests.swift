import BluetoothLE
import FuzzKit
import GRDB
import RideFiles
import Rides
import TestKit
import Testing

@testable import RideStore

/// Whole rides that are copied from one library into another.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct WholeRideTests {
  let state = TemporaryState()

  private static func file(_ record: RideRecord) -> [UInt8] { RideJSONEncoder().encode(record) }

  private static func ride(_ bytes: [UInt8]) throws -> RideRecord {
    var decoder = RideFileDecoder()
    try decoder.feed(bytes)
    return try #require(try decoder.finish().rides.first)
  }

  /// A ride recorded here with a plan, and trimmed.
  private func riddenRide(in store: RideDatabase) async throws -> Int {
    var ride = newRide()
    ride.order.plan.name = "Over"
    ride.order.plan.intervals.append(RideInterval(label: "Off", end: .activity, aim: .hold(watts: 120)))
    ride.order.plan.request = RideRequest(watts: 150, minutes: 60, maximumHeartRate: 150)
    ride.order.guards.maximumBeatsPerMinute = 150
    ride.order.thresholdWatts = 250
    ride.start.isConfirmed = true
    ride.start.utcOffsetSeconds = 7200
    let id = try await store.begin(ride)
    let events: [RideEvent] = [
      RideEvent(at: .zero, kind: .started), RideEvent(at: .zero, kind: .interval(number: 1, label: nil)),
      RideEvent(at: .milliseconds(50_001), kind: .interval(number: 2, label: "Off")),
      RideEvent(at: .milliseconds(70_123), kind: .trainerLost(.timedOut), signalDBm: -80),
    ]
    try await store.append(
      to: id, samples: steady(0..<3000), events: events, standing: RideStanding(askedWatts: 155, learntWatts: 148))
    try await store.keep([.trainer: IntervalStatistics(.milliseconds(251))], of: id)
    _ = try await store.finish(id)
    try await store.setTexts(of: id, name: "Dawn", note: "Wet", sport: .ebiking)
    _ = try await store.cut(id, to: 60..<2500)
    return id
  }

  @Test func `a recorded ride is identical after its import into another library`() async throws {
    let store = try state.open()
    let id = try await riddenRide(in: store)
    let whole = try await store.wholeRecord(id)
    let other = TemporaryState()
    let library = try other.open()
    try await finishedRide(in: library, start: UnixTime(seconds: 5))
    let came = try await library.importRide(try Self.ride(Self.file(whole)), evenIfThere: false)
    #expect(came.id == 2)
    var again = try await library.wholeRecord(came.id)
    again.id = whole.id
    #expect(again == whole && Self.file(again) == Self.file(whole))
    let ride = try await store.ride(id)
    #expect(came.totals == ride.totals && came.cut == ride.cut && came.activityID == ride.activityID)
    #expect(came.order == ride.order && came.begun == ride.begun && came.uuid == ride.uuid)
    #expect(came.origin == nil && came.givenSport == .ebiking && came.name == "Dawn" && came.planName == "Over")
    #expect(try await library.count(RideQuery(search: "over")) == 1, "it is found by its plan")
    #expect(try await library.record(came.id).laps == store.record(id).laps)
    #expect(try await library.intervals(of: came.id) == store.intervals(of: id))
  }

  @Test func `any ride is identical to the byte after passing through two libraries`() async throws {
    let second = TemporaryState()
    let (one, two) = (try state.open(), try second.open())
    for ride in RandomRides(seed: 3).prefix(60) {
      let first = try await one.importRide(ride, evenIfThere: true)
      let whole = try await one.wholeRecord(first.id)
      #expect(whole == ride.numbered(first.id, ride.uuid))
      let bytes = Self.file(whole)
      let came = try await two.importRide(try Self.ride(bytes), evenIfThere: true)
      let again = try await two.wholeRecord(came.id)
      #expect(again.numbered(first.id, again.uuid) == whole)
      #expect(Self.file(again.numbered(first.id, again.uuid)) == bytes)
      #expect(came.totals == first.totals && came.cut == first.cut && came.activityID == first.activityID)
    }
  }

  @Test func `importing a whole ride twice gives one ride`() async throws {
    let store = try state.open()
    let id = try await riddenRide(in: store)
    let ride = try Self.ride(Self.file(try await store.wholeRecord(id)))
    let error = await #expect(throws: StoreError.self) { try await store.importRide(ride, evenIfThere: false) }
    #expect(error?.code == .sameRide && error?.context == .ride(id))
    await expect(throwsCode: .sameRide) { try await store.rehearseImport(of: ride, evenIfThere: false) }
    #expect(try await store.count(RideQuery()) == 1)
  }

  @Test func `a different ride with the same identity is refused, or imported as a copy`() async throws {
    let store = try state.open()
    let id = try await riddenRide(in: store)
    let before = try await store.wholeRecord(id)
    var other = before
    other.samples[7].powerWatts = 151
    let changed = other
    let error = await #expect(throws: StoreError.self) { try await store.importRide(changed, evenIfThere: false) }
    #expect(error?.code == .differentRide && error?.context == .ride(id))
    let copy = try await store.importRide(changed, evenIfThere: true)
    #expect(copy.uuid != nil && copy.uuid != before.uuid)
    #expect(try await store.wholeRecord(id) == before)
    #expect(try await store.record(copy.id, whole: true).samples[7].powerWatts == 151)
  }

  @Test func `a deleted ride cannot be imported again, and one deleted for good can`() async throws {
    let store = try state.open()
    let id = try await riddenRide(in: store)
    let whole = try await store.wholeRecord(id)
    try await store.delete(id, at: start)
    await expect(throwsCode: .sameRide) { try await store.importRide(whole, evenIfThere: false) }
    try await store.deleteForGood(id, at: start)
    #expect(try await store.importRide(whole, evenIfThere: false).uuid == whole.uuid)
  }

  @Test func `an unfinished ride has no circumstances`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<5))
    #expect(try await store.wholeRecord(id).circumstances == nil)
  }
}

/// Tests of the identity of rides.
@Suite struct IdentityTests {
  let state = TemporaryState()

  @Test func `a ride gets its identity when it begins and keeps it`() async throws {
    var uuid: RideUUID?
    do {
      let store = try state.open()
      let id = try await store.begin(newRide())
      uuid = try await store.ride(id).uuid
      let text = Array(try #require(uuid).text)
      #expect(text[14] == "4" && "89ab".contains(text[19]) && text == Array(String(text).lowercased()))
      try await store.begin(newRide(), as: id)
      try await store.append(to: id, samples: steady(0..<200))
    }
    let store = try state.open()
    #expect(try await store.ride(1).uuid == uuid)
    _ = try await store.finish(1)
    #expect(try await store.cut(1, to: 10..<100).uuid == uuid)
    #expect(try await store.importRide(importedRecord(start: UnixTime(seconds: 5)), evenIfThere: false).uuid != uuid)
  }

  @Test func `rides recovered from a damaged library keep their identities`() async throws {
    var uuids: [RideUUID?] = []
    do {
      let store = try state.open()
      for second: Int64 in [1, 2, 3] { try await finishedRide(in: store, start: UnixTime(seconds: second)) }
      for id in 1...3 { uuids.append(try await store.ride(id).uuid) }
    }
    try await DatabaseQueue(path: state.database).write { try $0.execute(sql: "DROP TABLE lap") }
    let store = try state.open()
    #expect(store.setAside != nil)
    _ = try await store.takeOver()
    for id in 1...3 { #expect(try await store.ride(id).uuid == uuids[id - 1]) }
    #expect(Set(uuids).count == 3 && !uuids.contains(nil))
  }

  @Test func `rides recovered from a damaged library without their identities get new ones`() async throws {
    do { try await finishedRide(in: try state.open()) }
    try await DatabaseQueue(path: state.database).write {
      try $0.execute(sql: "UPDATE ride SET uuid = NULL; DROP TABLE lap")
    }
    let store = try state.open()
    #expect(store.setAside != nil)
    try await store.takeOverFirst()
    _ = try await store.takeOver()
    for ride in try await store.rides(RideQuery()) { #expect(ride.uuid != nil) }
    #expect(try await store.count(RideQuery()) > 0)
  }
}
