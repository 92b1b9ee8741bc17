import ControlWire

extension LiveFrame {
  /// The current interval: its target, its progress, its cue, and the next interval.
  ///
  /// A ride of a single unnamed interval, as a zone makes it, shows these in its heading instead.
  var interval: [StyledLine] {
    guard let plan = status.plan else { return [] }
    guard let interval = plan.interval else { return [StyledLine(IntervalText.over(plan), .good)] }
    guard plan.name != nil || plan.intervals > 1 else { return cue(of: interval) }
    var lines = spread(title(of: interval, plan))
    if let share = interval.share { lines.append(bar(share)) }
    lines += spread(standing(of: interval)) + cue(of: interval)
    if let next = plan.next { lines += [row("Next", StatusText.next(next, glyphs), .plain)] }
    return lines
  }

  /// The last three ended intervals, latest first.
  var expired: [StyledLine] {
    guard let plan = status.plan else { return [] }
    return IntervalText.withoutHops(plan.expired).suffix(3).reversed().enumerated().map { index, interval in
      let title = IntervalText.title(interval.number, interval.label)
      let parts = [IntervalText.taken(interval), IntervalText.outcome(interval)].compactMap(\.self)
      return row(index == 0 ? "Ended" : "", ([title] + parts).joined(separator: ", "), .dim)
    }
  }

  /// The heart rate and, if the interval asks for some, its zone and heart rates.
  var heartRate: StyledLine {
    let beats = status.heartRate?.beatsPerMinute
    guard let interval = status.plan?.interval, let from = interval.zoneFrom, let to = interval.zoneTo else {
      return figure("Heart rate", beats.map(String.init), "bpm")
    }
    let isInside = beats.map { from <= $0 && $0 <= to }
    let style: Style = isInside.map { $0 ? .good : .caution } ?? .bold
    let zone = interval.zone.map { "zone \($0), " } ?? "target "
    return figure("Heart rate", beats.map(String.init), "bpm", style)
      + StyledLine("  \(zone)\(IntervalText.span(from, to, glyphs))", .dim)
  }

  /// The cadence that the interval asks for; empty if it asks for none.
  var cadenceGoal: StyledLine {
    let interval = status.plan?.interval
    let goal = IntervalText.cadence(from: interval?.cadenceFrom, to: interval?.cadenceTo, glyphs)
    return goal.map { StyledLine("  target \($0)", .dim) } ?? ""
  }

  /// The bias, if there is one, and DFA alpha-1.
  var planFigures: [StyledLine] {
    var lines: [StyledLine] = []
    let bias = status.ride?.biasPercent ?? status.plan?.biasPercent ?? 0
    if bias != 0 { lines.append(figure("Bias", Figure.signed(bias), "%")) }
    if let alpha1 = status.alpha1 {
      let style: Style = (alpha1.value ?? 1) < 0.75 ? .caution : .bold
      lines.append(figure("Alpha-1", Alpha1Text.value(alpha1), Alpha1Text.confidence(alpha1), style))
    }
    return lines
  }

  private func title(of interval: IntervalStatus, _ plan: PlanStatus) -> [StyledLine] {
    let number = StyledLine("Interval \(interval.number) of \(plan.intervals)", .dim)
    let label = interval.label.map { StyledLine("  \($0.printable)", .bold) } ?? ""
    return [number + label, StyledLine(IntervalText.aim(interval, glyphs), .bold)]
  }

  private func standing(of interval: IntervalStatus) -> [StyledLine] {
    let isMeasured = interval.end == .distance || interval.end == .location
    let done = isMeasured ? IntervalText.meters(interval.meters) : "\(ClockTime(interval.timerSeconds))"
    return [StyledLine("\(done) done"), StyledLine(IntervalText.left(interval))]
  }

  private func cue(of interval: IntervalStatus) -> [StyledLine] {
    // A rider reads at most three lines while riding.
    interval.cue.map { Array(wrapped($0.printable, mark: "> ", .accent).prefix(3)) } ?? []
  }

  private func row(_ name: String, _ text: String, _ style: Style) -> StyledLine {
    StyledLine(name.fitted(to: 10), .dim) + StyledLine(text, style)
  }
}
