import ControlWire
import Rides

extension LiveFrame {
  /// The state of the ride, its number and its target.
  var heading: [StyledLine] {
    let phase = StyledLine(standing, .bold)
    guard let ride = status.ride, news != .finished || last == nil else { return [phase] }
    return spread([phase, StyledLine(title(of: ride), .dim)])
  }

  /// The state of the ride in words.
  var standing: String {
    if news == .finished { return String(localized: "Finished") }
    if isSuspended, status.ride != nil { return String(localized: "Suspended until jz2d is back") }
    return StatusText.standing(status, resume: resume)
  }

  /// Returns the ride's number, and its target unless it is ending without a plan.
  func title(of ride: RideStatus) -> String {
    let aim = TargetText.aim(of: ride, plan: status.plan, glyphs: glyphs)
    return status.phase == .finishing && status.plan == nil
      ? String(localized: "ride \(ride.id)") : String(localized: "ride \(ride.id): \(aim)")
  }

  /// Returns the line about a lost connection.
  func lost(for seconds: Int) -> [StyledLine] {
    [StyledLine(String(localized: "No connection to jz2d for \(ClockTime(seconds))"), .caution)]
  }

  /// The times of the ride, and a progress bar unless the plan is shown as a skyline.
  var progress: [StyledLine] {
    guard let ride = status.ride else { return [] }
    let place = ride.road.map { wrapped(RoadText.place($0), mark: "", .plain) } ?? []
    guard let share = share(of: ride) else { return place }
    return (skyline(rows: 1).isEmpty ? [bar(share)] : []) + times(of: ride) + place
  }

  /// Returns the heights of the route, else the plan as a skyline; empty for another ride of one interval.
  func skyline(rows: Int) -> [StyledLine] {
    if let route, let road = status.ride?.road, news != .finished {
      return RoadProfile(route: route, road: road).lines(width: width, rows: rows, glyphs: glyphs)
    }
    guard intervals.count > 1, news != .finished else { return [] }
    return Skyline(intervals: intervals, present: status.plan?.interval, zoneStyle: zoneStyle).lines(
      width: width, rows: rows, glyphs: glyphs)
  }

  /// Returns the ridden, the elapsed and the remaining time of the ride.
  func times(of ride: RideStatus) -> [StyledLine] {
    let isLonger = ride.elapsedSeconds > ride.timerSeconds
    let elapsed = isLonger ? String(localized: "\(ClockTime(ride.elapsedSeconds)) elapsed") : nil
    let times = [
      StyledLine(String(localized: "\(ClockTime(ride.timerSeconds)) done")), elapsed.map { StyledLine($0, .dim) },
      ride.remainingSeconds.map { StyledLine(String(localized: "\(ClockTime($0)) to go")) },
    ]
    return spread(times.compactMap(\.self))
  }

  /// The completed fraction of the ride, by the timer or else by its plan; nil if both are open-ended.
  private func share(of ride: RideStatus) -> Double? {
    guard let remaining = ride.remainingSeconds else { return status.plan?.share }
    let total = ride.timerSeconds + remaining
    return total > 0 ? Double(ride.timerSeconds) / Double(total) : 0
  }

  /// Power with its target, W′ balance, heart rate and cadence; dim while the values do not change.
  var figures: [StyledLine] {
    guard let ride = status.ride else { return [] }
    let cadence = status.cadenceRpm.map { Figure.text($0, decimals: 0) }
    let cadenceName = RideMeasure.cadence.names.first(fitting: Self.nameWidth)
    let power = [power(status.powerWatts, of: ride)] + wanted(ride) + wPrime
    // If the heart rate controls the power, it comes first.
    let first = status.plan?.interval?.zoneFrom == nil ? power + [heartRate] : [heartRate] + power
    let lines = first + [figure(cadenceName, cadence, Figure.cadenceUnit) + cadenceGoal]
    return isStill ? lines.map(\.dimmed) : lines
  }

  /// Speed, bias and DFA alpha-1; two in a line if there is room.
  var lesserFigures: [StyledLine] {
    guard status.ride != nil else { return [] }
    let speed = figure(RideMeasure.speed.title, status.trainer?.speedKmh.map(Figure.speedNumber), Figure.speedUnit)
    let lines = paired([speed] + planFigures)
    return isStill ? lines.map(\.dimmed) : lines
  }

  /// The averages, the work, the distance, the lap and the time of day; two in a line if there is room.
  var totals: [StyledLine] {
    guard let ride = status.ride else { return [] }
    let means = [Figure.watts(ride.averageWatts), Figure.heartRate(ride.averageBeatsPerMinute)].compactMap(\.self)
    let work = EnergyText.parts(ride.kilojoules) + [Figure.distance(metres: ride.distanceMeters)].compactMap(\.self)
    let lap = ride.lap.flatMap { lap in
      lap.number > 1 ? row(String(localized: "Lap \(lap.number)"), LapText.parts(lap)) : nil
    }
    let average = [String(localized: "Average"), String(localized: "Mean")].first(fitting: Self.nameWidth - 1)
    let lines = [
      means.isEmpty ? nil : row(average, means),
      work.isEmpty ? nil : row(String(localized: "Work"), work), lap,
      row(String(localized: "Clock"), clock),
    ].compactMap(\.self)
    return paired(lines)
  }

  /// Returns a row with as many of the items as fit, so that no figure is cut; nil without items.
  private func row(_ name: String, _ items: [String]) -> StyledLine? {
    guard var text = items.first else { return nil }
    for item in items.dropFirst() where Self.nameWidth + text.count + 2 + item.count <= width { text += ", \(item)" }
    return row(name, text)
  }

  /// Places two lines side by side if there is room.
  private func paired(_ lines: [StyledLine]) -> [StyledLine] {
    guard width >= 79 else { return lines }
    return stride(from: 0, to: lines.count, by: 2).flatMap { index -> [StyledLine] in
      let pair = lines[index..<min(lines.count, index + 2)]
      guard let left = pair.first, let right = pair.dropFirst().first, left.width < width / 2,
        right.width <= width - width / 2
      else { return Array(pair) }
      return [left.padded(to: width / 2) + right]
    }
  }

  /// The time of day, `18:42`, and the expected end, `ends at 19:24`; empty if the time of day is not known.
  var clock: [String] {
    guard let now else { return [] }
    let time = ClockTime.ofDay(now)
    guard let left = status.ride?.remainingSeconds, status.phase == .riding else { return [time] }
    return [time, String(localized: "ends at \(ClockTime.ofDay(now.advanced(bySeconds: Double(left))))")]
  }

  /// The state of the trainer and the strap.
  var devices: [StyledLine] {
    let none = String(localized: "none chosen")
    let trainer = [DeviceRole.trainer.heading, String(localized: "Tr.")].first(fitting: Self.nameWidth - 1)
    return [
      device(
        trainer, status.trainer, absent: status.phase == .connecting ? String(localized: "looking for one") : none),
      device(String(localized: "Strap"), status.heartRate, absent: none),
    ] + sensors.map { device($0, $1, absent: none) }
  }

  /// The chosen devices other than trainer and strap.
  private var sensors: [(String, DeviceStatus)] {
    [
      (String(localized: "Meter"), status.power),
      (RideMeasure.cadence.names.first(fitting: Self.nameWidth), status.cadence),
      (DeviceRole.fan.heading, status.fan),
    ].compactMap { name, device in device.map { (name, $0) } }
  }

  /// The current problems and their remedies.
  var problems: [StyledLine] {
    status.problems.flatMap { problem in
      let explanation = problem.explanation
      let remedy = explanation.remedy.printable
      return wrapped(explanation.message.printable, mark: "! ", .caution)
        + wrapped(hasKeys ? KeyText.inKeys(remedy) : remedy, mark: "  ", .dim)
    }
  }

  /// The first problem in at most two lines, and the number of the others, for a terminal without room for all.
  var problemHeads: [StyledLine] {
    guard let first = status.problems.first else { return [] }
    let others = status.problems.count - 1
    let lines = wrapped(first.explanation.message.printable, mark: "! ", .caution)
    let more =
      others == 0
      ? []
      : [
        StyledLine(
          String(counting: others, one: "! \(others) more problem", other: "! \(others) more problems"), .caution)
      ]
    guard lines.count > 2 else { return lines + more }
    return [lines[0], (lines[1].cut(to: width - 1) + StyledLine(String(glyphs.ellipsis), .caution))] + more
  }
}

extension LiveFrame {
  /// Returns the power and its target; the power is compared with it only while the phase is `riding`.
  private func power(_ power: Int?, of ride: RideStatus) -> StyledLine {
    let zone = powerZone.map { " " + $0 } ?? ""
    guard let target = ride.targetWatts else {
      let isFree = ride.wantedWatts == nil && status.phase != .finishing
      let free = isFree ? StyledLine("  " + TargetText.brake(ride), .dim) : ""
      return figure(RideMeasure.power.title, power.map(String.init), "W") + zone + free
    }
    let style = powerStyle(power, target)
    let value = figure(RideMeasure.power.title, power.map(String.init), "W", style)
    let change = status.phase == .riding ? power.map { difference($0 - target) } ?? "" : ""
    guard width >= 60 else {
      let goal = StyledLine(" " + String(localized: "of \(target) W"), .dim)
      let changed = goal + StyledLine("  " + change, style)
      // The difference from the target is worth more than the zone.
      let lines = [value + zone + changed, value + changed, value + zone + goal, value + goal]
      return lines.first { $0.width <= width } ?? value + goal
    }
    // The value is to the left of the gauge, goal and difference are to the right.
    let goal = StyledLine("  " + String(localized: "target \(target) W"), .dim)
    let gauge = glyphs.gauge(power: power, target: target, width: min(41, width - 21 - max(14, goal.width) - 9))
    return (value + zone).padded(to: 21) + gauge + goal + StyledLine("  " + change, style)
  }

  /// Returns the style of a power compared with its target; the power is judged only in the phase `riding`.
  func powerStyle(_ power: Int?, _ target: Int?) -> Style {
    guard let power else { return .plain }
    guard status.phase == .riding, let target else { return .bold }
    return Glyphs.style(power: power, target: target)
  }

  /// Returns the wanted power if the trainer's target power differs.
  private func wanted(_ ride: RideStatus) -> [StyledLine] {
    guard let wanted = ride.wantedWatts, let easing = ride.easedBy else { return [] }
    return [figure(String(localized: "Wanted"), "\(wanted)", "W") + StyledLine("  \(TargetText.reason(easing))", .dim)]
  }

  func difference(_ watts: Int) -> String {
    watts == 0 ? "" : "\(watts < 0 ? glyphs.minus : "+")\(watts.magnitude) W"
  }

  func figure(_ name: String, _ value: String?, _ unit: String, _ style: Style = .bold) -> StyledLine {
    let text = value ?? "-"
    let gap = String(repeating: " ", count: max(0, 5 - text.count))
    return self.name(name) + StyledLine(gap + text, style) + StyledLine(" \(unit)", .dim)
  }

  private func device(_ role: String, _ device: DeviceStatus?, absent: String) -> StyledLine {
    let label = self.name(role)
    guard let device else { return label + StyledLine(absent, .dim) }
    let name = (device.name ?? device.address).printable
    if case .detached = news {
      return label + StyledLine("\(glyphs.unlinked) ") + StyledLine(String(localized: "\(name): unknown"))
    }
    let linked = StatusText.state(of: device, in: status)
    let start = label + mark(linked) + " "
    let isRelayed = device.fromTrainer == true && linked == .connected
    let state = StyledLine(
      isRelayed ? String(localized: "from the trainer") : StatusText.message(linked), style(linked))
    let isLow = (device.batteryPercent ?? 100) < 15
    let charge = device.batteryPercent.map {
      StyledLine(String(localized: "battery \($0) %"), isLow ? .caution : .dim)
    }
    if width >= 60 {
      let stateWidth = max(15, state.width + 2)
      let room = width - start.width - 1 - stateWidth - (charge?.width ?? 0)
      let named = start + StyledLine(name.fitted(to: min(28, room)) + " ")
      return named + state.padded(to: stateWidth) + (charge ?? "")
    }
    // The mark already shows that the device is connected, so the free column shows the battery.
    let rest = linked == .connected ? charge ?? state : state
    let room = width - start.width - 1 - max(14, rest.width)
    return start + StyledLine(name.fitted(to: room) + " ") + rest
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

/// Texts about work.
enum EnergyText {
  /// Formats work: `345 kJ, 345 kcal`; nil if it is not known.
  ///
  /// A rider burns about one kilocalorie for each kilojoule at the crank; the files of rides use the same ratio.
  static func work(_ kilojoules: Double?) -> String? {
    kilojoules == nil ? nil : parts(kilojoules).joined(separator: ", ")
  }

  /// Formats work in parts: `345 kJ`, `345 kcal`; empty if it is not known.
  static func parts(_ kilojoules: Double?) -> [String] {
    kilojoules.map { [Figure.work(kilojoules: $0), "\(Figure.text($0, decimals: 0)) kcal"] } ?? []
  }
}

extension ClockTime {
  /// Formats a time of day, `02:22`: its two digits of hours distinguish it from a duration.
  static func ofDay(_ moment: LocalMoment) -> String {
    let text = "\(Self(moment.secondOfDay / 60))"
    return text.count < 5 ? "0\(text)" : text
  }
}
