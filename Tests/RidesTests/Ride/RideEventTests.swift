import BluetoothLE
import Rides
import Testing

/// The texts are stored in databases, so they must not change.
@Suite struct RideEventTests {
  private static let texts: [(RideEvent.Kind, String, String?)] = [
    (.started, "started", nil), (.target(watts: 150), "target", "150"), (.free, "free", nil),
    (.braked(.slope(percent: -2.5)), "slope", "-2.5"), (.braked(.resistance(percent: 40)), "resistance", "40.0"),
    (.paused, "paused", nil),
    (.resumed, "resumed", nil), (.trainerLost(.supervisionTimeout), "trainerLost", "supervisionTimeout"),
    (.trainerRestored, "trainerRestored", nil), (.strapLost(.timedOut), "strapLost", "timedOut"),
    (.strapRestored, "strapRestored", nil), (.autoPaused, "autoPaused", nil), (.interrupted, "interrupted", nil),
    (.continued, "continued", nil), (.silent(.heartRate), "silent", "heartRate"),
    (.unconfirmed(watts: 180), "unconfirmed", "180"), (.released(floorWatts: 48), "released", "48"),
    (.restored, "restored", nil), (.eased(watts: 143), "eased", "143"), (.eased(watts: nil), "eased", nil),
    (.remedy(.forget), "remedy", "forget"), (.remedy(.powerCycle), "remedy", "power cycle"),
    (.refused("Operation Failed"), "refused", "Operation Failed"),
    (.linkRefused(.heartRate, "StartNotify: no"), "linkRefused", "heartRate StartNotify: no"),
    (.interval(number: 3, label: "Over the top"), "interval", "3 Over the top"),
    (.interval(number: 4, label: nil), "interval", "4"),
    (.intervalEnded(number: 3, by: .timer), "intervalEnded", "3 timer"),
    (.intervalEnded(number: 3, by: .left), "intervalEnded", "3 left"), (.planEnded, "planEnded", nil),
    (.steeringEased(watts: 120), "steeringEased", "120"), (.steeringReturned, "steeringReturned", nil),
    (.alpha1Eased(watts: 143), "alpha1Eased", "143"), (.lap, "lap", nil), (.biased(percent: -5), "biased", "-5"),
    (.extended(number: 3, by: .seconds(60)), "extended", "3 60 s"),
    (.extended(number: 3, by: .meters(500)), "extended", "3 500 m"),
    (.labelled(number: 3, label: "Last one"), "labelled", "3 Last one"), (.ended(.time), "ended", "time"),
    (.ended(.plan), "ended", "plan"), (.ended(.stop), "ended", "stop"), (.ended(.idle), "ended", "idle"),
    (.ended(.trainerAway), "ended", "trainer away"), (.ended(.recovered), "ended", "recovered"),
    (.ended(.captureEnded), "ended", "the capture ended"),
  ]

  @Test(arguments: texts)
  func `an event is written as a name and a detail, and read from them`(
    _ kind: RideEvent.Kind, _ name: String, _ detail: String?
  ) throws {
    #expect(kind.name.rawValue == name)
    #expect(kind.detail == detail)
    #expect(RideEvent(at: .zero, name: try #require(RideEvent.Name(rawValue: name)), detail: detail).kind == kind)
  }

  @Test func `every kind of event has a text`() {
    #expect(Set(Self.texts.map(\.1)) == Set(RideEvent.Name.allCases.map(\.rawValue)))
  }

  private static let unreadable: [(RideEvent.Name, String?)] = [
    (.target, nil), (.slope, "nan"), (.slope, "1e9"), (.resistance, "-1.0"), (.target, "many"), (.target, "0150"),
    (.paused, "by hand"), (.trainerLost, "timeout"),
    (.silent, "toaster"), (.interval, "x"), (.interval, nil), (.interval, "03 Over"), (.intervalEnded, "3"),
    (.intervalEnded, "3 magic"), (.extended, "3 60 h"), (.extended, "3 s"), (.labelled, "2"), (.ended, nil),
    (.ended, "boredom"), (.eased, "a little"), (.refused, nil), (.linkRefused, "toaster no"),
    (.biased, "99999999999999999999"),
  ]

  @Test(arguments: unreadable)
  func `a detail unknown to this version is kept unchanged`(_ name: RideEvent.Name, _ detail: String?) {
    let event = RideEvent(at: .seconds(1), name: name, detail: detail, signalDBm: -60)
    #expect(event == RideEvent(at: .seconds(1), kind: .unread(name, detail: detail), signalDBm: -60))
    #expect(event.kind.name == name)
    #expect(event.kind.detail == detail)
  }
}
