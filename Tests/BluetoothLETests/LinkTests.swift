import BluetoothLE
import Synchronization
import Testing

@Suite struct LinkOutletTests {
  private static let values = (0..<3).map { LinkEvent.notified(.indoorBikeData, value: [$0], at: .origin) }
  private static let end = LinkEvent.closed(LinkError(.lost, operation: "link"))

  /// Collects the events of an outlet.
  private final class Taker: Sendable {
    private let taken = Mutex<[LinkEvent]>([])
    var events: [LinkEvent] { taken.withLock { $0 } }

    init(_ outlet: LinkOutlet) { outlet.deliver { event in self.taken.withLock { $0.append(event) } } }
  }

  @Test func `a receiver gets the events that were sent before it`() {
    let outlet = LinkOutlet()
    outlet.send(Self.values[0])
    outlet.send(Self.values[1])
    let taker = Taker(outlet)
    outlet.send(Self.values[2])
    #expect(taker.events == Self.values)
  }

  @Test func `no event follows the end of a link`() {
    let outlet = LinkOutlet()
    let taker = Taker(outlet)
    outlet.send(Self.end)
    outlet.send(Self.values[0])
    outlet.send(Self.end)
    #expect(taker.events == [Self.end])
  }

  @Test func `a link that ended before it had a receiver reports its end once`() {
    let outlet = LinkOutlet()
    outlet.send(Self.values[0])
    outlet.send(Self.end)
    outlet.send(Self.values[1])
    let taker = Taker(outlet)
    outlet.send(Self.end)
    #expect(taker.events == [Self.values[0], Self.end])
  }

  @Test func `the first receiver gets all events`() {
    let outlet = LinkOutlet()
    outlet.send(Self.values[0])
    let (first, second) = (Taker(outlet), Taker(outlet))
    outlet.send(Self.values[1])
    #expect(first.events == [Self.values[0], Self.values[1]])
    #expect(second.events == [])
  }

  @Test func `a handler may send, and no event is lost`() {
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

@Suite struct LinkErrorTests {
  /// An unanswered link layer procedure (0x22) ends a link whose packets still arrive.
  @Test(
    arguments: [
      (0x08, .supervisionTimeout), (0x13, .closedByPeer), (0x14, .closedByPeer), (0x15, .closedByPeer),
      (0x16, .closedHere), (0x22, .lost), (0x3D, .lost), (0x3E, .connectFailed), (0xFF, .lost),
    ] as [(UInt8, LinkError.Code)])
  func `a controller's error code means one thing for a link`(_ reason: UInt8, _ code: LinkError.Code) {
    #expect(LinkError.Code(disconnection: reason) == code)
    #expect(LinkError(disconnection: reason).code == code)
  }

  @Test func `a link error shows the controller's error code`() {
    #expect(LinkError(disconnection: 0x08).description == "supervisionTimeout (link: HCI reason 0x08)")
    #expect(LinkError(disconnection: 0x3E).detail == "HCI reason 0x3e")
  }
}
