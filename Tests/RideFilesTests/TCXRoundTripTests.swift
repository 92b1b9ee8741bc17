import Foundation
import Rides
import Testing

@testable import RideFiles

/// Import from TCX and export to TCX.
@Suite struct TCXRoundTripTests {
  private static func encoded(_ record: RideRecord) -> [UInt8] { TCXEncoderTests.encoder.encode(record) }

  /// Two laps with a common point, a gap, a pause, and a point with only a time before and after the pause.
  static let twoLaps = tcx(
    """
    <Id>2026-01-15T07:59:59.000Z</Id>
    <Lap StartTime="2026-01-15T08:00:00.000Z"><TotalTimeSeconds>10.25</TotalTimeSeconds>
    <DistanceMeters>10</DistanceMeters><Calories>1</Calories><Intensity>Active</Intensity>
    <TriggerMethod>Time</TriggerMethod>
    <Track>\(point(0))\(point(1))\(point(5))\(point(10))</Track><Notes>Over &amp; under</Notes></Lap>
    <Lap StartTime="2026-01-15T08:00:10.000Z"><TotalTimeSeconds>9</TotalTimeSeconds>
    <DistanceMeters>15.5</DistanceMeters><Calories>0</Calories><Intensity>Resting</Intensity>
    <TriggerMethod>HeartRate</TriggerMethod>
    <Track>\(point(10))\(point(12))\(point(13, ""))</Track><Track>\(point(20, ""))\(point(25))</Track></Lap>
    <Notes> as it\n was </Notes>
    """, sport: "Other")

  @Test(arguments: [TCXDecoderTests.whole, twoLaps])
  func `a ride from TCX is unchanged after writing and reading it`(_ text: String) throws {
    let record = try decoded(text)
    #expect(try decoded([Self.encoded(record)]) == record)
  }

  @Test(.enabled(if: ForeignReader.isThere, "needs python3"))
  func `import and export preserve every number in a TCX file`() async throws {
    let ours = Self.encoded(try decoded(Self.twoLaps))
    let verdict = try await ForeignReader.reading("same", [Array(Self.twoLaps.utf8), ours])
    #expect(verdict.hasSuffix(" values\n"))
  }

  @Test(
    .enabled(if: ForeignReader.isThere && ForeignReader.activitiesExist, "needs python3 and ../shared"),
    arguments: ForeignReader.activities)
  func `import and export preserve every number in another program's TCX file`(_ file: URL) async throws {
    let theirs = Array(try Data(contentsOf: file))
    let record = try decoded([theirs])
    let ours = Self.encoded(record)
    #expect(try decoded([ours]) == record)
    let verdict = try await ForeignReader.reading("same", [theirs, ours])
    #expect(verdict.hasSuffix(" values\n"))
  }

  @Test func `the golden TCX file is the same ride after writing and reading it`() throws {
    let record = try decoded(goldenTCX)
    #expect(record.start == rideStart)
    #expect(record.pattern == "##.##")
    #expect(record.origin?.device == .init(name: "jz2d", product: 0, serial: 0, version: [1, 2, 3, 0]))
    #expect(try decoded([Self.encoded(record)]) == record)
  }

  @Test func `a trimmed TCX ride has new figures and counts its distance from 0`() throws {
    let text = try String(
      decoding: Self.encoded(decoded(Self.twoLaps).cut(to: 5..<13, activityID: morning)), as: UTF8.self)
    #expect(text.values(of: "Id") == ["2026-01-15T08:00:00.000Z"])
    #expect(text.values(of: "TotalTimeSeconds") == ["5", "3"])
    #expect(text.values(of: "DistanceMeters") == ["4", "4", "7", "9", "11"])
    #expect(text.values(of: "Time").map { $0.dropLast(5).suffix(2) } == ["05", "10", "12"])
    #expect(text.values(of: "TriggerMethod") == ["Time", "HeartRate"])
  }
}

/// Laps, name and note of recorded and imported rides.
@Suite struct TCXLapTests {
  private static func record(_ laps: [RideLap], origin: RideOrigin? = nil) -> RideRecord {
    var record = ride(
      (0..<10).map { second in
        RideSample(second: second, timerRunning: true, speedKmh: 36, distanceMeters: Double(second + 1) * 10)
      })
    (record.laps, record.origin) = (laps, origin)
    return record
  }

  private static func text(_ record: RideRecord) -> String {
    String(decoding: TCXEncoderTests.encoder.encode(record), as: UTF8.self)
  }

  @Test func `the figures of a TCX lap are computed from its rows`() {
    let text = Self.text(Self.record([RideLap(second: 0), RideLap(second: 4, isResting: true)]))
    #expect(text.values(of: "TotalTimeSeconds") == ["4", "6"])
    #expect(text.events(of: ["<Lap", "<Track>", "<Time>", "</Lap>"]).count == 2 * 3 + 10)
    #expect(text.values(of: "Intensity") == ["Active", "Resting"])
    #expect(text.values(of: "ns3:AvgSpeed") == ["10", "10"])
    let distances = text.values(of: "DistanceMeters")
    #expect([distances[0], distances[5]] == ["40", "60"])
  }

  @Test func `given figures of a TCX lap take precedence over computed ones`() {
    let fileTotals: [SummaryField: Double] = [
      .timerSeconds: 3.5, .kilocalories: 7.4, .averageMetersPerSecond: 9.999_999,
    ]
    for format in RideOrigin.Format.allCases {
      let text = Self.text(
        Self.record([RideLap(second: 0, trigger: .end, fileTotals: fileTotals)], origin: .init(format: format)))
      #expect(text.values(of: "TotalTimeSeconds") == ["3.5"])
      #expect(text.values(of: "Calories") == ["7"])
      #expect(text.values(of: "ns3:AvgSpeed") == ["9.999999"])
      #expect(text.values(of: "DistanceMeters").first == "100")
      #expect(text.values(of: "TriggerMethod") == ["Manual"])
      #expect(text.values(of: "MaximumSpeed") == (format == .tcx ? [] : ["10"]))
    }
  }

  @Test func `a ride without laps is written as one TCX lap with its figures`() {
    var record = Self.record([], origin: RideOrigin(format: .fit))
    record.fileTotals = [.kilocalories: 321]
    #expect(Self.text(record).values(of: "Calories") == ["321"])
  }

  @Test func `TCX laps after the last row are empty`() {
    let text = Self.text(Self.record([RideLap(second: 0), RideLap(second: 10), RideLap(second: .max)]))
    #expect(text.values(of: "TotalTimeSeconds") == ["10", "0", "0"])
  }

  @Test(
    arguments: [
      (nil, nil, false, nil), ("Ramp", nil, false, "Ramp"), (nil, "hard", false, "hard"),
      ("Ramp", "hard", false, "Ramp\nhard"), ("Ramp", "hard", true, "hard"), ("Ramp", nil, true, nil),
    ] as [(String?, String?, Bool, String?)])
  func `the name precedes the note in TCX, unless the note was imported`(
    _ name: String?, _ note: String?, _ isForeign: Bool, _ notes: String?
  ) {
    var record = Self.record([], origin: isForeign ? RideOrigin(format: .tcx) : nil)
    (record.name, record.note) = (name, note)
    #expect(Self.text(record).values(of: "Notes") == [notes].compactMap { $0 })
  }

  @Test func `a TCX activity has the ride's own identifier`() {
    var record = Self.record([])
    record.activityID = morning
    let text = Self.text(record)
    #expect(text.values(of: "Id") == ["2026-01-15T08:00:00.000Z"])
    #expect(text.contains("<Lap StartTime=\"2026-11-21T06:45:12.250Z\">"))
  }

  @Test(
    arguments: [
      (RideOrigin.Device(), nil),
      (
        .init(name: "A & B"),
        "<Name>A &amp; B</Name><UnitId>0</UnitId><ProductID>0</ProductID><Version><VersionMajor>0</VersionMajor>"
          + "<VersionMinor>0</VersionMinor></Version>"
      ),
      (
        .init(product: 70_000, serial: -1, version: [1, 2, 3, 4, 5]),
        "<Name></Name><UnitId>0</UnitId><ProductID>65535</ProductID><Version><VersionMajor>1</VersionMajor>"
          + "<VersionMinor>2</VersionMinor><BuildMajor>3</BuildMajor><BuildMinor>4</BuildMinor></Version>"
      ),
    ] as [(RideOrigin.Device, String?)])
  func `the creator in TCX is the device of the imported file`(_ device: RideOrigin.Device, _ written: String?) {
    let text = Self.text(Self.record([], origin: RideOrigin(format: .fit, device: device)))
    #expect(text.values(of: "Creator xsi:type=\"Device_t\"") == [])
    let creator = text.split(separator: "<Creator xsi:type=\"Device_t\">").dropFirst().first
    #expect(creator.map { String($0.split(separator: "</Creator>")[0]) } == written)
  }
}
