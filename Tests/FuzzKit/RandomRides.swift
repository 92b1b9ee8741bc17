import BluetoothLE
package import Rides

/// Whole rides with every kind of data that a library can store.
///
/// Equal seeds give equal rides.
package struct RandomRides: Sequence, IteratorProtocol {
  private var random: SplitMix64

  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  package mutating func next() -> RideRecord? {
    let isOwn = chance(of: 2)
    let count = Int.random(in: 1...40, using: &random)
    let start = UnixTime(milliseconds: .random(in: 0...4_000_000_000_000, using: &random))
    var record = RideRecord(
      id: 0, start: start, activityID: chance(of: 2) ? nil : UnixTime(milliseconds: start.milliseconds + 1),
      plannedSeconds: .random(in: 0...7200, using: &random), trainerName: text(), name: text(), note: text(),
      samples: (0..<count).map { row($0, isOwn: isOwn) }, events: events(until: count))
    record.uuid = RideUUID(random: random.next(), random.next())
    record.givenSport = chance(of: 3) ? Sport.allCases.randomElement(using: &random) : nil
    record.thresholdWatts = chance(of: 2) ? .random(in: 1...500, using: &random) : nil
    record.utcOffsetSeconds = chance(of: 2) ? .random(in: -64_800...64_800, using: &random) : nil
    if isOwn {
      record.laps = record.events.laps(ofRows: count)
    } else {
      record.origin = origin()
      record.fileTotals = figures()
      // No file of another program has intervals.
      record.events.removeAll { RideEvent.lapNames.contains($0.kind.name) }
      record.laps = laps(until: count)
    }
    record.circumstances = circumstances(of: record, isOwn: isOwn)
    record.planName = record.circumstances?.plan?.name
    return record
  }
}

extension RandomRides {
  private mutating func chance(of number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }

  private mutating func text() -> String? {
    let texts = ["Dawn", "\"a\\b\"\n\t\u{1F}\u{7F}", "Übung 🚴‍♀️", "/", " ", "{[,:]}", "\u{2028}é"]
    return chance(of: 3) ? nil : texts.randomElement(using: &random)
  }

  /// Returns a number of full precision and of any magnitude that a measured value can have, or nil.
  private mutating func number() -> Double? {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: nil
    case 1: Double(Int.random(in: -5...2000, using: &random))
    case 2: Double.random(in: -1e-7...1e-7, using: &random)
    case 3: Double.random(in: 0...1e18, using: &random)
    default: Double.random(in: 0...500, using: &random)
    }
  }

  private mutating func row(_ second: Int, isOwn: Bool) -> RideSample {
    var row = RideSample(second: second, timerRunning: !chance(of: 5))
    row.powerWatts = number()
    row.cadenceRpm = number()
    row.speedKmh = number()
    row.distanceMeters = number()
    row.alpha1 = number()
    row.trainerWatts = number()
    row.targetWatts = chance(of: 2) ? .random(in: 0...1000, using: &random) : nil
    row.beatsPerMinute = chance(of: 2) ? .random(in: 1...250, using: &random) : nil
    row.rrIntervals = (0..<Int.random(in: 0...4, using: &random)).map { _ in .random(in: 0...UInt16.max, using: &random)
    }
    row.isVirtual = chance(of: 3)
    if chance(of: 2) { row.position = place() }
    row.altitudeMeters = number()
    row.pedalling = pedalling(isOwn: isOwn)
    guard !isOwn else { return row }
    row.isCarried = chance(of: 3)
    let values = ImportedValues(temperatureCelsius: number(), speedMetersPerSecond: number())
    row.imported = values == ImportedValues() ? nil : values
    return row
  }

  private mutating func pedalling(isOwn: Bool) -> Pedalling? {
    var pedalling = Pedalling()
    if chance(of: 2) { pedalling.leftPercent = .random(in: 0...100, using: &random) }
    for quality in Pedalling.qualities where !isOwn && chance(of: 2) {
      pedalling[keyPath: quality] = .random(in: 0...100, using: &random)
    }
    return pedalling == Pedalling() ? nil : pedalling
  }

  private mutating func place() -> Place {
    Place(
      latitudeDegrees: .random(in: -90...90, using: &random), longitudeDegrees: .random(in: -180...180, using: &random))
  }

  private mutating func events(until seconds: Int) -> [RideEvent] {
    let kinds: [RideEvent.Kind] = [
      .started, .target(watts: 150), .paused, .resumed, .trainerLost(.timedOut), .trainerRestored, .eased(watts: nil),
      .refused("no\nreason"), .interval(number: 1, label: "On"), .interval(number: 2, label: nil),
      .intervalEnded(number: 1, by: .skipped), .extended(number: 1, by: .seconds(60)), .labelled(number: 2, label: "x"),
      .lap, .silent(.heartRate), .remedy(.powerCycle), .ended(.trainerAway),
      .unread(.trainerLost, detail: "of a later version"),
    ]
    let times = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      Int.random(in: 0...seconds * 1000, using: &random)
    }
    return Set(times).sorted().map { time in
      RideEvent(
        at: .milliseconds(time), kind: kinds.randomElement(using: &random) ?? .lap,
        signalDBm: chance(of: 4) ? .random(in: -127...20, using: &random) : nil)
    }
  }

  private mutating func figures() -> [SummaryField: Double] {
    var figures: [SummaryField: Double] = [:]
    for field in SummaryField.allCases where chance(of: 4) { figures[field] = number() }
    return figures
  }

  private mutating func laps(until seconds: Int) -> [RideLap] {
    let starts = (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...seconds, using: &random) }
    return starts.sorted().map { second in
      RideLap(
        second: second, trigger: RideLap.Trigger.allCases.randomElement(using: &random) ?? .manual, label: text(),
        isResting: chance(of: 2), fileTotals: figures())
    }
  }

  private mutating func origin() -> RideOrigin {
    RideOrigin(
      format: RideOrigin.Format.allCases.randomElement(using: &random) ?? .fit,
      sport: .random(in: 0...30, using: &random), subSport: .random(in: 0...30, using: &random),
      device: RideOrigin.Device(
        name: text(), manufacturer: chance(of: 2) ? 1 : nil, product: chance(of: 2) ? 3121 : nil,
        serial: chance(of: 2) ? Int(UInt32.max) : nil, version: chance(of: 2) ? [9, 73] : []),
      utcOffsetSeconds: chance(of: 2) ? -3600 : nil)
  }

  private mutating func circumstances(of record: RideRecord, isOwn: Bool) -> RideCircumstances {
    var circumstances = RideCircumstances()
    let seconds = record.samples.count
    if seconds > 1, chance(of: 2) {
      let from = Int.random(in: 0..<seconds, using: &random)
      let trim = from..<Int.random(in: from + 1...seconds, using: &random)
      circumstances.trim = RideCircumstances.Trim(
        seconds: trim, activityID: UnixTime(milliseconds: record.start.milliseconds + 77))
    }
    guard isOwn else { return circumstances }
    circumstances.isOnRoute = true
    circumstances.plan = chance(of: 5) ? nil : plan()
    circumstances.targetWatts = .random(in: 0...500, using: &random)
    circumstances.askedWatts = chance(of: 3) ? nil : 160
    circumstances.trainerAddress = chance(of: 5) ? nil : "C0:FF:EE:00:00:01"
    circumstances.strapAddress = chance(of: 2) ? nil : "C0:FF:EE:00:00:02"
    circumstances.strapName = text()
    circumstances.isStartConfirmed = [nil, true, false].randomElement(using: &random) ?? nil
    circumstances.riderKilograms = chance(of: 2) ? 78.35 : nil
    circumstances.guards = TargetGuards(maximumBeatsPerMinute: chance(of: 2) ? 150 : nil, dfa: chance(of: 2))
    circumstances.learntWatts = chance(of: 3) ? 171 : nil
    if chance(of: 2) {
      circumstances.linkIntervals[.trainer] = IntervalStatistics(
        count: 7, shortest: .nanoseconds(1), longest: .nanoseconds(9_876_543_210), meanSeconds: 0.25, squares: 1e-9)
    }
    return circumstances
  }

  private mutating func plan() -> RidePlan {
    let heartRate = HeartRateTarget(
      zone: chance(of: 2) ? 2 : nil, beatsPerMinute: 120...140,
      start: chance(of: 2) ? .planned(watts: 140) : .usual(watts: 150), watts: 50...250)
    let aims: [IntervalAim] = [.hold(watts: 200), .ramp(fromWatts: 100, toWatts: 250), .heartRate(heartRate), .free]
    let ends: [IntervalEnd] = [.timer(seconds: 60), .distance(meters: 1234.5), .location(place()), .activity]
    var plan = RidePlan(name: text(), intervals: [])
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      plan.intervals.append(
        RideInterval(
          label: text(), end: ends.randomElement(using: &random) ?? .activity,
          aim: aims.randomElement(using: &random) ?? .free, cadence: chance(of: 2) ? 80...95 : nil,
          cues: chance(of: 2) ? [PlanCue(atSeconds: 3, seconds: 7, text: "Go \"now\"")] : []))
    }
    if chance(of: 3) {
      plan.route = Route(
        name: text(), points: [place(), place(), place()], altitudes: chance(of: 2) ? [412.5, nil, -3.25] : [],
        waypoints: [Waypoint(name: "Mill", place: place())])
    }
    if chance(of: 2) {
      plan.request = RideRequest(
        watts: 200, minutes: 12.5, warmupSeconds: 300, plan: text(), plannedFor: chance(of: 2) ? .tomorrow : nil,
        zone2: chance(of: 2), dfa: true, maximumHeartRate: 150, heartRate: false)
    }
    if chance(of: 3) { plan.calendar = CalendarKey(source: "intervals", key: "e-17") }
    return plan
  }
}
