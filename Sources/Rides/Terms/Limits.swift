/// Every limit that a person may read, said once: help, refusals and sentences take it from here.
public enum Limits {
  /// The power of a target, in watts.
  public static let watts = 1...3000
  /// The power at which a warm-up begins and a cool-down ends, in percent of the ride's.
  public static let easyPercent = 50
  /// A warm-up or a cool-down around a ride, in seconds.
  public static let rampSeconds = 10...7200
  /// A change of the target, in watts.
  public static let wattsChange = -watts.upperBound...watts.upperBound
  /// The length of a ride, in minutes.
  public static let minutes = 0.1...1440.0
  /// The heart rate above which the target is eased, in beats a minute.
  public static let heartRateCeiling = 60...230
  /// The bias of a plan's watts, in percent.
  public static let biasPercent = -50...50
  /// A change of the bias, in percent.
  public static let biasChange = -100...100
  /// How long a client scans, in seconds.
  public static let scanSeconds = 1.0...300.0

  /// A heart rate that a rider may set, in beats a minute.
  public static let heartRate = 30...250
  /// A functional threshold power that a rider may set, in watts.
  public static let thresholdWatts = 30...1000
  /// A weight that a rider may set, in kilograms.
  public static let weightKilograms = 20.0...300.0
  /// The speed of a fan, in percent of its greatest one.
  public static let fanPercent = 0...100
  /// The speed of a fan that has one speed, if the rider has chosen none, in percent of its greatest one.
  public static let usualFanPercent = 50

  /// How long heart rate variability is measured, in seconds.
  public static let measurementSeconds = 30...1800
  /// How long it is measured if nobody says otherwise, in seconds.
  public static let usualMeasurementSeconds = 60
  /// How long beats arrive before they count, in seconds.
  public static let settlingSeconds = 15
  /// A heart rate variability that a body can have, RMSSD or SDNN, in milliseconds.
  public static let variabilityMilliseconds = 1.0...400.0
  /// A heart rate of a measurement, in beats a minute.
  public static let measuredHeartRate = Double(heartRate.lowerBound)...Double(heartRate.upperBound)
  /// The length of a text of intervals, in bytes.
  ///
  /// With a line end that is escaped in each line it fits into a message of 1 MiB.
  public static let intervalsTextBytes = 640 << 10

  /// How many days of scores or of load are asked for at a time.
  public static let scoreDays = 1...3660
  /// How many days of load are told if nobody says otherwise.
  public static let usualLoadDays = 42

  /// The power of an interval, in percent of the functional threshold power.
  public static let thresholdPercent = 1.0...1000.0
  /// Heart-rate zones, by number.
  public static let zones = 1...5
  /// A cadence that an interval may ask for, in revolutions a minute.
  public static let cadenceRpm = 1...250
  /// The length of an interval, and of all together, in seconds.
  public static let planSeconds = 1...86_400
  /// The length of an interval, in metres.
  public static let planMeters = 1.0...1_000_000.0
  /// What is added to the length of an interval, in seconds; what is negative shortens it.
  public static let extensionSeconds = -planSeconds.upperBound...planSeconds.upperBound
  /// What is added to the length of an interval, in metres; what is negative shortens it.
  public static let extensionMeters = -planMeters.upperBound...planMeters.upperBound
  /// How often a group of intervals repeats.
  public static let repeats = 1...200
  /// How many intervals are ridden, each as often as it repeats.
  public static let intervals = 2000
  /// The length of a plan's name and of a label, in characters.
  public static let nameLength = 100
  /// The length of a plan's summary and of a cue, in characters.
  public static let textLength = 2000
  /// The cues of an interval.
  public static let cues = 200
  /// The length of all cues, each as often as its interval is ridden, in characters.
  public static let cueTextLength = 1_000_000
  /// The points of a route.
  public static let routePoints = 200_000
  /// The named places of a route that are kept.
  public static let waypoints = 200

  /// The length of a ride's name, in bytes: a list of rides has to fit into a message.
  public static let rideNameBytes = 200
  /// The length of a ride's note, in bytes.
  public static let rideNoteBytes = 4000
  /// The least that is left of a ride that is trimmed, in seconds.
  public static let leastTrimmedSeconds = 60
  /// The most that Normalized Power may be above the mean power of work that is steady, as a ratio.
  public static let steadyVariabilityIndex = 1.1
  /// An interval that the rider leaves before so many seconds is no more than passed.
  public static let hopSeconds = 5
  /// The least timer time of a ride that is compared with others, in seconds.
  public static let leastComparedSeconds = 60
  /// How many weeks are told if nobody says otherwise.
  public static let usualWeeks = 12
  /// How many weeks are told at most.
  public static let weeks = 1...520
  /// How long a deleted ride can be undeleted, in days.
  public static let deletedDays = 30

  /// The port of the page for the phone.
  public static let pagePort = 8420
  /// The port of the encrypted page.
  public static let securePagePort = 8421
  /// How long a pairing of a phone is open, in minutes.
  public static let pairingMinutes = 5
  /// How many codes may be tried in a pairing.
  public static let pairingTries = 5
  /// The length of a phone's name, in bytes.
  public static let phoneNameBytes = 60

  /// The connections of one user at a time.
  public static let connectionsOfUser = 24
  /// The files of one user that are exported at a time.
  public static let exportsOfUser = 2
  /// The files of one user that are imported at a time.
  public static let importsOfUser = 1
}

/// A number that a limit is made of.
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
  /// The limits as a sentence has them: `60 to 230`.
  public var text: String { "\(lowerBound.limitText) to \(upperBound.limitText)" }
}
