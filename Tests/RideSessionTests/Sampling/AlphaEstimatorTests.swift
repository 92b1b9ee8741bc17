import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct AlphaEstimatorTests {
  /// An estimator, and a strap that notifies the completed beats every second.
  private struct Listening {
    var estimator = AlphaEstimator()
    var now = MonotonicInstant.origin
    private var pending: [UInt16]
    private var sinceBeat = 0.0

    init(_ ticks: [UInt16]) { pending = ticks }

    /// Lets seconds pass.
    ///
    /// If `hears` is false, the notifications are lost.
    mutating func pass(seconds: Int, hears: Bool = true) {
      for _ in 0..<seconds {
        now = now.advanced(by: .seconds(1))
        sinceBeat += 1
        var ended: [UInt16] = []
        while let next = pending.first, Double(next) / 1024 <= sinceBeat {
          sinceBeat -= Double(next) / 1024
          ended.append(pending.removeFirst())
        }
        if hears { estimator.received(ended, at: now) }
      }
    }

    var estimate: Alpha1Status { estimator.estimate(at: now) }
  }

  private static let longMid = RRSeries.mid.ticks + RRSeries.mid.ticks + RRSeries.mid.ticks

  @Test func `alpha-1 is unknown until two minutes are full`() throws {
    var listening = Listening(Self.longMid)
    listening.pass(seconds: 118)
    #expect(listening.estimate.value == nil)
    #expect(listening.estimate.confidence == .none)
    #expect(listening.estimate.beats > 250)
    listening.pass(seconds: 5)
    let alpha1 = try #require(listening.estimate.value)
    #expect(abs(alpha1 - RRSeries.mid.alpha1) < 0.05, "the window has moved on by a few beats")
    #expect(listening.estimate.confidence == .good)
    #expect(listening.estimate.artefactPercent == 0)
    #expect((259...264).contains(listening.estimate.beats))
  }

  @Test func `alpha-1 falls when the rider crosses the threshold`() throws {
    var listening = Listening(RRSeries.low.ticks + RRSeries.high.ticks + RRSeries.high.ticks)
    listening.pass(seconds: 121)
    #expect(try #require(listening.estimate.value) > 1.1)
    listening.pass(seconds: 125)
    #expect(try #require(listening.estimate.value) < 0.7)
  }

  @Test func `alpha-1 is estimated every five seconds once RR intervals have arrived`() {
    var estimator = AlphaEstimator()
    #expect(estimator.estimateDue(at: .origin) == nil)
    estimator.received([500], at: .origin)
    let due = (0..<60).count { estimator.estimateDue(at: .origin.advanced(by: .seconds($0))) != nil }
    #expect(due == 12)
  }

  @Test(arguments: [(6, Alpha1Confidence.good), (10, .low), (16, .none)])
  func `confidence in alpha-1 falls with the number of artefacts`(missed: Int, confidence: Alpha1Confidence) {
    let ticks = Self.longMid.enumerated().map { index, tick in
      index % 262 / 15 < missed && index % 262 % 15 == 7 ? tick * 2 : tick
    }
    var listening = Listening(ticks)
    listening.pass(seconds: 122)
    #expect(listening.estimate.confidence == confidence)
    #expect((listening.estimate.value == nil) == (confidence == .none))
    #expect(listening.estimate.artefactPercent > 2)
  }

  @Test func `the beats of a lost notification count as artefacts`() {
    var listening = Listening(Self.longMid)
    listening.pass(seconds: 60)
    listening.pass(seconds: 4, hears: false)
    listening.pass(seconds: 60)
    let estimate = listening.estimate
    #expect((3...4).contains(estimate.artefactPercent), "4 s of 120 are 3.3 %")
    #expect(estimate.confidence == .low)
    listening.pass(seconds: 70)
    #expect(listening.estimate.artefactPercent == 0)
    #expect(listening.estimate.confidence == .good)
  }

  @Test func `a long gap restarts the two minutes`() {
    var listening = Listening(Self.longMid)
    listening.pass(seconds: 130)
    #expect(listening.estimate.confidence == .good)
    listening.pass(seconds: 12, hears: false)
    #expect(listening.estimate == Alpha1Status(), "nothing while nothing comes")
    listening.pass(seconds: 110)
    #expect(listening.estimate.confidence == .none)
    listening.pass(seconds: 12)
    #expect(listening.estimate.confidence == .good)
  }

  @Test func `a strap without variation has no alpha-1`() {
    var listening = Listening(Array(repeating: 512, count: 400))
    listening.pass(seconds: 180)
    #expect(listening.estimate.value == nil)
    #expect(listening.estimate.confidence == .none)
  }

  @Test func `impossible intervals from a flooding strap are not kept`() {
    var estimator = AlphaEstimator()
    for second in 0..<50 {
      estimator.received(Array(repeating: 0, count: 900), at: .origin.advanced(by: .seconds(second)))
    }
    #expect(estimator.estimate(at: .origin.advanced(by: .seconds(50))).confidence == .none)
    #expect(estimator.estimate(at: .origin.advanced(by: .seconds(50))).beats == 0)
  }

  /// Simulates ten minutes of the strap at a power.
  ///
  /// Returns alpha-1 at the end, and the sum of the intervals.
  private func simulated(watts: Double) -> (estimate: Alpha1Status, seconds: Double) {
    var (strap, estimator, ticks) = (SimulatedStrap(), AlphaEstimator(), 0)
    strap.driftPerHour = 0
    var now = MonotonicInstant.origin
    for _ in 0..<600 {
      now = now.advanced(by: .seconds(1))
      let value = strap.advance(watts: watts)
      let intervals = (try? HeartRateMeasurement(decoding: value))?.rrIntervalTicks ?? []
      ticks += intervals.reduce(0) { $0 + Int($1) }
      estimator.received(intervals, at: now)
    }
    return (estimator.estimate(at: now), Double(ticks) / 1024)
  }

  @Test func `the intervals of the simulated heart fill the time, and their alpha-1 falls with power`() throws {
    let (easy, hard) = (simulated(watts: 120), simulated(watts: 250))
    #expect((598...600.5).contains(easy.seconds))
    #expect((598...600.5).contains(hard.seconds))
    #expect(easy.estimate.confidence == .good)
    #expect(try #require(easy.estimate.value) > 0.9)
    #expect(try #require(hard.estimate.value) < 0.75)
  }
}
