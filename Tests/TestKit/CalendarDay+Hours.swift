package import Rides

extension CalendarDay {
  /// Returns the moment that many hours after local midnight; a negative number means before it.
  package func at(_ hour: Double, utcOffsetSeconds offset: Int = 0) -> LocalMoment {
    LocalMoment(
      milliseconds: Int64(daysSince1970) * 86_400_000 + Int64((hour * 3_600_000).rounded()) - Int64(offset) * 1000,
      utcOffsetSeconds: offset)
  }
}
