import Foundation
import Testing

@testable import RideSession

@Suite struct DFAAlpha1Tests {
  @Test(arguments: [RRSeries.rest, .low, .mid, .high])
  func `alpha-1 is the same as in other programs`(series: RRSeries) throws {
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
  /// Two minutes below the threshold with beats changed at each of the places.
  private func changed(at places: [Int], _ change: (Double) -> [Double]) -> [Double] {
    RRSeries.mid.milliseconds.enumerated().flatMap { places.contains($0) ? change($1) : [$1] }
  }

  /// The difference of alpha-1 from its value without the artefacts.
  private func error(_ intervals: [Double]) throws -> Double {
    abs(try #require(DFAAlpha1.alpha1(rrMilliseconds: intervals)) - RRSeries.mid.alpha1)
  }

  @Test func `clean exercise has no artefacts`() {
    for series in [RRSeries.low, .mid, .high] {
      #expect(RRArtefacts.removed(from: series.milliseconds) == series.milliseconds)
    }
  }

  @Test(arguments: [299.0, 2001.0, 0.0, 63999.0])
  func `an interval that no heart has is an artefact`(interval: Double) {
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

  /// Two minutes of beats that vary by `swing` milliseconds with a breath of four seconds.
  private func breathing(_ rate: Double, by swing: Double) -> [Double] {
    var (intervals, time): ([Double], Double) = ([], 0)
    while time < 120_000 {
      intervals.append(60_000 / rate + swing * sin(2 * .pi * time / 4000))
      time += intervals[intervals.count - 1]
    }
    return intervals
  }

  @Test(arguments: [(58.0, 60.0), (70, 60), (85, 40), (95, 30), (105, 25)])
  func `breathing at a slow heart rate is no artefact`(_ rate: Double, _ swing: Double) {
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
}
