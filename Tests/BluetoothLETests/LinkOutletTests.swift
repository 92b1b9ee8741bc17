import BluetoothLE
import Synchronization
import Testing

@Suite struct LinkOutletTests {
  private static let values = (0..<3).map { LinkEvent.notified(.indoorBikeData, value: [$0], at: .origin) }
  private static let end = LinkEvent.closed(LinkError(.lost, operation: "link"))

  /// Takes what an outlet hands over.
  private final class Taker: Sendable {
    private let taken = Mutex<[LinkEvent]>([])
    var events: [LinkEvent] { taken.withLock { $0 } }

    init(_ outlet: LinkOutlet) { outlet.deliver { event in self.taken.withLock { $0.append(event) } } }
  }

  @Test func whatCameBeforeATakerIsHisToo() {
    let outlet = LinkOutlet()
    outlet.send(Self.values[0])
    outlet.send(Self.values[1])
    let taker = Taker(outlet)
    outlet.send(Self.values[2])
    #expect(taker.events == Self.values)
  }

  @Test func nothingFollowsTheEnd() {
    let outlet = LinkOutlet()
    let taker = Taker(outlet)
    outlet.send(Self.end)
    outlet.send(Self.values[0])
    outlet.send(Self.end)
    #expect(taker.events == [Self.end])
  }

  @Test func aLinkThatEndedBeforeItsTakerCameSaysSoOnce() {
    let outlet = LinkOutlet()
    outlet.send(Self.values[0])
    outlet.send(Self.end)
    outlet.send(Self.values[1])
    let taker = Taker(outlet)
    outlet.send(Self.end)
    #expect(taker.events == [Self.values[0], Self.end])
  }

  @Test func theFirstTakerHasAll() {
    let outlet = LinkOutlet()
    outlet.send(Self.values[0])
    let (first, second) = (Taker(outlet), Taker(outlet))
    outlet.send(Self.values[1])
    #expect(first.events == [Self.values[0], Self.values[1]])
    #expect(second.events == [])
  }

  @Test func aHandlerMaySendAndNothingIsLost() {
    let outlet = LinkOutlet()
    let taken = Mutex<[LinkEvent]>([])
    outlet.deliver { event in
      taken.withLock { $0.append(event) }
      if event == Self.values[0] { outlet.send(Self.end) }
    }
    outlet.send(Self.values[0])
    #expect(taken.withLock { $0 } == [Self.values[0], Self.end])
  }
}
