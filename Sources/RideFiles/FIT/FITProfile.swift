internal import Rides

/// The messages that are read or written: Garmin's profile, `mesg_num`.
enum FITMessageNumber: UInt16, Hashable, Sendable {
  case fileID = 0
  /// Only written.
  case zonesTarget = 7
  case session = 18
  case lap = 19
  case record = 20
  case event = 21
  case deviceInfo = 23
  case workout = 26
  case workoutStep = 27
  case activity = 34
  case fileCreator = 49
  case hrv = 78
  case length = 101
  case hr = 132
  case fieldDescription = 206
  /// Only written.
  case timeInZone = 216
}

/// Values of the profile's enumerations.
enum FITProfile {
  /// `file`: activity.
  static let activityFile: Double = 4
  /// `file`: workout.
  static let workoutFile: Double = 5
  /// `sport`.
  static let genericSport: Double = 0
  static let cycling: Double = 2
  /// The sports whose workouts are ridden on a trainer; 21 is e-biking.
  static let sportsOnTrainer = [genericSport, cycling, 21]
  /// `manufacturer`: development.
  static let development: Double = 255
  /// `device_index`: creator.
  static let creatorIndex: Double = 0
  /// `source_type`.
  static let bluetoothLowEnergy: Double = 3
  /// `activity`: one sport, started and ended manually.
  static let manualActivity: Double = 0
  /// `session_trigger`.
  static let activityEnd: Double = 0

  /// `event`.
  enum Event {
    static let timer: Double = 0
    static let session: Double = 8
    static let lap: Double = 9
    static let activity: Double = 26
  }

  /// `event_type`.
  enum EventType {
    static let start: Double = 0
    static let stop: Double = 1
    static let stopAll: Double = 4
    static let stopDisable: Double = 8
    static let stopDisableAll: Double = 9
    static let stops = [stop, stopAll, stopDisable, stopDisableAll]
  }

  /// `intensity`.
  enum Intensity {
    static let active: Double = 0
    static let rest: Double = 1
    static let warmUp: Double = 2
    static let coolDown: Double = 3
    static let recovery: Double = 4
    static let interval: Double = 5
  }

  /// `hr_zone_calc` and `pwr_zone_calc`.
  enum ZoneCalculation {
    static let custom: Double = 0
    static let percentOfMaximum: Double = 1
    static let percentOfReserve: Double = 2
    static let percentOfThreshold: Double = 3
    static let percentOfThresholdPower: Double = 1
  }

  /// `ble_device_type`.
  enum BLEDeviceType {
    static let heartRate: Double = 1
    static let bikePower: Double = 2
    static let bikeCadence: Double = 5
    static let bikeTrainer: Double = 7
  }

  /// `wkt_step_duration`.
  enum StepDuration {
    static let time: Double = 0
    static let distance: Double = 1
    static let open: Double = 5
    /// `repeat_until_steps_cmplt`.
    static let repeatSteps: Double = 6
    /// Time in milliseconds, also as `repetition_time` and `time_only`.
    static let times = [time, 28, 31]
    /// All kinds of repeats: a number of times, or until a value is reached.
    static let repeats = Array(stride(from: 6.0, through: 13, by: 1)) + [17, 18, 27]
  }

  /// `wkt_step_target`.
  enum StepTarget {
    static let heartRate: Double = 1
    static let open: Double = 2
    static let cadence: Double = 3
    static let power: Double = 4
    /// Power, also as a mean of 3, 10 or 30 seconds or of the lap.
    static let powers = [power, 7, 8, 9, 10]
    /// Heart rate, also as a mean of the lap.
    static let heartRates = [heartRate, 13]
  }
}

extension FITField {
  /// `file_id`.
  enum FileID {
    static let type = FITField(0, .enumeration)
    static let manufacturer = FITField(1, .uint16)
    static let product = FITField(2, .uint16)
    static let serialNumber = FITField(3, .uint32z)
    static let timeCreated = FITField(4, .uint32)
    static let productName = FITField(8, .string)
  }

  /// `file_creator`.
  enum FileCreator {
    static let softwareVersion = FITField(0, .uint16)
  }

  /// `device_info`.
  enum DeviceInfo {
    static let deviceIndex = FITField(0, .uint8)
    /// A `ble_device_type` if the source is Bluetooth Low Energy.
    static let deviceType = FITField(1, .uint8)
    static let manufacturer = FITField(2, .uint16)
    static let serialNumber = FITField(3, .uint32z)
    static let product = FITField(4, .uint16)
    /// Version × 100.
    static let softwareVersion = FITField(5, .uint16)
    static let sourceType = FITField(25, .enumeration)
    static let productName = FITField(27, .string)
    /// In percent.
    static let batteryLevel = FITField(32, .uint8)
  }

  /// `workout`.
  enum Workout {
    static let sport = FITField(4, .enumeration)
    static let steps = FITField(6, .uint16)
    static let name = FITField(8, .string)
    static let subSport = FITField(11, .enumeration)
  }

  /// `workout_step`; the unit of a value depends on the type before it.
  enum WorkoutStep {
    static let name = FITField(0, .string)
    static let durationType = FITField(1, .enumeration)
    static let durationValue = FITField(2, .uint32)
    static let targetType = FITField(3, .enumeration)
    static let targetValue = FITField(4, .uint32)
    static let customLow = FITField(5, .uint32)
    static let customHigh = FITField(6, .uint32)
    static let intensity = FITField(7, .enumeration)
    static let notes = FITField(8, .string)
    static let secondaryType = FITField(19, .enumeration)
    static let secondaryValue = FITField(20, .uint32)
    static let secondaryLow = FITField(21, .uint32)
    static let secondaryHigh = FITField(22, .uint32)
  }

  /// `event`.
  enum Event {
    static let event = FITField(0, .enumeration)
    static let eventType = FITField(1, .enumeration)
  }

  /// `hrv`.
  enum HRV {
    /// Milliseconds, several per message.
    static let time = FITField(0, .uint16)
  }

  /// `hr`: heartbeats that the strap stored, as in water.
  enum HR {
    static let fractionalTimestamp = FITField(0, .uint16, scale: 32_768)
    static let time256 = FITField(1, .uint8, scale: 256)
    /// Beats a minute, one for each beat.
    static let filteredBPM = FITField(6, .uint8)
    /// The times of the beats on the strap's own clock, in seconds.
    static let eventTimestamp = FITField(9, .uint32, scale: 1024)
    /// The lower 12 bits of further such times, two in three bytes.
    static let eventTimestamp12 = FITField(10, .byte)
  }

  /// `zones_target`: beats a minute and watts.
  enum ZonesTarget {
    static let maximumHeartRate = FITField(1, .uint8)
    static let thresholdHeartRate = FITField(2, .uint8)
    static let thresholdPower = FITField(3, .uint16)
    static let heartRateCalculation = FITField(5, .enumeration)
    static let powerCalculation = FITField(7, .enumeration)
  }

  /// `time_in_zone`: seconds, beats a minute and watts.
  enum TimeInZone {
    /// The message number of `session` or `lap`.
    static let referenceMessage = FITField(0, .uint16)
    static let referenceIndex = FITField(1, .uint16)
    static let heartRateTimes = FITField(2, .uint32, scale: 1000)
    static let powerTimes = FITField(5, .uint32, scale: 1000)
    static let heartRateBoundaries = FITField(6, .uint8)
    static let powerBoundaries = FITField(9, .uint16)
    static let heartRateCalculation = FITField(10, .enumeration)
    static let maximumHeartRate = FITField(11, .uint8)
    static let restingHeartRate = FITField(12, .uint8)
    static let thresholdHeartRate = FITField(13, .uint8)
    static let powerCalculation = FITField(14, .enumeration)
    static let thresholdPower = FITField(15, .uint16)
  }

  /// `length`: one length of a pool.
  enum Length {
    static let startTime = FITField(2, .uint32)
    /// Seconds.
    static let elapsedTime = FITField(3, .uint32, scale: 1000)
    static let averageSpeed = FITField(6, .uint16, scale: 1000)
    static let averageCadence = FITField(9, .uint8)
    /// 0 is a rest, 1 a length swum.
    static let lengthType = FITField(12, .enumeration)
  }

  /// `field_description`: a field that an app added.
  enum FieldDescription {
    static let developerIndex = FITField(0, .uint8)
    static let number = FITField(1, .uint8)
    static let baseType = FITField(2, .uint8)
    static let scale = FITField(6, .uint8)
    static let offset = FITField(7, .sint8)
    static let nativeMessage = FITField(14, .uint16)
    /// The native field that it corresponds to.
    static let nativeField = FITField(15, .uint8)
  }

  /// `activity`.
  enum Activity {
    static let totalTimerTime = FITField(0, .uint32, scale: 1000)
    static let sessions = FITField(1, .uint16)
    static let type = FITField(2, .enumeration)
    static let event = FITField(3, .enumeration)
    static let eventType = FITField(4, .enumeration)
    /// Local time in seconds since FIT's epoch.
    static let localTimestamp = FITField(5, .uint32)
  }
}

extension FITField {
  /// `session`.
  enum Session {
    static let event = FITField(0, .enumeration)
    static let eventType = FITField(1, .enumeration)
    static let startTime = FITField(2, .uint32)
    static let sport = FITField(5, .enumeration)
    static let subSport = FITField(6, .enumeration)
    static let firstLapIndex = FITField(25, .uint16)
    static let laps = FITField(26, .uint16)
    static let trigger = FITField(28, .enumeration)
    /// Metres.
    static let poolLength = FITField(44, .uint16, scale: 100)
  }

  /// `lap`.
  enum Lap {
    static let event = FITField(0, .enumeration)
    static let eventType = FITField(1, .enumeration)
    static let startTime = FITField(2, .uint32)
    static let intensity = FITField(23, .enumeration)
    static let trigger = FITField(24, .enumeration)
    static let sport = FITField(25, .enumeration)
    /// The `message_index` of the lap's `workout_step`.
    static let stepIndex = FITField(71, .uint16)
  }
}

extension RideLap.Trigger {
  /// The `lap_trigger`; manual for heart rate, which FIT does not have.
  var fitNumber: Double {
    switch self {
    case .manual, .heartRate: 0
    case .time: 1
    case .distance: 2
    case .location: 4
    case .end: 7
    }
  }

  /// Converts a `lap_trigger`; unknown values and fitness equipment count as manual.
  init(fitNumber: Double?) {
    switch fitNumber {
    case 1: self = .time
    case 2: self = .distance
    case 3, 4, 5, 6: self = .location
    case 7: self = .end
    default: self = .manual
    }
  }
}
