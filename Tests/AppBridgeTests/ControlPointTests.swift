import AppBridge
import BluetoothLE
import ControlWire
import FitnessGATT
import Rides
import Testing

@Suite struct ControlPointTests {
  private let zwift = Bench.zwift
  private let other = Bench.other

  private func joined() -> Bench {
    var bench = Bench()
    bench.join(Bench.zwift)
    bench.join(Bench.other)
    _ = bench.take(.status(Status(phase: .idle)))
    return bench
  }

  @Test(
    arguments: [
      ([0x05, 0xC8, 0x00], 1), ([0x05, 0x00, 0x00], 1), ([0x05, 0xFF, 0xFF], 3), ([0x05, 0xC8], 3), ([0x05], 3),
      ([0x05, 0xB9, 0x0B], 3), ([0x04, 0x64], 1), ([0x04, 0x64, 0x00], 1), ([0x04, 0xE8, 0x03], 1),
      ([0x04, 0xE9, 0x03], 3), ([0x04], 3), ([0x11, 0, 0, 0x64, 0, 0x28, 0x33], 1),
      ([0x11, 0, 0, 0x0F, 0, 0x28, 0x33, 0], 1), ([0x11, 0, 0, 0, 0, 0, 0], 1), ([0x11, 0, 0, 0x64, 0, 0x28], 3),
      ([0x01], 1), ([0x07], 1), ([0x08, 0x01], 1), ([0x08, 0x02], 1), ([0x08, 0x03], 3), ([0x08], 3),
      ([0x13, 0x01], 2),
      ([0x13, 0x02], 2), ([0x12, 0xE0, 0x51], 2), ([0x03, 0x0A, 0x00], 2), ([0x02, 0x00, 0x01], 2), ([0x14, 0, 0], 2),
      ([0x55], 2), ([0xFF, 1, 2], 2), ([0x80, 0, 1], 2),
    ] as [([UInt8], UInt8)])
  func `each request of the app in control has its result`(_ request: [UInt8], _ result: UInt8) {
    var bench = joined()
    #expect(bench.write([0]) == [0x80, 0, 1])
    #expect(bench.write(request) == [0x80, request.first ?? 0, result])
  }

  @Test(arguments: [[0x01], [0x05, 0xC8, 0], [0x05], [0x07], [0x08, 1], [0x11, 0, 0, 0, 0, 0, 0]] as [[UInt8]])
  func `without control a request is not permitted`(_ request: [UInt8]) {
    var bench = joined()
    #expect(bench.write(request) == [0x80, request.first ?? 0, 5])
    _ = bench.write([0], from: other)
    #expect(bench.write(request) == [0x80, request.first ?? 0, 5])
    #expect(bench.takeCalls().isEmpty)
  }

  @Test func `a second app gets control only after the first has been silent for a minute, which is then notified`() {
    var bench = joined()
    #expect(bench.write([0]) == [0x80, 0, 1])
    #expect(bench.write([0], from: other, after: 59_000) == [0x80, 0, 5])
    #expect(bench.write([5, 0xC8, 0]) == [0x80, 5, 1])
    #expect(bench.write([0], from: other, after: 59_000) == [0x80, 0, 5])
    let effects = bench.take(.wrote(other, .fitnessMachineControlPoint, [0]), after: 1000)
    #expect(effects.values(of: .fitnessMachineControlPoint, to: other) == [[0x80, 0, 1]])
    #expect(effects.values(of: .fitnessMachineStatus, to: zwift) == [[0xFF]])
    #expect(bench.write([5, 0xC8, 0]) == [0x80, 5, 5])
  }

  @Test func `a device takes control from its own previous connection at once`() {
    var bench = Bench()
    for app in [zwift, other] {
      _ = bench.take(.joined(app, .network, device: "192.0.2.7"))
      _ = bench.take(.subscribed(app, .fitnessMachineControlPoint, true))
    }
    #expect(bench.write([0]) == [0x80, 0, 1])
    #expect(bench.write([0], from: other, after: 1000) == [0x80, 0, 1])
    #expect(bench.write([5, 0xC8, 0]) == [0x80, 5, 5])
    _ = bench.take(.left(zwift))
    #expect(bench.write([5, 0xC8, 0], from: other) == [0x80, 5, 1])
  }

  @Test func `an app that leaves gives up control`() {
    var bench = joined()
    _ = bench.write([0])
    _ = bench.take(.left(zwift))
    #expect(bench.write([0], from: other) == [0x80, 0, 1])
  }

  @Test func `other apps are notified of a new target, and not of a repeated one`() {
    var bench = joined()
    _ = bench.write([0])
    let first = bench.take(.wrote(zwift, .fitnessMachineControlPoint, [5, 0xC8, 0]))
    #expect(first.values(of: .fitnessMachineStatus, to: other) == [[8, 0xC8, 0]])
    #expect(first.values(of: .fitnessMachineStatus, to: zwift).isEmpty)
    let repeated = bench.take(.wrote(zwift, .fitnessMachineControlPoint, [5, 0xC8, 0]))
    #expect(repeated.values(of: .fitnessMachineStatus, to: other).isEmpty)
    let slope = bench.take(.wrote(zwift, .fitnessMachineControlPoint, [0x11, 0, 0, 0x0F, 0, 0x28, 0x33, 0]))
    #expect(slope.values(of: .fitnessMachineStatus, to: other) == [[0x12, 0, 0, 0x0F, 0, 0x28, 0x33]])
    let level = bench.take(.wrote(zwift, .fitnessMachineControlPoint, [4, 0x64]))
    #expect(level.values(of: .fitnessMachineStatus, to: other) == [[7, 0x64, 0]])
    let reset = bench.take(.wrote(zwift, .fitnessMachineControlPoint, [1]))
    #expect(reset.values(of: .fitnessMachineStatus, to: other) == [[1]])
  }

  @Test func `the response to the write comes before the indication, and the call after both`() {
    var bench = joined()
    _ = bench.write([0])
    let effects = bench.take(.wrote(zwift, .fitnessMachineControlPoint, [5, 0xC8, 0]))
    #expect(effects.first == .accepted(zwift))
    #expect(effects.dropFirst().first == .notify([zwift], .fitnessMachineControlPoint, [0x80, 5, 1]))
    #expect(effects.last == .call(.start(RideRequest(watts: 200, endless: true))))
  }

  @Test func `over Bluetooth a request needs a subscription, and over the network it does not`() {
    var bench = Bench()
    bench.join(zwift, .bluetooth, subscribing: [])
    bench.join(other, .network, subscribing: [])
    #expect(bench.take(.wrote(zwift, .fitnessMachineControlPoint, [0])) == [.refused(zwift, .notSubscribed)])
    #expect(bench.take(.wrote(other, .fitnessMachineControlPoint, [0])) == [.accepted(other)])
    _ = bench.take(.status(Status(phase: .idle)))
    _ = bench.take(.wrote(other, .fitnessMachineControlPoint, [5, 0xC8, 0]))
    #expect(bench.takeCalls() == [.start(RideRequest(watts: 200, endless: true))])
  }

  @Test func `a write is refused for an unknown characteristic, one without writes, no bytes and an unknown app`() {
    var bench = joined()
    #expect(bench.take(.wrote(zwift, CharacteristicID(0x1826, 0x2ACD), [0])) == [.refused(zwift, .unknown)])
    #expect(bench.take(.wrote(zwift, .indoorBikeData, [0])) == [.refused(zwift, .notWritable)])
    #expect(bench.take(.wrote(zwift, .fitnessMachineControlPoint, [])) == [.refused(zwift, .invalidLength)])
    let stranger = BridgeMachine.AppID(rawValue: 9)
    #expect(bench.take(.wrote(stranger, .fitnessMachineControlPoint, [0])) == [.refused(stranger, .unknown)])
    #expect(bench.take(.subscribed(stranger, .indoorBikeData, true)).isEmpty)
  }

  @Test func `the strap alone has no control point`() {
    var bench = Bench(offers: .strap)
    bench.join(zwift, subscribing: [.heartRateMeasurement])
    #expect(bench.take(.wrote(zwift, .fitnessMachineControlPoint, [0])) == [.refused(zwift, .unknown)])
  }
}

@Suite struct RiderEventTests {
  private let zwift = Bench.zwift

  @Test func `the rider's own target is an event for all apps, the one in control too`() {
    var bench = Bench()
    bench.begin()
    bench.join(Bench.other)
    _ = bench.ride(.riding(), seconds: 5)
    let effects = bench.take(.status(.riding(target: 150)))
    #expect(effects.values(of: .fitnessMachineStatus, to: zwift) == [[8, 150, 0]])
    #expect(effects.values(of: .fitnessMachineStatus, to: Bench.other) == [[8, 150, 0]])
  }

  @Test func `a slope that the rider sets is an event, with the rest of the app's road`() {
    var bench = Bench()
    bench.begin([0x11, 0, 0, 100, 0, 0x28, 0x33])
    _ = bench.ride(.riding(target: nil, slope: 1), seconds: 5)
    let effects = bench.take(.status(.riding(target: nil, slope: 1.5)))
    #expect(effects.values(of: .fitnessMachineStatus, to: zwift) == [[0x12, 0, 0, 150, 0, 0x28, 0x33]])
    #expect(bench.take(.status(.riding(target: 150))).values(of: .fitnessMachineStatus, to: zwift) == [[8, 150, 0]])
  }

  @Test func `a target that an app requested is no event when jz2d has it`() {
    var bench = Bench()
    bench.begin()
    bench.join(Bench.other)
    _ = bench.ride(.riding(), seconds: 5)
    _ = bench.write([5, 0xFA, 0])
    _ = bench.accept(.setWatts(250))
    let effects = bench.take(.status(.riding())) + bench.take(.status(.riding(target: 250)), after: 200)
    #expect(effects.values(of: .fitnessMachineStatus, to: zwift).isEmpty)
    #expect(effects.values(of: .fitnessMachineStatus, to: Bench.other).isEmpty)
  }

  @Test func `the rider's pause, resumption and end are events, an auto-pause is none`() {
    var bench = Bench()
    bench.join(zwift)
    var events: [[UInt8]] = []
    let phases: [Status] = [
      Status(phase: .idle), .riding(.ready), .riding(), .riding(.paused, autoPaused: true), .riding(), .riding(.paused),
      .riding(), .riding(.finishing), Status(phase: .idle),
    ]
    for status in phases {
      events += bench.take(.status(status), after: 3000).values(of: .fitnessMachineStatus, to: zwift).filter {
        $0[0] != 8
      }
    }
    #expect(events == [[4], [2, 2], [4], [2, 1]])
  }

  @Test func `training status follows the ride`() {
    var bench = Bench()
    bench.join(zwift, subscribing: [.trainingStatus])
    let statuses: [Status] = [
      Status(phase: .idle), .riding(.ready), .riding(), .riding(.reconnecting), .riding(target: nil),
      .riding(.finishing),
    ]
    let sent = statuses.flatMap { bench.take(.status($0)) }.values(of: .trainingStatus, to: zwift)
    #expect(sent == [[0, 0x0E], [0, 0x0C], [0, 0x0D], [0, 0x0F]])
    #expect(bench.bridge.value(of: .trainingStatus) == [0, 0x0F])
  }
}
