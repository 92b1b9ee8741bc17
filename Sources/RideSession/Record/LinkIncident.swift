/// Something that befell a ride's links, for who looks back: a link lost and when it was back, a silence, a measure taken,
/// a gap in which the daemon was gone.
package struct LinkIncident: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The link was lost; the reason's code.
    case drop(String?)
    /// The device was linked and said nothing.
    case silence
    /// A measure against a radio that did not connect; which.
    case remedy(String?)
    /// The daemon was gone.
    case interruption
  }

  package var kind: Kind
  /// The device; nil where it is about none, or several.
  package var role: DeviceRole?
  /// When, as time since the ride's start.
  package var at: Duration
  /// The link's signal strength when it was last measured before, in dBm.
  package var signalDBm: Int?
  /// How long until it was over: until the trainer held its target again, the strap notified, the daemon went on.
  ///
  /// Nil for what never was over, and for a measure.
  package var lasted: Duration?

  package init(
    kind: Kind, role: DeviceRole? = nil, at: Duration, signalDBm: Int? = nil, lasted: Duration? = nil
  ) {
    self.kind = kind
    self.role = role
    self.at = at
    self.signalDBm = signalDBm
    self.lasted = lasted
  }
}

extension LinkIncident {
  /// What the events of a ride, in order of time, say of its links.
  package static func incidents(in events: some Sequence<RideEvent>) -> [LinkIncident] {
    events.reduce(into: []) { incidents, event in incidents.take(event) }
  }
}

extension [LinkIncident] {
  fileprivate mutating func take(_ event: RideEvent) {
    switch event.kind {
    case .trainerLost: begin(.drop(event.detail), .trainer, event)
    case .strapLost: begin(.drop(event.detail), .heartRate, event)
    case .silent: begin(.silence, event.detail.flatMap(DeviceRole.init(rawValue:)), event)
    case .remedy: begin(.remedy(event.detail), nil, event)
    case .interrupted: begin(.interruption, nil, event)
    case .trainerRestored: end(at: event.at) { $0.isDrop && $0.role == .trainer }
    case .strapRestored: end(at: event.at) { $0.isDrop && $0.role == .heartRate }
    case .continued: end(at: event.at) { $0.kind == .interruption }
    case .started, .target, .paused, .resumed, .autoPaused, .unconfirmed, .released, .restored, .eased, .refused,
      .interval, .intervalEnded, .planEnded, .steeringEased, .steeringReturned, .alpha1Eased, .biased, .extended,
      .labelled, .ended:
      break
    }
  }

  private mutating func begin(_ kind: LinkIncident.Kind, _ role: DeviceRole?, _ event: RideEvent) {
    append(LinkIncident(kind: kind, role: role, at: event.at, signalDBm: event.signalDBm))
  }

  /// Ends what is under way: a link that was lost again before it served was gone all the time.
  private mutating func end(at instant: Duration, where isMeant: (LinkIncident) -> Bool) {
    for index in indices where self[index].lasted == nil && isMeant(self[index]) {
      self[index].lasted = Swift.max(.zero, instant - self[index].at)
    }
  }
}

extension LinkIncident {
  fileprivate var isDrop: Bool { if case .drop = kind { true } else { false } }
}
