/// A day's value that another program measured, and that is not part of a measurement.
package struct WellnessValue: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// In beats a minute.
    case restingHeartRate
    /// In kilograms.
    case weight

    /// The values that are possible for a body.
    package var limits: ClosedRange<Double> {
      switch self {
      case .restingHeartRate: Limits.measuredHeartRate
      case .weight: Limits.weightKilograms
      }
    }
  }

  package var day: CalendarDay
  /// When it was measured; absent if only the day is known.
  package var at: LocalMoment?
  @OpenValue package var kind: Kind
  @OpenValue package var source: BodySource
  package var value: Double

  package init(_ kind: Kind, _ value: Double, on day: CalendarDay, at: LocalMoment? = nil, source: BodySource) {
    self.day = day
    self.at = at
    self.value = value
    self.kind = kind
    self.source = source
  }
}

extension WellnessValue.Kind: OpenEnum {
  /// The kind that no score uses.
  package static var unrecognized: Self { .weight }
}
