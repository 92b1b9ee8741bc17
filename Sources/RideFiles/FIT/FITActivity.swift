internal import RideSession

/// The ride that messages tell of, in whatever order they come.
struct FITActivity: Sendable {
  private var assembly: RideAssembly
  private var fileType: Double?
  private var created: UnixTime?
  private var start: UnixTime?
  private var hasSession = false
  private var given: [RideFigure: Double] = [:]
  private var origin = RideOrigin(format: .fit, sport: 0, subSport: 0)
  private var lastRecord: UnixTime?
  /// RR intervals that came before any record.
  private var earlyIntervals: [UInt16] = []

  init(limits: ImportLimits) {
    assembly = RideAssembly(limits: limits)
  }

  /// Takes a message that was sent at `time`; nil where it does not say.
  mutating func take(_ message: FITMessage, at time: UnixTime?) throws(RideFileError) {
    assembly.place = message.place
    switch message.definition.message {
    case .record: try takeRecord(message, at: try Self.required(time, "a record has no time", message))
    case .hrv: try takeIntervals(message)
    case .event: try takeEvent(message, at: time)
    case .lap: try takeLap(message, at: time)
    case .session: try takeSession(message, at: time)
    case .fileID: try takeFileID(message)
    case .fileCreator: takeVersion(try message.value(FITField.FileCreator.softwareVersion))
    case .deviceInfo: try takeDeviceInfo(message)
    case .activity: try takeActivity(message)
    case nil: break
    }
  }

  /// - Throws: `noActivity` for a file of another type.
  mutating func ride(at end: RideFileError.Place) throws(RideFileError) -> RideRecord {
    assembly.place = end
    guard fileType == FITProfile.activityFile else {
      let type = fileType.map { "is of type \(Int($0))" } ?? "does not say of which type it is"
      throw RideFileError(.noActivity, at: end, "the file \(type), and no activity")
    }
    return try assembly.finish(start: start, activityID: created, origin: origin, given: given)
  }

  private static func required<Value>(
    _ value: Value?, _ complaint: String, _ message: FITMessage
  ) throws(RideFileError) -> Value {
    guard let value else { throw RideFileError(.malformed, at: message.place, complaint) }
    return value
  }
}

extension FITActivity {
  private mutating func takeRecord(_ message: FITMessage, at time: UnixTime) throws(RideFileError) {
    var sample = try RideSample(message)
    sample.rrIntervals = earlyIntervals
    earlyIntervals = []
    try assembly.add(RideAssembly.Point(time: time, sample: sample))
    lastRecord = time
  }

  /// Intervals belong to the record that stands before them.
  private mutating func takeIntervals(_ message: FITMessage) throws(RideFileError) {
    let intervals = message.values(FITField.HRV.time).compactMap(FITIntervals.interval)
    guard let lastRecord else { return earlyIntervals += intervals }
    let sample = RideSample(second: 0, timerRunning: true, rrIntervals: intervals)
    try assembly.add(RideAssembly.Point(time: lastRecord, sample: sample))
  }

  private mutating func takeEvent(_ message: FITMessage, at time: UnixTime?) throws(RideFileError) {
    guard try message.value(FITField.Event.event) == FITProfile.Event.timer else { return }
    let time = try Self.required(time, "an event of the timer has no time", message)
    guard let type = try message.value(FITField.Event.eventType) else { return }
    if type == FITProfile.EventType.start { assembly.run(at: time) }
    if FITProfile.EventType.stops.contains(type) { assembly.stop(at: time) }
  }
}

extension FITActivity {
  private mutating func takeLap(_ message: FITMessage, at time: UnixTime?) throws(RideFileError) {
    let start = try message.value(FITField.Lap.startTime).map(UnixTime.init(fitSeconds:))
    let known = try Self.required(start, "a lap has no start", message)
    let intensity = try message.value(FITField.Lap.intensity)
    let lap = RideLap(
      second: 0, trigger: RideLap.Trigger(fitNumber: try message.value(FITField.Lap.trigger)),
      isResting: intensity == FITProfile.Intensity.rest || intensity == FITProfile.Intensity.recovery,
      given: try message.figures(FITFigure.lap, from: known, to: time))
    assembly.lap(start: known, lap)
  }

  private mutating func takeSession(_ message: FITMessage, at time: UnixTime?) throws(RideFileError) {
    guard !hasSession else {
      throw RideFileError(.severalActivities, at: message.place, "it has another session")
    }
    hasSession = true
    start = try message.value(FITField.Session.startTime).map(UnixTime.init(fitSeconds:))
    given = try message.figures(FITFigure.session, from: start, to: time)
    origin.sport = try message.value(FITField.Session.sport).flatMap(Int.init(exactly:)) ?? 0
    origin.subSport = try message.value(FITField.Session.subSport).flatMap(Int.init(exactly:)) ?? 0
  }
}

extension FITActivity {
  private mutating func takeActivity(_ message: FITMessage) throws(RideFileError) {
    guard let local = try message.value(FITField.Activity.localTimestamp), let time = message.time else { return }
    origin.utcOffsetSeconds = Int(exactly: local - Double(time))
  }

  private mutating func takeFileID(_ message: FITMessage) throws(RideFileError) {
    fileType = try message.value(FITField.FileID.type)
    created = try message.value(FITField.FileID.timeCreated).map(UnixTime.init(fitSeconds:))
    origin.device.manufacturer = try message.value(FITField.FileID.manufacturer).flatMap(Int.init(exactly:))
    origin.device.product = try message.value(FITField.FileID.product).flatMap(Int.init(exactly:))
    origin.device.serial = try message.value(FITField.FileID.serialNumber).flatMap(Int.init(exactly:))
    origin.device.name = message.text(FITField.FileID.productName) ?? origin.device.name
  }

  private mutating func takeDeviceInfo(_ message: FITMessage) throws(RideFileError) {
    guard try message.value(FITField.DeviceInfo.deviceIndex) == FITProfile.creatorIndex else { return }
    if origin.device.version.isEmpty { takeVersion(try message.value(FITField.DeviceInfo.softwareVersion)) }
    origin.device.name = origin.device.name ?? message.text(FITField.DeviceInfo.productName)
  }

  /// - Parameter hundredths: A software version: the major one a hundred times, and the minor one.
  private mutating func takeVersion(_ hundredths: Double?) {
    guard let hundredths = hundredths.flatMap(Int.init(exactly:)) else { return }
    origin.device.version = [hundredths / 100, hundredths % 100]
  }
}
