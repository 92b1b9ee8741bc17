internal import Rides

/// Collects the rides of a file from its messages, in any order: one ride per session.
struct FITActivity: Sendable {
  /// The contents of a `session`.
  private struct Session {
    var start: UnixTime?
    var end: UnixTime?
    var fileTotals: [SummaryField: Double] = [:]
    var sport = 0
    var subSport = 0
    /// Metres; nil outside a pool.
    var poolLength: Double?
  }

  private var assembly: RideAssembly
  private var fileType: Double?
  private var created: UnixTime?
  private var sessions: [Session] = []
  private var origin = RideOrigin(format: .fit, sport: 0, subSport: 0)
  private var lastRecord: UnixTime?
  private var laps = 0
  private var lastLapEnd: UnixTime?
  /// The names of the workout steps by `message_index`.
  private var stepNames: [Int: String] = [:]
  private var strap = FITStrapMemory()
  private var pool = FITPool()
  /// RR intervals before the first record.
  private var earlyIntervals: [UInt16] = []

  init(limits: ImportLimits) {
    assembly = RideAssembly(limits: limits)
  }

  /// Data that the rides cannot hold.
  var leftOut: LeftOut { assembly.leftOut }

  /// Adds the data of a message to the rides.
  ///
  /// `time` is nil for a message without a timestamp.
  mutating func take(_ message: FITMessage, at time: UnixTime?) throws(FileFault) {
    assembly.place = message.place
    switch message.definition.message {
    case .record: try takeRecord(message, at: time)
    case .hrv: try takeIntervals(message)
    case .event: takeEvent(message, at: time)
    case .lap: takeLap(message, at: time)
    case .session: try takeSession(message, at: time)
    case .fileID: takeFileID(message)
    case .fileCreator: takeVersion(message.value(FITField.FileCreator.softwareVersion))
    case .deviceInfo: takeDeviceInfo(message)
    case .activity: takeActivity(message)
    case .workoutStep: takeStep(message)
    case .hr: takeBeats(message)
    case .length: pool.add(message, at: time)
    case .workout, .fieldDescription, .zonesTarget, .timeInZone, nil: break
    }
  }

  /// Returns a ride for each session that has a point, in order of time.
  ///
  /// - Throws: `noActivity` if the file has another type or no point.
  mutating func rides(at end: FilePlace) throws(FileFault) -> [RideRecord] {
    assembly.place = end
    guard fileType == FITProfile.activityFile else {
      let type = fileType.map { "its type is \(Int($0)), not activity" } ?? "it has no file type"
      throw FileFault(.noActivity, at: end, type)
    }
    let sessions = sessionsInOrder()
    try addLengths(of: sessions)
    var parts = assembly.parts(from: sessions.map { $0.start ?? .distantPast })
    assembly.leftOut = LeftOut()
    var rides: [RideRecord] = []
    for index in parts.indices {
      let session = sessions[index]
      (origin.sport, origin.subSport) = (session.sport, session.subSport)
      if parts.count == 1 || !parts[index].points.isEmpty {
        let ride = try parts[index].finish(
          start: session.start, end: session.end, activityID: index == 0 ? created : nil, origin: origin,
          fileTotals: session.fileTotals)
        rides.append(labelled(ride))
        for later in parts.indices.dropFirst(index + 1) { parts[later].limits.seconds -= ride.samples.count }
      }
      assembly.leftOut.add(parts[index].leftOut)
    }
    guard !rides.isEmpty else { throw leftOut.noPoint(at: end) }
    return rides
  }

  /// Returns the ride with its laps named after their workout steps, which may follow the laps in the file.
  private func labelled(_ ride: RideRecord) -> RideRecord {
    var ride = ride
    for index in ride.laps.indices {
      ride.laps[index].label = ride.laps[index].interval.flatMap { stepNames[$0 - 1] }
      ride.laps[index].interval = nil
    }
    return ride
  }

  /// Returns the sessions in order of start time, at least one.
  ///
  /// If several have the same start, or no start, only the first is kept.
  private func sessionsInOrder() -> [Session] {
    var ordered: [Session] = []
    for (_, session) in sessions.enumerated()
      .sorted(by: { ($0.element.start ?? .distantPast, $0.offset) < ($1.element.start ?? .distantPast, $1.offset) })
    where ordered.last.map({ $0.start != session.start }) ?? true {
      ordered.append(session)
    }
    return ordered.isEmpty ? [Session()] : ordered
  }
}

extension FITActivity {
  private mutating func takeRecord(_ message: FITMessage, at time: UnixTime?) throws(FileFault) {
    var sample = RideSample(message, leftOut: &assembly.leftOut)
    guard let time else { return assembly.leftOut.add(at: message.place) }
    sample.rrIntervals = earlyIntervals
    earlyIntervals = []
    try assembly.add(RideAssembly.Point(time: time, sample: sample))
    lastRecord = time
  }

  /// Adds the RR intervals to the record before them.
  private mutating func takeIntervals(_ message: FITMessage) throws(FileFault) {
    let intervals = message.values(FITField.HRV.time).compactMap(FITIntervals.interval)
    guard let lastRecord else { return earlyIntervals += intervals }
    let sample = RideSample(second: 0, timerRunning: true, rrIntervals: intervals)
    try assembly.add(RideAssembly.Point(time: lastRecord, sample: sample))
  }

  /// Adds the heartbeats that a strap stored.
  private mutating func takeBeats(_ message: FITMessage) {
    let beats = strap.beats(of: message)
    guard assembly.beats.count + beats.count <= FITStrapMemory.mostBeats else {
      return assembly.leftOut.add(beats.count, at: message.place)
    }
    assembly.beats += beats
  }

  /// Converts the lengths of a pool to points, if no record has a distance.
  private mutating func addLengths(of sessions: [Session]) throws(FileFault) {
    guard !assembly.points.contains(where: { $0.sample.distanceMeters != nil }) else { return }
    for (index, session) in sessions.enumerated() {
      let next = index + 1 < sessions.count ? sessions[index + 1].start : nil
      for point in pool.points(from: index == 0 ? nil : session.start, before: next, meters: session.poolLength) {
        try assembly.add(point)
      }
    }
  }

  private mutating func takeEvent(_ message: FITMessage, at time: UnixTime?) {
    guard message.value(FITField.Event.event) == FITProfile.Event.timer,
      let type = message.value(FITField.Event.eventType)
    else { return }
    guard let time else { return assembly.leftOut.add(at: message.place) }
    if type == FITProfile.EventType.start { assembly.run(at: time) }
    if FITProfile.EventType.stops.contains(type) { assembly.stop(at: time) }
  }

  /// Adds a lap.
  ///
  /// Without a start time, as in SIGMA's files, it begins at the end of the previous lap; the first lap begins with the
  /// ride.
  private mutating func takeLap(_ message: FITMessage, at time: UnixTime?) {
    let start = start(ofLap: message, endedAt: time)
    guard start != nil || time != nil || laps == 0 else { return assembly.leftOut.add(at: message.place) }
    let intensity = message.value(FITField.Lap.intensity)
    let lap = RideLap(
      second: 0, trigger: RideLap.Trigger(fitNumber: message.value(FITField.Lap.trigger)),
      interval: message.value(FITField.Lap.stepIndex).flatMap(Int.init(exactly:)).map { $0 + 1 },
      isResting: intensity == FITProfile.Intensity.rest || intensity == FITProfile.Intensity.recovery,
      fileTotals: message.figures(FITFigure.lap, from: start, to: time))
    assembly.lap(start: start ?? lastLapEnd ?? .distantPast, lap)
    laps += 1
    lastLapEnd = time ?? lastLapEnd
  }

  /// Returns the lap's start; nil if it is after the lap's end, or earlier than the end by more than the longest ride.
  private func start(ofLap message: FITMessage, endedAt end: UnixTime?) -> UnixTime? {
    guard let start = message.value(FITField.Lap.startTime).map(UnixTime.init(fitSeconds:)) else { return nil }
    guard let end else { return start }
    return start <= end && end.seconds(since: start) <= assembly.limits.seconds ? start : nil
  }

  private mutating func takeStep(_ message: FITMessage) {
    guard let index = message.value(.messageIndex).flatMap(Int.init(exactly:)) else { return }
    stepNames[index] = message.text(FITField.WorkoutStep.name).map { String($0.prefix(Limits.nameLength)) }
  }

  private mutating func takeSession(_ message: FITMessage, at time: UnixTime?) throws(FileFault) {
    guard sessions.count < assembly.limits.rides else {
      return assembly.exceed(.tooManyRides, assembly.limits.rides, "sessions")
    }
    var session = Session(end: time)
    session.start =
      message.value(FITField.Session.startTime).map(UnixTime.init(fitSeconds:)) ?? sessions.last?.end
    session.fileTotals = message.figures(FITFigure.session, from: session.start, to: time)
    session.poolLength = message.value(FITField.Session.poolLength)
    let sport = message.value(FITField.Session.sport).flatMap(Int.init(exactly:)) ?? 0
    session.subSport = message.value(FITField.Session.subSport).flatMap(Int.init(exactly:)) ?? 0
    session.sport = SportNames.fitNumber(sport: sport, subSport: session.subSport)
    sessions.append(session)
  }
}

extension FITActivity {
  /// The offsets of local time from UTC that exist on earth, in seconds.
  private static let offsets = -12 * 3600...14 * 3600

  private mutating func takeActivity(_ message: FITMessage) {
    guard let local = message.value(FITField.Activity.localTimestamp), let time = message.time else { return }
    // Some programs write 0, or a clock that was never set.
    origin.utcOffsetSeconds = Int(exactly: local - Double(time)).flatMap { Self.offsets.contains($0) ? $0 : nil }
  }

  private mutating func takeFileID(_ message: FITMessage) {
    fileType = message.value(FITField.FileID.type)
    created = message.value(FITField.FileID.timeCreated).map(UnixTime.init(fitSeconds:))
    origin.device.manufacturer = message.value(FITField.FileID.manufacturer).flatMap(Int.init(exactly:))
    origin.device.product = message.value(FITField.FileID.product).flatMap(Int.init(exactly:))
    origin.device.serial = message.value(FITField.FileID.serialNumber).flatMap(Int.init(exactly:))
    origin.device.name = message.text(FITField.FileID.productName) ?? origin.device.name
  }

  private mutating func takeDeviceInfo(_ message: FITMessage) {
    guard message.value(FITField.DeviceInfo.deviceIndex) == FITProfile.creatorIndex else { return }
    if origin.device.version.isEmpty { takeVersion(message.value(FITField.DeviceInfo.softwareVersion)) }
    origin.device.name = origin.device.name ?? message.text(FITField.DeviceInfo.productName)
  }

  private mutating func takeVersion(_ hundredths: Double?) {
    guard let hundredths = hundredths.flatMap(Int.init(exactly:)) else { return }
    origin.device.version = [hundredths / 100, hundredths % 100]
  }
}
