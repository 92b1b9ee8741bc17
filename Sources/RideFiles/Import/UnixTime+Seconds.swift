internal import RideSession

extension UnixTime {
  /// Whole seconds since another time, rounded down; the nearest that can be told.
  func seconds(since start: UnixTime) -> Int {
    let (difference, overflows) = milliseconds.subtractingReportingOverflow(start.milliseconds)
    guard !overflows else { return self < start ? .min : .max }
    let (seconds, rest) = difference.quotientAndRemainder(dividingBy: 1000)
    return Int(rest < 0 ? seconds - 1 : seconds)
  }

  /// Whole seconds since another time, to the nearest.
  ///
  /// A clock that is read once a second wanders by milliseconds: rounded down, it would skip a second here and hit
  /// another twice there.
  func nearestSecond(since start: UnixTime) -> Int {
    let (half, overflows) = milliseconds.addingReportingOverflow(500)
    return UnixTime(milliseconds: overflows ? milliseconds : half).seconds(since: start)
  }
}
