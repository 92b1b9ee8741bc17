import BluetoothLE
import Rides
import Testing

@testable import RideRuntime
@testable import RideStore

@Suite struct ResumePolicyTests {
  private static let start = UnixTime(seconds: 1_800_000_000)
  private static let began = MonotonicInstant(sinceOrigin: .seconds(500))

  /// Returns the policy for a ride of ten minutes that began 500 s after boot `A`, and was cut off after 100 s.
  private func policy(
    at now: Duration, wall: Duration? = nil, boot: String? = "A", synchronised: Bool = true,
    window: Duration = .seconds(60)
  ) -> ResumePolicy {
    ResumePolicy(
      window: window, now: MonotonicInstant(sinceOrigin: now), wallNow: Self.start.advanced(by: wall ?? .zero),
      isSynchronised: synchronised, bootID: boot)
  }

  private func verdict(_ policy: ResumePolicy, rows: Int = 100) -> ResumePolicy.Verdict {
    policy.verdict(on: Self.ride(rows: rows, at: BootInstant(bootID: "A", instant: Self.began)))
  }

  private static func ride(rows: Int, at instant: BootInstant?) -> StoredRide {
    let trainer = RideDevice(address: DeviceAddress(0xC0FF_EE00_0001))
    let order = RideOrder(askedWatts: 150, plannedSeconds: 600, trainer: trainer, heartRate: nil)
    let totals = RideTotals((0..<rows).map { RideSample(second: $0, timerRunning: true) })
    return StoredRide(
      id: 1, NewRide(order, start: StartTime(start, at: instant), targetWatts: 150), state: .suspended,
      totals: .init(totals))
  }

  private func at(_ seconds: Int) -> MonotonicInstant { MonotonicInstant(sinceOrigin: .seconds(seconds)) }

  @Test func `on the same boot the boot clock decides whether a ride resumes`() {
    #expect(verdict(policy(at: .seconds(660))) == .resume(start: Self.began))
    #expect(verdict(policy(at: .milliseconds(660_001))) == .finish)
  }

  @Test(arguments: [-315_360_000, 315_360_000])
  func `on the same boot the wall clock does not affect whether a ride resumes`(_ leap: Int) {
    for synchronised in [true, false] {
      let policy = policy(at: .seconds(610), wall: .seconds(leap), synchronised: synchronised)
      #expect(verdict(policy) == .resume(start: Self.began))
    }
  }

  @Test func `on another boot the wall clock decides whether a ride resumes`() {
    #expect(
      verdict(policy(at: .seconds(20), wall: .seconds(130), boot: "B")) == .resume(start: at(-110)),
      "130 s before the present, and before this boot")
    #expect(verdict(policy(at: .seconds(20), wall: .seconds(161), boot: "B")) == .finish)
  }

  @Test func `a ride resumes without a gap if the unset clock is before its start`() {
    let policy = policy(at: .seconds(20), wall: .seconds(-86_400), boot: "B", synchronised: false)
    #expect(verdict(policy) == .resumeUnlessTooOld(start: at(-80)))
  }

  @Test func `a ride resumes provisionally while the clock is not set`() {
    let policy = policy(at: .seconds(20), wall: .seconds(110), boot: "B", synchronised: false)
    #expect(verdict(policy) == .resumeUnlessTooOld(start: at(-90)))
  }

  @Test func `once the clock is set, a ride's age is measured at the daemon's start`() {
    let early = policy(at: .seconds(20), wall: .seconds(-86_400), boot: "B", synchronised: false)
    let ride = Self.ride(rows: 100, at: nil)
    let waited = Duration.seconds(600)
    #expect(!early.at(Self.start.advanced(by: .seconds(160) + waited), after: waited).isTooOld(ride))
    #expect(early.at(Self.start.advanced(by: .seconds(161) + waited), after: waited).isTooOld(ride))
  }

  @Test(arguments: [UnixTime(milliseconds: .min), UnixTime(milliseconds: .max)])
  func `an extreme wall clock does not crash the decision to resume`(_ start: UnixTime) {
    for boot in ["A", "B", nil] {
      var policy = policy(at: .seconds(550), boot: boot)
      policy.wallNow = start
      _ = verdict(policy)
    }
    #expect(verdict(policy(at: .seconds(550))) == .resume(start: at(450)), "no row is ahead of the clock")
  }

  @Test func `a ride on a simulated clock resumes without a gap`() {
    let policy = policy(at: .zero, wall: .seconds(110), boot: nil)
    #expect(verdict(policy) == .resume(start: at(-100)))
  }

  @Test func `a ride that was cut off in its first second resumes within the window`() {
    #expect(verdict(policy(at: .seconds(501)), rows: 0) == .resume(start: Self.began))
    #expect(verdict(policy(at: .seconds(561)), rows: 0) == .finish)
  }

  @Test func `with a resume window of 0 no ride resumes`() {
    #expect(verdict(policy(at: .seconds(600), window: .zero)) == .finish)
  }
}
