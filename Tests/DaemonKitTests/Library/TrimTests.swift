import ControlWire
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct TrimTests {
  private static func trim(_ ride: Int, _ from: Int?, _ to: Int?) -> TrimRide {
    TrimRide(ride: "\(ride)", fromSeconds: from, toSeconds: to)
  }

  @Test func `a trimmed ride is computed from its first kept second`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(
        LibraryRide.rows(work: 3600, idle: 600),
        events: [
          RideEvent(at: .seconds(30), kind: .target(watts: 120)),
          RideEvent(at: .seconds(700), kind: .target(watts: 150)),
        ])
      let ride = try await bench.change(Self.trim(id, 600, 1200))
      #expect(ride.trim == Trim(fromSeconds: 600, toSeconds: 1200, wholeSeconds: 4200))
      #expect((ride.timerSeconds, ride.elapsedSeconds, ride.distanceMeters) == (600, 600, 6000))
      #expect(ride.start == "2026-11-21T06:55:12Z")
      #expect(ride.kilojoules == 90)
      let (shown, rows) = try await bench.show("\(id)")
      #expect(shown == ride)
      #expect(rows.map(\.second) == Array(0..<600))
      #expect(rows.first?.distanceMeters == 10)
      let reviewed = try await bench.reviewed("\(id)")
      #expect(reviewed.events.map(\.atSeconds) == [100] && reviewed.events.map(\.watts) == [150])
      #expect(reviewed.laps.map(\.toSeconds) == [600])
      let whole = try await bench.call(Review(ride: "\(id)", whole: true))
      #expect(whole.ride.timerSeconds == 4200 && whole.ride.trim == ride.trim)
      #expect(whole.events.map(\.atSeconds) == [30, 700] && whole.laps.map(\.toSeconds) == [4200])
    }
  }

  @Test func `the file of a trimmed ride keeps its name and contains only the kept part`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 300))
      let before = try bench.files
      try await bench.change(Self.trim(id, 60, 180))
      let after = try bench.files
      #expect(after.keys == before.keys)
      let file = try #require(after.values.first)
      #expect(file.count(of: "<Trackpoint>") == 120)
      #expect(file.count(of: "<DistanceMeters>1200</DistanceMeters>") == 2)
      let ids = [before, after].map { $0.values.first?.split(separator: "<Id>").last?.prefix(24) }
      #expect(ids[0] != ids[1], "the activity has another ID")
      try await bench.change(Untrim(ride: "\(id)"))
      #expect(try bench.files == before, "nothing was lost")
    }
  }

  @Test func `each trim gives the ride a new activity ID`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 300))
      var ids: Set<String> = []
      for end in [180, 181, 180] {
        try await bench.change(Self.trim(id, nil, end))
        ids.insert(String(try bench.file.split(separator: "<Id>")[1].prefix(24)))
      }
      #expect(ids.count == 3)
    }
  }

  @Test func `undoing a trim restores the ride`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 300, idle: 60))
      let before = try await bench.show("\(id)")
      let review = try await bench.reviewed("\(id)")
      try await bench.change(Self.trim(id, 60, 180))
      try await bench.change(Untrim(ride: "\(id)"))
      let after = try await bench.show("\(id)")
      #expect(after.0 == before.0)
      #expect(after.1 == before.1)
      #expect(try await bench.reviewed("\(id)") == review)
    }
  }

  @Test func `a trimmed ride can be shown and exported whole`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 300))
      let whole = try await bench.exported("\(id)", as: "tcx")
      try await bench.change(Self.trim(id, 60, 180))
      #expect(try await bench.exported("\(id)", as: "tcx").count < whole.count)
      #expect(try await bench.exported("\(id)", as: "tcx", whole: true) == whole)
      let shown = try await bench.call(Show(ride: "\(id)", whole: true))
      let ride = shown.ride
      #expect(shown.samples.count == 300)
      #expect((ride.timerSeconds, ride.elapsedSeconds, ride.kilojoules) == (300, 300, 45), "the whole ride's figures")
      #expect(ride.trim == Trim(fromSeconds: 60, toSeconds: 180, wholeSeconds: 300))
    }
  }

  @Test func `a second trim keeps the bound that it does not set`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 600))
      try await bench.change(Self.trim(id, nil, 400))
      #expect(
        try await bench.change(Self.trim(id, 100, nil)).trim
          == Trim(fromSeconds: 100, toSeconds: 400, wholeSeconds: 600))
      #expect(
        try await bench.change(Self.trim(id, nil, 500)).trim
          == Trim(fromSeconds: 100, toSeconds: 500, wholeSeconds: 600))
      #expect(
        try await bench.change(Self.trim(id, 0, nil)).trim == Trim(fromSeconds: 0, toSeconds: 500, wholeSeconds: 600))
    }
  }

  @Test func `a forgotten ride is recognised and trimmed to the end of its activity`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 3600, idle: 7200))
      let suggested = try await bench.call(SuggestTrim(ride: "last"))
      #expect(suggested.ride.id == id)
      let suggestion = suggested.suggestion
      #expect(suggestion.forgotten)
      #expect(suggestion.tailSeconds == 7200)
      #expect(suggestion.activityEndSeconds == 3600)
      let proposal = try #require(suggestion.proposal)
      #expect((3600...3610).contains(proposal.toSeconds))
      let cut = try await bench.change(TrimRide(ride: "last", auto: true))
      #expect(cut.trim == proposal)
      #expect(try await bench.change(TrimRide(ride: "last", auto: true)).trim == proposal, "of the whole ride")
    }
  }

  @Test func `a ride with nothing to trim stays whole`() async throws {
    try await withDaemon { bench async throws in
      try await bench.keep(LibraryRide.rows(work: 50))
      #expect(try await bench.change(TrimRide(ride: "last", auto: true)).trim == nil)
    }
  }

  @Test func `an impossible trim is refused with the reason and leaves the ride whole`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 300))
      let refusals: [(Int?, Int?, TrimObstacle)] = [
        (0, 59, .tooShort), (200, 100, .backwards), (0, 301, .beyond), (-1, 200, .beyond), (nil, nil, .nothing),
        (0, 300, .nothing), (.max, nil, .beyond), (nil, .min, .backwards),
      ]
      for (from, to, obstacle) in refusals {
        let error = await #expect(throws: ControlError.self) { try await bench.call(Self.trim(id, from, to)) }
        #expect(
          error == .trimRefused(obstacle, ofSeconds: 300), "\(from as Any) \(to as Any)")
      }
      #expect(try await bench.rides.map(\.trim) == [nil])
      let both = TrimRide(ride: "last", fromSeconds: 60, auto: true)
      await bench.expectRefusal(.invalidParameter, of: both, "auto")
    }
  }

  @Test func `a running ride cannot be trimmed or deleted`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 10)
      try await bench.advance(toSecond: 90)
      let calls: [any TrainerCall] = [
        Self.trim(1, 0, 60), Untrim(ride: "1"), SuggestTrim(ride: "last"), Delete(ride: "last"),
      ]
      for call in calls { await bench.expectRefusal(.rideUnfinished, of: call, "1") }
    }
  }

  @Test func `a trim marks the ride's earlier uploads as outdated`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 300))
      func uploads<C: TrainerCall>(_ call: C) async throws -> [Upload] where C.Reply == TrimmedRide {
        try await bench.call(call).uploads
      }
      #expect(try await uploads(NoteUpload(ride: "last", service: " strava ")).map(\.outdated) == [false])
      let cut = try await uploads(Self.trim(id, 60, 180))
      #expect(cut.map(\.service) == ["strava"])
      #expect(cut.map(\.outdated) == [true])
      #expect(try await bench.reviewed().uploads == cut)
      #expect(try await uploads(Untrim(ride: "last")).map(\.outdated) == [false])
      await bench.expectRefusal(.invalidParameter, of: NoteUpload(ride: "last", service: " "), "service")
    }
  }

  @Test func `status and doctor count the rides that services refused`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 300))
      func note(_ service: String, _ state: UploadState) async throws {
        _ = try await bench.call(NoteUpload(ride: "\(id)", service: service, state: state))
      }
      func findings() async throws -> [String] {
        try await bench.call(Doctor()).checks.filter { $0.name == "services" }.map(\.message)
      }
      #expect(try await bench.status.refusedUploads == nil)
      try await note("strava", .failed)
      try await note("hub", .failed)
      #expect(try await bench.status.refusedUploads == 1)
      #expect(try await findings() == ["A service refused 1 ride."])
      try await note("strava", .queued)
      try await note("hub", .done)
      #expect(try await bench.status.refusedUploads == nil)
      #expect(try await findings().isEmpty)
    }
  }

  @Test func `an upload shows its state, becomes stale if the trim changes and can be removed`() async throws {
    try await withDaemon { bench async throws in
      let id = try await bench.keep(LibraryRide.rows(work: 300))
      func note(_ state: UploadState?, url: String? = nil, remove: Bool = false) async throws -> [Upload] {
        let call = NoteUpload(ride: "\(id)", service: "strava", state: state, url: url, remove: remove)
        return try await bench.call(call).uploads
      }
      #expect(try await note(.sending).map(\.state) == [.sending])
      let cut = try await bench.call(Self.trim(id, 60, 180)).uploads
      #expect(cut.map(\.state) == [.sending] && cut.map(\.outdated) == [false], "nothing is there yet")
      #expect(try await note(.done, url: "https://a.b/17").map(\.state) == [.done])
      let whole = try await bench.call(Untrim(ride: "last")).uploads
      #expect(whole.map(\.state) == [.stale] && whole.map(\.url) == ["https://a.b/17"])
      #expect(try await bench.reviewed().uploads == whole)
      #expect(try await note(nil, remove: true).isEmpty)
      let refusals = [
        (NoteUpload(ride: "last", service: "a", state: .stale), "state"),
        (NoteUpload(ride: "last", service: "a", url: "https://a.b"), "url"),
        (NoteUpload(ride: "last", service: "a", state: .done, remove: true), "remove"),
        (NoteUpload(ride: "last", service: "a", activity: "2020-01-01T00:00:00Z", state: .done), "activity"),
      ]
      for (call, name) in refusals { await bench.expectRefusal(.invalidParameter, of: call, name) }
    }
  }
}
