import BluetoothLE
import RideSession
import RideStore

/// Judges whether a ride that a former process left goes on, and where it lies on this process's ride clock.
struct GoingOn: Hashable, Sendable {
  enum Verdict: Hashable, Sendable {
    /// It goes on; its first row began at `start`.
    case goesOn(start: MonotonicInstant)
    /// The same, as far as a clock can tell that was not set yet: its age is to be judged again.
    case perhaps(start: MonotonicInstant)
    /// It is finished as it stands.
    case isOver
  }

  /// How old the end of a ride's last row may be; zero where no ride goes on.
  var window: Duration
  /// The present, by the ride clock and by the wall's.
  var now: MonotonicInstant
  var wallNow: UnixTime
  var isSynchronised: Bool
  /// As in `MachineTime`.
  var bootID: String?

  func verdict(on ride: StoredRide) -> Verdict {
    guard window > .zero else { return .isOver }
    guard let bootID else { return isTooOld(ride) ? .isOver : .goesOn(start: nextRowNow(ride)) }
    if let place = ride.begun.instant, place.bootID == bootID {
      // The clock of this boot knows, whatever became of the wall's. A place ahead of it is damage.
      let age = now - place.instant - ride.length
      guard age >= .zero else { return .goesOn(start: nextRowNow(ride)) }
      return age <= window ? .goesOn(start: place.instant) : .isOver
    }
    guard !isTooOld(ride) else { return .isOver }
    let start = age(of: ride) >= .zero ? now.advanced(by: .zero - wallAge(since: ride.begun.time)) : nextRowNow(ride)
    return isSynchronised ? .goesOn(start: start) : .perhaps(start: start)
  }

  /// The same judgement with what the wall clock says now that so much time has passed.
  func at(_ wallNow: UnixTime, after passed: Duration) -> Self {
    var judge = self
    judge.wallNow = wallNow.advanced(by: .zero - passed)
    return judge
  }

  /// Whether the ride is too old by the wall clock; where that stands before the ride's end, nothing is known of its age.
  func isTooOld(_ ride: StoredRide) -> Bool { age(of: ride) > window }

  /// How long ago the last row ended, by the wall clock; negative where that was set back or started in the past.
  private func age(of ride: StoredRide) -> Duration { wallAge(since: ride.begun.time) - ride.length }

  private func wallAge(since time: UnixTime) -> Duration {
    // What stands in a file may be damaged; then it wraps instead of trapping.
    .milliseconds(wallNow.milliseconds &- time.milliseconds)
  }

  /// Where the ride begins if its next row does now: how long it was interrupted is not known.
  private func nextRowNow(_ ride: StoredRide) -> MonotonicInstant { now.advanced(by: .zero - ride.length) }
}

extension StoredRide {
  /// From the first row's start to the last one's end.
  fileprivate var length: Duration { .seconds(totals.elapsedSeconds) }
}
