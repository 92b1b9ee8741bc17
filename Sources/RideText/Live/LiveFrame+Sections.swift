import ControlWire

extension LiveFrame {
  /// The state of the ride, its number and its target.
  var heading: [StyledLine] {
    let phase = StyledLine(news == .finished ? "Finished" : StatusText.standing(status, resume: resume), .bold)
    guard let ride = status.ride, news != .finished || last == nil else { return [phase] }
    return spread([phase, StyledLine(title(of: ride), .dim)])
  }

  /// The ride's number, and what it aims at unless it is ending and aims at nothing any more.
  func title(of ride: RideStatus) -> String {
    let aim = TargetText.aim(of: ride, plan: status.plan, glyphs: glyphs)
    return status.phase == .finishing && status.plan == nil ? "ride \(ride.id)" : "ride \(ride.id): \(aim)"
  }

  /// Says for how long the connection has been lost.
  func lost(for seconds: Int) -> [StyledLine] {
    [StyledLine("No connection to jz2d for \(ClockTime(seconds))", .caution)]
  }

  /// The times of the ride, and a progress bar unless the plan is a skyline.
  var progress: [StyledLine] {
    guard let ride = status.ride, let share = share(of: ride) else { return [] }
    return (skyline(rows: 1).isEmpty ? [bar(share)] : []) + times(of: ride)
  }

  /// The plan as a skyline; empty for a ride of one interval.
  func skyline(rows: Int) -> [StyledLine] {
    guard intervals.count > 1, news != .finished else { return [] }
    return Skyline(intervals: intervals, present: status.plan?.interval).lines(
      width: width, rows: rows, glyphs: glyphs)
  }

  /// How long the ride took so far and will take.
  func times(of ride: RideStatus) -> [StyledLine] {
    let elapsed =
      ride.elapsedSeconds > ride.timerSeconds ? StyledLine("\(ClockTime(ride.elapsedSeconds)) elapsed", .dim) : nil
    let times = [
      StyledLine("\(ClockTime(ride.timerSeconds)) done"), elapsed,
      ride.remainingSeconds.map { StyledLine("\(ClockTime($0)) to go") },
    ]
    return spread(times.compactMap(\.self))
  }

  /// The completed fraction of the ride, by the timer or else by its plan; nil if both are open-ended.
  private func share(of ride: RideStatus) -> Double? {
    guard let remaining = ride.remainingSeconds else { return status.plan?.share }
    let total = ride.timerSeconds + remaining
    return total > 0 ? Double(ride.timerSeconds) / Double(total) : 0
  }

  /// Power with its target, heart rate and cadence; dim while they stand still.
  var figures: [StyledLine] {
    guard let ride = status.ride else { return [] }
    let trainer = status.trainer
    let cadence = trainer?.cadenceRpm.map { Figure.text($0, decimals: 0) }
    let power = [power(trainer?.powerWatts, of: ride)] + wanted(ride)
    // Where the heart rate steers, it is the figure that counts.
    let first = status.plan?.interval?.zoneFrom == nil ? power + [heartRate] : [heartRate] + power
    let lines = first + [figure("Cadence", cadence, "rpm") + cadenceGoal]
    return isStill ? lines.map(\.dimmed) : lines
  }

  /// Speed, bias and DFA alpha-1; two in a line where there is room.
  var lesserFigures: [StyledLine] {
    guard status.ride != nil else { return [] }
    let speed = figure("Speed", status.trainer?.speedKmh.map(Figure.speedNumber), Figure.speedUnit)
    let lines = paired([speed] + planFigures)
    return isStill ? lines.map(\.dimmed) : lines
  }

  /// The averages, the work, the distance, the lap and the time of day; two in a line where there is room.
  var totals: [StyledLine] {
    guard let ride = status.ride else { return [] }
    let means = [Figure.watts(ride.averageWatts), Figure.heartRate(ride.averageBeatsPerMinute)].compactMap(\.self)
    let work = [EnergyText.work(ride.kilojoules), Figure.distance(metres: ride.distanceMeters)].compactMap(\.self)
    let lap = ride.lap.flatMap { $0.number > 1 ? row("Lap \($0.number)", LapText.figures($0)) : nil }
    let lines = [
      means.isEmpty ? nil : row("Average", means.joined(separator: ", ")),
      work.isEmpty ? nil : row("Work", work.joined(separator: ", ")), lap, clock.map { row("Clock", $0) },
    ].compactMap(\.self)
    return paired(lines)
  }

  /// Puts two of the lines beside each other where there is room.
  private func paired(_ lines: [StyledLine]) -> [StyledLine] {
    guard width >= 79 else { return lines }
    return stride(from: 0, to: lines.count, by: 2).map { index in
      index + 1 < lines.count ? lines[index].padded(to: width / 2) + lines[index + 1] : lines[index]
    }
  }

  /// The time of day and that of the expected end: `18:42, ends at 19:24`; nil if the time of day is not known.
  var clock: String? {
    guard let now else { return nil }
    let time = ClockTime.ofDay(now)
    guard let left = status.ride?.remainingSeconds, status.phase == .riding else { return time }
    return "\(time), ends at \(ClockTime.ofDay(now.advanced(bySeconds: Double(left))))"
  }

  /// The state of the trainer and the strap.
  var devices: [StyledLine] {
    [
      device("Trainer", status.trainer, absent: status.phase == .connecting ? "looking for one" : "none chosen"),
      device("Strap", status.heartRate, absent: "none chosen"),
    ]
  }

  /// The current problems and their remedies.
  var problems: [StyledLine] {
    status.problems.flatMap { problem in
      let remedy = problem.remedy.printable
      return wrapped(problem.message.printable, mark: "! ", .caution)
        + wrapped(hasKeys ? KeyText.inKeys(remedy) : remedy, mark: "  ", .dim)
    }
  }
}

extension LiveFrame {
  /// The power and its target; the power is judged only while the phase is `riding`.
  private func power(_ power: Int?, of ride: RideStatus) -> StyledLine {
    guard let target = ride.targetWatts else {
      let isFree = ride.wantedWatts == nil && status.plan != nil
      return figure("Power", power.map(String.init), "W") + (isFree ? StyledLine("  free", .dim) : "")
    }
    let style = powerStyle(power, target)
    let value = figure("Power", power.map(String.init), "W", style).padded(to: 21)
    let isWide = width >= 60
    let gauge = glyphs.gauge(power: power, target: target, width: min(41, width - (isWide ? 44 : 29)))
    let change = status.phase == .riding ? power.map { difference($0 - target) } ?? "" : ""
    let goal = isWide ? StyledLine("  target \(target) W", .dim) : ""
    return value + gauge + goal + StyledLine("  " + change, style)
  }

  /// The style of a power beside its target; nobody is judged but a rider who rides.
  func powerStyle(_ power: Int?, _ target: Int?) -> Style {
    guard let power else { return .plain }
    guard status.phase == .riding, let target else { return .bold }
    return Glyphs.style(power: power, target: target)
  }

  /// The wanted power, if the trainer is asked for another one.
  private func wanted(_ ride: RideStatus) -> [StyledLine] {
    guard let wanted = ride.wantedWatts, let easing = ride.easedBy else { return [] }
    return [figure("Wanted", "\(wanted)", "W") + StyledLine("  \(TargetText.reason(easing))", .dim)]
  }

  func difference(_ watts: Int) -> String {
    watts == 0 ? "" : "\(watts < 0 ? glyphs.minus : "+")\(watts.magnitude) W"
  }

  func figure(_ name: String, _ value: String?, _ unit: String, _ style: Style = .bold) -> StyledLine {
    let text = value ?? "-"
    let gap = String(repeating: " ", count: max(0, 5 - text.count))
    return StyledLine(name.fitted(to: 10), .dim) + StyledLine(gap + text, style) + StyledLine(" \(unit)", .dim)
  }

  private func device(_ role: String, _ device: DeviceStatus?, absent: String) -> StyledLine {
    let label = StyledLine(role.fitted(to: 10), .dim)
    guard let device else { return label + StyledLine(absent, .dim) }
    let name = (device.name ?? device.address).printable
    if case .detached = news { return label + StyledLine("\(glyphs.unlinked) ") + StyledLine("\(name): unknown") }
    let linked = StatusText.state(of: device, in: status)
    let start = label + mark(linked) + " "
    let state = StyledLine(StatusText.phrase(linked), style(linked))
    let isLow = (device.batteryPercent ?? 100) < 15
    let charge = device.batteryPercent.map { StyledLine("battery \($0) %", isLow ? .caution : .dim) } ?? ""
    if width >= 60 { return start + StyledLine(name.fitted(to: 28)) + " " + state.padded(to: 15) + charge }
    // The mark already says that it is connected, so the one free column shows the battery.
    let rest = linked == .connected && charge.width > 0 ? charge : state
    return start + StyledLine(name.fitted(to: width - 27)) + " " + rest
  }

  private func mark(_ state: LinkState) -> StyledLine {
    switch state {
    case .connected: StyledLine(glyphs.linked, .good)
    case .connecting, .preparing: StyledLine(glyphs.linking, .caution)
    case .away: StyledLine(glyphs.unlinked, .dim)
    }
  }

  private func style(_ state: LinkState) -> Style {
    state == .connected ? .plain : .caution
  }
}

/// Work as people read it.
enum EnergyText {
  /// `345 kJ, 345 kcal`; nil if it is not known.
  ///
  /// A rider burns about a kilocalorie for a kilojoule at the crank, as the files of rides have it.
  static func work(_ kilojoules: Double?) -> String? {
    kilojoules.map { "\(Figure.work(kilojoules: $0)), \(Figure.text($0, decimals: 0)) kcal" }
  }
}

extension ClockTime {
  /// Formats a time of day, `18:42`: hours and minutes are written as minutes and seconds are.
  static func ofDay(_ moment: LocalMoment) -> String {
    "\(Self(moment.secondOfDay / 60))"
  }
}
