import Foundation
import RideStore
import Rides
import Testing

@Suite struct ChangingTests {
  let state = TemporaryState()

  @Test func `a ride's name and note are stored, and an empty text removes them`() async throws {
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

  @Test func `an unfinished ride can be neither trimmed nor deleted`() async throws {
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
    #expect(try await store.samples(of: 7, from: 0, limit: 9).isEmpty)
    #expect(try await store.uploads(of: 7).isEmpty)
  }

  @Test func `an upload is recorded for the ride's current cut`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await store.noteUpload(of: id, service: "strava", at: UnixTime(seconds: 1))
    try await store.noteUpload(of: id, service: "strava", at: UnixTime(seconds: 2))
    let cut = try await store.cut(id, to: 10..<90)
    try await store.noteUpload(of: id, service: "strava", at: UnixTime(seconds: 3))
    try await store.noteUpload(of: id, service: "garmin", at: UnixTime(seconds: 4))
    #expect(
      try await store.uploads(of: id) == [
        RideUpload(service: "strava", at: UnixTime(seconds: 3), activityID: cut.activityID),
        RideUpload(service: "garmin", at: UnixTime(seconds: 4), activityID: cut.activityID),
      ])
    _ = try await store.cut(id, to: nil)
    let whole = try await store.uploads(of: id).first
    #expect(whole == RideUpload(service: "strava", at: UnixTime(seconds: 2), activityID: start))
    _ = try await store.cut(id, to: 20..<90)
    let newest = try await store.uploads(of: id).first
    #expect(newest == RideUpload(service: "strava", at: UnixTime(seconds: 3), activityID: cut.activityID))
  }

  @Test func `a ride keeps the latest upload note for each service`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    func note(_ note: UploadNote?, at second: Int64) async throws -> [RideUpload] {
      try await store.noteUpload(of: id, service: "strava", note, at: UnixTime(seconds: second))
      return try await store.uploads(of: id)
    }
    func upload(_ note: UploadNote?, at second: Int64, _ activity: UnixTime = start) -> RideUpload {
      RideUpload(service: "strava", note, at: UnixTime(seconds: second), activityID: activity)
    }
    let queued = UploadNote(.queued, UploadNote.Details(message: "Offline."))
    let done = UploadNote(.done, UploadNote.Details(remoteID: "17", url: "https://a.b/17"))
    #expect(try await note(queued, at: 1) == [upload(queued, at: 1)])
    #expect(try await note(queued, at: 2) == [upload(queued, at: 1)], "nothing new")
    #expect(try await note(nil, at: 3) == [upload(nil, at: 3)], "the rider was faster")
    #expect(try await note(done, at: 4) == [upload(done, at: 4)])
    #expect(try await note(nil, at: 5) == [upload(done, at: 4)], "it is there, with its link")
    let cut = try await store.cut(id, to: 10..<90)
    #expect(try await store.uploads(of: id) == [upload(done, at: 4)])
    #expect(try await note(queued, at: 6) == [upload(queued, at: 6, cut.activityID)])
    _ = try await store.cut(id, to: nil)
    #expect(try await store.uploads(of: id) == [upload(queued, at: 6, cut.activityID)], "no other note is left")
  }

  @Test func `removing an automatic upload keeps the uploads made by hand`() async throws {
    let store = try state.open()
    let id = try await finishedRide(in: store)
    try await store.noteUpload(of: id, service: "strava", at: UnixTime(seconds: 1))
    let cut = try await store.cut(id, to: 10..<90)
    try await store.noteUpload(of: id, service: "strava", UploadNote(.queued), at: UnixTime(seconds: 2))
    try await store.noteUpload(of: id, service: "hub", UploadNote(.done), at: UnixTime(seconds: 3))
    try await store.removeWay(of: id, to: "strava")
    #expect(
      try await store.uploads(of: id) == [
        RideUpload(service: "strava", at: UnixTime(seconds: 1), activityID: start),
        RideUpload(service: "hub", UploadNote(.done), at: UnixTime(seconds: 3), activityID: cut.activityID),
      ])
  }
}
