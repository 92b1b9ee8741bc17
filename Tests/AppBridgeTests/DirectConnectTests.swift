import AppBridge
import BluetoothLE
import ControlWire
import DirectConnect
import FitnessGATT
import Rides
import Testing

/// The last twelve octets of an assigned UUID.
private let base: [UInt8] = [0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB]

/// Returns an assigned UUID as 16 octets.
private func uuid(_ assigned: UInt16) -> [UInt8] { [0, 0, UInt8(assigned >> 8), UInt8(assigned & 0xFF)] + base }

/// An app's connection.
private struct Connection {
  private(set) var bridge: BridgeMachine
  private(set) var now = MonotonicInstant.origin
  private let app: BridgeMachine.AppID
  private var reader = DirectConnectReader(limit: 1024)

  init(_ app: Int = 1) {
    bridge = BridgeMachine(identity: BridgeIdentity(serialNumber: 77, firmware: "0.3.0"), offers: .trainer, at: now)
    self.app = BridgeMachine.AppID(rawValue: app)
    _ = bridge.handle(.joined(self.app, .network), at: now)
    _ = bridge.handle(.status(Status(phase: .idle)), at: now)
  }

  /// Returns the bytes that the app receives for these bytes, and the calls.
  mutating func receive(_ bytes: [UInt8]) throws -> (sent: [[UInt8]], calls: [BridgeCall]) {
    reader.append(bytes)
    var (sent, calls): ([[UInt8]], [BridgeCall]) = ([], [])
    while let frame = try reader.next() {
      let (response, effects) = bridge.answer(frame, from: app, at: now)
      if let response { sent.append(response.encoded()) }
      for effect in effects {
        switch effect {
        case .notify(let apps, let id, let value):
          #expect(apps == [app])
          sent.append(DirectConnectNotification(value, of: id.characteristic).frame.encoded())
        case .call(let call): calls.append(call)
        case .accepted, .refused: Issue.record("an answer to a write is in the response")
        }
      }
    }
    return (sent, calls)
  }

  mutating func send(_ bytes: [UInt8]) throws -> [[UInt8]] { try receive(bytes).sent }
}

@Suite struct DirectConnectTests {
  @Test func `an app discovers the services and the characteristics of each`() throws {
    var app = Connection()
    let services = [0x1826, 0x1818, 0x1816, 0x180D, 0x180F, 0x180A].flatMap { uuid($0) }
    #expect(try app.send([1, 1, 1, 0, 0, 0]) == [[1, 1, 1, 0, 0, 96] + services])
    let fitnessMachine: [(UInt16, UInt8)] = [
      (0x2ACC, 1), (0x2AD2, 4), (0x2AD3, 5), (0x2AD6, 1), (0x2AD8, 1), (0x2AD9, 6), (0x2ADA, 4),
    ]
    #expect(
      try app.send([1, 2, 2, 0, 0, 16] + uuid(0x1826)) == [
        [1, 2, 2, 0, 0, 0x87] + uuid(0x1826) + fitnessMachine.flatMap { uuid($0.0) + [$0.1] }
      ])
  }

  @Test func `an app reads, subscribes and gets the first value after the response`() throws {
    var app = Connection()
    #expect(
      try app.send([1, 3, 3, 0, 0, 16] + uuid(0x2ACC)) == [
        [1, 3, 3, 0, 0, 24] + uuid(0x2ACC) + [0x86, 0x54, 0, 0, 0x0C, 0x20, 0, 0]
      ])
    #expect(
      try app.send([1, 5, 4, 0, 0, 17] + uuid(0x2AD2) + [1]) == [
        [1, 5, 4, 0, 0, 16] + uuid(0x2AD2),
        [1, 6, 0, 0, 0, 24] + uuid(0x2AD2) + [0x44, 0, 0, 0, 0, 0, 0, 0],
      ])
  }

  @Test func `Zwift's start of ERG is answered, with the frames joined or split`() throws {
    let requests: [[UInt8]] = [
      [1, 5, 1, 0, 0, 17] + uuid(0x2AD9) + [1], [1, 4, 2, 0, 0, 17] + uuid(0x2AD9) + [0],
      [1, 4, 3, 0, 0, 17] + uuid(0x2AD9) + [1], [1, 4, 4, 0, 0, 17] + uuid(0x2AD9) + [7],
      [1, 4, 5, 0, 0, 19] + uuid(0x2AD9) + [5, 0xB4, 0],
    ]
    let expected: [[UInt8]] =
      [[1, 5, 1, 0, 0, 16] + uuid(0x2AD9)]
      + zip(2...5, [0, 1, 7, 5] as [UInt8]).flatMap { sequence, code -> [[UInt8]] in
        [
          [1, 4, UInt8(sequence), 0, 0, 16] + uuid(0x2AD9), [1, 6, 0, 0, 0, 19] + uuid(0x2AD9) + [0x80, code, 1],
        ]
      }
    let stream = requests.flatMap(\.self)
    for size in [1, 7, stream.count] {
      var app = Connection()
      var (sent, calls): ([[UInt8]], [BridgeCall]) = ([], [])
      for start in stride(from: 0, to: stream.count, by: size) {
        let answer = try app.receive(Array(stream[start..<min(start + size, stream.count)]))
        sent += answer.sent
        calls += answer.calls
      }
      #expect(sent == expected)
      #expect(calls == [.start(RideRequest(watts: 180, endless: true))])
    }
  }

  @Test func `a repeated sequence number is answered like any other`() throws {
    var app = Connection()
    for _ in 0..<3 {
      #expect(
        try app.send([1, 3, 1, 0, 0, 16] + uuid(0x2A24)) == [[1, 3, 1, 0, 0, 19] + uuid(0x2A24) + Array("jz2".utf8)])
    }
    #expect(try app.send([1, 7, 0xFF, 0, 0, 0, 1, 7, 0, 0, 0, 0]) == [[1, 7, 0xFF, 0, 0, 0], [1, 7, 0, 0, 0, 0]])
  }

  @Test(
    arguments: [
      ([1, 8, 9, 0, 0, 0], [1, 8, 9, 1, 0, 0]), ([1, 2, 9, 0, 0, 16] + uuid(0x1234), [1, 2, 9, 3, 0, 0]),
      ([1, 3, 9, 0, 0, 16] + uuid(0x2ACD), [1, 3, 9, 4, 0, 0]),
      ([1, 3, 9, 0, 0, 16] + uuid(0x2AD2), [1, 3, 9, 5, 0, 0]),
      ([1, 4, 9, 0, 0, 17] + uuid(0x2AD2) + [1], [1, 4, 9, 5, 0, 0]),
      ([1, 4, 9, 0, 0, 17] + uuid(0x2ACD) + [1], [1, 4, 9, 4, 0, 0]),
      ([1, 4, 9, 0, 0, 16] + uuid(0x2AD9), [1, 4, 9, 6, 0, 0]),
      ([1, 5, 9, 0, 0, 17] + uuid(0x2ACC) + [1], [1, 5, 9, 5, 0, 0]),
      ([1, 5, 9, 0, 0, 17] + uuid(0x2ACD) + [1], [1, 5, 9, 4, 0, 0]), ([1, 3, 9, 0, 0, 1, 0], [1, 3, 9, 2, 0, 0]),
      ([2, 1, 9, 0, 0, 0], [1, 1, 9, 7, 0, 0]),
    ] as [([UInt8], [UInt8])])
  func `a request that cannot be carried out is refused by its code`(_ request: [UInt8], _ response: [UInt8]) throws {
    var app = Connection()
    #expect(try app.send(request) == [response])
  }

  @Test func `a refused procedure is a successful write, and a response of the control point`() throws {
    var app = Connection()
    _ = try app.send([1, 5, 1, 0, 0, 17] + uuid(0x2AD9) + [1])
    #expect(
      try app.send([1, 4, 2, 0, 0, 19] + uuid(0x2AD9) + [5, 0xC8, 0]) == [
        [1, 4, 2, 0, 0, 16] + uuid(0x2AD9), [1, 6, 0, 0, 0, 19] + uuid(0x2AD9) + [0x80, 5, 5],
      ])
  }

  @Test func `a notification from an app is ignored`() throws {
    var app = Connection()
    #expect(try app.send([1, 6, 0, 0, 0, 17] + uuid(0x2AD2) + [1]).isEmpty)
  }
}
