import Rides
import Testing

@testable import RideFiles

@Suite struct TCXEncoderTests {
  static let encoder = TCXEncoder(creator: .init(name: "jz2d", major: 1, minor: 2, patch: 3))

  static func text(_ samples: [RideSample], start: UnixTime = rideStart, notes: String? = nil) -> String {
    var record = ride(samples, start: start)
    record.note = notes
    return String(decoding: encoder.encode(record), as: UTF8.self)
  }

  @Test func `a ride is written as the golden TCX file`() {
    #expect(Self.text(goldenSamples, notes: "Zone 2") == goldenTCX)
  }

  @Test func `a pause ends the TCX track, and resuming begins another`() {
    let text = Self.text([
      .init(second: 0, timerRunning: true), .init(second: 1, timerRunning: true),
      .init(second: 2, timerRunning: false, powerWatts: 20), .init(second: 3, timerRunning: false),
      .init(second: 4, timerRunning: true),
    ])
    #expect(
      text.events(of: ["<Track>", "</Track>", "<Time>"]) == [
        "<Track>", "<Time>", "<Time>", "</Track>", "<Track>", "<Time>", "</Track>",
      ])
    #expect(text.values(of: "Time").last == "2026-11-21T06:45:16.250Z")
    #expect(text.values(of: "TotalTimeSeconds") == ["3"])
    #expect(!text.contains("Watts"))
  }

  @Test func `seconds without rows end the TCX track`() {
    let text = Self.text([
      .init(second: 0, timerRunning: true), .init(second: 60, timerRunning: true),
      .init(second: 61, timerRunning: true),
    ])
    #expect(
      text.events(of: ["<Track>", "<Time>"]) == ["<Track>", "<Time>", "<Track>", "<Time>", "<Time>"])
  }

  @Test func `TCX times increase strictly for rows in any order`() {
    let text = Self.text([0, 1, 1, 0, 3, 2].map { .init(second: $0, timerRunning: true) })
    #expect(text.values(of: "Time").map { $0.dropLast(5).suffix(2) } == ["12", "13", "15"])
  }

  @Test(arguments: [nil, 0, -3])
  func `a missing heart rate has no TCX element`(_ beats: Int?) {
    #expect(!Self.text([.init(second: 0, timerRunning: true, beatsPerMinute: beats)]).contains("HeartRateBpm"))
  }

  @Test func `a missing power has no TCX element, and coasting is 0 W`() {
    #expect(!Self.text([.init(second: 0, timerRunning: true)]).contains("ns3:Watts"))
    #expect(
      Self.text([.init(second: 0, timerRunning: true, powerWatts: 0)]).values(of: "ns3:Watts") == ["0"])
  }

  @Test(arguments: [
    (149.5, "150"), (149.49, "149"), (-4.0, "0"), (70_000.0, "65535"), (.greatestFiniteMagnitude, "65535"),
  ])
  func `power in TCX is rounded half up and limited`(_ watts: Double, _ written: String) {
    let text = Self.text([.init(second: 0, timerRunning: true, powerWatts: watts)])
    #expect(text.values(of: "ns3:Watts") == [written])
    #expect(text.values(of: "ns3:MaxWatts") == [written])
  }

  @Test func `huge values stay within the ranges of the TCX schema`() {
    let text = Self.text([
      .init(
        second: 0, timerRunning: true, powerWatts: 1e12, cadenceRpm: 1e9, beatsPerMinute: 100_000, speedKmh: 1e300,
        distanceMeters: 1e300)
    ])
    #expect(text.values(of: "Cadence") == ["254", "254"])
    #expect(text.values(of: "Value") == ["255", "255", "255"])
    #expect(text.values(of: "Calories") == ["65535"])
    #expect(text.values(of: "ns3:Speed") == ["1000000000000"])
    #expect(text.values(of: "DistanceMeters") == ["1000000000000", "1000000000000"])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a value that is not finite is absent from TCX`(_ value: Double) {
    let text = Self.text([
      .init(
        second: 0, timerRunning: true, powerWatts: value, cadenceRpm: value, speedKmh: value, distanceMeters: value)
    ])
    #expect(text.contains("<Trackpoint><Time>2026-11-21T06:45:12.250Z</Time></Trackpoint>"))
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test func `a ride without timer time has a TCX lap without a track`() {
    for samples in [[], [RideSample(second: 0, timerRunning: false, powerWatts: 40)]] {
      let text = Self.text(samples)
      #expect(text.contains("<Lap StartTime=\"2026-11-21T06:45:12.250Z\"><TotalTimeSeconds>0</TotalTimeSeconds>"))
      #expect(!text.contains("Track") && !text.contains("ns3:LX>"))
    }
  }

  @Test func `TCX notes are escaped, and control characters dropped`() {
    let text = Self.text([], notes: "a<b & c>d\u{0}\u{1B}[0m \u{85}\u{FFFF}ü🚴\n]]>")
    #expect(text.values(of: "Notes") == ["a&lt;b &amp; c&gt;d[0m ü🚴\n]]&gt;"])
  }

  @Test(arguments: [Int64.min, -1, 0, 253_402_300_799_999, .max])
  func `any start time is written to TCX with a four-digit year`(_ milliseconds: Int64) {
    let text = Self.text([.init(second: 1, timerRunning: true)], start: UnixTime(milliseconds: milliseconds))
    for time in text.values(of: "Time") + text.values(of: "Id") { #expect(time.utf8.count == 24 && time.last == "Z") }
  }
}

/// Checks the order of elements without the schema.
@Suite struct TCXElementOrderTests {
  @Test(arguments: [
    ("Activity", ["Id", "Lap", "Notes", "Creator"]),
    (
      "Lap",
      [
        "TotalTimeSeconds", "DistanceMeters", "MaximumSpeed", "Calories", "AverageHeartRateBpm", "MaximumHeartRateBpm",
        "Intensity", "Cadence", "TriggerMethod", "Track", "Extensions",
      ]
    ),
    ("Trackpoint", ["Time", "DistanceMeters", "HeartRateBpm", "Cadence", "Extensions"]),
    ("ns3:TPX", ["ns3:Speed", "ns3:Watts"]),
    ("ns3:LX", ["ns3:AvgSpeed", "ns3:MaxBikeCadence", "ns3:AvgWatts", "ns3:MaxWatts"]),
    ("Creator", ["Name", "UnitId", "ProductID", "Version"]),
    ("Author", ["Name", "Build", "LangID", "PartNumber"]),
    ("Version", ["VersionMajor", "VersionMinor", "BuildMajor", "BuildMinor"]),
  ])
  func `TCX elements follow the order of the schema`(_ element: String, _ children: [String]) {
    let full = RideSample(
      second: 0, timerRunning: true, powerWatts: 150, cadenceRpm: 88, beatsPerMinute: 130, speedKmh: 30,
      distanceMeters: 8)
    #expect(TCXEncoderTests.text([full], notes: "x").children(of: element) == children)
  }
}
