import BluetoothLE
import Foundation
import Testing

@testable import RideSession

/// What a trainer shows, four times a second, and what is made of it.
struct PedallingEvidenceTests {
  private var evidence = PedallingEvidence()
  private var now = MonotonicInstant.origin

  /// Shows so many seconds of values, each by the seconds since the stretch began; returns what was made of each.
  @discardableResult
  private mutating func show(
    _ seconds: Double, rpm: Double?, watts: (Double) -> Double?, kmh: (Double) -> Double? = { _ in nil }
  ) -> [Bool?] {
    stride(from: 0, to: seconds, by: 0.25).map { time in
      now = now.advanced(by: .milliseconds(250))
      evidence.saw(rpm: rpm, watts: watts(time), kmh: kmh(time), at: now)
      return evidence.isPedalling
    }
  }

  @discardableResult
  private mutating func show(_ seconds: Double, rpm: Double?, watts: Double?, kmh: Double? = nil) -> [Bool?] {
    show(seconds, rpm: rpm, watts: { _ in watts }, kmh: { _ in kmh })
  }

  @Test mutating func cadenceTellsAtOnce() {
    #expect(show(1, rpm: 60, watts: 0) == [true, true, true, true])
    #expect(evidence.cadence == .proven)
    #expect(show(1, rpm: 0, watts: 0) == [false, false, false, false])
    #expect(evidence.believedRpm(at: now) == 0)
  }

  @Test mutating func unprovenZeroIsOverruledByThreeSecondsOfPower() {
    let shown = show(6, rpm: 0, watts: 25)
    #expect(shown.firstIndex(of: true) == 12)
    #expect(shown.dropFirst(12).allSatisfy { $0 == true })
    #expect(evidence.cadence == .unproven, "who pedals so softly may have none")
    #expect(evidence.believedRpm(at: now) == nil)
    #expect(show(1, rpm: 0, watts: 5) == [false, false, false, false])
  }

  @Test mutating func cadenceIsMissingAfterFiveSecondsOfThirtyWatts() {
    show(5, rpm: 0, watts: 30)
    #expect(evidence.cadence == .unproven)
    show(0.25, rpm: 0, watts: 30)
    #expect(evidence.cadence == .missing)
    #expect(show(0.5, rpm: 0, watts: 3) == [true, true], "power alone tells")
    #expect(show(0.5, rpm: 0, watts: 0) == [false, false])
    show(0.25, rpm: 40, watts: 0)
    #expect(evidence.cadence == .proven)
  }

  @Test mutating func cadenceThatNeverStoodInARecordIsMissingToo() {
    #expect(show(6, rpm: nil, watts: 100).allSatisfy { $0 == true })
    #expect(evidence.cadence == .missing)
  }

  @Test mutating func zeroThatDropsOutOfAProvenCadenceIsNoneWhilePowerHolds() {
    show(10, rpm: 88, watts: 150)
    let shown = show(30, rpm: 0, watts: { 150 + 10 * ($0 * 8).truncatingRemainder(dividingBy: 3) })
    #expect(shown.allSatisfy { $0 == true })
    #expect(evidence.believedRpm(at: now) == nil)
  }

  @Test(arguments: [60.0, 150, 400], [0.5, 1, 2, 3])
  mutating func wattsOfACoastingFlywheelDoNotHold(_ watts: Double, _ halving: Double) {
    show(10, rpm: 88, watts: watts)
    let shown = show(20, rpm: 0, watts: { watts * exp2(-$0 / halving) })
    #expect(shown.dropFirst(10).allSatisfy { $0 == false })
  }

  /// With steps of a few watts, as a mean of the last seconds in the trainer itself makes them.
  @Test mutating func wattsThatATrainerSmoothsDoNotHold() {
    show(10, rpm: 88, watts: 200)
    let shown = show(10, rpm: 0, watts: { max(0, 200 - 66 * $0) })
    #expect(shown.dropFirst(6).allSatisfy { $0 == false })
  }

  @Test mutating func speedThatHoldsTellsWhereNeitherCadenceNorPowerDoes() {
    let shown = show(20, rpm: 0, watts: { _ in 0 }, kmh: { 12 + ($0 * 4).truncatingRemainder(dividingBy: 3) / 10 })
    #expect(shown.firstIndex(of: true) == 24)
    #expect(shown.dropFirst(24).allSatisfy { $0 == true })
  }

  @Test(arguments: [20.0, 35])
  mutating func speedOfACoastingFlywheelDoesNotHold(_ kmh: Double) {
    let shown = show(40, rpm: 0, watts: { _ in 0 }, kmh: { max(0, kmh - $0 / 2) })
    #expect(shown.allSatisfy { $0 == false })
  }

  @Test mutating func speedCountsForNothingBesideAProvenCadence() {
    show(10, rpm: 60, watts: 40, kmh: 20)
    #expect(show(20, rpm: 0, watts: 0, kmh: 20).allSatisfy { $0 == false })
  }

  @Test mutating func powerBeforeAGapIsForgotten() {
    show(10, rpm: 88, watts: 150)
    now = now.advanced(by: .seconds(4))
    #expect(show(3, rpm: 0, watts: 150).allSatisfy { $0 == false })
    #expect(show(1, rpm: 0, watts: 150).allSatisfy { $0 == true })
  }

  @Test mutating func cadenceAndPowerThatComeApartAreSeenTogether() {
    for _ in 0..<20 {
      show(0.25, rpm: 80, watts: nil)
      show(0.25, rpm: nil, watts: 120)
    }
    #expect(evidence.believedRpm(at: now) == 80)
    show(0.25, rpm: 0, watts: nil)
    show(0.25, rpm: nil, watts: 10)
    #expect(evidence.isPedalling == false)
  }

  @Test mutating func nothingTellsNothing() {
    #expect(show(3, rpm: nil, watts: nil, kmh: 3).allSatisfy { $0 == nil })
  }
}
