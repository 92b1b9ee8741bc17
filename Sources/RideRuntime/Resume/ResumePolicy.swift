package import BluetoothLE
package import RideStore
package import Rides

/// Decides whether a ride that a previous process left resumes, and finds its place on this process's ride clock.
package struct ResumePolicy: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    /// The ride resumes. Its first row began at `start`.
    case resume(start: MonotonicInstant)
    /// The ride resumes, judged by a clock that was not set yet. Its age must be checked again when the clock is set.
    case resumeUnlessTooOld(start: MonotonicInstant)
    /// The ride is finished in its present state.
    case finish
  }

  /// The maximum age of the end of a ride's last row; zero if no ride resumes.
  package var window: Duration
  /// The present time on the ride clock.
  package var now: MonotonicInstant
  /// The present time on the wall clock.
  package var wallNow: UnixTime
  package var isSynchronised: Bool
  /// The boot ID, as in `MachineTime`.
  package var bootID: String?

  package init(
    window: Duration, now: MonotonicInstant, wallNow: UnixTime, isSynchronised: Bool, bootID: String?
  ) {
    self.window = window
    self.now = now
    self.wallNow = wallNow
    self.isSynchronised = isSynchronised
    self.bootID = bootID
  }

  /// Creates the policy for this moment.
  package init(window: Duration, now: MonotonicInstant, time: MachineTime) {
    self.init(
      window: window, now: now, wallNow: time.wallClock.now, isSynchronised: time.wallClock.isSynchronised,
      bootID: time.bootID)
  }

  package func verdict(on ride: StoredRide) -> Verdict {
    guard window > .zero else { return .finish }
    guard let bootID else { return isTooOld(ride) ? .finish : .resume(start: startOfNextRowNow(ride)) }
    if let place = ride.begun.instant, place.bootID == bootID {
      // The clock of this boot is reliable, even if the wall clock is wrong. A start in its future is damage.
      let age = now - place.instant - ride.length
      guard age >= .zero else { return .resume(start: startOfNextRowNow(ride)) }
      return age <= window ? .resume(start: place.instant) : .finish
    }
    guard !isTooOld(ride) else { return .finish }
    let isAgeKnown = age(of: ride) >= .zero
    let start = isAgeKnown ? now.advanced(by: .zero - wallAge(since: ride.begun.time)) : startOfNextRowNow(ride)
    return isSynchronised ? .resume(start: start) : .resumeUnlessTooOld(start: start)
  }

  /// Returns the policy with a wall clock that was set since.
  ///
  /// It shows `wallNow` after `passed`.
  func at(_ wallNow: UnixTime, after passed: Duration) -> Self {
    var policy = self
    policy.wallNow = wallNow.advanced(by: .zero - passed)
    return policy
  }

  /// Returns whether the ride is too old by the wall clock; false if the clock is before the ride's end, because the
  /// age is then unknown.
  func isTooOld(_ ride: StoredRide) -> Bool { age(of: ride) > window }

  /// Returns the time since the last row ended, by the wall clock; negative if the clock was set back or started in the
  /// past.
  private func age(of ride: StoredRide) -> Duration { wallAge(since: ride.begun.time) - ride.length }

  private func wallAge(since time: UnixTime) -> Duration {
    // A damaged time wraps instead of trapping.
    .milliseconds(wallNow.milliseconds &- time.milliseconds)
  }

  /// Returns the start of the ride if its next row begins now, because the length of the interruption is unknown.
  private func startOfNextRowNow(_ ride: StoredRide) -> MonotonicInstant { now.advanced(by: .zero - ride.length) }
}

extension StoredRide {
  /// The time from the first row's start to the last one's end.
  fileprivate var length: Duration { .seconds(totals.elapsedSeconds) }
}
