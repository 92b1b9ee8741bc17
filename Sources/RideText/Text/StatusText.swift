package import ControlWire
import Rides

/// Texts about a status.
package enum StatusText {
  /// The answer to `status`: a heading, then one line per known value.
  package static func full(_ status: Status, glyphs: Glyphs = .ascii) -> String {
    var rows = status.plan.map { self.rows(of: $0, glyphs) } ?? []
    rows += status.ride.map(self.rows) ?? []
    if let planned = status.planned {
      let ridden = String(localized: "\(PlanOverview.summary(planned)) Start it: `jz2ctl start --plan today`.")
      rows += [(String(localized: "Today"), ridden)]
    }
    if status.hrvDue == true {
      rows += [("HRV", String(localized: "not measured this morning; `jz2ctl hrv measure` takes a minute."))]
    }
    if let refused = status.refusedUploads {
      rows += [
        (String(localized: "Services"), String(localized: "refused \(refused.rides); `jz2ctl services` says why."))
      ]
    }
    let noTrainer = String(localized: "none chosen; `jz2ctl start` uses the only one in range")
    let noStrap = String(localized: "no strap chosen")
    rows += [
      (DeviceRole.trainer.heading, device(status.trainer, in: status) ?? absent(noTrainer, status)),
      (DeviceRole.heartRate.heading, device(status.heartRate, in: status) ?? absent(noStrap, status)),
    ]
    rows += sensors(status)
    if let alpha1 = status.alpha1 {
      rows += [("Alpha-1", "\(Alpha1Text.value(alpha1) ?? "-"), \(Alpha1Text.confidence(alpha1))")]
    }
    let width = max(10, rows.map(\.0.count).max() ?? 0)
    let lines = rows.map { "\($0.0.fitted(to: width))  \($0.1)" }
    let problems = status.problems.map { problem in
      let (explanation, heading) = (problem.explanation, String(localized: "Problem:"))
      let indent = String(repeating: " ", count: heading.count)
      return "\n\(heading) \(explanation.message.printable)\n\(indent) \(explanation.remedy.printable)"
    }
    let expired = status.plan.flatMap(expired).map { ["\n\($0)"] } ?? []
    return ([heading(status)] + lines + expired + problems).joined(separator: "\n")
  }

  /// Describes the state of the ride in words: how long the timer has been stopped, and how to continue.
  ///
  /// For the rider's own pause it names `resume`, a key or a command, if one is given.
  static func standing(_ status: Status, resume: String? = nil) -> String {
    let time = status.ride?.stoppedSeconds.map { ClockTime($0) }
    switch status.phase {
    case .paused where status.autoPaused == true:
      return time.map { String(localized: "Paused for \($0), pedal to continue") }
        ?? String(localized: "Paused, pedal to continue")
    case .paused:
      let paused = time.map { String(localized: "Paused for \($0)") } ?? String(localized: "Paused")
      return resume.map { String(localized: "\(paused), \($0) to continue") } ?? paused
    case .reconnecting where status.awaitsTrainerData:
      return time.map { String(localized: "Waiting for the trainer's data for \($0)") }
        ?? String(localized: "Waiting for the trainer's data")
    case .reconnecting:
      return time.map { String(localized: "Trainer gone for \($0), reconnecting") }
        ?? String(localized: "Trainer gone, reconnecting")
    case .idle, .connecting, .ready, .riding, .finishing: return message(status.phase)
    }
  }

  /// Returns the state of a device's link; a trainer that holds a ride's first target counts as connected, although it
  /// does not send data yet.
  static func state(of device: DeviceStatus, in status: Status) -> LinkState {
    status.phase == .ready && device.state == .preparing && device == status.trainer ? .connected : device.state
  }

  /// Names a phase in words.
  private static func message(_ phase: RidePhase) -> String {
    switch phase {
    case .idle: String(localized: "Idle")
    case .connecting: String(localized: "Connecting to the trainer")
    case .ready: String(localized: "Ready, pedal to begin")
    case .riding: String(localized: "Riding")
    case .paused: String(localized: "Paused")
    case .reconnecting: String(localized: "Trainer gone, reconnecting")
    case .finishing: String(localized: "Finishing")
    }
  }

  /// Names a link's state in words.
  static func message(_ state: LinkState) -> String {
    switch state {
    case .away: String(localized: "not connected")
    case .connecting: String(localized: "connecting")
    case .preparing: String(localized: "preparing")
    case .connected: String(localized: "connected")
    }
  }

  /// Replaces a missing device; while a start has no trainer yet, the text is that jz2 looks for one.
  private static func absent(_ text: String, _ status: Status) -> String {
    status.phase == .connecting && status.trainer == nil ? String(localized: "looking for one") : text
  }

  private static func heading(_ status: Status) -> String {
    guard let ride = status.ride else { return "\(standing(status))." }
    // A plan's bias is shown in the plan's own row.
    let bias = status.plan == nil ? ride.biasPercent.map { ", " + Self.bias($0) } ?? "" : ""
    let ridden = aim(ride, String(localized: "ride \(ride.id)"), status)
    return String(localized: "\(standing(status)): \(ridden + bias).")
  }

  private static func bias(_ percent: Int) -> String { String(localized: "bias \(Figure.signed(percent)) %") }

  private static func aim(_ ride: RideStatus, _ name: String, _ status: Status) -> String {
    if let held = TargetText.held(ride) { return String(localized: "\(name) at \(held)") }
    guard let wanted = ride.wantedWatts else {
      return status.phase == .finishing ? name : "\(name), \(TargetText.brake(ride))"
    }
    return status.phase == .finishing ? name : String(localized: "\(name), \(wanted) W when it resumes")
  }

  private static func rows(of ride: RideStatus) -> [(String, String)] {
    let times = [
      String(localized: "\(ClockTime(ride.timerSeconds)) done"),
      ride.remainingSeconds.map { String(localized: "\(ClockTime($0)) to go") },
      ride.elapsedSeconds > ride.timerSeconds
        ? String(localized: "\(ClockTime(ride.elapsedSeconds)) elapsed") : nil,
    ]
    var rows = [(String(localized: "Time"), times.compactMap(\.self).joined(separator: ", "))]
    let means = [Figure.watts(ride.averageWatts), Figure.heartRate(ride.averageBeatsPerMinute)].compactMap(\.self)
    if !means.isEmpty { rows.append((String(localized: "Average"), means.joined(separator: ", "))) }
    if let lap = ride.lap, lap.number > 1 {
      rows.append((String(localized: "Lap \(lap.number)"), LapText.figures(lap)))
    }
    if let road = ride.road { rows.append((String(localized: "Road"), RoadText.place(road))) }
    if let calibration = ride.calibration {
      rows.append((String(localized: "Calibration"), CalibrationText.line(calibration)))
    }
    if let test = ride.test { rows.append((String(localized: "FTP test"), TestText.text(test))) }
    return rows
  }

  /// Returns the rows of the devices other than trainer and strap; devices that were not chosen have no row.
  private static func sensors(_ status: Status) -> [(String, String)] {
    let devices: [(DeviceRole, DeviceStatus?)] = [
      (.power, status.power), (.cadence, status.cadence), (.fan, status.fan),
    ]
    var rows = devices.compactMap { role, device in
      Self.device(device, in: status).map { (role.heading, $0) }
    }
    if let match = status.match { rows.append((String(localized: "Power match"), Self.match(match))) }
    return rows
  }

  private static func match(_ match: MatchStatus) -> String {
    let percent = (match.percent > 0 ? "+" : "") + Figure.text(match.percent, decimals: 1)
    return switch match.state {
    case .learning: String(localized: "comparing trainer and power meter")
    case .steering: String(localized: "trainer target corrected by \(percent) %")
    case .frozen: String(localized: "trainer target still corrected by \(percent) %; trainer or meter sends no power")
    case .limited:
      String(localized: "trainer target corrected by \(percent) %, the maximum; calibrate the power meter")
    }
  }

  private static func device(_ device: DeviceStatus?, in status: Status) -> String? {
    guard let device else { return nil }
    let parts = [
      device.powerWatts.map { "\($0) W" }, Figure.cadence(device.cadenceRpm),
      Figure.speed(kmh: device.speedKmh), device.beatsPerMinute.map { "\($0) \(Figure.heartRateUnit)" },
      device.fromTrainer == true && device.beatsPerMinute != nil ? String(localized: "from the trainer") : nil,
      device.fanPercent.map { String(localized: "running at \($0) %") },
      device.modes?.wrappedValue.contains(.ergByResistance) == true
        ? String(localized: "no ERG mode: jz2 holds your watts by the resistance, within about 5 %") : nil,
      device.batteryPercent.map { String(localized: "battery \($0) %") },
    ]
    let name = (device.name ?? device.address).printable
    let facts = [message(state(of: device, in: status))] + parts.compactMap(\.self)
    return String(localized: "\(name): \(facts.joined(separator: ", "))")
  }

  /// The rows about the plan: one per known value.
  static func rows(of plan: PlanStatus, _ glyphs: Glyphs) -> [(String, String)] {
    var rows: [(String, String)] = []
    let percent = Figure.text((min(1, max(0, plan.share)) * 100).rounded(.down), decimals: 0)
    let share = String(localized: "\("\(percent) %") done")
    let bias = plan.biasPercent == 0 ? nil : bias(plan.biasPercent)
    rows.append(
      (String(localized: "Plan"), [plan.name?.printable, share, bias].compactMap(\.self).joined(separator: ", ")))
    guard let interval = plan.interval else { return rows + [(String(localized: "Interval"), IntervalText.over(plan))] }
    let label = interval.label.map { ", \($0.printable)" } ?? ""
    let cadence = IntervalText.cadence(from: interval.cadenceFrom, to: interval.cadenceTo, glyphs)
    let facts = [IntervalText.aim(interval, glyphs), cadence, IntervalText.left(interval)].compactMap(\.self)
    let place = String(localized: "\(interval.number) of \(plan.intervals)") + label
    rows.append((String(localized: "Interval"), String(localized: "\(place): \(facts.joined(separator: ", "))")))
    if let cue = interval.cue { rows.append((String(localized: "Cue"), cue.printable)) }
    if let next = plan.next { rows.append((String(localized: "Next"), self.next(next, glyphs))) }
    return rows
  }

  /// Describes the next interval: `4 Under: 180 W, 2:00`.
  static func next(_ interval: IntervalStatus, _ glyphs: Glyphs) -> String {
    let title = IntervalText.title(interval.number, interval.label)
    let facts = "\(IntervalText.aim(interval, glyphs)), \(IntervalText.length(interval))"
    return String(localized: "\(title): \(facts)")
  }

  /// Lists the ended intervals, one per row; nil without any.
  static func expired(_ plan: PlanStatus) -> String? {
    let ended = IntervalText.withoutHops(plan.expired)
    guard !ended.isEmpty else { return nil }
    let isCut = plan.expiredCount > plan.expired.count
    let title =
      isCut
      ? String(localized: "Ended (last \(ended.count) of \(plan.expiredCount))") : String(localized: "Ended")
    let columns: [Table.Column] = [
      .init(String(localized: "Interval"), .right), .init(String(localized: "Label")),
      .init(String(localized: "At"), .right), .init(String(localized: "Took"), .right), .init(""),
    ]
    let rows = ended.map { interval in
      [
        "\(interval.number)", interval.label?.printable ?? "-", "\(ClockTime(interval.atSeconds))",
        IntervalText.taken(interval),
        [IntervalText.power(interval), IntervalText.outcome(interval)].compactMap(\.self).joined(separator: ", "),
      ]
    }
    return "\(title)\n\(Table(columns: columns, rows: rows).text)"
  }
}

/// Texts about DFA alpha-1.
enum Alpha1Text {
  /// Formats the value: `0.82`; nil without a value.
  static func value(_ alpha1: Alpha1Status) -> String? {
    alpha1.value.map { Figure.text($0, decimals: 2) }
  }

  /// Describes the reliability of the value: `good`, `low confidence`, or the reason for a missing value.
  static func confidence(_ alpha1: Alpha1Status) -> String {
    switch alpha1.confidence {
    case .good: String(localized: "good")
    case .low: String(localized: "low confidence")
    // A value is given with up to 5 % artefacts, so a missing one means that there are not enough beats yet.
    case .none:
      alpha1.artefactPercent > 5
        ? String(localized: "too many artefacts") : String(localized: "not enough beats yet")
    }
  }

  /// Summarises a ride's seconds: `average 0.82, minimum 0.71`; nil if no second has a value.
  static func summary(_ samples: [RideSample]) -> String? {
    let values = samples.compactMap(\.alpha1)
    guard let least = values.min() else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    let (average, minimum) = (Figure.text(mean, decimals: 2), Figure.text(least, decimals: 2))
    return String(localized: "average \(average), minimum \(minimum)")
  }
}
