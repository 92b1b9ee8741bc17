import BluetoothLE
import Rides
import Testing

@Suite struct LinkIncidentTests {
  private func event(_ seconds: Int, _ kind: RideEvent.Kind, dBm: Int? = nil) -> RideEvent {
    RideEvent(at: .seconds(seconds), kind: kind, signalDBm: dBm)
  }

  private func incident(
    _ seconds: Int, _ kind: LinkIncidentKind, _ reason: String? = nil, _ role: DeviceRole? = nil, dBm: Int? = nil,
    lasted: Int? = nil
  ) -> LinkIncident {
    LinkIncident(
      kind: kind, device: role, atSeconds: Double(seconds), reason: reason, signalDBm: dBm,
      lastedSeconds: lasted.map(Double.init))
  }

  @Test func `a drop lasts until the device is usable again`() {
    let events = [
      event(0, .started), event(10, .trainerLost(.supervisionTimeout), dBm: -84), event(11, .strapLost(.lost)),
      event(14, .trainerRestored), event(14, .target(watts: 150)), event(20, .strapRestored), event(30, .ended(.time)),
    ]
    #expect(
      LinkIncident.incidents(in: events) == [
        incident(10, .drop, "supervisionTimeout", .trainer, dBm: -84, lasted: 4),
        incident(11, .drop, "lost", .heartRate, lasted: 9),
      ])
  }

  @Test func `a link lost again before it is usable counts as lost the whole time`() {
    let events = [
      event(10, .trainerLost(.lost)), event(12, .trainerLost(.closedByPeer)), event(15, .trainerRestored),
      event(40, .trainerLost(.lost)),
    ]
    #expect(
      LinkIncident.incidents(in: events) == [
        incident(10, .drop, "lost", .trainer, lasted: 5), incident(12, .drop, "closedByPeer", .trainer, lasted: 3),
        incident(40, .drop, "lost", .trainer),
      ])
  }

  @Test func `silences, remedies, interruptions and refusals are incidents, too`() {
    let events = [
      event(5, .silent(.heartRate)), event(6, .remedy(.powerCycle)), event(8, .interrupted), event(9, .autoPaused),
      event(13, .continued), event(14, .unread(.silent, detail: "toaster")), event(15, .linkRefused(.heartRate, "no")),
    ]
    #expect(
      LinkIncident.incidents(in: events) == [
        incident(5, .silence, nil, .heartRate), incident(6, .remedy, "power cycle"),
        incident(8, .interruption, lasted: 5),
        incident(14, .silence), incident(15, .refusal, "no", .heartRate),
      ])
  }

  @Test func `a drop keeps a reason unknown to this version`() {
    let events = [event(1, .unread(.trainerLost, detail: "gone")), event(3, .trainerRestored)]
    #expect(LinkIncident.incidents(in: events) == [incident(1, .drop, "gone", .trainer, lasted: 2)])
  }
}
