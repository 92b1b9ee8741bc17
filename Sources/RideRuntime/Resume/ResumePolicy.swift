package import BluetoothLE
package import RideStore
package import Rides

/// Judges whether a ride that a former process left resumes, and where it lies on this process's ride clock.
package struct ResumePolicy: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    /// It resumes; its first row began at `start`.
    case resume(start: MonotonicInstant)
    /// The same by a clock that was not set yet: its age is to be judged again once it is.
    case resumeUnlessTooOld(start: MonotonicInstant)
    /// It is finished as it stands.
    case finish
  }

  /// The maximum age of the end of a ride's last row; zero if no ride resumes.
  package var window: Duration
  /// The present, by the ride clock.
  package var now: MonotonicInstant
  /// The present, by the wall clock.
  package var wallNow: UnixTime
  package var isSynchronised: Bool
  /// As in `MachineTime`.
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

  /// The policy at this moment.
  package init(window: Duration, now: MonotonicInstant, time: MachineTime) {
    self.init(
      window: window, now: now, wallNow: time.wallClock.now, isSynchronised: time.wallClock.isSynchronised,
      bootID: time.bootID)
  }

  package func verdict(on ride: StoredRide) -> Verdict {
    guard window > .zero else { return .finish }
    guard let bootID else { return isTooOld(ride) ? .finish : .resume(start: startOfNextRowNow(ride)) }
    if let place = ride.begun.instant, place.bootID == bootID {
      // The clock of this boot is reliable, whatever the wall clock says. A place in its future is damage.
      let age = now - place.instant - ride.length
      guard age >= .zero else { return .resume(start: startOfNextRowNow(ride)) }
      return age <= window ? .resume(start: place.instant) : .finish
    }
    guard !isTooOld(ride) else { return .finish }
    let isAgeKnown = age(of: ride) >= .zero
    let start = isAgeKnown ? now.advanced(by: .zero - wallAge(since: ride.begun.time)) : startOfNextRowNow(ride)
    return isSynchronised ? .resume(start: start) : .resumeUnlessTooOld(start: start)
  }

  /// The same policy with a wall clock that was set since: it says `wallNow` after `passed` have passed.
  func at(_ wallNow: UnixTime, after passed: Duration) -> Self {
    var policy = self
    policy.wallNow = wallNow.advanced(by: .zero - passed)
    return policy
  }

  /// Whether the ride is too old by the wall clock; false if the clock is before the ride's end, so that its age is unknown.
  func isTooOld(_ ride: StoredRide) -> Bool { age(of: ride) > window }

  /// The time since the last row ended, by the wall clock; negative if the clock was set back or started in the past.
  private func age(of ride: StoredRide) -> Duration { wallAge(since: ride.begun.time) - ride.length }

  private func wallAge(since time: UnixTime) -> Duration {
    // A damaged time wraps instead of trapping.
    .milliseconds(wallNow.milliseconds &- time.milliseconds)
  }

  /// The start of the ride if its next row begins now, since the length of the interruption is not known.
  private func startOfNextRowNow(_ ride: StoredRide) -> MonotonicInstant { now.advanced(by: .zero - ride.length) }
}

extension StoredRide {
  /// The time from the first row's start to the last one's end.
  fileprivate var length: Duration { .seconds(totals.elapsedSeconds) }
}
