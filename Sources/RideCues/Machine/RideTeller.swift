import ControlWire
import Rides

/// Turns the changes from one status of jz2d to the next into beeps and announcements.
///
/// If the connection was lost in between, a ride with the same number continues; events of the meantime are not
/// announced.
struct RideTeller: Sendable {
  /// A beep or an announcement.
  enum Cue: Hashable, Sendable {
    case tone(Tone)
    case announcement(Announcement)
  }

  /// The seconds before the end that get a beep.
  static let countedSeconds = 1...3

  /// A ride that has started.
  private struct Ride {
    var id: Int
    var timerSeconds: Int
  }

  /// One of the last seconds of an interval; the number is nil in a steady ride.
  private struct CountedSecond: Equatable {
    var interval: Int?
    var left: Int
  }

  private var last: Status?
  /// The current ride, from its first pedal stroke.
  private var ride: Ride?
  /// The last second that was counted; nil outside a countdown.
  private var counted: CountedSecond?
  private var isCutOff = false

  /// The connection to jz2d is lost.
  mutating func lose() { isCutOff = last != nil }

  /// Handles the next status.
  mutating func take(_ status: Status) -> [Cue] {
    // A daemon that has just started has no ride yet, but may resume the one before.
    if isCutOff, ride != nil, status.ride == nil { return [] }
    let before = last
    last = status
    defer { isCutOff = false }
    let cues = before.map { changes(to: status, after: $0) } ?? []
    ride = status.ride.flatMap { now in
      Self.isUnderWay(status) || ride?.id == now.id ? Ride(id: now.id, timerSeconds: now.timerSeconds) : nil
    }
    return cues
  }

  private mutating func changes(to status: Status, after before: Status) -> [Cue] {
    if let ride, status.ride?.id != ride.id || status.phase == .idle {
      return [.announcement(.over(timerSeconds: ride.timerSeconds))]
    }
    if status.phase == .finishing { return end(status) }
    return [links(status, before), phase(status, before), interval(status, before), countdown(status)].flatMap(\.self)
  }

  /// Whether the ride has started and has not ended.
  private static func isUnderWay(_ status: Status) -> Bool {
    switch status.phase {
    case .riding, .paused, .reconnecting: true
    case .idle, .connecting, .ready, .finishing: false
    }
  }
}

extension RideTeller {
  private func links(_ status: Status, _ before: Status) -> [Cue] {
    let (was, isNow) = (before.hasLostStrap, status.hasLostStrap)
    if isNow, !was { return [.announcement(.strapLost)] }
    if was, !isNow, status.heartRate?.beatsPerMinute != nil { return [.announcement(.strapBack)] }
    return []
  }

  private func phase(_ status: Status, _ before: Status) -> [Cue] {
    let was = before.phase
    let back: [Cue] = was == .reconnecting ? [.announcement(.trainerBack)] : []
    switch status.phase {
    case .reconnecting: return was == .reconnecting ? [] : [.announcement(.trainerLost)]
    case .ready: return ride == nil && was != .ready ? [.announcement(.ready)] : back
    case .riding: return was == .paused ? [.announcement(.resumed)] : back
    case .paused:
      if was == .reconnecting { return back }
      // The button may be pressed when the pedals already stand still.
      guard was != .paused || before.autoPaused != status.autoPaused else { return [] }
      return [.announcement(status.autoPaused == true ? .pausedByItself : .paused)]
    case .idle, .connecting, .finishing: return []
    }
  }

  /// Announces the start of the ride, or of an interval.
  private func interval(_ status: Status, _ before: Status) -> [Cue] {
    guard status.phase == .riding, let now = status.ride else { return [] }
    let isFirst = ride == nil
    guard let interval = status.plan?.interval else {
      let seconds = now.remainingSeconds.map { Announcement.sum($0, now.timerSeconds) }
      return isFirst ? [.announcement(.begun(seconds: seconds, watts: now.wantedWatts))] : []
    }
    let isNext = before.plan?.interval?.number != interval.number || status.news?.isEmpty == false
    guard isFirst || isNext else {
      let cue = interval.cue.flatMap { $0 == before.plan?.interval?.cue ? nil : $0 }
      return cue.map { [.announcement(.cue($0))] } ?? []
    }
    let watts = interval.toWatts == nil ? now.wantedWatts ?? interval.watts : biased(interval.watts, status)
    let announcement = Announcement.interval(interval, watts: watts, toWatts: biased(interval.toWatts, status))
    return (isFirst ? [] : [.tone(.end)]) + [.announcement(announcement)]
  }

  private func biased(_ watts: Int?, _ status: Status) -> Int? {
    let share = 1 + Double(status.plan?.biasPercent ?? 0) / 100
    return watts.flatMap { Int(exactly: (Double($0) * share).rounded()) }
  }

  /// Beeps at the end of the last interval or of a steady ride, but not if the rider stops before.
  private mutating func end(_ status: Status) -> [Cue] {
    let isDone = counted != nil || status.news?.contains { $0.kind == .planEnded } == true
    counted = nil
    return isDone ? [.tone(.end)] : []
  }

  /// Beeps in the last seconds of an interval, or of a steady ride.
  private mutating func countdown(_ status: Status) -> [Cue] {
    guard status.phase == .riding, let ride = status.ride else { return [] }
    let interval = status.plan?.interval
    let left = status.plan == nil ? ride.remainingSeconds : interval?.remainingSeconds
    guard let left, Self.countedSeconds ~= left else {
      counted = nil
      return []
    }
    let second = CountedSecond(interval: interval?.number, left: left)
    defer { counted = second }
    return counted == second ? [] : [.tone(.count)]
  }
}

extension Status {
  /// Whether the strap was connected in this ride and is now lost or silent.
  fileprivate var hasLostStrap: Bool {
    problems.contains { $0.code == ProblemCode.strapLost.rawValue || $0.code == ProblemCode.strapSilent.rawValue }
  }
}
