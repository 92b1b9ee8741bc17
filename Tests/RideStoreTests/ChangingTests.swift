import Foundation
import RideSession
import RideStore
import Testing

@Suite struct ChangingTests {
  let state = TemporaryState()

  @Test func `a ride's name and note are kept, and removed by an empty text`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await store.setTexts(of: id, name: "Früh")
    try await store.setTexts(of: id, note: "müde\nund kalt")
    #expect(try await store.ride(id).name == "Früh")
    #expect(try await store.record(id).note == "müde\nund kalt")
    try await store.setTexts(of: id, name: "")
    #expect(try await store.ride(id).note == "müde\nund kalt", "each is for itself")
    #expect(try await store.count(RideQuery(search: "früh")) == 0)
    #expect(try await store.count(RideQuery(search: "KALT")) == 1)
    try await store.setTexts(of: id, note: "")
    #expect(try await store.ride(id).note == nil)
    #expect(try await store.record(id).name == nil)
  }

  @Test func `a ride under way can be named`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.setTexts(of: id, name: "now")
    #expect(try await store.rides(RideQuery(search: "now")).map(\.id) == [id])
  }

  @Test func `trimming and the like are refused for a ride that is not finished`() async throws {
    let store = try state.open()
    let id = try await store.begin(newRide())
    try await store.append(to: id, samples: steady(0..<100))
    await expect(throwsCode: .rideUnfinished) { try await store.delete(id, at: start) }
    for _ in 1...2 {
      await expect(throwsCode: .rideUnfinished) { try await store.cut(id, to: 0..<50) }
      await expect(throwsCode: .rideUnfinished) { try await store.cut(id, to: nil) }
      try await store.suspend(id)
    }
    #expect(try await store.ride(id).state == .suspended)
    #expect(try await store.ride(id).deletedAt == nil)
  }

  @Test func `changing a ride that does not exist throws noSuchRide`() async throws {
    let store = try state.open()
    await expect(throwsCode: .noSuchRide) { try await store.ride(7) }
    await expect(throwsCode: .noSuchRide) { try await store.setTexts(of: 7, name: "x") }
    await expect(throwsCode: .noSuchRide) { try await store.setTexts(of: 7, note: "x") }
    await expect(throwsCode: .noSuchRide) { try await store.cut(7, to: nil) }
    await expect(throwsCode: .noSuchRide) { try await store.delete(7, at: start) }
    await expect(throwsCode: .noSuchRide) { try await store.undelete(7) }
    await expect(throwsCode: .noSuchRide) { try await store.noteUpload(of: 7, service: "x", at: start) }
    await expect(throwsCode: .noSuchRide) {
      try await store.setFigures([:], by: Derivation(method: "1", basis: ""), of: 7, activityID: start)
    }
    #expect(try await store.samples(of: 7, from: 0, limit: 9).isEmpty)
    #expect(try await store.uploads(of: 7).isEmpty)
  }

  @Test func `an upload is noted for the ride as it is cut`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await store.noteUpload(of: id, service: "strava", at: UnixTime(seconds: 1))
    try await store.noteUpload(of: id, service: "strava", at: UnixTime(seconds: 2))
    let cut = try await store.cut(id, to: 10..<90)
    try await store.noteUpload(of: id, service: "strava", at: UnixTime(seconds: 3))
    try await store.noteUpload(of: id, service: "garmin", at: UnixTime(seconds: 4))
    #expect(
      try await store.uploads(of: id) == [
        RideUpload(service: "strava", at: UnixTime(seconds: 2), activityID: start),
        RideUpload(service: "strava", at: UnixTime(seconds: 3), activityID: cut.activityID),
        RideUpload(service: "garmin", at: UnixTime(seconds: 4), activityID: cut.activityID),
      ])
  }
}
