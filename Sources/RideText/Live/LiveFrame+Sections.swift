import ControlWire

extension LiveFrame {
  /// The state of the ride, its number and its target.
  var heading: [StyledLine] {
    let phase = StyledLine(news == .finished ? "Finished" : StatusText.standing(status), .bold)
    guard let ride = status.ride else { return [phase] }
    return spread([
      phase, StyledLine("ride \(ride.id): \(TargetText.aim(of: ride, plan: status.plan, glyphs: glyphs))", .dim),
    ])
  }

  /// Says for how long the connection has been lost.
  func lost(for seconds: Int) -> [StyledLine] {
    [StyledLine("No connection to jz2d for \(ClockTime(seconds))", .caution)]
  }

  /// The previous ride; empty during a ride.
  var lastRide: [StyledLine] {
    guard status.ride == nil, let last else { return [] }
    return wrapped("Last ride: \(RideLine.summary(last)) `jz2ctl show last` tells more.", mark: "", .plain)
  }

  /// The progress bar and the times of the ride.
  var progress: [StyledLine] {
    guard let ride = status.ride, let share = share(of: ride) else { return [] }
    let elapsed = StyledLine("\(ClockTime(ride.elapsedSeconds)) elapsed", .dim)
    let times = [
      StyledLine("\(ClockTime(ride.timerSeconds)) done"), elapsed,
      ride.remainingSeconds.map { StyledLine("\(ClockTime($0)) to go") },
    ]
    return [bar(share)] + spread(times.compactMap(\.self))
  }

  /// The completed fraction of the ride, by the timer or else by its plan; nil if both are open-ended.
  private func share(of ride: RideStatus) -> Double? {
    guard let remaining = ride.remainingSeconds else { return status.plan?.share }
    let total = ride.timerSeconds + remaining
    return total > 0 ? Double(ride.timerSeconds) / Double(total) : 0
  }

  /// Power with its target, heart rate, cadence and speed.
  var figures: [StyledLine] {
    guard let ride = status.ride else { return [] }
    let trainer = status.trainer
    let cadence = trainer?.cadenceRpm.map { Figure.text($0, decimals: 0) }
    let speed = figure("Speed", trainer?.speedKmh.map(Figure.speedNumber), Figure.speedUnit)
    return [power(trainer?.powerWatts, of: ride)] + wanted(ride)
      + [heartRate, figure("Cadence", cadence, "rpm") + cadenceGoal, speed] + planFigures
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
    var lines: [StyledLine] = []
    switch news {
    case .fresh, .detached, .finished: break
    case .silent(let seconds):
      lines += wrapped("jz2d has said nothing for \(seconds) s; the figures are old.", mark: "! ", .caution)
    }
    for problem in status.problems {
      lines += wrapped(problem.message.printable, mark: "! ", .caution)
      lines += wrapped(problem.remedy.printable, mark: "  ", .dim)
    }
    return lines
  }

  /// Explains what Ctrl-C does and, without a ride, how to begin one.
  var footer: [StyledLine] {
    if case .detached = news {
      return wrapped("What is shown is old. Trying again each second; Ctrl-C leaves this view.", mark: "", .dim)
    }
    guard status.phase == .idle, status.ride == nil else {
      return wrapped("Ctrl-C leaves this view; the ride goes on.", mark: "", .dim)
    }
    return wrapped("`jz2ctl start --watts W --minutes M` begins a ride. Ctrl-C leaves this view.", mark: "", .dim)
  }
}

extension LiveFrame {
  /// The power and its target; the power is judged only while the phase is `riding`.
  private func power(_ power: Int?, of ride: RideStatus) -> StyledLine {
    guard let target = ride.targetWatts else {
      let isFree = ride.wantedWatts == nil && status.plan != nil
      return figure("Power", power.map(String.init), "W") + (isFree ? StyledLine("  free", .dim) : "")
    }
    let isJudged = status.phase == .riding
    let style = power.map { isJudged ? Glyphs.style(power: $0, target: target) : .bold } ?? .plain
    let value = figure("Power", power.map(String.init), "W", style).padded(to: 21)
    let isWide = width >= 60
    let gauge = glyphs.gauge(power: power, target: target, width: min(41, width - (isWide ? 44 : 29)))
    let change = isJudged ? power.map { difference($0 - target) } ?? "" : ""
    let goal = isWide ? StyledLine("  target \(target) W", .dim) : ""
    return value + gauge + goal + StyledLine("  " + change, style)
  }

  /// The wanted power, if the trainer is asked for another one.
  private func wanted(_ ride: RideStatus) -> [StyledLine] {
    guard let wanted = ride.wantedWatts, let easing = ride.easedBy else { return [] }
    return [figure("Wanted", "\(wanted)", "W") + StyledLine("  \(TargetText.reason(easing))", .dim)]
  }

  private func difference(_ watts: Int) -> String {
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
    let start = label + mark(device.state) + " "
    let state = StyledLine(StatusText.phrase(device.state), style(device.state))
    let isLow = (device.batteryPercent ?? 100) < 15
    let charge = device.batteryPercent.map { StyledLine("battery \($0) %", isLow ? .caution : .dim) } ?? ""
    if width >= 60 { return start + StyledLine(name.fitted(to: 28)) + " " + state.padded(to: 15) + charge }
    // The mark already says that it is connected, so the one free column shows the battery.
    let rest = device.state == .connected && charge.width > 0 ? charge : state
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
