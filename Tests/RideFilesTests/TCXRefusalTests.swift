import RideSession
import Testing

@testable import RideFiles

/// What is refused, each with its line.
@Suite struct TCXRefusalTests {
  @Test(arguments: [
    ("<DistanceMeters>12,5</DistanceMeters>", RideFileError.Code.malformed),
    ("<DistanceMeters>NaN</DistanceMeters>", .malformed), ("<DistanceMeters>INF</DistanceMeters>", .malformed),
    ("<DistanceMeters>1e999</DistanceMeters>", .outOfRange), ("<DistanceMeters>-0.1</DistanceMeters>", .outOfRange),
    ("<DistanceMeters>0x10</DistanceMeters>", .malformed), ("<DistanceMeters>1 2</DistanceMeters>", .malformed),
    ("<DistanceMeters><b/></DistanceMeters>", .malformed), ("<AltitudeMeters>1e6</AltitudeMeters>", .outOfRange),
    ("<HeartRateBpm><Value>256</Value></HeartRateBpm>", .outOfRange),
    ("<HeartRateBpm><Value>-1</Value></HeartRateBpm>", .outOfRange),
    ("<HeartRateBpm><Value>high</Value></HeartRateBpm>", .malformed),
    ("<Cadence>255</Cadence>", .outOfRange), ("<Cadence>-1</Cadence>", .outOfRange),
    (
      "<Position><LatitudeDegrees>90.01</LatitudeDegrees><LongitudeDegrees>0</LongitudeDegrees></Position>", .outOfRange
    ),
    ("<Position><LatitudeDegrees>0</LatitudeDegrees><LongitudeDegrees>-181</LongitudeDegrees></Position>", .outOfRange),
    ("<Position><LatitudeDegrees>0</LatitudeDegrees></Position>", .malformed),
    ("<Extensions><x:TPX><x:Watts>65536</x:Watts></x:TPX></Extensions>", .outOfRange),
    ("<Extensions><x:TPX><x:Watts>-5</x:Watts></x:TPX></Extensions>", .outOfRange),
    ("<Extensions><x:TPX><x:Speed>-1</x:Speed></x:TPX></Extensions>", .outOfRange),
    ("<Time>2026-01-15</Time>", .malformed), ("<Time>yesterday</Time>", .malformed),
    ("<Time>1969-01-15T08:00:00Z</Time>", .outOfRange), ("<Time>2150-01-15T08:00:00Z</Time>", .outOfRange),
    ("<Time>2026-03-15T08:00:00Z</Time>", .tooLong), ("<Time/><Cadence>90</Cadence>", .malformed),
    ("<Cadence>&eins;</Cadence>", .forbidden),
  ])
  func aPointThatNoRideCanHaveIsRefused(_ content: String, _ code: RideFileError.Code) {
    let text = tcx(lap("\n" + point(0) + "\n" + point(1, content) + "\n" + point(2)))
    let error = #expect(throws: RideFileError.self) { try decoded(text) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.place.line == 4)
  }

  @Test(arguments: [
    ("<TotalTimeSeconds>-1</TotalTimeSeconds>", RideFileError.Code.outOfRange),
    ("<TotalTimeSeconds>long</TotalTimeSeconds>", .malformed), ("<Calories>65536</Calories>", .outOfRange),
    ("<AverageHeartRateBpm><Value>300</Value></AverageHeartRateBpm>", .outOfRange),
    ("<MaximumSpeed>-1</MaximumSpeed>", .outOfRange), ("<Cadence>255</Cadence>", .outOfRange),
    ("<Extensions><x:LX><x:MaxWatts>1e5</x:MaxWatts></x:LX></Extensions>", .outOfRange),
    ("<Lap/>", .noActivity),
  ])
  func aLapThatNoRideCanHaveIsRefused(_ content: String, _ code: RideFileError.Code) {
    let error = #expect(throws: RideFileError.self) { try decoded(tcx("<Lap>\n\(content)\n</Lap>")) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    if code != .noActivity { #expect(error?.place.line == 3) }
  }

  @Test func aLapsStartThatIsNoTimeIsRefused() {
    let error = #expect(throws: RideFileError.self) { try decoded(tcx("\n<Lap StartTime='soon'/>")) }
    #expect(error?.code == .malformed)
    #expect(error?.place.line == 3)
  }

  @Test(arguments: [
    ("<gpx/>", RideFileError.Code.notThisFormat),
    ("<TrainingCenterDatabase xmlns='urn:other'/>", .notThisFormat),
    ("<TrainingCenterDatabase/>", .noActivity),
    ("<TrainingCenterDatabase><Courses><Course><Track/></Course></Courses></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Workouts/><Folders/></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Activities><Activity/></Activities></TrainingCenterDatabase>", .noActivity),
    (
      "<TrainingCenterDatabase><Activities><Activity/><Activity/></Activities></TrainingCenterDatabase>",
      .severalActivities
    ),
    (
      "<TrainingCenterDatabase><Activities><MultiSportSession/></Activities></TrainingCenterDatabase>",
      .severalActivities
    ),
    (tcx(lap("<Trackpoint><Time/></Trackpoint>")), .noActivity),
  ])
  func whatIsNotOneActivityIsRefused(_ text: String, _ code: RideFileError.Code) {
    let error = #expect(throws: RideFileError.self) { try decoded(text) }
    #expect(error?.code == code, "\(error?.description ?? "")")
  }

  @Test func aRideBeyondTheLimitsIsRefused() throws {
    let text = tcx((0..<4).map { lap(point($0)) }.joined())
    let bytes = Array(text.utf8)
    #expect(try decoded([bytes], limits: ImportLimits(bytes: bytes.count, seconds: 4, laps: 4)).pattern == "####")
    for (limits, code) in [
      (ImportLimits(bytes: bytes.count - 1), RideFileError.Code.tooLarge), (ImportLimits(seconds: 3), .tooLong),
      (ImportLimits(laps: 3), .tooLong),
    ] {
      let error = #expect(throws: RideFileError.self) { try decoded([bytes], limits: limits) }
      #expect(error?.code == code)
    }
  }

  @Test func manyTracksAreTooMany() {
    let text = tcx(lap(String(repeating: point(0) + "</Track><Track>", count: 5) + point(1)))
    let error = #expect(throws: RideFileError.self) {
      try decoded([Array(text.utf8)], limits: ImportLimits(seconds: 4))
    }
    #expect(error?.code == .tooLong)
  }
}
