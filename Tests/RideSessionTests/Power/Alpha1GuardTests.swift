import BluetoothLE
import Rides
import Testing

@testable import RideSession

@Suite struct Alpha1GuardTests {
  private struct Watch {
    var watched = Alpha1Guard()
    var now = MonotonicInstant.origin
    var changes = 0

    mutating func see(_ alpha1: Double?, seconds: Int, _ confidence: Alpha1Confidence = .good) {
      for _ in 0..<(seconds / 5) {
        now = now.advanced(by: .seconds(5))
        let estimate = Alpha1Status(value: alpha1, beats: 250, artefactPercent: 1, confidence: confidence)
        if watched.observe(estimate, at: now) { changes += 1 }
      }
    }
  }

  @Test func `the alpha-1 guard eases the target by a step after a minute below the threshold`() {
    var watch = Watch()
    watch.see(0.74, seconds: 60)
    #expect(!watch.watched.isEasing)
    watch.see(0.74, seconds: 5)
    #expect(watch.watched.percent == 95)
    #expect(watch.watched.isEasing)
    #expect(watch.watched.eased(150) == 143)
    watch.see(0.6, seconds: 120)
    #expect(watch.watched.percent == 85)
    #expect(watch.changes == 3)
  }

  @Test func `the alpha-1 guard leaves at least half of the target`() {
    var watch = Watch()
    watch.see(0.5, seconds: 3600)
    #expect(watch.watched.percent == 50)
    #expect(watch.changes == 10)
  }

  @Test func `the alpha-1 guard takes a step back after two minutes well above the threshold`() {
    var watch = Watch()
    watch.see(0.6, seconds: 65)
    watch.see(0.78, seconds: 600)
    #expect(watch.watched.percent == 95, "between the two nothing moves")
    watch.see(0.9, seconds: 120)
    #expect(watch.watched.percent == 95)
    watch.see(0.9, seconds: 5)
    #expect(watch.watched.percent == 100)
    watch.see(0.9, seconds: 600)
    #expect(watch.changes == 2)
  }

  @Test func `the alpha-1 guard ignores doubtful estimates`() {
    var watch = Watch()
    watch.see(0.6, seconds: 600, .low)
    watch.see(nil, seconds: 600, .none)
    #expect(watch.changes == 0)
    watch.see(0.6, seconds: 55)
    watch.see(0.6, seconds: 5, .low)
    watch.see(0.6, seconds: 55)
    #expect(watch.changes == 0, "a minute has to be whole")
  }

  @Test func `an estimate after a long silence restarts the minute`() {
    var watch = Watch()
    watch.see(0.6, seconds: 55)
    watch.now = watch.now.advanced(by: .seconds(60))
    watch.see(0.6, seconds: 55)
    #expect(watch.changes == 0)
  }
}
