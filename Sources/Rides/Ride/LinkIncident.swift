/// An incident on one of the ride's links, as listed after the ride: a link lost and back, a silence, a measure against the
/// radio, a gap in which the daemon was gone.
package struct LinkIncident: Hashable, Sendable {
  package var kind: LinkIncidentKind
  /// The code of the reason why the link was lost, or the measure by name; nil if it is not known.
  package var reason: String?
  /// The device; nil if the incident is about none, or about several.
  package var role: DeviceRole?
  /// When, as time since the ride's start.
  package var at: Duration
  /// The signal strength of the link when it was last measured before, in dBm.
  package var signalDBm: Int?
  /// The time until the trainer held its target again, the strap notified, or the daemon resumed the ride.
  ///
  /// Nil if that never happened, and for a measure.
  package var lasted: Duration?

  package init(
    kind: LinkIncidentKind, reason: String? = nil, role: DeviceRole? = nil, at: Duration, signalDBm: Int? = nil,
    lasted: Duration? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.role = role
    self.at = at
    self.signalDBm = signalDBm
    self.lasted = lasted
  }
}

extension LinkIncident {
  /// The incidents among the events of a ride, which are in order of time.
  package static func incidents(in events: some Sequence<RideEvent>) -> [LinkIncident] {
    events.reduce(into: []) { incidents, event in incidents.take(event) }
  }
}

extension [LinkIncident] {
  fileprivate mutating func take(_ event: RideEvent) {
    switch event.kind {
    case .trainerLost, .unread(.trainerLost, _): begin(.drop, .trainer, event, because: event.kind.detail)
    case .strapLost, .unread(.strapLost, _): begin(.drop, .heartRate, event, because: event.kind.detail)
    case .linkRefused(let role, let how): begin(.refusal, role, event, because: how)
    case .unread(.linkRefused, let detail): begin(.refusal, nil, event, because: detail)
    case .silent(let role): begin(.silence, role, event)
    case .unread(.silent, _): begin(.silence, nil, event)
    case .remedy, .unread(.remedy, _): begin(.remedy, nil, event, because: event.kind.detail)
    case .interrupted: begin(.interruption, nil, event)
    case .trainerRestored: end(at: event.at) { $0.kind == .drop && $0.role == .trainer }
    case .strapRestored: end(at: event.at) { $0.kind == .drop && $0.role == .heartRate }
    case .continued: end(at: event.at) { $0.kind == .interruption }
    case .started, .target, .free, .paused, .resumed, .autoPaused, .unconfirmed, .released, .restored, .eased, .refused,
      .interval, .intervalEnded, .planEnded, .steeringEased, .steeringReturned, .alpha1Eased, .biased, .extended,
      .labelled, .lap, .ended, .unread:
      break
    }
  }

  private mutating func begin(
    _ kind: LinkIncidentKind, _ role: DeviceRole?, _ event: RideEvent, because reason: String? = nil
  ) {
    append(LinkIncident(kind: kind, reason: reason, role: role, at: event.at, signalDBm: event.signalDBm))
  }

  /// Ends the incidents under way: a link that was lost again before it was of use was gone all the time.
  private mutating func end(at instant: Duration, where isMeant: (LinkIncident) -> Bool) {
    for index in indices where self[index].lasted == nil && isMeant(self[index]) {
      self[index].lasted = Swift.max(.zero, instant - self[index].at)
    }
  }
}
