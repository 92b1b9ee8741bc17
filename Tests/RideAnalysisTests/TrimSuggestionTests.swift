import RideSession
import Testing

@testable import RideAnalysis

@Suite struct TrimSuggestionTests {
  private func suggestion(_ shape: TrimShape) -> TrimSuggestion {
    TrimSuggestion(shape.samples, settings: TrimShape.settings)
  }

  @Test(.enabled(if: TrimShapeFile.isThere, "needs ../shared/fixtures/trim_shapes.json"))
  func theTableIsTheFixture() throws {
    #expect(try TrimShapeFile.read() == TrimShape.fixture)
  }

  @Test(arguments: TrimShape.all) func activityEndsWhereItDoes(_ shape: TrimShape) throws {
    let found = suggestion(shape)
    let end = try #require(found.activityEnd)
    #expect(abs(end - 1 - shape.expected.end) <= 10)
    #expect(found.isForgotten == shape.expected.isForgotten)
    #expect(abs(found.suggestedEnd - 1 - shape.expected.suggestedEnd) <= 10)
    #expect(found.tailSeconds == shape.samples.count - end)
  }

  @Test(arguments: TrimShape.all) func theWorkIsFound(_ shape: TrimShape) throws {
    let found = suggestion(shape)
    #expect(abs(found.workWindow.lowerBound - shape.expected.start) <= 10)
    #expect(abs(found.workWindow.upperBound - 1 - shape.expected.last) <= 10)
    if let level = shape.expected.level { #expect(abs(try #require(found.level) - level) <= 0.5) }
    if !shape.hasPower { #expect(found.level == nil) }
  }

  /// The steep drop that cutting is to spare a rider.
  @Test(arguments: TrimShape.steady) func theWorkEndsAtItsLevel(_ shape: TrimShape) throws {
    let found = suggestion(shape)
    let level = try #require(found.level)
    let work = RunningMeans(shape.samples[found.workWindow].map(\.powerWatts))
    let (end, range) = (work.indices.upperBound, work.indices)
    for pieceEnd in max(15, end - 45)...end {
      let mean = try #require(work.mean(in: pieceEnd - 15..<pieceEnd))
      #expect(abs(mean - level) <= 0.1 * level, "15 s before \(pieceEnd)")
    }
    let smoothed = range.compactMap { work.mean(in: $0 - 15..<$0 + 16) }
    let (least, most) = (try #require(smoothed.min()), try #require(smoothed.max()))
    #expect(most - least <= 0.2 * level)
  }

  @Test(arguments: TrimShape.all) func aForgottenRideIsCutAtItsEndAndAnyOtherToItsWork(_ shape: TrimShape) throws {
    let found = suggestion(shape)
    let proposal = try #require(shape.name == "never_in_zone_2" ? found.workWindow : found.proposal)
    #expect(proposal == (shape.expected.isForgotten ? 0..<found.suggestedEnd : found.workWindow))
  }

  @Test func aRideThatIsAllWorkIsNotCut() throws {
    let shape = try #require(TrimShape.all.first { $0.name == "never_in_zone_2" })
    #expect(suggestion(shape).workWindow == 0..<3600)
    #expect(suggestion(shape).proposal == nil)
  }

  @Test func aCutThatLeavesLessThanAMinuteIsNotProposed() {
    let samples = (0..<800).map { RideSample(second: $0, timerRunning: true, powerWatts: $0 < 50 ? 150 : 0) }
    let found = TrimSuggestion(samples, settings: TrimShape.settings)
    #expect(found.isForgotten)
    #expect(found.suggestedEnd == 55)
    #expect(found.proposal == nil)
  }

  @Test func aRideWithoutAnyActivityHasNoEndOfIt() {
    for watts in [nil, 0.0] {
      let samples = (0..<3600).map { RideSample(second: $0, timerRunning: true, powerWatts: watts) }
      let found = TrimSuggestion(samples, settings: TrimShape.settings)
      #expect(found.activityEnd == nil)
      #expect(!found.isForgotten)
      #expect((found.suggestedEnd, found.tailSeconds) == (3600, 0))
      #expect(found.workWindow == 0..<3600)
      #expect(found.proposal == nil)
    }
  }

  @Test func anEmptyRideHasNothing() {
    let found = TrimSuggestion([], settings: TrimShape.settings)
    #expect(found.activityEnd == nil)
    #expect(found.workWindow == 0..<0)
    #expect(found.proposal == nil)
  }

  @Test func oneSecondIsWork() {
    let sample = RideSample(second: 0, timerRunning: true, powerWatts: 150, beatsPerMinute: 120)
    let found = TrimSuggestion([sample], settings: TrimShape.settings)
    #expect(found.activityEnd == 1)
    #expect(found.workWindow == 0..<1)
    #expect(found.level == 150)
    #expect(found.proposal == nil)
  }

  @Test func spikesOfTheHeartRateStartAndEndNothing() throws {
    var shape = try #require(TrimShape.all.first { $0.name == "hr_only_forgot" }).samples
    let before = TrimSuggestion(shape, settings: TrimShape.settings)
    for second in stride(from: 20, to: shape.count, by: 97) { shape[second].beatsPerMinute = 220 }
    shape[10].beatsPerMinute = .max
    let found = TrimSuggestion(shape, settings: TrimShape.settings)
    #expect(abs(found.suggestedEnd - before.suggestedEnd) <= 10)
    #expect(abs(found.workWindow.lowerBound - before.workWindow.lowerBound) <= 10)
  }

  @Test func stretchesWithoutPowerAreNoPause() throws {
    let shape = try #require(TrimShape.all.first { $0.name == "steady_halfpower_cooldown" })
    var samples = shape.samples
    for second in Array(1000..<1400) + Array(3000..<3020) + Array(3570..<3575) { samples[second].powerWatts = nil }
    let found = TrimSuggestion(samples, settings: TrimShape.settings)
    #expect(abs(found.workWindow.upperBound - 3600) <= 10)
    #expect(abs(try #require(found.level) - 150) <= 0.5)
  }

  /// A file with a point every five seconds.
  @Test func rowsWithoutValuesBetweenOthersChangeLittle() throws {
    let shape = try #require(TrimShape.all.first { $0.name == "negative_drift_zone2" })
    let samples = shape.samples.map { sample in
      sample.second % 5 == 0 ? sample : RideSample(second: sample.second, timerRunning: true)
    }
    let found = TrimSuggestion(samples, settings: TrimShape.settings)
    #expect(found.activityEnd == 3836)
    #expect(abs(found.workWindow.lowerBound - shape.expected.start) <= 10)
    #expect(abs(found.workWindow.upperBound - 1 - shape.expected.last) <= 10)
  }

  @Test func whileTheTimerStandsThereIsNoWork() {
    let samples = (0..<4200).map { second in
      let isPaused = (1800..<2400).contains(second) || second >= 4000
      return RideSample(second: second, timerRunning: !isPaused, powerWatts: isPaused ? 0 : 150)
    }
    let found = TrimSuggestion(samples, settings: TrimShape.settings)
    #expect(found.activityEnd == 4000)
    #expect(!found.isForgotten)
    #expect(found.workWindow == 0..<4000)
    #expect(found.level == 150)
  }

  @Test func aSprintAtTheEndIsNotPartOfTheWork() {
    let samples = (0..<3600).map {
      RideSample(second: $0, timerRunning: true, powerWatts: $0 < 3570 ? 150 : 400)
    }
    #expect(TrimSuggestion(samples, settings: TrimShape.settings).workWindow == 0..<3570)
  }

  /// Hours at a desk are most of the ride, and their heart rate its usual one.
  @Test func aHeartAloneTellsOfARideThatWasForgottenForHours() throws {
    let shape = try #require(TrimShape.all.first { $0.name == "forgot_8h_trainer_silent_strap_on" })
    let samples = shape.samples.map { sample in
      RideSample(second: sample.second, timerRunning: true, beatsPerMinute: sample.beatsPerMinute)
    }
    let found = TrimSuggestion(samples, settings: TrimShape.settings)
    #expect(found.isForgotten)
    #expect(abs(found.suggestedEnd - 3645) <= 10)
  }

  @Test func cadenceAloneIsActivity() {
    let samples = (0..<1000).map { RideSample(second: $0, timerRunning: true, cadenceRpm: $0 < 600 ? 85 : 0) }
    let found = TrimSuggestion(samples, settings: TrimShape.settings)
    #expect(found.activityEnd == 600)
    #expect(found.isForgotten)
    #expect(found.level == nil)
  }
}
