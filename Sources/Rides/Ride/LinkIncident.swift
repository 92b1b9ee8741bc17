import BluetoothLE

/// An incident on one of the ride's connections, as listed after the ride: a lost and restored connection, a silent
/// device, a measure against the radio, a gap without the daemon.
package struct LinkIncident: Codable, Hashable, Sendable {
  @OpenValue package var kind: LinkIncidentKind
  /// The device; nil if the incident concerns no device, or several.
  @OptionalOpenValue package var device: DeviceRole?
  /// Seconds from the ride's start.
  package var atSeconds: Double
  /// The reason of a lost connection, a `LinkError.Code` by name; the radio's message of a refusal; or the measure by
  /// name.
  package var reason: String?
  /// The last signal strength measured before the incident, in dBm.
  package var signalDBm: Int?
  /// The seconds until the trainer held its target again, the strap sent notifications, or the daemon resumed the ride.
  ///
  /// Nil if that never happened, and for a measure.
  package var lastedSeconds: Double?

  package init(
    kind: LinkIncidentKind, device: DeviceRole? = nil, atSeconds: Double, reason: String? = nil,
    signalDBm: Int? = nil, lastedSeconds: Double? = nil
  ) {
    self.kind = kind
    self.device = device
    self.atSeconds = atSeconds
    self.reason = reason
    self.signalDBm = signalDBm
    self.lastedSeconds = lastedSeconds
  }
}

extension LinkIncident {
  /// Returns the incidents among the events of a ride; the events are sorted by time.
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
    case .trainerRestored: end(at: event.at) { $0.kind == .drop && $0.device == .trainer }
    case .strapRestored: end(at: event.at) { $0.kind == .drop && $0.device == .heartRate }
    case .continued: end(at: event.at) { $0.kind == .interruption }
    case .started, .target, .free, .braked, .paused, .resumed, .autoPaused, .unconfirmed, .released, .restored, .eased,
      .refused,
      .interval, .intervalEnded, .planEnded, .steeringEased, .steeringReturned, .alpha1Eased, .biased, .extended,
      .labelled, .lap, .ended, .unread:
      break
    }
  }

  private mutating func begin(
    _ kind: LinkIncidentKind, _ role: DeviceRole?, _ event: RideEvent, because reason: String? = nil
  ) {
    append(
      LinkIncident(
        kind: kind, device: role, atSeconds: event.at.seconds, reason: reason, signalDBm: event.signalDBm))
  }

  /// Ends the open incidents; a connection that was lost again before it was usable counts as lost all the time.
  private mutating func end(at instant: Duration, where isMeant: (LinkIncident) -> Bool) {
    for index in indices where self[index].lastedSeconds == nil && isMeant(self[index]) {
      // Events have milliseconds; the difference of two doubles would have other digits.
      let begun = Duration.milliseconds((self[index].atSeconds * 1000).rounded())
      self[index].lastedSeconds = Swift.max(.zero, instant - begun).seconds
    }
  }
}
