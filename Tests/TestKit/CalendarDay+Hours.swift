package import Rides

extension CalendarDay {
  /// The moment so many hours after local midnight, before it for a number below 0.
  package func at(_ hour: Double, utcOffsetSeconds offset: Int = 0) -> LocalMoment {
    LocalMoment(
      milliseconds: Int64(daysSince1970) * 86_400_000 + Int64((hour * 3_600_000).rounded()) - Int64(offset) * 1000,
      utcOffsetSeconds: offset)
  }
}
