import RideSession
import Testing

@testable import RideFiles

/// What is refused, each with its line.
@Suite struct TCXRefusalTests {
  @Test(arguments: [
    ("<DistanceMeters><b/></DistanceMeters>", RideFileError.Code.malformed), ("<Cadence>&eins;</Cadence>", .forbidden),
  ])
  func markupWhereAValueStandsIsRefused(_ content: String, _ code: RideFileError.Code) {
    let text = tcx(lap("\n" + point(0) + "\n" + point(1, content) + "\n" + point(2)))
    let error = #expect(throws: RideFileError.self) { try decoded(text) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.place.line == 4)
  }

  @Test func pointsMonthsApartAreNoRide() {
    let far = point(1, "<Time>2026-03-15T08:00:00Z</Time>")
    let error = #expect(throws: RideFileError.self) { try decoded(tcx(lap(point(0) + far + point(2)))) }
    #expect(error?.code == .tooLong)
  }

  @Test(arguments: [
    ("<gpx/>", RideFileError.Code.notThisFormat),
    ("<TrainingCenterDatabase xmlns='urn:other'/>", .notThisFormat),
    ("<TrainingCenterDatabase/>", .noActivity),
    ("<TrainingCenterDatabase><Courses><Course><Track/></Course></Courses></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Workouts/><Folders/></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Activities><Activity/></Activities></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Activities><Activity/><Activity/></Activities></TrainingCenterDatabase>", .noActivity),
    ("<TrainingCenterDatabase><Activities><MultiSportSession/></Activities></TrainingCenterDatabase>", .noActivity),
    (tcx(lap("<Trackpoint><Time/></Trackpoint>")), .noActivity),
  ])
  func whatHoldsNoRideIsRefused(_ text: String, _ code: RideFileError.Code) {
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
