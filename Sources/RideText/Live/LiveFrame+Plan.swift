import ControlWire
import Rides

extension LiveFrame {
  /// The current interval: its target, its progress, its cue, and the next interval.
  ///
  /// A ride of one unnamed interval, such as a zone ride, shows these in its heading instead.
  var interval: [StyledLine] {
    guard let plan = status.plan else { return [] }
    guard let interval = plan.interval else { return [StyledLine(IntervalText.over(plan), .good)] }
    guard plan.name != nil || plan.intervals > 1 else { return cue(of: interval) }
    var lines = spread([title(of: interval, plan), StyledLine(IntervalText.aim(interval, glyphs), .bold)])
    if let share = interval.share { lines.append(bar(share)) }
    lines += spread(standing(of: interval)) + cue(of: interval)
    if let next { lines.append(next) }
    return lines
  }

  /// The current interval in few lines, for a very small terminal.
  var shortInterval: [StyledLine] {
    guard let plan = status.plan else { return [] }
    guard let interval = plan.interval else { return [StyledLine(IntervalText.over(plan), .good)] }
    guard plan.name != nil || plan.intervals > 1 else { return [] }
    let name = counter(of: interval) ?? interval.label?.printable ?? String(localized: "Interval \(interval.number)")
    let aim = IntervalText.aim(interval, glyphs)
    let left = interval.remainingSeconds.map { StyledLine(String(localized: "\(ClockTime($0)) left"), .bold) }
    return spread([StyledLine(name, .bold), left ?? StyledLine(aim)].compactMap(\.self))
  }

  /// The last three ended intervals, latest first; intervals that the rider only passed are left out.
  var expired: [StyledLine] {
    let ended = IntervalText.withoutHops(status.plan?.expired ?? [])
    return ended.suffix(3).reversed().enumerated().map { index, interval in
      let title = IntervalText.title(interval.number, interval.label)
      let parts = [IntervalText.taken(interval), IntervalText.power(interval), IntervalText.outcome(interval)]
      return row(
        index == 0 ? String(localized: "Ended") : "",
        ([title] + parts.compactMap(\.self)).joined(separator: ", "), .dim)
    }
  }

  /// The heart rate with its gauge, and its range, limit or zone.
  var heartRate: StyledLine {
    let beats = status.heartRate?.beatsPerMinute
    let name = RideMeasure.heart.names.first(fitting: Self.nameWidth)
    let value = figure(name, beats.map(String.init), Figure.heartRateUnit, heartStyle)
    guard let goal = heartGoal else { return value }
    guard let range = heartRange, width >= 60 else { return value + StyledLine("  \(goal)", .dim) }
    return value.padded(to: 21) + glyphs.gauge(beats, within: range, width: min(41, width - 44))
      + StyledLine("  \(goal)", .dim)
  }

  /// The heart-rate range of the interval; nil without one.
  var heartRange: ClosedRange<Int>? {
    let interval = status.plan?.interval
    guard let from = interval?.zoneFrom, let to = interval?.zoneTo, from <= to else { return nil }
    return from...to
  }

  var heartStyle: Style {
    guard let beats = status.heartRate?.beatsPerMinute else { return .bold }
    if let heartRange { return heartRange.contains(beats) ? .good : .caution }
    return beats > status.ride?.maximumBeatsPerMinute ?? .max ? .caution : .bold
  }

  /// `zone 2, 120–140`, `target 120–130`, `limit 150`, `zone 3`; nil without any of them.
  var heartGoal: String? {
    if let interval = status.plan?.interval, let from = interval.zoneFrom, let to = interval.zoneTo {
      let span = IntervalText.span(from, to, glyphs)
      return interval.zone.map { String(localized: "zone \($0), \(span)") } ?? String(localized: "target \(span)")
    }
    let zone = status.heartRate?.beatsPerMinute.flatMap { beats in
      zones.first { $0.fromBpm ?? 0 <= Double(beats) && Double(beats) < $0.belowBpm ?? .infinity }
    }
    let parts = [
      zone.map { String(localized: "zone \($0.number)") },
      status.ride?.maximumBeatsPerMinute.map { String(localized: "limit \($0)") },
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : text
  }

  /// The cadence target of the interval; empty without one.
  var cadenceGoal: StyledLine {
    cadenceAim.map { StyledLine("  " + String(localized: "target \($0)"), .dim) } ?? ""
  }

  var cadenceAim: String? {
    let interval = status.plan?.interval
    return IntervalText.cadence(from: interval?.cadenceFrom, to: interval?.cadenceTo, glyphs)
  }

  /// The bias, if there is one, and DFA alpha-1.
  var planFigures: [StyledLine] {
    var lines: [StyledLine] = []
    let bias = status.ride?.biasPercent ?? status.plan?.biasPercent ?? 0
    if bias != 0 { lines.append(figure(String(localized: "Bias"), Figure.signed(bias), "%")) }
    if usesAlpha1, let alpha1 = status.alpha1 {
      let style: Style = (alpha1.value ?? 1) < 0.75 ? .caution : .bold
      lines.append(figure("Alpha-1", Alpha1Text.value(alpha1), Alpha1Text.confidence(alpha1), style))
    }
    return lines
  }

  /// Returns `Over 2 of 4` if a label repeats, else `Interval 4 of 11  Over`.
  func title(of interval: IntervalStatus, _ plan: PlanStatus) -> StyledLine {
    if let counter = counter(of: interval) {
      let place = String(localized: "interval \(interval.number) of \(plan.intervals)")
      return StyledLine(counter, .bold) + StyledLine("  \(place)", .dim)
    }
    let number = StyledLine(String(localized: "Interval \(interval.number) of \(plan.intervals)"), .dim)
    return number + (interval.label.map { StyledLine("  \($0.printable)", .bold) } ?? "")
  }

  /// Counts the intervals of the same label: `Over 2 of 4`; nil if there is only one, or if they are not known.
  func counter(of interval: IntervalStatus) -> String? {
    guard let label = interval.label else { return nil }
    let same = intervals.filter { $0.label == label }
    guard same.count > 1 else { return nil }
    let before = same.count { $0.number < interval.number }
    return String(localized: "\(label.printable) \(before + 1) of \(same.count)")
  }

  /// The next interval, and the time until its start; it is highlighted in the last seconds.
  var next: StyledLine? {
    guard let plan = status.plan, let next = plan.next else { return nil }
    let text = StatusText.next(next, glyphs)
    guard let left = plan.interval?.remainingSeconds, left <= 10, status.phase == .riding else {
      return row(String(localized: "Next"), hasKeys ? KeyText.inKeys(text) : text)
    }
    let style: Style = left <= Self.countdown ? .caution : .accent
    return row(String(localized: "In \(ClockTime(left))"), hasKeys ? KeyText.inKeys(text) : text, style)
  }

  /// The length of the countdown before the end of an interval, in seconds.
  package static let countdown = 5

  private func standing(of interval: IntervalStatus) -> [StyledLine] {
    let isMeasured = interval.end == .distance || interval.end == .location
    let done = isMeasured ? IntervalText.meters(interval.meters) : "\(ClockTime(interval.timerSeconds))"
    let left = IntervalText.left(interval)
    return [StyledLine(String(localized: "\(done) done")), StyledLine(hasKeys ? KeyText.inKeys(left) : left)]
  }

  func cue(of interval: IntervalStatus) -> [StyledLine] {
    // A rider reads at most three lines while riding.
    interval.cue.map { Array(wrapped($0.printable, mark: "> ", .accent).prefix(3)) } ?? []
  }
}
