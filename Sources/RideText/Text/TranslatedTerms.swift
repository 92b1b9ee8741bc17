package import ControlWire
import Rides

// MARK: - Words

/// An enumeration whose raw values are English words.
package protocol TranslatedTerm: RawRepresentable<String>, CaseIterable {}

extension TranslatedTerm {
  /// The word in the reader's language: `hiking`.
  package var title: String { String(localized: Message(stringLiteral: rawValue)) }
}

extension Check.Outcome: TranslatedTerm {}
extension MeasurementPosition: TranslatedTerm {}
extension PlannedDay: TranslatedTerm {}
extension RecoveryCategory: TranslatedTerm {}
extension RideState: TranslatedTerm {}
extension Sport: TranslatedTerm {}

// MARK: - Rides

extension Int {
  /// Formats a number of rides: `1 ride`, `12 rides`.
  var rides: String { String(counting: self, one: "\(self) ride", other: "\(self) rides") }
}

extension IntervalOutcome {
  /// The outcome in words; nil for an interval that ended as planned.
  package var title: String? {
    switch self {
    case .expired: nil
    case .skipped: String(localized: "skipped")
    case .left: String(localized: "went back")
    }
  }
}

// MARK: - Plans

extension PlanKind {
  /// The kind of a workout, at the beginning of a line: `Sweet spot`.
  package var title: String {
    switch self {
    case .recovery: String(localized: "Recovery")
    case .endurance: String(localized: "Endurance")
    case .tempo: String(localized: "Tempo")
    case .sweetSpot: String(localized: "Sweet spot")
    case .threshold: String(localized: "Threshold")
    case .overUnder: String(localized: "Over-under")
    case .vo2max: String(localized: "VO2max")
    case .anaerobic: String(localized: "Anaerobic")
    case .test: String(localized: "Test")
    }
  }
}

// MARK: - Devices

extension DeviceRole {
  /// The role of a device, within a sentence: `heart rate`.
  package var title: String {
    switch self {
    case .trainer: String(localized: "trainer")
    case .heartRate: String(localized: "heart rate")
    case .power: String(localized: "power meter")
    case .cadence: String(localized: "cadence sensor")
    case .fan: String(localized: "fan")
    }
  }

  /// The role of a device, at the beginning of a line: `Heart rate`.
  package var heading: String {
    switch self {
    case .trainer: String(localized: "Trainer")
    case .heartRate: String(localized: "Heart rate")
    case .power: String(localized: "Power meter")
    case .cadence: String(localized: "Cadence sensor")
    case .fan: String(localized: "Fan")
    }
  }
}

extension DeviceKind {
  /// The possible role of a device, within a sentence: `power`.
  package var title: String { role?.title ?? roleless }

  private var roleless: String {
    switch self {
    case .candidate: String(localized: "trainer?")
    case .treadmill, .crossTrainer, .stepClimber, .stairClimber, .rower: machine ?? ""
    case .trainer, .heartRate, .cyclingPower, .power, .cadence, .fan: String(localized: "power")
    }
  }
}

// MARK: - Body

extension StrainCategory {
  /// The category in one word: `all-out`.
  package var title: String {
    switch self {
    case .light: String(localized: "light")
    case .moderate: String(localized: "moderate")
    case .high: String(localized: "high")
    case .allOut: String(localized: "all-out")
    }
  }
}

extension NormalRange.Place {
  /// The position of a mean in the rider's own range: `below`.
  package var title: String {
    switch self {
    case .below: String(localized: "below")
    case .inside: String(localized: "inside")
    case .above: String(localized: "above")
    }
  }
}

// MARK: - Calendar

extension CalendarMonth {
  /// The abbreviated name: `Nov`.
  var shortName: String {
    let place = number - 1
    return String(
      localized: (["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as [Message])[
        place])
  }

  /// The short name with a day of the month: `Nov 21`.
  func shortName(withDay day: Int) -> String { String(localized: "\(shortName) \(day)") }

  /// The name and the year, at the beginning of a line: `November 2026`.
  package var title: String {
    String(
      localized: ([
        "January \(year)", "February \(year)", "March \(year)", "April \(year)", "May \(year)", "June \(year)",
        "July \(year)", "August \(year)", "September \(year)", "October \(year)", "November \(year)",
        "December \(year)",
      ] as [Message])[number - 1])
  }
}
