package import ControlWire
import Rides

// MARK: - Rides

extension Int {
  /// So many rides: `1 ride`, `12 rides`.
  var rides: String { self == 1 ? String(localized: "1 ride") : String(localized: "\(self) rides") }
}

extension RideState {
  /// The state in a word: `suspended`.
  package var title: String {
    switch self {
    case .riding: String(localized: "riding")
    case .suspended: String(localized: "suspended")
    case .finished: String(localized: "finished")
    }
  }
}

extension Sport {
  /// The sport in a word: `hiking`.
  package var title: String {
    switch self {
    case .cycling: String(localized: "cycling")
    case .ebiking: String(localized: "ebiking")
    case .running: String(localized: "running")
    case .walking: String(localized: "walking")
    case .hiking: String(localized: "hiking")
    case .swimming: String(localized: "swimming")
    case .rowing: String(localized: "rowing")
    case .skiing: String(localized: "skiing")
    case .training: String(localized: "training")
    case .other: String(localized: "other")
    }
  }
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

extension PlannedDay {
  /// The day in a word: `today`.
  package var title: String {
    switch self {
    case .today: String(localized: "today")
    case .tomorrow: String(localized: "tomorrow")
    }
  }
}

// MARK: - Devices

extension DeviceRole {
  /// What a device is for, within a sentence: `heart rate`.
  package var title: String {
    switch self {
    case .trainer: String(localized: "trainer")
    case .heartRate: String(localized: "heart rate")
    case .power: String(localized: "power meter")
    case .cadence: String(localized: "cadence sensor")
    case .fan: String(localized: "fan")
    }
  }

  /// What a device is for, at the beginning of a line: `Heart rate`.
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
  /// What a device may be, within a sentence: `power`.
  package var title: String { role?.title ?? roleless }

  private var roleless: String {
    switch self {
    case .candidate: String(localized: "trainer?")
    case .treadmill, .crossTrainer, .stepClimber, .stairClimber, .rower: machine ?? ""
    case .trainer, .heartRate, .cyclingPower, .power, .cadence, .fan: String(localized: "power")
    }
  }
}

extension Check.Outcome {
  /// The outcome in a word of at most seven letters: `warning`.
  package var title: String {
    switch self {
    case .ok: String(localized: "ok")
    case .warning: String(localized: "warning")
    case .failed: String(localized: "failed")
    case .unknown: String(localized: "unknown")
    }
  }
}

// MARK: - Body

extension MeasurementPosition {
  /// The position in a word: `lying`.
  package var title: String {
    switch self {
    case .lying: String(localized: "lying")
    case .sitting: String(localized: "sitting")
    case .standing: String(localized: "standing")
    }
  }
}

extension RecoveryCategory {
  /// The category in a word: `moderate`.
  package var title: String {
    switch self {
    case .poor: String(localized: "poor")
    case .moderate: String(localized: "moderate")
    case .optimal: String(localized: "optimal")
    }
  }
}

extension StrainCategory {
  /// The category in a word: `all-out`.
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
  /// Where a mean is in the rider's own range: `below`.
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
  /// The name in a few letters: `Nov`.
  var shortName: String {
    switch number {
    case 1: String(localized: "Jan")
    case 2: String(localized: "Feb")
    case 3: String(localized: "Mar")
    case 4: String(localized: "Apr")
    case 5: String(localized: "May")
    case 6: String(localized: "Jun")
    case 7: String(localized: "Jul")
    case 8: String(localized: "Aug")
    case 9: String(localized: "Sep")
    case 10: String(localized: "Oct")
    case 11: String(localized: "Nov")
    default: String(localized: "Dec")
    }
  }

  /// The short name with a day of the month: `Nov 21`.
  func shortName(withDay day: Int) -> String { String(localized: "\(shortName) \(day)") }

  /// The name and the year, at the beginning of a line: `November 2026`.
  var title: String {
    switch number {
    case 1: String(localized: "January \(year)")
    case 2: String(localized: "February \(year)")
    case 3: String(localized: "March \(year)")
    case 4: String(localized: "April \(year)")
    case 5: String(localized: "May \(year)")
    case 6: String(localized: "June \(year)")
    case 7: String(localized: "July \(year)")
    case 8: String(localized: "August \(year)")
    case 9: String(localized: "September \(year)")
    case 10: String(localized: "October \(year)")
    case 11: String(localized: "November \(year)")
    default: String(localized: "December \(year)")
    }
  }
}
