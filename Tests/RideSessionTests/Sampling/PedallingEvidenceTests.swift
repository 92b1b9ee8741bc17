import BluetoothLE
import Foundation
import Testing

@testable import RideSession

/// The values of a trainer, four times a second, and the evidence in them.
struct PedallingEvidenceTests {
  private var evidence = PedallingEvidence()
  private var now = MonotonicInstant.origin

  /// Adds some seconds of values, each by the time since their beginning.
  ///
  /// Returns the verdict on each.
  @discardableResult
  private mutating func show(
    _ seconds: Double, rpm: Double?, watts: (Double) -> Double?, kmh: (Double) -> Double? = { _ in nil }
  ) -> [Bool?] {
    stride(from: 0, to: seconds, by: 0.25).map { time in
      now = now.advanced(by: .milliseconds(250))
      evidence.observe(rpm: rpm, watts: watts(time), kmh: kmh(time), at: now)
      return evidence.isPedalling
    }
  }

  @discardableResult
  private mutating func show(_ seconds: Double, rpm: Double?, watts: Double?, kmh: Double? = nil) -> [Bool?] {
    show(seconds, rpm: rpm, watts: { _ in watts }, kmh: { _ in kmh })
  }

  @Test mutating func `a cadence is evidence at once`() {
    #expect(show(1, rpm: 60, watts: 0) == [true, true, true, true])
    #expect(evidence.cadence == .proven)
    #expect(show(1, rpm: 0, watts: 0) == [false, false, false, false])
    #expect(evidence.believedRpm(at: now) == 0)
  }

  @Test mutating func `three seconds of power overrule a zero of an unproven cadence`() {
    let shown = show(6, rpm: 0, watts: 25)
    #expect(shown.firstIndex(of: true) == 12)
    #expect(shown.dropFirst(12).allSatisfy { $0 == true })
    #expect(evidence.cadence == .unproven, "who pedals so softly may have none")
    #expect(evidence.believedRpm(at: now) == nil)
    #expect(show(1, rpm: 0, watts: 5) == [false, false, false, false])
  }

  @Test mutating func `a zero cadence counts as missing after five seconds at thirty watts`() {
    show(5, rpm: 0, watts: 30)
    #expect(evidence.cadence == .unproven)
    show(0.25, rpm: 0, watts: 30)
    #expect(evidence.cadence == .missing)
    #expect(show(0.5, rpm: 0, watts: 3) == [true, true], "power alone tells")
    #expect(show(0.5, rpm: 0, watts: 0) == [false, false])
    show(0.25, rpm: 40, watts: 0)
    #expect(evidence.cadence == .proven)
  }

  @Test mutating func `a cadence that is in no record also counts as missing`() {
    #expect(show(6, rpm: nil, watts: 100).allSatisfy { $0 == true })
    #expect(evidence.cadence == .missing)
  }

  @Test mutating func `a zero of a proven cadence is ignored while power holds`() {
    show(10, rpm: 88, watts: 150)
    let shown = show(30, rpm: 0, watts: { 150 + 10 * ($0 * 8).truncatingRemainder(dividingBy: 3) })
    #expect(shown.allSatisfy { $0 == true })
    #expect(evidence.believedRpm(at: now) == nil)
  }

  @Test(arguments: [60.0, 150, 400], [0.5, 1, 2, 3])
  mutating func `the falling watts of a coasting flywheel are not evidence`(_ watts: Double, _ halving: Double) {
    show(10, rpm: 88, watts: watts)
    let shown = show(20, rpm: 0, watts: { watts * exp2(-$0 / halving) })
    #expect(shown.dropFirst(10).allSatisfy { $0 == false })
  }

  /// The power falls in steps of a few watts, because the trainer averages over the last seconds.
  @Test mutating func `the smoothed watts of a trainer are not evidence after the legs stop`() {
    show(10, rpm: 88, watts: 200)
    let shown = show(10, rpm: 0, watts: { max(0, 200 - 66 * $0) })
    #expect(shown.dropFirst(6).allSatisfy { $0 == false })
  }

  @Test mutating func `a steady speed is evidence if cadence and power are zero`() {
    let shown = show(20, rpm: 0, watts: { _ in 0 }, kmh: { 12 + ($0 * 4).truncatingRemainder(dividingBy: 3) / 10 })
    #expect(shown.firstIndex(of: true) == 24)
    #expect(shown.dropFirst(24).allSatisfy { $0 == true })
  }

  @Test(arguments: [20.0, 35])
  mutating func `the falling speed of a coasting flywheel is not evidence`(_ kmh: Double) {
    let shown = show(40, rpm: 0, watts: { _ in 0 }, kmh: { max(0, kmh - $0 / 2) })
    #expect(shown.allSatisfy { $0 == false })
  }

  @Test mutating func `speed is not evidence if the cadence is proven`() {
    show(10, rpm: 60, watts: 40, kmh: 20)
    #expect(show(20, rpm: 0, watts: 0, kmh: 20).allSatisfy { $0 == false })
  }

  @Test mutating func `power from before a gap is ignored`() {
    show(10, rpm: 88, watts: 150)
    now = now.advanced(by: .seconds(4))
    #expect(show(3, rpm: 0, watts: 150).allSatisfy { $0 == false })
    #expect(show(1, rpm: 0, watts: 150).allSatisfy { $0 == true })
  }

  @Test mutating func `cadence and power that arrive separately are judged together`() {
    for _ in 0..<20 {
      show(0.25, rpm: 80, watts: nil)
      show(0.25, rpm: nil, watts: 120)
    }
    #expect(evidence.believedRpm(at: now) == 80)
    show(0.25, rpm: 0, watts: nil)
    show(0.25, rpm: nil, watts: 10)
    #expect(evidence.isPedalling == false)
  }

  @Test mutating func `a low speed without cadence and power gives no verdict`() {
    #expect(show(3, rpm: nil, watts: nil, kmh: 3).allSatisfy { $0 == nil })
  }
}
