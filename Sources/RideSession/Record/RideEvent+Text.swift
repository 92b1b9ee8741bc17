import BluetoothLE
import RideTerms

/// Events as a name and a text: the form in which they are stored, exported and sent.
extension RideEvent {
  /// The names of the kinds, as they stand in the database.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case started, target, paused, resumed, trainerLost, trainerRestored, strapLost, strapRestored, autoPaused
    case interrupted, continued, silent, unconfirmed, released, restored, eased, remedy, refused
    case interval, intervalEnded, planEnded, steeringEased, steeringReturned, alpha1Eased
    case biased, extended, labelled, ended
  }

  /// Reads a stored event; a detail that is not exactly as this version writes it is kept as `.unread`.
  package init(at: Duration, name: Name, detail: String?, signalDBm: Int? = nil) {
    self.init(at: at, kind: Kind(name, detail) ?? .unread(name, detail: detail), signalDBm: signalDBm)
  }
}

extension RideEvent.Kind {
  package var name: RideEvent.Name {
    switch self {
    case .started: .started
    case .target: .target
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
    case .interval: .interval
    case .intervalEnded: .intervalEnded
    case .planEnded: .planEnded
    case .steeringEased: .steeringEased
    case .steeringReturned: .steeringReturned
    case .alpha1Eased: .alpha1Eased
    case .biased: .biased
    case .extended: .extended
    case .labelled: .labelled
    case .ended: .ended
    case .unread(let name, _): name
    }
  }

  /// The data beside the name, as text: `150`, `3 Over`, `3 60 s`; nil if there are none.
  package var detail: String? {
    switch self {
    case .started, .paused, .resumed, .trainerRestored, .strapRestored, .autoPaused, .interrupted, .continued,
      .restored, .planEnded, .steeringReturned:
      nil
    case .target(let watts), .unconfirmed(let watts), .released(let watts), .steeringEased(let watts): String(watts)
    case .eased(let watts), .alpha1Eased(let watts): watts.map { String($0) }
    case .trainerLost(let reason), .strapLost(let reason): reason.rawValue
    case .silent(let role): role.rawValue
    case .remedy(let remedy): remedy.rawValue
    case .refused(let how): how
    case .interval(let number, let label): label.map { "\(number) \($0)" } ?? String(number)
    case .intervalEnded(let number, let trigger): "\(number) \(trigger.rawValue)"
    case .biased(let percent): String(percent)
    case .extended(let number, .seconds(let seconds)): "\(number) \(seconds) s"
    case .extended(let number, .meters(let meters)): "\(number) \(meters) m"
    case .labelled(let number, let label): "\(number) \(label)"
    case .ended(let reason): reason.rawValue
    case .unread(_, let detail): detail
    }
  }

  /// Reads a kind; nil if the detail is none that this version writes.
  fileprivate init?(_ name: RideEvent.Name, _ detail: String?) {
    let text = detail ?? ""
    // The number of an interval, and what follows.
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let number = words.first.flatMap { Int($0) }
    let rest = words.count > 1 ? String(words[1]) : nil
    let found: Self? =
      switch name {
      case .started: .started
      case .target: Int(text).map { .target(watts: $0) }
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
      case .remedy: RideEvent.Remedy(rawValue: text).map { .remedy($0) }
      case .refused: .refused(text)
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
        if let number, let added = rest.flatMap(RideEvent.Extension.init) {
          .extended(number: number, by: added)
        } else {
          nil
        }
      case .labelled: if let number, let rest { .labelled(number: number, label: rest) } else { nil }
      case .ended: RideEvent.EndReason(rawValue: text).map { .ended($0) }
      }
    guard let found, found.detail == detail else { return nil }
    self = found
  }
}

extension RideEvent.Extension {
  /// Reads `60 s` or `500 m`.
  fileprivate init?(_ text: String) {
    guard let number = Int(text.dropLast(2)) else { return nil }
    switch text.suffix(2) {
    case " s": self = .seconds(number)
    case " m": self = .meters(number)
    default: return nil
    }
  }
}
