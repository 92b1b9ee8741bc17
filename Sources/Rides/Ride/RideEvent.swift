package import BluetoothLE

/// An event of a ride, stored in addition to its rows.
package struct RideEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The first pedal stroke: the ride's start.
    case started
    /// The trainer acknowledged a new target.
    case target(watts: Int)
    /// The rider removed the target, and rides free.
    case free
    /// The rider or an app removed the target, and chose this brake.
    case braked(Brake)
    /// The rider paused.
    case paused
    /// The timer is running again.
    case resumed
    case trainerLost(LinkError.Code)
    /// The trainer is controlled again, and its target is restored.
    case trainerRestored
    case strapLost(LinkError.Code)
    /// The strap sends notifications again.
    case strapRestored
    /// Auto-pause: the rider stopped pedalling.
    case autoPaused
    /// The daemon was not running, from `at` until `continued`.
    case interrupted
    /// Another process has resumed the ride.
    case continued
    /// The device is connected, but silent.
    case silent(DeviceRole)
    /// The trainer acknowledged a target, but does not hold it.
    case unconfirmed(watts: Int)
    /// The spiral of death guard released the target.
    case released(floorWatts: Int)
    /// The legs have recovered and the target is being restored.
    case restored
    /// The heart-rate ceiling changed the target; with the resulting watts, nil in free riding.
    case eased(watts: Int?)
    /// A measure against a radio that does not connect.
    case remedy(RadioMeasure)
    /// The trainer refused a request; the text has the request and the reason.
    case refused(String)
    /// A device refused a connection or a subscription; the text is the radio's message.
    case linkRefused(DeviceRole, String)
    /// An interval of the workout started.
    case interval(number: Int, label: String?)
    case intervalEnded(number: Int, by: Trigger)
    /// The last interval of the workout is over.
    case planEnded
    /// The heart rate was lost, and the power that it controlled was reduced.
    case steeringEased(watts: Int)
    /// The heart rate controls the power again.
    case steeringReturned
    /// The guard of DFA alpha-1 changed the target; with the resulting watts, nil in free riding.
    case alpha1Eased(watts: Int?)
    /// The total bias of the workout's power, in percent.
    case biased(percent: Int)
    case extended(number: Int, by: IntervalExtension)
    case labelled(number: Int, label: String)
    /// The rider ended a lap and started the next one.
    case lap
    case ended(EndReason)
    /// A stored event whose detail this version cannot read.
    case unread(Name, detail: String?)
  }

  /// The event that ended an interval.
  package enum Trigger: String, Hashable, Sendable, CaseIterable {
    case timer
    case distance
    case location
    /// The rider's `Done`.
    case activity
    case skipped
    /// The rider went back.
    case left
  }

  /// The reason why a ride ended; the raw value is its name for people.
  package enum EndReason: String, Hashable, Sendable, CaseIterable {
    /// The timer reached the planned time.
    case time
    /// A workout without a planned time is over.
    case plan
    case stop
    /// The rider did not pedal for too long.
    case idle
    /// The trainer was disconnected for too long.
    case trainerAway = "trainer away"
    /// The ride was left by an earlier process, and was too old to be resumed.
    case recovered
    /// The capture that is replayed has ended.
    case captureEnded = "the capture ended"
  }

  /// Time since the ride's start.
  package var at: Duration
  package var kind: Kind
  /// The last measured signal strength, in dBm; only for a lost connection, if the radio reports it.
  package var signalDBm: Int?

  package init(at: Duration, kind: Kind, signalDBm: Int? = nil) {
    self.at = at
    self.kind = kind
    self.signalDBm = signalDBm
  }
}

/// Events as a name and a text: the form in which they are stored, exported and sent.
extension RideEvent {
  /// The names of the kinds in the database.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case started, target, free, slope, resistance, paused, resumed, trainerLost, trainerRestored, strapLost,
      strapRestored, autoPaused
    case interrupted, continued, silent, unconfirmed, released, restored, eased, remedy, refused
    case linkRefused
    case interval, intervalEnded, planEnded, steeringEased, steeringReturned, alpha1Eased
    case biased, extended, labelled, lap, ended
  }

  /// Decodes a stored event; a detail that this version would not write in exactly that form is kept as `.unread`.
  package init(at: Duration, name: Name, detail: String?, signalDBm: Int? = nil) {
    self.init(at: at, kind: Kind(name, detail) ?? .unread(name, detail: detail), signalDBm: signalDBm)
  }
}

extension RideEvent.Kind {
  package var name: RideEvent.Name {
    switch self {
    case .started: .started
    case .target: .target
    case .free: .free
    case .braked(.slope): .slope
    case .braked(.resistance): .resistance
    case .paused: .paused
    case .resumed: .resumed
    case .trainerLost: .trainerLost
    case .trainerRestored: .trainerRestored
    case .strapLost: .strapLost
    case .strapRestored: .strapRestored
    case .autoPaused: .autoPaused
    case .interrupted: .interrupted
    case .continued: .continued
    case .silent: .silent
    case .unconfirmed: .unconfirmed
    case .released: .released
    case .restored: .restored
    case .eased: .eased
    case .remedy: .remedy
    case .refused: .refused
    case .linkRefused: .linkRefused
    case .interval: .interval
    case .intervalEnded: .intervalEnded
    case .planEnded: .planEnded
    case .steeringEased: .steeringEased
    case .steeringReturned: .steeringReturned
    case .alpha1Eased: .alpha1Eased
    case .biased: .biased
    case .extended: .extended
    case .labelled: .labelled
    case .lap: .lap
    case .ended: .ended
    case .unread(let name, _): name
    }
  }

  /// The event's data as text: `150`, `3 Over`, `3 60 s`; nil without data.
  package var detail: String? {
    switch self {
    case .started, .free, .paused, .resumed, .trainerRestored, .strapRestored, .autoPaused, .interrupted, .continued,
      .restored, .planEnded, .steeringReturned, .lap:
      nil
    case .target(let watts), .unconfirmed(let watts), .released(let watts), .steeringEased(let watts): String(watts)
    case .braked(.slope(let percent)), .braked(.resistance(let percent)): String(percent)
    case .eased(let watts), .alpha1Eased(let watts): watts.map { String($0) }
    case .trainerLost(let reason), .strapLost(let reason): reason.rawValue
    case .silent(let role): role.rawValue
    case .remedy(let remedy): remedy.rawValue
    case .refused(let how): how
    case .linkRefused(let role, let how): "\(role.rawValue) \(how)"
    case .interval(let number, let label): label.map { "\(number) \($0)" } ?? String(number)
    case .intervalEnded(let number, let trigger): "\(number) \(trigger.rawValue)"
    case .biased(let percent): String(percent)
    case .extended(let number, .seconds(let seconds)): "\(number) \(seconds) s"
    case .extended(let number, .meters(let meters)): "\(number) \(meters.inMeters) m"
    case .labelled(let number, let label): "\(number) \(label)"
    case .ended(let reason): reason.rawValue
    case .unread(_, let detail): detail
    }
  }

  /// Nil for a brake that no trainer has, as in a damaged event.
  private init?(braking brake: Brake) {
    guard brake.isSound else { return nil }
    self = .braked(brake)
  }

  /// Decodes a kind; nil if this version would not write that detail.
  fileprivate init?(_ name: RideEvent.Name, _ detail: String?) {
    let text = detail ?? ""
    // The number of an interval, and the rest of the text.
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let number = words.first.flatMap { Int($0) }
    let rest = words.count > 1 ? String(words[1]) : nil
    let found: Self? =
      switch name {
      case .started: .started
      case .target: Int(text).map { .target(watts: $0) }
      case .free: .free
      case .slope: Double(text).flatMap { .init(braking: .slope(percent: $0)) }
      case .resistance: Double(text).flatMap { .init(braking: .resistance(percent: $0)) }
      case .paused: .paused
      case .resumed: .resumed
      case .trainerLost: LinkError.Code(rawValue: text).map { .trainerLost($0) }
      case .trainerRestored: .trainerRestored
      case .strapLost: LinkError.Code(rawValue: text).map { .strapLost($0) }
      case .strapRestored: .strapRestored
      case .autoPaused: .autoPaused
      case .interrupted: .interrupted
      case .continued: .continued
      case .silent: DeviceRole(rawValue: text).map { .silent($0) }
      case .unconfirmed: Int(text).map { .unconfirmed(watts: $0) }
      case .released: Int(text).map { .released(floorWatts: $0) }
      case .restored: .restored
      case .eased: .eased(watts: Int(text))
      case .remedy: RadioMeasure(rawValue: text).map { .remedy($0) }
      case .refused: .refused(text)
      case .linkRefused:
        if let role = words.first.flatMap({ DeviceRole(rawValue: String($0)) }), let rest {
          .linkRefused(role, rest)
        } else {
          nil
        }
      case .interval: number.map { .interval(number: $0, label: rest) }
      case .intervalEnded:
        if let number, let trigger = rest.flatMap(RideEvent.Trigger.init) {
          .intervalEnded(number: number, by: trigger)
        } else {
          nil
        }
      case .planEnded: .planEnded
      case .steeringEased: Int(text).map { .steeringEased(watts: $0) }
      case .steeringReturned: .steeringReturned
      case .alpha1Eased: .alpha1Eased(watts: Int(text))
      case .biased: Int(text).map { .biased(percent: $0) }
      case .extended:
        if let number, let added = rest.flatMap(IntervalExtension.init(text:)) {
          .extended(number: number, by: added)
        } else {
          nil
        }
      case .lap: .lap
      case .labelled: if let number, let rest { .labelled(number: number, label: rest) } else { nil }
      case .ended: RideEvent.EndReason(rawValue: text).map { .ended($0) }
      }
    guard let found, found.detail == detail else { return nil }
    self = found
  }
}

extension IntervalExtension {
  /// Parses `60 s` or `500 m`.
  fileprivate init?(text: String) {
    guard let number = Int(text.dropLast(2)) else { return nil }
    switch text.suffix(2) {
    case " s": self = .seconds(number)
    case " m": self = .meters(Double(number))
    default: return nil
    }
  }
}

// MARK: - Members

/// The stored form of an event; later versions may store kinds that are unknown here.
package struct WrittenEvent: Sendable {
  private var seconds = 0.0
  private var kind = ""
  private var detail: String?
  private var signalDBm: Int?

  private init() {}

  package init(_ event: RideEvent) {
    seconds = event.at / .seconds(1)
    (kind, detail, signalDBm) = (event.kind.name.rawValue, event.kind.detail, event.signalDBm)
  }

  /// The event; nil if its kind is unknown.
  package var event: RideEvent? {
    guard let name = RideEvent.Name(rawValue: kind) else { return nil }
    // The store rounds event times to the millisecond.
    return RideEvent(
      at: .milliseconds(Int64((seconds * 1000).rounded())), name: name, detail: detail, signalDBm: signalDBm)
  }
}

extension WrittenEvent: Tabled, Codable {
  package static let blank = WrittenEvent()
  package static let members: Members<Self> = [
    .number("elapsedSeconds", in: -1e8...1e8, { $0.seconds }, { $0.seconds = $1 }).required,
    .text("kind", { $0.kind }, { $0.kind = $1 }).required,
    .text("detail", { $0.detail }, { $0.detail = $1 }),
    .integer("signalDBm", in: -127...20, { $0.signalDBm }, { $0.signalDBm = $1 }),
  ]
}
