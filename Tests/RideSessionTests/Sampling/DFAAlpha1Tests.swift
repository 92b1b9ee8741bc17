import Foundation
import Rides
import TestKit
import Testing

@testable import RideSession

@Suite struct DFAAlpha1Tests {
  @Test(arguments: [RRSeries.rest, .low, .mid, .high])
  func `alpha-1 equals that of other programs`(series: RRSeries) throws {
    let alpha1 = try #require(DFAAlpha1.alpha1(rrMilliseconds: series.milliseconds))
    #expect(abs(alpha1 - series.alpha1) < 1e-9)
  }

  @Test func `a constant series has no alpha-1`() {
    #expect(DFAAlpha1.alpha1(rrMilliseconds: Array(repeating: 1000, count: 64)) == nil)
    #expect(DFAAlpha1.alpha1(rrMilliseconds: Array(repeating: 461.9140625, count: 261)) == nil)
  }

  @Test func `too few beats and values that are not finite have no alpha-1`() {
    #expect(DFAAlpha1.alpha1(rrMilliseconds: []) == nil)
    #expect(DFAAlpha1.alpha1(rrMilliseconds: Array(RRSeries.low.milliseconds.prefix(31))) == nil)
    #expect(DFAAlpha1.alpha1(rrMilliseconds: Array(RRSeries.low.milliseconds.prefix(32))) != nil)
    #expect(DFAAlpha1.alpha1(rrMilliseconds: RRSeries.low.milliseconds + [.nan]) == nil)
    #expect(DFAAlpha1.alpha1(rrMilliseconds: RRSeries.low.milliseconds + [.infinity]) == nil)
  }

  @Test func `alpha-1 does not depend on the unit`() throws {
    let ticks = try #require(DFAAlpha1.alpha1(rrMilliseconds: RRSeries.mid.ticks.map(Double.init)))
    #expect(abs(ticks - RRSeries.mid.alpha1) < 1e-9)
  }
}

@Suite struct RRArtefactTests {
  /// Returns two minutes below the threshold with beats changed at each of the places.
  private func changed(at places: [Int], _ change: (Double) -> [Double]) -> [Double] {
    RRSeries.mid.milliseconds.enumerated().flatMap { places.contains($0) ? change($1) : [$1] }
  }

  /// Returns the difference of alpha-1 from its value without the artefacts.
  private func error(_ intervals: [Double]) throws -> Double {
    abs(try #require(DFAAlpha1.alpha1(rrMilliseconds: intervals)) - RRSeries.mid.alpha1)
  }

  @Test func `clean exercise has no artefacts`() {
    for series in [RRSeries.low, .mid, .high] {
      #expect(RRArtefacts.removed(from: series.milliseconds) == series.milliseconds)
    }
  }

  @Test(arguments: [299.0, 2001.0, 0.0, 63999.0])
  func `an impossible interval is an artefact`(interval: Double) {
    #expect(RRArtefacts.removed(from: Array(repeating: interval, count: 40)).isEmpty)
  }

  @Test func `missed and extra beats are removed`() throws {
    let places = [20, 70, 120, 170, 220]
    let missed = changed(at: places) { [$0 * 2] }
    let extra = changed(at: places) { [$0 * 0.4, $0 * 0.6] }
    #expect(RRArtefacts.removed(from: missed).count == 262 - 5)
    #expect(RRArtefacts.removed(from: extra).count == 262 - 5)
    #expect(try error(missed) > 0.25, "left in they change the verdict")
    #expect(try error(RRArtefacts.removed(from: missed)) < 0.06)
    #expect(try error(RRArtefacts.removed(from: extra)) < 0.06)
  }

  /// Returns two minutes of beats that vary by `swing` milliseconds with a breath of four seconds.
  private func breathing(_ rate: Double, by swing: Double) -> [Double] {
    var (intervals, time): ([Double], Double) = ([], 0)
    while time < 120_000 {
      intervals.append(60_000 / rate + swing * sin(2 * .pi * time / 4000))
      time += intervals[intervals.count - 1]
    }
    return intervals
  }

  @Test(arguments: [(58.0, 60.0), (70, 60), (85, 40), (95, 30), (105, 25)])
  func `breathing at a slow heart rate is not an artefact`(_ rate: Double, _ swing: Double) {
    let intervals = breathing(rate, by: swing)
    #expect(RRArtefacts.removed(from: intervals) == intervals)
  }

  @Test(arguments: [(60.0, 0.21), (80, 0.21), (100, 0.13), (120, 0.06), (160, 0.06)])
  func `an early beat is removed at every heart rate`(_ rate: Double, _ share: Double) {
    var intervals = Array(repeating: 60_000 / rate, count: 40)
    intervals[20] *= 1 - share
    #expect(RRArtefacts.removed(from: intervals).count == 39)
  }

  @Test func `a beat 5 percent off its neighbours stays and one further off is removed`() {
    var intervals = Array(repeating: 500.0, count: 40)
    intervals[20] = 525
    #expect(RRArtefacts.removed(from: intervals).count == 40)
    intervals[20] = 526
    #expect(RRArtefacts.removed(from: intervals).count == 39)
  }

  // MARK: - At rest

  /// Returns the places of the artefacts of a heart at rest.
  private func artefacts(_ intervals: [Double]) -> [Int] {
    let sound = RRArtefacts.sound(intervals, during: .rest)
    return sound.indices.filter { !sound[$0] }
  }

  /// Returns a minute at 1000 ms with a slight variation, and other intervals inserted at a place.
  private func even(with intervals: [Double], at place: Int = 30) -> [Double] {
    var even: [Double] = (0..<60).map { 1000 + 15 * sin(Double($0)) }
    even.replaceSubrange(place..<(place + intervals.count), with: intervals)
    return even
  }

  @Test(arguments: [46.0...62, 45...63, 42...60, 50...70, 55...75], [60.0, 300])
  func `six deep breaths a minute are not artefacts`(beatsPerMinute: ClosedRange<Double>, seconds: Double) {
    for seed in 1...20 {
      var (time, intervals) = (0.0, [Double]())
      let half = (beatsPerMinute.upperBound - beatsPerMinute.lowerBound) / 2
      while time < seconds {
        let rate = beatsPerMinute.lowerBound + half * (1 + sin(2 * .pi * time / 10))
        let noise = 11.3 * sin(Double(seed * 1000 + intervals.count * 12_345))
        intervals.append(60_000 / rate + noise)
        time += intervals[intervals.count - 1] / 1000
      }
      #expect(artefacts(intervals).isEmpty)
    }
  }

  @Test func `a natural dip of the intervals is not an artefact`() {
    #expect(artefacts(even(with: [853, 832, 783, 990])).isEmpty)
    #expect(artefacts(even(with: [920, 879])).isEmpty)
  }

  @Test func `each kind of artefact is found at its place`() {
    #expect(artefacts(even(with: [750, 1250])) == [30, 31], "ectopic")
    #expect(artefacts(even(with: [1250, 750])) == [30, 31], "ectopic")
    #expect(artefacts(even(with: [1960])) == [30], "missed")
    #expect(artefacts(even(with: [1960, 1980])) == [30, 31], "missed twice")
    #expect(artefacts(even(with: [390, 610])) == [30, 31], "extra")
    #expect(artefacts(even(with: [700])) == [30], "short")
    #expect(artefacts(even(with: [1450])) == [30], "long")
  }

  @Test(arguments: [0, 1, 57, 58])
  func `an artefact at an end of a series is found`(place: Int) {
    #expect(artefacts(even(with: [700, 1300], at: place)) == [place, place + 1])
    #expect(artefacts(even(with: [1990], at: place + (place > 50 ? 1 : 0))) == [place + (place > 50 ? 1 : 0)])
  }

  @Test func `a series full of artefacts is not mistaken for natural variation`() {
    let bigeminy = (0..<60).map { $0.isMultiple(of: 2) ? 750.0 : 1250 }
    #expect(artefacts(bigeminy).count > 50)
  }

  @Test(.enabled(if: SharedMaterial.has(SharedMaterial.file("fixtures/rr/rest_rri.txt"))))
  func `a published rest has no artefacts, and a published day has its ectopic beats`() throws {
    func series(_ file: String) throws -> [Double] {
      try String(contentsOf: SharedMaterial.file("fixtures/rr/\(file)"), encoding: .utf8)
        .split(whereSeparator: \.isNewline).compactMap { Double($0) }
    }
    #expect(try artefacts(series("rest_rri.txt")).isEmpty)
    let day = try artefacts(series("e1304.txt"))
    #expect(day.count == 15)
    #expect(day.starts(with: [2248, 2249, 2319, 2320, 2341, 2342, 2347]))
  }
}
