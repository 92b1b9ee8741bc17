package import Rides

/// Why data of an export was left out.
package enum HealthOmission: String, Codable, Hashable, Sendable, CaseIterable {
  /// A value in an unknown unit.
  case unknownUnit
  /// A value that is not a number, or is not possible for a person.
  case impossibleValue
  /// A time without its offset from UTC, so that neither the moment nor the local day is known.
  case timeWithoutOffset
  /// A missing time, an end before the start, or sleep for more than a day.
  case badTime
  /// An unknown stage of sleep.
  case unknownStage
  /// A record with the same data as an earlier one.
  case repeated
  /// Sleep during a session of another source that has more sleep.
  case overlappingSleep
  /// Sleep that is not the longest of its day, or is shorter than an hour.
  case nap
  /// A session of sleep records without sleep and time in bed, or longer than a day.
  case noSleep
  /// The beats of a measurement, because they cannot be read or lie outside it; the measurement itself is imported.
  case beats
  /// A heart rate variability or resting heart rate that was not taken by an Apple Watch: other devices measure them
  /// differently.
  case otherProgram
  /// Data of a day before the first day to import.
  case beforeFirstDay
}

/// The data found in an export, and the data that was left out.
package struct HealthReport: Codable, Hashable, Sendable {
  /// The number of values of a kind, and their days.
  package struct Kind: Codable, Hashable, Sendable {
    package var count: Int
    /// The first and the last local day; absent without values.
    package var first: CalendarDay?
    package var last: CalendarDay?

    package init(count: Int = 0, first: CalendarDay? = nil, last: CalendarDay? = nil) {
      (self.count, self.first, self.last) = (count, first, last)
    }

    mutating func add(_ day: CalendarDay) {
      count += 1
      first = min(first ?? day, day)
      last = max(last ?? day, day)
    }
  }

  /// The number of records that were left out for a reason.
  package struct LeftOut: Codable, Hashable, Sendable {
    package let reason: HealthOmission
    package var count: Int
    /// Position of the first such record, in bytes from the beginning of the XML; absent for sessions of sleep.
    package let byte: Int?
  }

  /// Number of records of all types; most types are not read.
  package var records = 0
  package var nights = Kind()
  package var measurements = Kind()
  package var restingHeartRates = Kind()
  package var weights = Kind()
  /// In the order of `HealthOmission.allCases`.
  package private(set) var leftOut: [LeftOut] = []

  package init() {}

  /// Counts records or sessions that are left out.
  package mutating func leaveOut(_ reason: HealthOmission, count: Int = 1, at byte: Int? = nil) {
    guard count > 0 else { return }
    if let index = leftOut.firstIndex(where: { $0.reason == reason }) {
      leftOut[index].count += count
    } else {
      leftOut.append(LeftOut(reason: reason, count: count, byte: byte))
      let order = HealthOmission.allCases
      leftOut.sort { order.firstIndex(of: $0.reason) ?? 0 < order.firstIndex(of: $1.reason) ?? 0 }
    }
  }
}
