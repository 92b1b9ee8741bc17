import ControlWire
import DaemonKit
import Foundation
import RadioSim
import RideStore
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct HistoryTests {
  /// A state directory with one finished ride of this many seconds.
  private func state(withRideOf seconds: Int) async throws -> TemporaryDirectory {
    let state = try TemporaryDirectory()
    try await withDaemon(state: state) { bench in
      let store = bench.parts.store
      let id = try await store.begin(
        NewRide(
          RideOrder(
            askedWatts: 150, plannedSeconds: seconds, trainer: simulatedTrainer,
            heartRate: nil),
          start: StartTime(UnixTime(seconds: 1_795_244_712)), targetWatts: 150))
      let rows = (0..<seconds).map { RideSample(second: $0, timerRunning: true, powerWatts: Double(100 + $0 % 100)) }
      try await store.append(to: id, samples: rows)
    }
    return state
  }

  @Test func `a long ride is sent completely in several replies`() async throws {
    try await withDaemon(state: state(withRideOf: 5000)) { bench in
      var parts: [ShownRide] = []
      for try await part in bench.stream(Show(ride: "last")) { parts.append(part) }
      #expect(parts.map(\.samples.count) == [1500, 1500, 1500, 500, 0])
      #expect(Set(parts.map(\.ride)).count == 1)
      let rows = parts.flatMap(\.samples)
      #expect(rows.map(\.second) == Array(0..<5000))
      #expect(rows[4321].powerWatts == 121)
      await bench.expectRefusal(.expectedMore, of: Show(ride: "1"))
    }
  }

  @Test func `a short ride is sent in one reply`() async throws {
    try await withDaemon(state: state(withRideOf: 1500)) { bench in
      let shown = try await bench.call(Show(ride: "1"))
      #expect((shown.ride.elapsedSeconds, shown.samples.count) == (1500, 1500))
    }
  }

  @Test func `a ride can be shown from a given second`() async throws {
    try await withDaemon(state: state(withRideOf: 5000)) { bench in
      var seconds: [Int] = []
      for try await part in bench.stream(Show(ride: "1", fromSeconds: 4000)) {
        seconds += part.samples.map(\.second)
      }
      #expect(seconds == Array(4000..<5000))
      let rest = try await bench.call(Show(ride: "1", fromSeconds: 4990))
      #expect(rest.samples.map(\.second) == Array(4990..<5000))
      #expect(try await bench.call(Show(ride: "1", fromSeconds: 9000)).samples.isEmpty)
      for try await part in bench.stream(Show(ride: "1", fromSeconds: .max)) { #expect(part.samples.isEmpty) }
      await bench.expectRefusal(.invalidParameter, of: Show(ride: "1", fromSeconds: -1), "fromSeconds")
    }
  }

  @Test func `an exported ride is identical to its file`() async throws {
    try await withDaemon(state: state(withRideOf: 3000)) { bench in
      var pieces: [FilePiece] = []
      for try await piece in bench.stream(Export(ride: "last", format: "tcx")) {
        pieces.append(piece)
      }
      #expect(pieces.count > 2, "the file is longer than a piece")
      #expect(pieces.map(\.sequence) == Array(pieces.indices))
      let bytes = pieces.reduce(into: Data()) { $0 += Data(base64Encoded: $1.data) ?? Data() }
      let file = try #require(try bench.files.first)
      #expect(Set(pieces.map(\.fileName)) == [file.key])
      #expect(String(decoding: bytes, as: UTF8.self) == file.value)
      await bench.expectRefusal(.expectedMore, of: Export(ride: "last", format: "tcx"))
    }
  }

  @Test func `a ride without a place has no GPX file`() async throws {
    try await withDaemon(state: state(withRideOf: 60)) { bench in
      await bench.expectRefusal(.noPlaces, of: Export(ride: "last", format: "gpx"), "1")
    }
  }

  @Test func `an unknown ride or format is refused`() async throws {
    try await withDaemon { bench async throws in
      for ride in ["last", "1", "-1", "", "../../etc/passwd", "99999999999999999999"] {
        await bench.expectRefusal(.unknownRide, of: Show(ride: ride), ride)
        await bench.expectRefusal(.unknownRide, of: Export(ride: ride, format: "tcx"), ride)
      }
      await bench.expectRefusal(.unknownFormat, of: Export(ride: "last", format: "kml"), "kml")
      #expect(try await bench.rides == [])
    }
  }
}
