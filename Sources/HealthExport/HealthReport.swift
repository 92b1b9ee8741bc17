package import Rides

/// Why something of an export was left out.
package enum HealthOmission: String, Codable, Hashable, Sendable, CaseIterable {
  /// A value in a unit that is not known.
  case unknownUnit
  /// A value that is no number, or none that a person can have.
  case impossibleValue
  /// A time without its offset from UTC: neither the moment nor the local day are known.
  case timeWithoutOffset
  /// No time, an end before the start, or sleep for more than a day.
  case badTime
  /// A word for sleep that is not known.
  case unknownStage
  /// A record that was there before.
  case repeated
  /// Sleep while another source has more of it.
  case overlappingSleep
  /// Sleep that is not the longest of its day, or is shorter than an hour.
  case nap
  /// A stretch of sleep records without sleep in it, or longer than a day.
  case noSleep
  /// The beats of a measurement, which is taken without them: their times do not lie in it.
  case beats
  /// A heart rate variability or resting heart rate that no watch of Apple's took: others measure them differently.
  case otherProgram
  /// Something of a day before the first one that is wanted.
  case beforeFirstDay
}

/// What was found in an export, and what of it was left out.
package struct HealthReport: Codable, Hashable, Sendable {
  /// The values of a kind.
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

  /// How often something was left out.
  package struct LeftOut: Codable, Hashable, Sendable {
    package let reason: HealthOmission
    package var count: Int
    /// The first of the records, in bytes from the beginning of the XML; absent for sessions of sleep.
    package let byte: Int?
  }

  /// Records of all kinds, of which most are not read.
  package var records = 0
  package var nights = Kind()
  package var measurements = Kind()
  package var restingHeartRates = Kind()
  package var weights = Kind()
  /// In the order of the reasons.
  package private(set) var leftOut: [LeftOut] = []

  package init() {}

  /// Counts something that was left out.
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
