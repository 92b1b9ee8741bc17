import Rides
import Testing

@testable import RideFiles

/// TCX that programs write although the schema does not allow it.
///
/// The ride is still read.
@Suite struct ForeignTCXTests {
  /// Strava's archive has ten spaces before the declaration.
  @Test(arguments: ["          ", "\n", " \r\n\t", String(repeating: " ", count: 3000)])
  func `white space before the XML declaration of TCX is skipped`(_ space: String) throws {
    let text = #"<?xml version="1.0" encoding="UTF-8"?>"# + TCXDecoderTests.whole
    for piece in [1, 7, 100_000] {
      var decoder = RideFileDecoder()
      var rest = Array((space + text).utf8)[...]
      while !rest.isEmpty {
        try decoder.feed(Array(rest.prefix(piece)))
        rest = rest.dropFirst(piece)
      }
      #expect(try decoder.finish() == ImportedFile(rides: [TCXDecoderTests.record]))
    }
  }

  @Test(arguments: [
    "<DistanceMeters>12,5</DistanceMeters>", "<DistanceMeters>NaN</DistanceMeters>",
    "<DistanceMeters>INF</DistanceMeters>", "<DistanceMeters>1e999</DistanceMeters>",
    "<DistanceMeters>-0.1</DistanceMeters>", "<DistanceMeters>0x10</DistanceMeters>",
    "<DistanceMeters>1 2</DistanceMeters>", "<AltitudeMeters>1e6</AltitudeMeters>",
    "<HeartRateBpm><Value>256</Value></HeartRateBpm>", "<HeartRateBpm><Value>-1</Value></HeartRateBpm>",
    "<HeartRateBpm><Value>high</Value></HeartRateBpm>", "<Cadence>255</Cadence>", "<Cadence>-1</Cadence>",
    "<Position><LatitudeDegrees>90.01</LatitudeDegrees><LongitudeDegrees>0</LongitudeDegrees></Position>",
    "<Position><LatitudeDegrees>0</LatitudeDegrees><LongitudeDegrees>-181</LongitudeDegrees></Position>",
    "<Position><LatitudeDegrees>0</LatitudeDegrees></Position>",
    "<Extensions><x:TPX><x:Watts>65536</x:Watts></x:TPX></Extensions>",
    "<Extensions><x:TPX><x:Watts>-1</x:Watts></x:TPX></Extensions>",
    "<Extensions><x:TPX><x:Watts>NaN</x:Watts></x:TPX></Extensions>",
    "<Extensions><x:TPX><x:Speed>-1</x:Speed></x:TPX></Extensions>",
  ])
  func `an impossible TCX value is left out and reported with its line number`(_ content: String) throws {
    let beats = "<HeartRateBpm><Value>120</Value></HeartRateBpm>"
    let bad = point(1, content.contains("HeartRate") ? content : beats + content)
    let imported = try imported(tcx(lap("\n" + point(0) + "\n" + bad + "\n" + point(2))))
    let ride = try #require(imported.rides.first)
    #expect(ride.samples.count == 3)
    let row = content.contains("HeartRate") ? nil : 120
    #expect(ride.samples[1].beatsPerMinute == row)
    #expect(ride.samples.allSatisfy { $0.powerWatts == nil && $0.cadenceRpm == nil })
    #expect(imported.leftOut.count == 1)
    #expect(imported.leftOut.first?.line == 4)
  }

  @Test(arguments: [
    "<Time>2026-01-15</Time><Cadence>90</Cadence>", "<Time>yesterday</Time>", "<Time>1969-01-15T08:00:00Z</Time>",
    "<Time>2150-01-15T08:00:00Z</Time>", "<Time/><Cadence>90</Cadence>",
  ])
  func `a TCX point without a credible time is left out`(_ content: String) throws {
    let bad = "<Trackpoint>\(content)</Trackpoint>"
    let imported = try imported(tcx(lap("\n" + point(0) + "\n" + bad + "\n" + point(1))))
    #expect(imported.rides.map(\.pattern) == ["##"])
    #expect(imported.leftOut.count == 1)
    #expect(imported.leftOut.first?.line == 4)
  }

  @Test func `values left out of TCX are counted, and the first is reported`() throws {
    let points = (0..<5).map { point($0, $0 % 2 == 1 ? "<Cadence>255</Cadence>" : "<Cadence>90</Cadence>") }
    let imported = try imported(tcx(lap("\n" + points.joined(separator: "\n"))))
    #expect(imported.rides.map { $0.samples.filter { !$0.isCarried }.map(\.cadenceRpm) } == [[90, 90, 90]])
    #expect(imported.leftOut.count == 2)
    #expect(imported.leftOut.first?.line == 4)
  }

  @Test(arguments: [
    "<TotalTimeSeconds>-1</TotalTimeSeconds>", "<TotalTimeSeconds>long</TotalTimeSeconds>",
    "<Calories>65536</Calories>", "<AverageHeartRateBpm><Value>300</Value></AverageHeartRateBpm>",
    "<MaximumSpeed>-1</MaximumSpeed>", "<Cadence>255</Cadence>",
    "<Extensions><x:LX><x:MaxWatts>1e5</x:MaxWatts></x:LX></Extensions>",
  ])
  func `an impossible figure of a TCX lap is left out and reported`(_ content: String) throws {
    let imported = try imported(tcx("<Lap>\n\(content)\n<Track>\(point(0))</Track></Lap>"))
    #expect(imported.rides.map { $0.laps.map(\.fileTotals) } == [[[:]]])
    #expect(imported.leftOut.count == 1)
    #expect(imported.leftOut.first?.line == 3)
  }

  @Test func `a TCX lap with an invalid start begins at its first point`() throws {
    let imported = try imported(tcx("\n<Lap StartTime='soon'><Track>\(point(3))</Track></Lap>"))
    #expect(imported.rides.map(\.pattern) == ["#"])
    #expect(imported.rides.map { $0.laps.map(\.second) } == [[0]])
    #expect(imported.leftOut.count == 1)
    #expect(imported.leftOut.first?.line == 3)
  }

  @Test(arguments: ["+0000", "+00", "-00:00", "+00:00", "Z"])
  func `a UTC offset in TCX is read in every usual form`(_ offset: String) throws {
    let times = (0..<2).map { "<Trackpoint><Time>2026-01-15T08:00:0\($0)\(offset)</Time></Trackpoint>" }.joined()
    let imported = try imported(tcx("<Lap><Track>\(times)</Track></Lap>"))
    #expect(imported.rides.map(\.start) == [morning])
    #expect(imported.leftOut == LeftOut())
  }

  @Test func `TCX points of another year are left out`() throws {
    let bad = "<Trackpoint><Time>2028-01-15T08:00:00Z</Time><Cadence>9</Cadence></Trackpoint>"
    let points = (0..<20).map { point($0) }
    let text = tcx(lap("\n" + points[..<10].joined() + "\n" + bad + "\n" + points[10...].joined()))
    let imported = try imported(text)
    #expect(imported.rides.map(\.pattern) == [String(repeating: "#", count: 20)])
    #expect(imported.leftOut.count == 1)
    #expect(imported.leftOut.first?.line == 4)
  }
}

/// Files with several rides.
@Suite struct SeveralTCXTests {
  private static func activity(_ second: Int, sport: String = "Biking") -> String {
    "<Activity Sport='\(sport)'><Notes>\(second)</Notes>\(lap(point(second) + point(second + 1)))</Activity>"
  }

  private static func file(_ content: String) -> String {
    "<TrainingCenterDatabase><Activities>\(content)</Activities></TrainingCenterDatabase>"
  }

  @Test func `each TCX activity becomes a ride`() throws {
    let rides = try imported(Self.file(Self.activity(0) + "<Activity/>" + Self.activity(5, sport: "Running"))).rides
    #expect(rides.map(\.note) == ["0", "5"])
    #expect(rides.map { $0.origin?.sport } == [2, 1])
    #expect(rides.map { $0.laps.count } == [1, 1])
    #expect(rides.map { $0.samples.count } == [2, 7])
  }

  @Test func `each sport of a TCX session becomes a ride`() throws {
    let session = """
      <MultiSportSession><Id>2026-01-15T08:00:00Z</Id><FirstSport>\(Self.activity(0, sport: "Other"))</FirstSport>
      <NextSport><Transition StartTime="2026-01-15T08:00:02Z"><Track>\(point(2))</Track></Transition>
      \(Self.activity(3))</NextSport></MultiSportSession>
      """
    let rides = try imported(Self.file(session)).rides
    #expect(rides.map(\.note) == ["0", "3"])
    #expect(rides.map { $0.origin?.sport } == [0, 2])
  }

  @Test func `all rides of a TCX file share the limit of one ride`() throws {
    let text = Self.file(Self.activity(0) + Self.activity(2))
    #expect(try imported(text, limits: ImportLimits(seconds: 6)).rides.count == 2)
    let error = #expect(throws: FileFault.self) { try imported(text, limits: ImportLimits(seconds: 5)) }
    #expect(error?.code == .tooLong)
  }
}
