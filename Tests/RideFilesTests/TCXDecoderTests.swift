import Rides
import Testing

@testable import RideFiles

@Suite struct TCXDecoderTests {
  static let whole = tcx(
    """
    <Id>2026-01-15T08:00:00.000Z</Id>
    <Lap StartTime="2026-01-15T08:00:00.000Z"><TotalTimeSeconds>2.5</TotalTimeSeconds>
    <DistanceMeters>24.9</DistanceMeters><MaximumSpeed>8.300000190734863</MaximumSpeed><Calories>1</Calories>
    <AverageHeartRateBpm><Value>121</Value></AverageHeartRateBpm>
    <MaximumHeartRateBpm><Value>122</Value></MaximumHeartRateBpm><Intensity>Resting</Intensity>
    <Cadence>88</Cadence><TriggerMethod>Distance</TriggerMethod><Track>
    <Trackpoint><Time>2026-01-15T08:00:00.000Z</Time>
    <Position><LatitudeDegrees>52.15776275843382</LatitudeDegrees><LongitudeDegrees>-4.5</LongitudeDegrees></Position>
    <AltitudeMeters>-20.200000762939453</AltitudeMeters><DistanceMeters>6.590000152587891</DistanceMeters>
    <HeartRateBpm><Value>154</Value></HeartRateBpm><Cadence>90</Cadence>
    <Extensions><x:TPX><x:Speed>6.438000202178955</x:Speed><x:Watts>162</x:Watts></x:TPX></Extensions></Trackpoint>
    <Trackpoint><Time>2026-01-15T08:00:01.000Z</Time><HeartRateBpm><Value>0</Value></HeartRateBpm>
    <Cadence>0</Cadence></Trackpoint></Track>
    <Extensions><x:LX><x:AvgSpeed>8.3</x:AvgSpeed></x:LX><x:LX><x:MaxBikeCadence>90</x:MaxBikeCadence>
    <x:Steps>4</x:Steps><x:AvgWatts>150</x:AvgWatts><x:MaxWatts>162</x:MaxWatts></x:LX></Extensions></Lap>
    <Notes>A &amp; B\n </Notes>
    <Creator><Name>Edge</Name><UnitId>3907354759</UnitId><ProductID>1836</ProductID><Version>
    <VersionMajor>15</VersionMajor><VersionMinor>20</VersionMinor></Version></Creator>
    """)

  static let record = RideRecord(
    id: 0, start: morning, plannedSeconds: 2, trainerName: nil, note: "A & B\n ",
    samples: [
      RideSample(
        second: 0, timerRunning: true, powerWatts: 162, cadenceRpm: 90, beatsPerMinute: 154,
        speedKmh: 6.438000202178955 * 3.6, distanceMeters: 6.590000152587891,
        position: Place(latitudeDegrees: 52.15776275843382, longitudeDegrees: -4.5),
        altitudeMeters: -20.200000762939453, imported: ImportedValues(speedMetersPerSecond: 6.438000202178955)),
      // The lap's distance is the ride's.
      RideSample(second: 1, timerRunning: true, cadenceRpm: 0, distanceMeters: 24.9),
    ], events: [],
    laps: [
      RideLap(
        second: 0, trigger: .distance, isResting: true,
        fileTotals: [
          .timerSeconds: 2.5, .distanceMeters: 24.9, .maximumMetersPerSecond: 8.300000190734863, .kilocalories: 1,
          .averageBeatsPerMinute: 121, .maximumBeatsPerMinute: 122, .averageCadenceRpm: 88,
          .averageMetersPerSecond: 8.3,
          .maximumCadenceRpm: 90, .strokes: 4, .averageWatts: 150, .maximumWatts: 162,
        ])
    ],
    origin: RideOrigin(
      format: .tcx, device: .init(name: "Edge", product: 1836, serial: 3_907_354_759, version: [15, 20])))

  @Test func `all values of a TCX file are read`() throws {
    #expect(try decoded(Self.whole) == Self.record)
  }

  @Test func `a TCX file split anywhere gives the same ride`() throws {
    let bytes = Array(Self.whole.utf8)
    for split in stride(from: 0, to: bytes.count, by: 7) {
      let record = try decoded([Array(bytes[..<split]), Array(bytes[split...])])
      #expect(record == Self.record, "split at \(split)")
    }
    #expect(try decoded(bytes.map { [$0] }) == Self.record)
  }

  @Test func `every prefix of a TCX file is refused as cut off`() throws {
    let bytes = Array(Self.whole.utf8)
    for count in stride(from: 0, to: bytes.count, by: 3) {
      let error = #expect(throws: FileFault.self) { try decoded([Array(bytes[..<count])]) }
      #expect(error?.code == .cut, "of \(count) bytes: \(error?.description ?? "")")
    }
  }

  @Test func `TCX elements may be in any order`() throws {
    let record = try decoded(
      tcx(
        """
        <Creator><Version><VersionMinor>2</VersionMinor><VersionMajor>1</VersionMajor></Version><Name>GC</Name></Creator>
        <Notes>first</Notes><Lap StartTime="2026-01-15T08:00:00Z"><Extensions><x:LX><x:Steps>4</x:Steps></x:LX></Extensions>
        <Track><Trackpoint><Extensions><x:TPX><x:Watts>150</x:Watts></x:TPX></Extensions><Cadence>90</Cadence>
        <Time>2026-01-15T08:00:00Z</Time></Trackpoint></Track><Calories>7</Calories></Lap><Id>2026-01-15T07:59:59Z</Id>
        """))
    #expect(record.samples == [RideSample(second: 0, timerRunning: true, powerWatts: 150, cadenceRpm: 90)])
    #expect(record.laps == [RideLap(second: 0, fileTotals: [.strokes: 4, .kilocalories: 7])])
    #expect(record.origin?.device == .init(name: "GC", version: [1, 2]))
    #expect(record.activityID == UnixTime(seconds: morning.milliseconds / 1000 - 1))
  }

  @Test func `unknown TCX elements are skipped`() throws {
    let record = try decoded(
      tcx(
        """
        <Training><Plan><Name>not the device</Name></Plan></Training><o:Notes xmlns:o="urn:other">not ours</o:Notes>
        <Lap StartTime="2026-01-15T08:00:00Z" other="x"><Notes>of the lap</Notes><Track>
        <Trackpoint><Time>2026-01-15T08:00:00Z</Time><SensorState>Present</SensorState><Watts>1</Watts>
        <Extensions><o:TPX xmlns:o="urn:other"><o:Watts>2</o:Watts></o:TPX><x:TPX><x:Watts>150</x:Watts>
        <x:Extensions><x:Watts>3</x:Watts></x:Extensions></x:TPX></Extensions></Trackpoint></Track></Lap>
        """))
    #expect(record.samples == [RideSample(second: 0, timerRunning: true, powerWatts: 150)])
    #expect(record.note == nil)
    #expect(record.laps.map(\.label) == ["of the lap"])
    #expect(record.origin?.device == .init())
  }

  @Test(arguments: [
    "<TPX xmlns='http://www.garmin.com/xmlschemas/ActivityExtension/v2'><Watts>150</Watts></TPX>",
    "<TPX><Watts>150</Watts></TPX>", "<ns3:TPX><ns3:Watts>150</ns3:Watts></ns3:TPX>",
    "<a:TPX xmlns:a='http://www.garmin.com/xmlschemas/ActivityExtension/v1'><a:Watts>150</a:Watts></a:TPX>",
  ])
  func `power in TCX is read with any namespace prefix`(_ element: String) throws {
    let record = try decoded(tcx(lap(point(0, "<Extensions>\(element)</Extensions>"))))
    #expect(record.samples.map(\.powerWatts) == [150])
  }

  @Test func `an empty TCX element counts as absent`() throws {
    let record = try decoded(
      tcx(
        """
        <Id/><Notes></Notes><Lap StartTime=""><TotalTimeSeconds> </TotalTimeSeconds><AverageHeartRateBpm/>
        <MaximumHeartRateBpm><Value>0</Value></MaximumHeartRateBpm><Track>
        <Trackpoint><Time>2026-01-15T08:00:00Z</Time><Position/><AltitudeMeters/><DistanceMeters>\n</DistanceMeters>
        <HeartRateBpm><Value/></HeartRateBpm><Cadence></Cadence><Extensions><x:TPX><x:Watts/></x:TPX></Extensions>
        </Trackpoint><Trackpoint/><Trackpoint><Time/></Trackpoint></Track></Lap><Lap/><Creator><Name/></Creator>
        """))
    #expect(record.samples == [RideSample(second: 0, timerRunning: true)])
    #expect(record.laps == [RideLap(second: 0)])
    #expect(record.note == nil)
    #expect(record.activityID == morning)
    #expect(record.origin == RideOrigin(format: .tcx))
  }

  @Test func `TCX times are read with and without an offset`() throws {
    let times = ["2026-01-15T09:00:00+01:00", "2026-01-15T08:00:01", "2026-01-15T08:00:02.0000000Z"]
    let points = times.map { "<Trackpoint><Time> \($0) </Time><Cadence>90</Cadence></Trackpoint>" }.joined()
    let record = try decoded(tcx("<Lap><Track>\(points)</Track></Lap>"))
    #expect(record.start == morning)
    #expect(record.pattern == "###")
  }

  @Test func `TCX points, laps and tracks may be out of order`() throws {
    let record = try decoded(
      tcx(
        """
        <Lap StartTime="2026-01-15T08:00:10Z"><Calories>2</Calories><Track>\(point(11))\(point(10))</Track></Lap>
        <Lap StartTime="2026-01-15T08:00:00Z"><Calories>1</Calories><Track>\(point(7))\(point(9))\(point(8))</Track>
        <Track>\(point(2))\(point(1))\(point(0))</Track></Lap>
        """))
    #expect(record.pattern == "###....#####")
    #expect(record.samples.compactMap(\.distanceMeters) == [0, 1, 2, 7, 8, 9, 10, 11])
    #expect(record.laps.map(\.second) == [0, 10])
    #expect(record.laps.map(\.fileTotals) == [[.kilocalories: 1], [.kilocalories: 2]])
  }

  @Test(arguments: [
    ("Biking", 2), ("Running", 1), ("Other", 0), ("", 0), ("biking", 2), ("Cycling", 2), ("Ride", 2),
    ("running", 1), ("Swimming", 5), ("Kayaking", 0),
  ])
  func `the sport of a TCX activity is read`(_ sport: String, _ number: Int) throws {
    #expect(try decoded(tcx(lap(point(0)), sport: sport)).origin?.sport == number)
  }

  @Test(arguments: [
    ("Manual", RideLap.Trigger.manual), ("Distance", .distance), ("Location", .location), ("Time", .time),
    ("HeartRate", .heartRate), ("Whim", .manual),
  ])
  func `the trigger of a TCX lap is read`(_ method: String, _ trigger: RideLap.Trigger) throws {
    let record = try decoded(
      tcx("<Lap><TriggerMethod>\(method)</TriggerMethod><Track>\(point(0))</Track></Lap>"))
    #expect(record.laps.map(\.trigger) == [trigger])
  }
}

/// Timer time in TCX.
@Suite struct TCXTimerTests {
  @Test func `a gap between points of a TCX track is timer time unless it is long`() throws {
    #expect(
      try decoded(tcx(lap([0, 1, 5, 40].map { point($0) }.joined()))).pattern == "##---#"
        + String(repeating: ".", count: 34) + "#")
  }

  @Test func `the timer stops between the tracks of a TCX lap`() throws {
    let tracks = [[0, 1], [3, 4], [5], [60]].map { seconds in seconds.map { point($0) }.joined() }
    let record = try decoded(tcx(lap(tracks.joined(separator: "</Track><Track/><Track>"))))
    #expect(record.pattern == "##.###" + String(repeating: ".", count: 54) + "#")
    #expect(record.plannedSeconds == 6)
  }

  @Test func `the timer keeps running between TCX laps unless the break is long`() throws {
    let record = try decoded(
      tcx(
        """
        <Lap StartTime="2026-01-15T08:00:00Z"><Track>\(point(0))\(point(1))</Track></Lap>
        <Lap StartTime="2026-01-15T08:00:11Z"><Track>\(point(11))\(point(12))</Track></Lap>
        <Lap StartTime="2026-01-15T08:00:12Z"><Track>\(point(23))</Track></Lap>
        """))
    #expect(record.pattern == "##---------##..........#")
    #expect(record.laps.map(\.second) == [0, 11, 12])
  }

  @Test func `a TCX lap that ends with the next lap's first point lasts until that point`() throws {
    let record = try decoded(
      tcx(
        """
        <Lap StartTime="2026-01-15T08:00:00Z"><Track>\(point(0))\(point(2))</Track></Lap>
        <Lap StartTime="2026-01-15T08:00:02Z"><Track>\(point(2))\(point(3))</Track></Lap>
        <Lap StartTime="2026-01-15T08:00:04Z"><Track>\(point(4))</Track></Lap>
        """))
    #expect(record.pattern == "#-###")
    #expect(record.laps.map { $0.fileTotals[.elapsedSeconds] } == [2, nil, nil])
  }

  @Test func `a TCX ride begins with its first lap or its first point`() throws {
    let early = tcx("<Lap StartTime='2026-01-15T07:59:57Z'><Track>\(point(0))</Track></Lap>")
    #expect(try decoded(early).pattern == "---#")
    let late = tcx("<Lap StartTime='2026-01-15T08:00:01Z'><Track>\(point(0))\(point(1))</Track></Lap>")
    #expect(try decoded(late).start == morning)
    #expect(try decoded(late).laps.map(\.second) == [0])
    let between = tcx("<Lap StartTime='2026-01-15T07:59:59.500Z'><Track>\(point(0))</Track></Lap>")
    #expect(try decoded(between).start == morning)
  }
}

/// Refused files, with the line of the error.
@Suite struct TCXRefusalTests {
  @Test(arguments: [
    ("<DistanceMeters><b/></DistanceMeters>", FileFault.Code.malformed), ("<Cadence>&eins;</Cadence>", .forbidden),
  ])
  func `markup in a TCX value is refused with its line number`(_ content: String, _ code: FileFault.Code) {
    let text = tcx(lap("\n" + point(0) + "\n" + point(1, content) + "\n" + point(2)))
    let error = #expect(throws: FileFault.self) { try decoded(text) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.place.line == 4)
  }

  @Test func `TCX points months apart are refused`() {
    let far = point(1, "<Time>2026-03-15T08:00:00Z</Time>")
    let error = #expect(throws: FileFault.self) { try decoded(tcx(lap(point(0) + far + point(2)))) }
    #expect(error?.code == .tooLong)
  }

  @Test(arguments: [
    ("<gpx/>", FileFault.Code.notThisFormat),
    ("<TrainingCenterDatabase xmlns='urn:other'/>", .notThisFormat),
    ("<TrainingCenterDatabase/>", .noActivity),
    ("<TrainingCenterDatabase><Courses><Course><Track/></Course></Courses></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Workouts/><Folders/></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Activities><Activity/></Activities></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Activities><Activity/><Activity/></Activities></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Activities><MultiSportSession/></Activities></TrainingCenterDatabase>", .noActivity),
    (tcx(lap("<Trackpoint><Time/></Trackpoint>")), .noActivity),
  ])
  func `a TCX file without a ride is refused`(_ text: String, _ code: FileFault.Code) {
    let error = #expect(throws: FileFault.self) { try decoded(text) }
    #expect(error?.code == code, "\(error?.description ?? "")")
  }

  @Test func `a TCX ride beyond the limits is refused`() throws {
    let text = tcx((0..<4).map { lap(point($0)) }.joined())
    let bytes = Array(text.utf8)
    #expect(try decoded([bytes], limits: ImportLimits(bytes: bytes.count, seconds: 4, laps: 4)).pattern == "####")
    for (limits, code) in [
      (ImportLimits(bytes: bytes.count - 1), FileFault.Code.tooLarge), (ImportLimits(seconds: 3), .tooManyPoints),
      (ImportLimits(laps: 3), .tooManyLaps),
    ] {
      let error = #expect(throws: FileFault.self) { try decoded([bytes], limits: limits) }
      #expect(error?.code == code)
      #expect(error?.found == error?.allowed.map { $0 + 1 })
    }
  }

  @Test func `the error for too many TCX laps has their total count`() {
    let text = tcx((0..<9).map { lap(point($0)) }.joined())
    let error = #expect(throws: FileFault.self) { try decoded([Array(text.utf8)], limits: ImportLimits(laps: 2)) }
    #expect((error?.found, error?.allowed) == (9, 2))
  }

  @Test(arguments: ["2026-01-15 8:00:00Z", "1970-01-01T00:00:07Z", "2100-01-01T00:00:00Z", "15.1.2026"])
  func `TCX points with impossible times are refused, and the error quotes the first time`(_ time: String) {
    let points = String(repeating: "<Trackpoint><Time>\(time)</Time><Cadence>80</Cadence></Trackpoint>", count: 3)
    let error = #expect(throws: FileFault.self) { try decoded(tcx(lap("\n" + points))) }
    #expect(error?.code == .badTimes)
    #expect(error?.found == 3)
    #expect(error?.line == 3)
    #expect(error?.detail.prefix(10) == time.prefix(10))
  }

  @Test(arguments: [
    "2026-01-15 08:00:00Z", "2026-01-15t08:00:00z", "2026-01-15T08:00:00,000Z", "2026-01-15 08:00:00 UTC",
  ])
  func `a TCX time in another unambiguous form is read`(_ time: String) throws {
    let ride = try decoded(tcx(lap("<Trackpoint><Time>\(time)</Time><Cadence>80</Cadence></Trackpoint>")))
    #expect(ride.start == morning)
  }

  @Test func `too many TCX tracks are refused`() {
    let text = tcx(lap(String(repeating: point(0) + "</Track><Track>", count: 5) + point(1)))
    let error = #expect(throws: FileFault.self) {
      try decoded([Array(text.utf8)], limits: ImportLimits(seconds: 4))
    }
    #expect(error?.code == .tooManyParts)
  }
}
