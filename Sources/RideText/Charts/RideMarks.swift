import ControlWire

/// An event in a ride, marked on the time axis of its chart.
struct RideMark: Equatable {
  /// The kind, with its name in the chart's JSON.
  enum Kind: String, CaseIterable {
    case drop, pause, easing, change
  }

  /// The event.
  enum Happening: Equatable {
    case trainerLost, heartRateLost, daemonGone
    case paused, autoPaused
    case lowered(watts: Int, Reason)
    case biased(percent: Int)
    case changed(watts: Int, before: Int)
    /// The rider removed the target.
    case freed
  }

  /// The guard that lowered a target.
  enum Reason {
    case heartRate, alpha1, cadence, noHeartRate
  }

  let happening: Happening
  /// Seconds from the ride's start.
  let from: Double
  /// The end; nil for a moment, and for an event that lasted until the end of the ride.
  var to: Double?
}

extension RideMark {
  var kind: Kind {
    switch happening {
    case .trainerLost, .heartRateLost, .daemonGone: .drop
    case .paused, .autoPaused: .pause
    case .lowered: .easing
    case .biased, .changed, .freed: .change
    }
  }

  /// The event without its times: `Trainer lost`, `Target lowered to 100 W: heart rate`.
  var text: String {
    switch happening {
    case .trainerLost: String(localized: "Trainer lost")
    case .heartRateLost: String(localized: "Heart rate lost")
    case .daemonGone: String(localized: "jz2d was not running")
    case .paused: String(localized: "Paused")
    case .autoPaused: String(localized: "Auto-paused")
    case .lowered(let watts, .heartRate): String(localized: "Target lowered to \(watts) W: heart rate")
    case .lowered(let watts, .alpha1): String(localized: "Target lowered to \(watts) W: DFA alpha-1")
    case .lowered(let watts, .cadence): String(localized: "Target lowered to \(watts) W: cadence collapsed")
    case .lowered(let watts, .noHeartRate): String(localized: "Target lowered to \(watts) W: no heart rate")
    case .biased(let percent): String(localized: "Bias \(Figure.signed(percent)) %")
    case .freed: String(localized: "Riding free")
    case .changed(let watts, let before): String(localized: "Target \(watts) W instead of \(before) W")
    }
  }
}

extension RideMark.Kind {
  /// Names several marks for a legend: `dropped connections`.
  func name(_ count: Int) -> String {
    switch self {
    case .drop: String(counting: count, one: "\(count) dropped connection", other: "\(count) dropped connections")
    case .pause: String(counting: count, one: "\(count) pause", other: "\(count) pauses")
    case .easing: String(counting: count, one: "target lowered once", other: "target lowered \(count) times")
    case .change: String(counting: count, one: "watts changed once", other: "watts changed \(count) times")
    }
  }
}

extension RideMark {
  /// The time and the event for a reader: `12:03 Trainer lost, for 4 s`.
  var explanation: String {
    let what = "\(ClockTime(Int(from))) \(text)"
    return to.map { String(localized: "\(what), for \(Self.length($0 - from))") } ?? what
  }

  private static func length(_ seconds: Double) -> String {
    seconds < 60 ? "\(Figure.short((seconds * 10).rounded() / 10)) s" : "\(ClockTime(Int(seconds.rounded())))"
  }

  /// Returns the marks of a ride's events, which are in order of time.
  static func marks(of events: [ReviewedRide.Event]) -> [RideMark] {
    var reading = EventReading()
    for event in events { reading.take(event) }
    return reading.marks.sorted { $0.from < $1.from }
  }
}

/// Turns events into marks.
///
/// Each change of the target is an event of its own, for any cause. It is the rider's change if no other cause was
/// recorded since the previous target.
private struct EventReading {
  private(set) var marks: [RideMark] = []
  /// The indices of marks that have not ended.
  private var open: [String: Int] = [:]
  private var watts: Int?
  private var isExplained = true
  /// Whether the last change by a guard lowered the target.
  private var isLowering = false

  mutating func take(_ event: ReviewedRide.Event) {
    switch event.kind {
    case "paused": begin(.paused, "pause", event)
    case "autoPaused": begin(.autoPaused, "pause", event)
    case "resumed": end("pause", event)
    case "trainerLost": begin(.trainerLost, "trainer", event)
    case "trainerRestored": end("trainer", event)
    case "strapLost": begin(.heartRateLost, "strap", event)
    case "strapRestored": end("strap", event)
    case "interrupted": begin(.daemonGone, "daemon", event)
    case "continued":
      end("daemon", event)
      isExplained = true
    case "eased": lower(event, .heartRate)
    case "alpha1Eased": lower(event, .alpha1)
    case "released": lower(event, .cadence)
    case "steeringEased": lower(event, .noHeartRate)
    case "restored", "steeringReturned", "interval", "planEnded", "started": isExplained = true
    case "biased":
      marks.append(RideMark(happening: .biased(percent: event.percent ?? 0), from: event.atSeconds))
      isExplained = true
    case "free", "slope", "resistance":
      marks.append(RideMark(happening: .freed, from: event.atSeconds))
      (watts, isLowering) = (nil, false)
    case "target": change(event)
    default: break
    }
  }

  private mutating func begin(_ happening: RideMark.Happening, _ what: String, _ event: ReviewedRide.Event) {
    guard open[what] == nil else { return }
    open[what] = marks.count
    marks.append(RideMark(happening: happening, from: event.atSeconds))
  }

  private mutating func end(_ what: String, _ event: ReviewedRide.Event) {
    guard let index = open.removeValue(forKey: what) else { return }
    marks[index].to = max(marks[index].from, event.atSeconds)
  }

  /// Marks a target that a guard lowered; several steps down are one mark, and raising the target again adds no mark.
  private mutating func lower(_ event: ReviewedRide.Event, _ reason: RideMark.Reason) {
    isExplained = true
    guard let lowered = event.watts else { return }
    defer { watts = lowered }
    guard lowered < watts ?? .max else { return isLowering = false }
    let happening = RideMark.Happening.lowered(watts: lowered, reason)
    if isLowering, let last = marks.lastIndex(where: { $0.kind == .easing }) {
      marks[last] = RideMark(happening: happening, from: marks[last].from)
    } else {
      marks.append(RideMark(happening: happening, from: event.atSeconds))
    }
    isLowering = true
  }

  private mutating func change(_ event: ReviewedRide.Event) {
    defer { isExplained = false }
    guard let asked = event.watts else { return }
    if !isExplained, let watts, asked != watts {
      marks.append(RideMark(happening: .changed(watts: asked, before: watts), from: event.atSeconds))
    }
    watts = asked
  }
}

/// The planned power of a part of a ride, in the ridden time.
struct PlanBlock: Equatable {
  /// The seconds of the ride.
  let seconds: Range<Int>
  /// The power at the start and at the end, which differ only in a ramp.
  let fromWatts: Double
  let toWatts: Double

  /// Returns the planned watts of a second within the block.
  func watts(at second: Int) -> Double {
    guard seconds.count > 1 else { return fromWatts }
    return fromWatts + (toWatts - fromWatts) * Double(second - seconds.lowerBound) / Double(seconds.count)
  }

  /// Returns the blocks of a ride with more than one planned power; else empty.
  ///
  /// A plan advances with the timer, so there is no planned power while the timer is stopped.
  static func blocks(of laps: [ReviewedRide.Lap], while running: [Range<Int>]) -> [PlanBlock] {
    let blocks = laps.flatMap { lap -> [PlanBlock] in
      guard let watts = lap.plannedWatts, lap.fromSeconds < lap.toSeconds else { return [] }
      let (from, to) = (Double(watts), Double(lap.plannedToWatts ?? watts))
      let parts = running.map { $0.clamped(to: lap.fromSeconds..<lap.toSeconds) }.filter { !$0.isEmpty }
      let length = Double(max(lap.timerSeconds, parts.reduce(0) { $0 + $1.count }))
      var ridden = 0.0
      return parts.map { seconds in
        let start = ridden
        ridden += Double(seconds.count)
        return PlanBlock(
          seconds: seconds, fromWatts: from + (to - from) * start / length,
          toWatts: from + (to - from) * ridden / length)
      }
    }
    return laps.count > 1 || blocks.contains { $0.fromWatts != $0.toWatts } ? blocks : []
  }
}
