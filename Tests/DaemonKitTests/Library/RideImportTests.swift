import BluetoothLE
import ControlSocket
import ControlWire
import Foundation
import Loop
import RideStore
import Rides
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct RideImportTests {
  private static func tcx(trackpoints count: Int, start: String = "2020-06-01T14:52:40", rest: String = "") -> [UInt8] {
    let points = (0..<count).map { second in
      """
      <Trackpoint><Time>2020-06-01T14:\(52 + second / 60):\(String(format: "%02d", second % 60)).000Z</Time>
      <Position><LatitudeDegrees>48.\(1000 + second)</LatitudeDegrees><LongitudeDegrees>16</LongitudeDegrees></Position>
      <DistanceMeters>\(second * 6).5</DistanceMeters><HeartRateBpm><Value>131</Value></HeartRateBpm>
      <Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Watts>162</Watts></TPX></Extensions>
      </Trackpoint>
      """
    }
    return Array(
      """
      <?xml version="1.0"?>
      <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>
      <Activity Sport="Biking"><Id>2020-06-01T14:52:00Z</Id><Lap StartTime="2020-06-01T14:52:00Z">
      <TotalTimeSeconds>\(count)</TotalTimeSeconds><Calories>31</Calories><Track>\(points.joined())</Track></Lap>
      <Notes>Along the dyke</Notes></Activity></Activities>\(rest)</TrainingCenterDatabase>
      """.utf8)
  }

  private static func piece(_ number: Int?, _ sequence: Int, _ bytes: [UInt8] = [], last: Bool = false) -> Import {
    Import(number: number, sequence: sequence, data: Data(bytes).base64EncodedString(), last: last)
  }

  private static func begin(_ bench: DaemonBench) async throws -> Int {
    try await bench.call(piece(nil, 0, Array("<Training".utf8))).number
  }

  @Test(arguments: [1, 97, 1_000_000])
  func `a file imported in pieces of any size becomes a ride`(size: Int) async throws {
    try await withDaemon { bench async throws in
      let ride = try await bench.hand(in: Self.tcx(trackpoints: size == 1 ? 3 : 120), pieces: size)
      #expect(ride.importedFrom == "tcx")
      #expect(ride.start == "2020-06-01T14:52:00Z")
      #expect(ride.note == "Along the dyke")
      #expect(ride.averageWatts == 162)
      let (shown, rows) = try await bench.show("last")
      #expect(shown == ride)
      #expect(rows.count == ride.elapsedSeconds)
      #expect(try bench.files.keys.sorted() == ["2020-06-01T145200Z.tcx"])
    }
  }

  @Test func `an imported ride can be trimmed and exported in every format`() async throws {
    try await withDaemon { bench async throws in
      try await bench.hand(in: Self.tcx(trackpoints: 180))
      let cut = try await bench.change(TrimRide(ride: "last", fromSeconds: 60, toSeconds: 150))
      #expect(cut.elapsedSeconds == 90)
      for format in ["tcx", "fit", "csv", "json", "gpx"] {
        #expect(try await !bench.exported("last", as: format).isEmpty, "\(format)")
      }
      let again = try await bench.hand(in: try await bench.exported("last", as: "fit"), force: true)
      #expect(again.importedFrom == "fit")
      #expect((again.start, again.elapsedSeconds, again.averageWatts) == (cut.start, 90, 162))
    }
  }

  private static let foreign = ["activities/activity_5039744860.tcx", "activities/sample-activity-indoor-trainer.fit"]
    .map(SharedMaterial.file)

  @Test(.enabled(if: SharedMaterial.has(foreign), "needs ../shared/activities"), arguments: foreign)
  func `a foreign file survives import, export and import unchanged`(file: URL) async throws {
    try await withDaemon { bench async throws in
      let format = file.pathExtension
      let first = try await bench.hand(in: Array(try Data(contentsOf: file)))
      let written = try await bench.exported("\(first.id)", as: format)
      let second = try await bench.hand(in: written, force: true)
      #expect(try await bench.exported("\(second.id)", as: format) == written)
      let store = bench.parts.store
      var (once, twice) = (try await store.record(first.id), try await store.record(second.id))
      #expect(once.samples.count > 100)
      (once.id, twice.id, once.uuid, twice.uuid) = (0, 0, nil, nil)
      #expect(once == twice)
    }
  }

  @Test func `a duplicate ride is imported only with force`() async throws {
    try await withDaemon { bench async throws in
      let file = Self.tcx(trackpoints: 60)
      let first = try await bench.hand(in: file)
      let error = await #expect(throws: ControlError.self) { try await bench.hand(in: file) }
      #expect(error == ControlError(.duplicateRide, subject: "1", detail: first.start))
      #expect(try await bench.rides.count == 1)
      let second = try await bench.hand(in: file, force: true)
      #expect((second.id, second.start) == (2, first.start))
      #expect(try bench.files.count == 2, "no file was written over")
    }
  }

  /// A GPX file with a track on each of these days, with one point a second.
  private static func gpx(days: [Int], rest: String = "") -> [UInt8] {
    let tracks = days.map { day in
      let points = (0..<30).map { second in
        """
        <trkpt lat="48.\(String(format: "%05d", second * 9))" lon="16"><time>2026-01-\(10 + day)T08:00:\
        \(String(format: "%02d", second))Z</time><extensions><power>162</power></extensions></trkpt>
        """
      }
      return "<trk><type>cycling</type><trkseg>\(points.joined())</trkseg></trk>"
    }
    return Array(
      "<gpx version='1.1' xmlns='http://www.topografix.com/GPX/1/1'>\n\(tracks.joined())\n\(rest)</gpx>".utf8)
  }

  private static func handIn(
    _ file: [UInt8], dryRun: Bool? = nil, to bench: DaemonBench
  ) async throws -> ImportProgress {
    let data = Data(file).base64EncodedString()
    let piece = Import(number: nil, sequence: 0, data: data, last: true, dryRun: dryRun)
    return try await bench.call(piece)
  }

  @Test func `a GPX file becomes a ride with a distance`() async throws {
    try await withDaemon { bench async throws in
      let ride = try await bench.hand(in: Self.gpx(days: [0]))
      #expect((ride.importedFrom, ride.averageWatts, ride.timerSeconds) == ("gpx", 162, 30))
      #expect(abs((ride.distanceMeters ?? 0) - 290) < 1)
      #expect(try await bench.rides.map(\.id) == [1])
    }
  }

  @Test func `a given name is used only for a single ride without a name`() async throws {
    try await withDaemon { bench async throws in
      func hand(_ file: [UInt8], _ name: String) async throws -> [String?] {
        let data = Data(file).base64EncodedString()
        let piece = Import(number: nil, sequence: 0, data: data, last: true, name: name)
        return try await bench.call(piece).rides?.map(\.ride?.name) ?? []
      }
      #expect(try await hand(Self.gpx(days: [0]), " Dawn ") == ["Dawn"])
      #expect(try await hand(Self.gpx(days: [1, 2]), "Dawn") == [nil, nil])
      let text = String(decoding: Self.gpx(days: [3]), as: UTF8.self).replacing("<trk>", with: "<trk><name>Dyke</name>")
      #expect(try await hand(Array(text.utf8), "Dawn") == ["Dyke"])
      let long = String(repeating: "x", count: 201)
      let error = await #expect(throws: ControlError.self) { try await hand(Self.gpx(days: [4]), long) }
      #expect(error?.code == .invalidParameter && error?.subject == "name")
    }
  }

  @Test func `each ride of a file is stored unless the library already has it`() async throws {
    try await withDaemon { bench async throws in
      try await bench.hand(in: Self.gpx(days: [1]))
      let progress = try await Self.handIn(Self.gpx(days: [0, 1, 2]), to: bench)
      let rides = try #require(progress.rides)
      #expect(rides.map(\.ride?.id) == [2, nil, 3])
      #expect(rides.map(\.there) == [nil, 1, nil])
      #expect(progress.ride?.id == 2)
      #expect(try bench.files.count == 3)
    }
  }

  @Test func `a dry run lists the rides of a file and stores nothing`() async throws {
    try await withDaemon { bench async throws in
      let bad = "<trk><trkseg><trkpt lat='91' lon='0'></trkpt></trkseg></trk>"
      let progress = try await Self.handIn(Self.gpx(days: [0], rest: bad), dryRun: true, to: bench)
      let ride = try #require(progress.rides?.first?.ride)
      #expect((ride.id, ride.timerSeconds, ride.averageWatts) == (0, 30, 162))
      #expect(progress.ride == nil)
      #expect((progress.leftOut?.count, progress.leftOut?.line) == (1, 3))
      #expect(try await bench.rides.isEmpty && bench.files.isEmpty)
      let stored = try await bench.hand(in: Self.gpx(days: [0]))
      let error = await #expect(throws: ControlError.self) {
        try await Self.handIn(Self.gpx(days: [0]), dryRun: true, to: bench)
      }
      #expect(error == ControlError(.duplicateRide, subject: "1", detail: stored.start))
    }
  }

  @Test func `a faulty file is refused with the fault's position and not stored`() async throws {
    let sound = Self.tcx(trackpoints: 60)
    let faults: [([UInt8], FileFault.Code)] = [
      (Array(sound.dropLast(20)), .cut), (Array("PK\u{3}\u{4}, a zip file".utf8), .notThisFormat), ([], .notThisFormat),
      (Self.tcx(trackpoints: 60, rest: "<!DOCTYPE a>"), .forbidden),
      (Self.tcx(trackpoints: 60, rest: "</b>"), .malformed),
    ]
    try await withDaemon { bench async throws in
      for (file, code) in faults {
        let error = await #expect(throws: ControlError.self) { try await bench.hand(in: file, pieces: 1000) }
        #expect(error?.code == .badFile)
        let fault = try #require(error?.fileFault, "\(error as Any)")
        #expect(fault.code == code)
        #expect(code == .notThisFormat || fault.byte > 10_000, "\(fault)")
      }
      #expect(try await bench.rides.isEmpty)
      #expect(try bench.files.isEmpty)
    }
  }

  @Test func `import pieces out of order are refused`() async throws {
    try await withDaemon { bench async throws in
      let number = try await Self.begin(bench)
      await bench.expectRefusal(.unknownImport, of: Self.piece(number, 0), "\(number)")
      await bench.expectRefusal(.unknownImport, of: Self.piece(number, 2), "\(number)")
      await bench.expectRefusal(.unknownImport, of: Self.piece(number + 1, 1), "\(number + 1)")
      await bench.expectRefusal(.invalidParameter, of: Self.piece(nil, 1), "number")
      let rubbish = Import(number: number, sequence: 1, data: "not Base64!", last: false)
      await bench.expectRefusal(.invalidParameter, of: rubbish, "data")
    }
  }

  @Test func `two users can import at a time, one file each, and others are refused`() async throws {
    try await withDaemon { bench async throws in
      let imports = bench.parts.api.imports
      let users = [1000, 1001, 1002].map { Peer(pid: 1, uid: $0, gid: $0, socket: "jz2") }
      let first = try await imports.take(Self.piece(nil, 0), users[0]).number
      await #expect(throws: ControlError(.importBusy)) { try await imports.take(Self.piece(nil, 0), users[0]) }
      let second = try await imports.take(Self.piece(nil, 0), users[1]).number
      #expect(first != second)
      await #expect(throws: ControlError(.importBusy)) { try await imports.take(Self.piece(nil, 0), users[2]) }
      await #expect(throws: ControlError(.unknownImport, subject: String(first))) {
        try await imports.take(Self.piece(first, 1), users[1])
      }
      let end = Self.piece(first, 1, last: true)
      let error = await #expect(throws: ControlError.self) { try await imports.take(end, users[0]) }
      #expect(error?.code == .badFile)
      _ = try await imports.take(Self.piece(nil, 0), users[2])
    }
  }

  @Test func `an import without a piece for a minute is dropped`() async throws {
    try await withDaemon { bench async throws in
      let number = try await Self.begin(bench)
      try await bench.advance(by: .seconds(50))
      _ = try await bench.call(Self.piece(number, 1, Array("CenterDatabase>".utf8)))
      try await bench.advance(by: .seconds(50))
      _ = try await bench.call(Self.piece(number, 2, Array("<Activities>".utf8)))
      try await bench.advance(by: .seconds(61))
      await bench.expectRefusal(.unknownImport, of: Self.piece(number, 3), "\(number)")
    }
  }

  /// On a slow card, reading a large file takes longer than the time limit for its next piece.
  @Test func `an import is not dropped while one of its pieces is being read`() async throws {
    try await withDaemon { bench async throws in
      let number = try await Self.begin(bench)
      let gate = DispatchSemaphore(value: 0)
      defer { gate.signal() }
      await withCheckedContinuation { isHeld in
        bench.importLoop.schedule(at: .origin) {
          isHeld.resume()
          gate.wait()
        }
      }
      let reading = Task { try await bench.call(Self.piece(number, 1, Array("CenterDatabase>".utf8))) }
      while await bench.parts.api.imports.awaits(number) { await Task.yield() }
      try await bench.advance(by: .seconds(61))
      gate.signal()
      _ = try await reading.value
      _ = try await bench.call(Self.piece(number, 2, Array("<Activities>".utf8)))
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"))
  func `an import leaves 100 MB of the disk free for rides`() async throws {
    let disk = try SmallDisk(megabytes: 102)
    let point = { (time: String) in "<trkpt lat='48' lon='16'><time>2026-01-10T\(time):00Z</time></trkpt>" }
    let long = "<gpx version='1.1'><trk><trkseg>\(point("08:00") + point("10:00"))</trkseg></trk></gpx>"
    try await withDaemon(state: disk.directory) { bench async throws in
      #expect(try await Self.handIn(Array(long.utf8), dryRun: true, to: bench).rides?.count == 1)
      let error = await #expect(throws: ControlError.self) { try await Self.handIn(Array(long.utf8), to: bench) }
      #expect(error?.code == .noRoom)
      #expect(try await bench.rides.isEmpty)
      try await bench.hand(in: Self.gpx(days: [0]))
      try Data(count: 8_000_000).write(to: URL(filePath: disk.directory.path(of: "other")))
      await bench.expectRefusal(.noRoom, of: Self.piece(nil, 0), disk.directory.path)
    }
  }

  @Test func `a ride continues during an import`() async throws {
    try await withDaemon { bench in
      try await bench.useDevices()
      try await bench.start(watts: 150, minutes: 2)
      try await bench.advance(toSecond: 30)
      let imported = try await bench.hand(in: Self.tcx(trackpoints: 120))
      #expect(imported.id == 2)
      try await bench.finish()
      #expect(try await bench.rides.map(\.timerSeconds) == [120, 120])
    }
  }
}
