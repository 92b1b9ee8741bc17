import Rides
import Testing

@testable import RideAnalysis

@Suite struct TrimAnalysisTests {
  private func analysis(_ shape: TrimShape) -> TrimAnalysis {
    TrimAnalysis(shape.samples, settings: TrimShape.settings)
  }

  @Test(.enabled(if: TrimShapeFile.isThere, "needs ../shared/fixtures/trim_shapes.json"))
  func `the table of trim shapes equals the fixture`() throws {
    #expect(try TrimShapeFile.read() == TrimShape.fixture)
  }

  @Test(arguments: TrimShape.all)
  func `the activity of a shape ends where expected`(_ shape: TrimShape) throws {
    let found = analysis(shape)
    let end = try #require(found.activityEnd)
    #expect(abs(end - 1 - shape.expected.end) <= 10)
    #expect(found.isForgotten == shape.expected.isForgotten)
    #expect(abs(found.suggestedEnd - 1 - shape.expected.suggestedEnd) <= 10)
    #expect(found.tailSeconds == shape.samples.count - end)
  }

  @Test(arguments: TrimShape.all)
  func `the work window of a shape is found`(_ shape: TrimShape) throws {
    let found = analysis(shape)
    #expect(abs(found.workWindow.lowerBound - shape.expected.start) <= 10)
    #expect(abs(found.workWindow.upperBound - 1 - shape.expected.last) <= 10)
    if let level = shape.expected.level { #expect(abs(try #require(found.level) - level) <= 0.5) }
    if !shape.hasPower { #expect(found.level == nil) }
  }

  /// A cut must remove the steep drop of power at the end.
  @Test(arguments: TrimShape.steady)
  func `the work window of a steady shape ends at its level`(_ shape: TrimShape) throws {
    let found = analysis(shape)
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

  @Test(arguments: TrimShape.all)
  func `a forgotten ride is cut after its activity, and any other ride is cut to its work`(_ shape: TrimShape) throws {
    let found = analysis(shape)
    let proposal = try #require(shape.name == "never_in_zone_2" ? found.workWindow : found.proposal)
    #expect(proposal == (shape.expected.isForgotten ? 0..<found.suggestedEnd : found.workWindow))
  }

  @Test func `a ride that is all work is not cut`() throws {
    let shape = try #require(TrimShape.all.first { $0.name == "never_in_zone_2" })
    #expect(analysis(shape).workWindow == 0..<3600)
    #expect(analysis(shape).proposal == nil)
  }

  @Test func `a cut that leaves less than a minute is not proposed`() {
    let samples = (0..<800).map { RideSample(second: $0, timerRunning: true, powerWatts: $0 < 50 ? 150 : 0) }
    let found = TrimAnalysis(samples, settings: TrimShape.settings)
    #expect(found.isForgotten)
    #expect(found.suggestedEnd == 55)
    #expect(found.proposal == nil)
  }

  @Test func `a ride without activity has no end of activity`() {
    for watts in [nil, 0.0] {
      let samples = (0..<3600).map { RideSample(second: $0, timerRunning: true, powerWatts: watts) }
      let found = TrimAnalysis(samples, settings: TrimShape.settings)
      #expect(found.activityEnd == nil)
      #expect(!found.isForgotten)
      #expect((found.suggestedEnd, found.tailSeconds) == (3600, 0))
      #expect(found.workWindow == 0..<3600)
      #expect(found.proposal == nil)
    }
  }

  @Test func `an empty ride has no work and no proposal`() {
    let found = TrimAnalysis([], settings: TrimShape.settings)
    #expect(found.activityEnd == nil)
    #expect(found.workWindow == 0..<0)
    #expect(found.proposal == nil)
  }

  @Test func `a ride of one second is work`() {
    let sample = RideSample(second: 0, timerRunning: true, powerWatts: 150, beatsPerMinute: 120)
    let found = TrimAnalysis([sample], settings: TrimShape.settings)
    #expect(found.activityEnd == 1)
    #expect(found.workWindow == 0..<1)
    #expect(found.level == 150)
    #expect(found.proposal == nil)
  }

  @Test func `spikes of the heart rate do not move the work window`() throws {
    var shape = try #require(TrimShape.all.first { $0.name == "hr_only_forgot" }).samples
    let before = TrimAnalysis(shape, settings: TrimShape.settings)
    for second in stride(from: 20, to: shape.count, by: 97) { shape[second].beatsPerMinute = 220 }
    shape[10].beatsPerMinute = .max
    let found = TrimAnalysis(shape, settings: TrimShape.settings)
    #expect(abs(found.suggestedEnd - before.suggestedEnd) <= 10)
    #expect(abs(found.workWindow.lowerBound - before.workWindow.lowerBound) <= 10)
  }

  @Test func `stretches without power do not end the work`() throws {
    let shape = try #require(TrimShape.all.first { $0.name == "steady_halfpower_cooldown" })
    var samples = shape.samples
    for second in Array(1000..<1400) + Array(3000..<3020) + Array(3570..<3575) { samples[second].powerWatts = nil }
    let found = TrimAnalysis(samples, settings: TrimShape.settings)
    #expect(abs(found.workWindow.upperBound - 3600) <= 10)
    #expect(abs(try #require(found.level) - 150) <= 0.5)
  }

  /// As in a file with one point every five seconds.
  @Test func `rows without values in between hardly change the result`() throws {
    let shape = try #require(TrimShape.all.first { $0.name == "negative_drift_zone2" })
    let samples = shape.samples.map { sample in
      sample.second % 5 == 0 ? sample : RideSample(second: sample.second, timerRunning: true)
    }
    let found = TrimAnalysis(samples, settings: TrimShape.settings)
    #expect(found.activityEnd == 3836)
    #expect(abs(found.workWindow.lowerBound - shape.expected.start) <= 10)
    #expect(abs(found.workWindow.upperBound - 1 - shape.expected.last) <= 10)
  }

  @Test func `seconds with a stopped timer are not work`() {
    let samples = (0..<4200).map { second in
      let isPaused = (1800..<2400).contains(second) || second >= 4000
      return RideSample(second: second, timerRunning: !isPaused, powerWatts: isPaused ? 0 : 150)
    }
    let found = TrimAnalysis(samples, settings: TrimShape.settings)
    #expect(found.activityEnd == 4000)
    #expect(!found.isForgotten)
    #expect(found.workWindow == 0..<4000)
    #expect(found.level == 150)
  }

  @Test func `a sprint at the end is not part of the work`() {
    let samples = (0..<3600).map {
      RideSample(second: $0, timerRunning: true, powerWatts: $0 < 3570 ? 150 : 400)
    }
    #expect(TrimAnalysis(samples, settings: TrimShape.settings).workWindow == 0..<3570)
  }

  /// Hours at a desk are most of the ride, so their heart rate is the typical one.
  @Test func `a heart rate alone reveals a ride that was forgotten for hours`() throws {
    let shape = try #require(TrimShape.all.first { $0.name == "forgot_8h_trainer_silent_strap_on" })
    let samples = shape.samples.map { sample in
      RideSample(second: sample.second, timerRunning: true, beatsPerMinute: sample.beatsPerMinute)
    }
    let found = TrimAnalysis(samples, settings: TrimShape.settings)
    #expect(found.isForgotten)
    #expect(abs(found.suggestedEnd - 3645) <= 10)
  }

  @Test func `cadence alone counts as activity`() {
    let samples = (0..<1000).map { RideSample(second: $0, timerRunning: true, cadenceRpm: $0 < 600 ? 85 : 0) }
    let found = TrimAnalysis(samples, settings: TrimShape.settings)
    #expect(found.activityEnd == 600)
    #expect(found.isForgotten)
    #expect(found.level == nil)
  }
}

@Suite struct TrimRangeTests {
  @Test func `a missing bound is the ride's own`() throws {
    #expect(try TrimRange(from: 100, to: nil, of: 3600).seconds == 100..<3600)
    #expect(try TrimRange(from: nil, to: 3500, of: 3600).seconds == 0..<3500)
  }

  @Test func `a cut may leave one minute`() throws {
    #expect(try TrimRange(from: 100, to: 160, of: 3600).seconds == 100..<160)
  }

  @Test(
    arguments: [
      (100, 159, .tooShort), (3599, nil, .tooShort), (200, 100, .backwards), (100, 100, .backwards),
      (3600, nil, .backwards), (-1, 3600, .beforeStart), (Int.min, Int.max, .beforeStart), (0, 3601, .afterEnd),
      (3601, nil, .afterEnd), (Int.max, Int.max, .afterEnd), (10, -5, .backwards), (nil, nil, .nothingToCut),
      (0, 3600, .nothingToCut),
    ] as [(Int?, Int?, TrimError.Code)])
  func `a cut that is not possible reports the reason`(_ from: Int?, _ to: Int?, _ code: TrimError.Code) {
    let error = #expect(throws: TrimError.self) { try TrimRange(from: from, to: to, of: 3600) }
    #expect(error?.code == code)
    #expect(error?.elapsedSeconds == 3600)
  }

  @Test func `a ride of less than a minute is not cut`() {
    let error = #expect(throws: TrimError.self) { try TrimRange(from: 10, to: nil, of: 59) }
    #expect(error?.code == .tooShort)
  }
}
