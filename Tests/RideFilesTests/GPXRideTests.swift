import Foundation
import Rides
import TestKit
import Testing

@testable import RideFiles

@Suite struct GPXRideTests {
  private static func ride(_ text: String) throws -> RideRecord {
    let rides = try content(text).rides
    return try #require(rides.count == 1 ? rides.first : nil, "\(rides.count) rides")
  }

  private static func points(_ seconds: some Sequence<Int>) -> String { seconds.map { trackPoint($0) }.joined() }

  @Test(arguments: [1, 7, .max])
  func `a GPX track becomes a ride with a distance computed from its positions`(piece: Int) throws {
    let details = "<name> Along the Danube </name><desc>With Anna</desc><type>cycling</type>"
    let file = gpx(
      "<metadata><name>All</name></metadata>\(track(Self.points(0...100), details: details))")
    let read = try content(file, piece: piece)
    let ride = try #require(read.rides.first)
    #expect(read.leftOut.count == 0 && read.rides.count == 1)
    #expect(ride.start == morning && ride.activityID == morning)
    #expect((ride.name, ride.note) == ("Along the Danube", "With Anna"))
    #expect(ride.origin == RideOrigin(format: .gpx, sport: 2, device: RideOrigin.Device(name: "Garmin Connect")))
    #expect(ride.pattern == String(repeating: "#", count: 101))
    #expect(ride.samples.first?.distanceMeters == 0)
    #expect(abs((ride.samples.last?.distanceMeters ?? 0) - 1000) < 0.1)
    #expect(ride.totals.timerSeconds == 101)
  }

  /// Point values in six notations: Garmin Connect, an Edge with extension version 2, Strava, Movescount with GPXData,
  /// GPX 1.0, and a program that declares no prefix.
  @Test(
    arguments: [
      (
        "<ns3:TrackPointExtension><ns3:atemp>21.5</ns3:atemp><ns3:hr>131</ns3:hr><ns3:cad>88</ns3:cad>"
          + "</ns3:TrackPointExtension><pwr:PowerInWatts>162</pwr:PowerInWatts>", 131, 88, 162, 21.5, nil
      ),
      (
        "<v2:TrackPointExtension><v2:hr>131</v2:hr><v2:cad>88</v2:cad><v2:speed>10.5</v2:speed><v2:course>3</v2:course>"
          + "</v2:TrackPointExtension><pwr:PowerExtension><pwr:PowerInWatts>162</pwr:PowerInWatts></pwr:PowerExtension>",
        131, 88, 162, nil, 10.5
      ),
      (
        "<power>162</power><ns3:TrackPointExtension><ns3:hr>131</ns3:hr></ns3:TrackPointExtension>", 131, nil, 162, nil,
        nil
      ),
      (
        "<gpxdata:hr>131</gpxdata:hr><gpxdata:cadence>88</gpxdata:cadence><gpxdata:temp>-3</gpxdata:temp>"
          + "<gpxdata:power>162</gpxdata:power><gpxdata:speed>10.5</gpxdata:speed>", 131, 88, 162, -3, 10.5
      ),
      ("<heartrate>131</heartrate><watts> 162.0 </watts><power/>", 131, nil, 162, nil, nil),
      (
        "<gpxtpx:TrackPointExtension><gpxtpx:hr>131</gpxtpx:hr><gpxtpx:cad>0</gpxtpx:cad></gpxtpx:TrackPointExtension>"
          + "<gpxpx:PowerInWatts>162</gpxpx:PowerInWatts>", 131, 0, 162, nil, nil
      ),
      ("<other:speed>9</other:speed><other:hr>9</other:hr><hr>0</hr>", nil, nil, nil, nil, nil),
    ] as [(String, Int?, Double?, Double?, Double?, Double?)])
  func `the extensions of a GPX point are read in every usual spelling`(
    _ extensions: String, _ beats: Int?, _ rpm: Double?, _ watts: Double?, _ celsius: Double?, _ speed: Double?
  ) throws {
    let read = try content(gpx(track(trackPoint(0, extensions, rest: "<ele>203.4</ele>"))))
    let row = try #require(read.rides.first?.samples.first)
    #expect(read.leftOut.count == 0)
    #expect((row.beatsPerMinute, row.cadenceRpm, row.powerWatts) == (beats, rpm, watts))
    #expect(row.speedKmh == speed.map { $0 * 3.6 })
    #expect(row.altitudeMeters == 203.4)
    let values = ImportedValues(temperatureCelsius: celsius, speedMetersPerSecond: speed)
    #expect((row.imported ?? ImportedValues()) == values)
    #expect(row.position == Place(latitudeDegrees: 48, longitudeDegrees: 16))
  }

  @Test func `the speed element of the first GPX version is read`() throws {
    let old = """
      <gpx version="1.0" creator="Old" xmlns="http://www.topografix.com/GPX/1/0">
      \(track(trackPoint(0, rest: "<speed>5</speed>")))</gpx>
      """
    #expect(try Self.ride(old).samples.first?.imported?.speedMetersPerSecond == 5)
  }

  @Test func `the timer stops between GPX segments, and the distance between them does not count`() throws {
    let ride = try Self.ride(gpx(track(Self.points(0...4), Self.points(10...14))))
    #expect(ride.pattern == "#####.....#####")
    #expect(abs((ride.samples.last?.distanceMeters ?? 0) - 80) < 0.1)
  }

  @Test func `the timer keeps running across GPX segments that follow without a gap`() throws {
    #expect(try Self.ride(gpx(track(Self.points(0...2), Self.points(3...4)))).pattern == "#####")
  }

  @Test func `GPX tracks of one day become one ride, named after the first named track`() throws {
    let file = gpx(
      track(Self.points(0...2)) + track(Self.points(6...7), details: "<name>Home</name><type>1</type>"))
    let ride = try Self.ride(file)
    #expect(ride.pattern == "###...##")
    #expect((ride.name, ride.origin?.sport) == ("Home", 2))
  }

  @Test func `GPX tracks more than eight hours apart are separate rides`() throws {
    let late = 8 * 3600 + 60
    let read = try content(
      gpx(track(Self.points(late...late + 3)) + track(Self.points(0...2)) + track(Self.points(5...6))))
    #expect(read.rides.map(\.pattern) == ["####", "###..##"])
    #expect(read.rides.last?.start == morning)
    #expect(read.rides.first?.samples.first?.distanceMeters == 0)
  }

  @Test(
    arguments: [
      ("running", 1), ("Biking", 2), ("VirtualRide", 2), ("indoor_cycling", 2), ("9", 1), ("1", 2), ("hiking", 17),
      ("trail_running", 1), ("EBikeRide", 21), ("E-Mountain Bike Ride", 21), ("RaceBike", 2), ("MOUNTAIN_BIKING", 2),
      ("CYCLING_SPORT", 2), ("open_water_swimming", 5), ("Rowing", 15), ("Row", 15), ("VirtualRow", 15),
      ("indoor_rowing", 15), ("Nordic Ski", 12), ("cross_country_skiing_ws", 12), ("AlpineSki", 12),
      ("RollerSki", 12), ("FITNESS_WALKING", 11), ("nordicwalking", 11), ("WeightTraining", 10), ("Yoga", 10),
      ("strength_training", 10), ("4", 17), ("10", 11), ("Snowboard", 14), ("motorcycling", 22),
      ("horseback riding", 27), ("kayak", 254), ("other", 254), ("7", 254), ("", 0), (" ", 0),
    ])
  func `the type of a GPX track gives the sport`(type: String, sport: Int) throws {
    let ride = try Self.ride(gpx(track(Self.points(0...1), details: "<type>\(type)</type>")))
    #expect(ride.origin?.sport == sport)
  }

  @Test func `a GPX ride keeps its sport in TCX and FIT`() throws {
    for (type, sport) in [("kayak", Sport.other), ("", .cycling), ("running", .running)] {
      let ride = try Self.ride(gpx(track(Self.points(0...3), details: "<type>\(type)</type>")))
      #expect(ride.sport == sport)
      let creator = RideFileCreator(name: "jz2", major: 0, minor: 0, patch: 0)
      #expect(try Self.ride(String(decoding: TCXEncoder(creator: creator).encode(ride), as: UTF8.self)).sport == sport)
      #expect(try importFIT(FITEncoder(creator: creator).encode(ride)).rides.first?.sport == sport)
    }
  }

  @Test func `invalid GPX values are left out, and the first is reported with its line number`() throws {
    let file = gpx(
      "<trk><trkseg>\n" + trackPoint(0) + trackPoint(1, "<power>a lot</power>") + trackPoint(2, "<hr>900</hr>")
        + trackPoint(3, place: "lat='91' lon='16'") + "<trkpt lat='48' lon='16'><time>noon</time></trkpt>\n"
        + trackPoint(4) + "</trkseg></trk>")
    let read = try content(file)
    #expect(read.leftOut.count == 4)
    #expect(read.leftOut.first?.line == 4)
    #expect(read.rides.first?.pattern == "#####" || read.rides.first?.pattern == "###-#")
    #expect(abs((read.rides.first?.samples.last?.distanceMeters ?? 0) - 40) < 0.1)
  }

  @Test func `an unreachable GPX position is left out, and the point's other values stay`() throws {
    let jump = trackPoint(2, "<power>162</power>", place: "lat='20' lon='0'")
    let read = try content(gpx(track(trackPoint(0) + trackPoint(1) + jump + trackPoint(3) + trackPoint(4))))
    let rows = try #require(read.rides.first?.samples)
    #expect(read.leftOut.count == 1)
    #expect((rows[2].powerWatts, rows[2].imported, rows[2].distanceMeters) == (162, nil, nil))
    #expect(abs((rows.last?.distanceMeters ?? 0) - 40) < 0.1)
  }

  @Test func `a first GPX position far from all others does not add distance`() throws {
    let read = try content(
      gpx(track(trackPoint(0, place: "lat='20' lon='0'") + Self.points(1...5))))
    #expect(read.leftOut.count == 1)
    #expect(abs((read.rides.first?.samples.last?.distanceMeters ?? 0) - 40) < 0.1)
  }

  @Test func `a GPX position of 0 0 counts as absent`() throws {
    let read = try content(gpx(track(trackPoint(0, "<power>162</power>", place: "lat='0.0' lon='0'"))))
    let row = try #require(read.rides.first?.samples.first)
    #expect((row.powerWatts, row.imported, row.distanceMeters) == (162, nil, nil))
    #expect(read.leftOut.count == 0)
  }

  @Test(
    arguments: [
      ("<metadata><time>2026-01-15T08:00:00Z</time></metadata>", FileFault.Code.noActivity),
      ("<wpt lat='1' lon='1'><time>2026-01-15T08:00:00Z</time></wpt>", .noActivity),
      ("<trk><trkseg/></trk>", .noActivity),
      ("<trk><trkseg><trkpt lat='48' lon='16'/><trkpt lat='48' lon='16.1'/></trkseg></trk>", .noTimes),
      ("<trk>", .malformed), ("<!DOCTYPE a>", .forbidden),
    ])
  func `a GPX file without a ride is refused with the reason`(_ text: String, _ code: FileFault.Code) {
    let error = #expect(throws: FileFault.self) { try content(gpx(text)) }
    #expect(error?.code == code, "\(error?.description ?? "")")
  }

  @Test func `a GPX file with unreadable times is refused and not read as a route`() {
    let point = "<trkpt lat='48' lon='16'><time>15.1.2026 8:00</time></trkpt>"
    let error = #expect(throws: FileFault.self) { try content(gpx("<trk><trkseg>\(point)\(point)</trkseg></trk>")) }
    #expect(error?.code == .badTimes)
    #expect((error?.found, error?.detail) == (2, "15.1.2026 8:00"))
  }

  @Test func `a long GPX description is truncated`() throws {
    let details = "<desc>\(String(repeating: "ö", count: 70_000))</desc>"
    let ride = try Self.ride(gpx(track(Self.points(0...3), details: details)))
    #expect(ride.note == String(repeating: "ö", count: 2000))
  }

  @Test func `a GPX file that ends too early is refused as cut off`() {
    let text = String(gpx(track(Self.points(0...9))).dropLast(20))
    let error = #expect(throws: FileFault.self) { try content(text) }
    #expect(error?.code == .cut)
  }

  private static let real = ["mapped-ride.gpx", "metadata-only.gpx"].map {
    SharedMaterial.file("activities/real/\($0)")
  }

  @Test(.enabled(if: SharedMaterial.has(real), "needs ../shared/activities/real"))
  func `a GPX route and a GPX file with only metadata are refused with different errors`() throws {
    let codes = try Self.real.map { file in
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      return #expect(throws: FileFault.self) { try content(text) }?.code
    }
    #expect(codes == [.noTimes, .noActivity])
  }

  @Test func `a ride from GPX is the same after writing and reading TCX`() throws {
    let extensions = "<power>162</power><ns3:hr>131</ns3:hr>"
    let ride = try Self.ride(gpx(track((0...9).map { trackPoint($0, extensions) }.joined(), details: "<type>1</type>")))
    let creator = RideFileCreator(name: "jz2", major: 0, minor: 0, patch: 0)
    let text = String(decoding: TCXEncoder(creator: creator).encode(ride), as: UTF8.self)
    let again = try Self.ride(text)
    #expect(again.pattern == ride.pattern)
    #expect(again.samples.map(\.powerWatts) == ride.samples.map(\.powerWatts))
    #expect(again.samples.map(\.position) == ride.samples.map(\.position))
  }

  @Test func `all rides of a GPX file share the limit of one ride`() throws {
    let later = 9 * 3600
    let file = gpx(track(Self.points([0, 2])) + track(Self.points([later, later + 2])))
    #expect(try Self.rides(file, ofSeconds: 6) == 2)
    #expect(throws: FileFault.self) { try Self.rides(file, ofSeconds: 5) }
  }

  private static func rides(_ text: String, ofSeconds seconds: Int) throws -> Int {
    var decoder = GPXDecoder(limits: ImportLimits(seconds: seconds))
    try decoder.feed(Array(text.utf8)[...])
    return try decoder.finish().rides.count
  }

  @Test func `a GPX track with the newest point first gives the same ride`() throws {
    let forward = try Self.ride(gpx(track(Self.points(0...100))))
    let backward = try Self.ride(gpx(track(Self.points((0...100).reversed()))))
    #expect(backward == forward)
  }

  @Test func `GPX points without a time are left out and counted`() throws {
    let untimed = #"<trkpt lat="48" lon="16"/>"#
    let read = try content(gpx(track(untimed + Self.points(0...10) + untimed)))
    #expect(read.rides.map(\.totals.timerSeconds) == [11] && read.leftOut.count == 2)
  }

  @Test func `GPX segments separated by a night become separate rides`() throws {
    let segments = [0...60, 600...660, 50_000...50_060]
    let text = segments.map { "<trkseg>\(Self.points($0))</trkseg>" }.joined()
    let rides = try content(gpx("<trk><name>Log</name>\(text)</trk>")).rides
    #expect(rides.map(\.totals.timerSeconds) == [122, 61])
    #expect(rides.map(\.name) == ["Log", "Log"])
  }

  @Test func `the heart rates in SpoQ's GPX extension are added to the points`() throws {
    let rates = [0, 2, 3].map { second in
      let time = morning.advanced(by: .seconds(second)).rfc3339
      return "<st:heartRate time=\"\(time)\" bpm=\"12\(second)\"/>"
    }
    let namespace = "urn:uuid:D0EB2ED5-49B6-44e3-B13C-CF15BE7DD7DD"
    let extensions = "<extensions><st:a xmlns:st=\"\(namespace)\">\(rates.joined())</st:a></extensions>"
    let ride = try Self.ride(gpx(extensions + track(Self.points(0...3))))
    #expect(ride.samples.map(\.beatsPerMinute) == [120, nil, 122, 123])
  }
}

/// Returns a GPX file with the given tracks from line 2 on, as Garmin Connect writes it.
func gpx(_ content: String, creator: String = "Garmin Connect") -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?><gpx creator="\(creator)" version="1.1" \
  xmlns="http://www.topografix.com/GPX/1/1" xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
  xmlns:v2="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
  xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
  xmlns:gpxdata="http://www.cluetrust.com/XML/GPXDATA/1/0" xmlns:other="http://example.com/furlongs">
  \(content)
  </gpx>
  """
}

/// Returns a track of the given segments.
func track(_ segments: String..., details: String = "") -> String {
  "<trk>\(details)\(segments.map { "<trkseg>\($0)</trkseg>" }.joined())</trk>"
}

/// Returns a track point `second` seconds after 2026-01-15T08:00:00Z, up to a day.
///
/// By default, the position moves north at 10 m/s.
func trackPoint(_ second: Int, _ extensions: String = "", place: String? = nil, rest: String = "") -> String {
  let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
  let time = "2026-01-15T\(digits(8 + second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))Z"
  let place = place ?? "lat=\"\(48 + Double(second) * 10 / metersOfDegree)\" lon=\"16\""
  let inner = extensions.isEmpty ? "" : "<extensions>\(extensions)</extensions>"
  return "<trkpt \(place)>\(rest)<time>\(time)</time>\(inner)</trkpt>\n"
}

/// Metres per degree of latitude on a sphere with Earth's mean radius.
let metersOfDegree = 111_195.08

func content(_ text: String, piece: Int = .max) throws(FileFault) -> ImportedFile {
  var decoder = RideFileDecoder()
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    try decoder.feed(Array(rest.prefix(piece)))
    rest = rest.dropFirst(piece)
  }
  return try decoder.finish()
}
