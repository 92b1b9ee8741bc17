/// All limits that a person may read, defined once for help, refusals and messages.
public enum Limits {
  /// The power of a target, in watts.
  public static let watts = 1...3000
  /// The power at the start of a warm-up and the end of a cool-down, in percent of the ride's power.
  public static let easyPercent = 50
  /// A warm-up or a cool-down around a ride, in seconds.
  public static let rampSeconds = 10...7200
  /// A change of the target, in watts.
  public static let wattsChange = -watts.upperBound...watts.upperBound
  /// The slope of a road, in percent.
  public static let slopePercent = -25.0...25.0
  /// A change of the slope, in percent.
  public static let slopeChange = -50.0...50.0
  /// A constant brake, in percent of the trainer's greatest one.
  public static let resistancePercent = 0.0...100.0
  /// A change of the constant brake, in percent.
  public static let resistanceChange = -100.0...100.0
  /// The share of a route's slope that the trainer brakes with, in percent.
  public static let difficultyPercent = 0...100
  /// The length of a ride, in minutes.
  public static let minutes = 0.1...1440.0
  /// The heart rate above which the target is reduced, in beats a minute.
  public static let heartRateCeiling = 60...230
  /// The bias of a plan's watts, in percent.
  public static let biasPercent = -50...50
  /// A change of the bias, in percent.
  public static let biasChange = -100...100
  /// How long a client scans, in seconds.
  public static let scanSeconds = 1.0...300.0

  /// A heart rate that a rider may set, in beats a minute.
  public static let heartRate = 30...250
  /// A power that TCX and FIT can store, in watts; any other number comes from damage.
  public static let storedWatts = 0.0...65_535.0
  /// A functional threshold power or critical power that a rider may set, in watts.
  public static let thresholdWatts = 30...1000
  /// A work above critical power (W′) that a rider may set, in kilojoules.
  public static let wPrimeKilojoules = 1.0...100.0
  /// A weight that a rider may set, in kilograms.
  public static let weightKilograms = 20.0...300.0
  /// The speed of a fan, in percent of its greatest one.
  public static let fanPercent = 0...100
  /// The default of the fan's constant speed, in percent of its greatest one.
  public static let usualFanPercent = 50

  /// Duration of a measurement of heart rate variability, in seconds.
  public static let measurementSeconds = 30...1800
  /// The default duration of a measurement, in seconds.
  public static let usualMeasurementSeconds = 60
  /// Time at the start of a measurement in which beats do not count, in seconds.
  public static let settlingSeconds = 15
  /// A possible heart rate variability, RMSSD or SDNN, in milliseconds.
  public static let variabilityMilliseconds = 1.0...400.0
  /// A heart rate of a measurement, in beats a minute.
  public static let measuredHeartRate = Double(heartRate.lowerBound)...Double(heartRate.upperBound)
  /// The length of a text of intervals, in bytes.
  ///
  /// With an escaped line end in each line it fits into a message of 1 MiB.
  public static let intervalsTextBytes = 640 << 10

  /// Number of days of scores or load in one request.
  public static let scoreDays = 1...3660
  /// The default number of days of load.
  public static let usualLoadDays = 42

  /// The power of an interval, in percent of the functional threshold power.
  public static let thresholdPercent = 1.0...1000.0
  /// The numbers of heart-rate zones.
  public static let zones = 1...5
  /// The cadence of an interval, in revolutions a minute.
  public static let cadenceRpm = 1...250
  /// The length of an interval, and of all intervals together, in seconds.
  public static let planSeconds = 1...86_400
  /// The length of an interval, in metres.
  public static let planMeters = 1.0...1_000_000.0
  /// Change of an interval's length, in seconds; a negative value shortens it.
  public static let extensionSeconds = -planSeconds.upperBound...planSeconds.upperBound
  /// Change of an interval's length, in metres; a negative value shortens it.
  public static let extensionMeters = -planMeters.upperBound...planMeters.upperBound
  /// Number of repetitions of a group of intervals.
  public static let repeats = 1...200
  /// Number of intervals, repetitions included.
  public static let intervals = 2000
  /// The length of a plan's name and of a label, in characters.
  public static let nameLength = 100
  /// The length of a plan's summary and of a cue, in characters.
  public static let textLength = 2000
  /// The cues of an interval.
  public static let cues = 200
  /// The length of all cues, repetitions of their intervals included, in characters.
  public static let cueTextLength = 1_000_000
  /// The points of a route.
  public static let routePoints = 200_000
  /// Number of named places that are kept with a route.
  public static let waypoints = 200

  /// The length of a ride's name, in bytes: a list of rides must fit into a message.
  public static let rideNameBytes = 200
  /// The length of a ride's note, in bytes.
  public static let rideNoteBytes = 4000
  /// The least remaining length of a trimmed ride, in seconds.
  public static let leastTrimmedSeconds = 60
  /// The greatest ratio of Normalized Power to the mean power of steady work.
  public static let steadyVariabilityIndex = 1.05
  /// The greatest difference of a lap's or interval's power from the mean power of steady work, as a share of it.
  public static let steadyLapShare = 0.1
  /// An interval that the rider leaves within this many seconds counts as skipped over.
  public static let hopSeconds = 5
  /// The least timer time of a ride that is compared with others, in seconds.
  public static let leastComparedSeconds = 60
  /// The default number of weeks.
  public static let usualWeeks = 12
  /// Number of weeks in one request.
  public static let weeks = 1...520
  /// How long a deleted ride can be undeleted, in days.
  public static let deletedDays = 30

  /// The port of the page for the phone.
  public static let pagePort = 8420
  /// The port of the encrypted page.
  public static let securePagePort = 8421
  /// How long pairing a phone stays open, in minutes.
  public static let pairingMinutes = 5
  /// Number of codes that may be tried in a pairing.
  public static let pairingTries = 5
  /// The length of a phone's name, in bytes.
  public static let phoneNameBytes = 60

  /// Number of simultaneous connections of one user.
  public static let connectionsOfUser = 24
  /// Number of simultaneous exports of one user.
  public static let exportsOfUser = 2
  /// Number of simultaneous imports of one user.
  public static let importsOfUser = 1
}

/// A number of a limit.
public protocol LimitBound: Comparable {
  /// The number as a person writes it: `1440`, `0.1`.
  var limitText: String { get }
}

extension Int: LimitBound {
  /// The digits.
  public var limitText: String { String(self) }
}

extension Double: LimitBound {
  /// The digits, without a fraction of zero.
  public var limitText: String { Int(exactly: self).map { String($0) } ?? String(self) }
}

extension ClosedRange where Bound: LimitBound {
  /// The limits in a sentence: `60 to 230`.
  public var text: String { "\(lowerBound.limitText) to \(upperBound.limitText)" }
}
