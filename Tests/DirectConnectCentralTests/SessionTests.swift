import BluetoothLE
import DirectConnect
import TestKit
import Testing

@testable import DirectConnectCentral

@Suite struct SessionTests {
  private static let start = MonotonicInstant.origin

  /// A session that knows 1826 and has subscribed to its data and its control point.
  private static func session(_ limits: SessionLimits = SessionLimits()) -> DirectConnectSession {
    var session = DirectConnectSession(limits: limits, at: start)
    session.learn([.data, .controlPoint, .feature])
    session.subscribed(to: .data)
    session.subscribed(to: .controlPoint)
    return session
  }

  private static func write(_ sequence: UInt8, _ value: [UInt8]) -> [UInt8] {
    DirectConnectRequest.write(value, to: BluetoothUUID(0x2AD9)).frame(sequence: sequence).encoded()
  }

  private static func written(_ sequence: UInt8, appended: [UInt8] = []) -> [UInt8] {
    DirectConnectResponse.written(BluetoothUUID(0x2AD9), appended: appended).frame(sequence: sequence).encoded()
  }

  private static func indication(_ value: [UInt8]) -> [UInt8] {
    DirectConnectNotification(value, of: BluetoothUUID(0x2AD9)).frame.encoded()
  }

  @Test func `a request is sent when the one before it is answered`() {
    var session = Self.session()
    session.add(.write([0], to: BluetoothUUID(0x2AD9)), number: 1, "a", at: Self.start)
    session.add(.write([1], to: BluetoothUUID(0x2AD9)), number: 2, "b", at: Self.start)
    #expect(session.takeEffects() == [.send(Self.write(1, [0]))])
    session.receive(Self.written(1), at: Self.start)
    let answer = DirectConnectResponse.written(BluetoothUUID(0x2AD9))
    #expect(session.takeEffects() == [.answered(1, .success(answer)), .send(Self.write(2, [1]))])
  }

  @Test func `sequence numbers count from 1 to 255, and go on with 0`() {
    var (session, sequences) = (Self.session(), [UInt8]())
    for number in 1...257 {
      session.add(.write([0], to: BluetoothUUID(0x2AD9)), number: number, "a", at: Self.start)
      let sequence = UInt8(truncatingIfNeeded: number)
      session.receive(Self.written(sequence), at: Self.start)
      if session.takeEffects().first == .send(Self.write(sequence, [0])) { sequences.append(sequence) }
    }
    #expect(sequences == Array(1...255) + [0, 1])
  }

  @Test func `the answer to another request is ignored`() {
    var session = Self.session()
    session.add(.write([0], to: BluetoothUUID(0x2AD9)), number: 1, "a", at: Self.start)
    _ = session.takeEffects()
    session.receive(Self.written(2), at: Self.start)
    let read = DirectConnectResponse.value([1], of: BluetoothUUID(0x2AD9)).frame(sequence: 1).encoded()
    session.receive(read, at: Self.start)
    #expect(session.takeEffects() == [])
  }

  /// qdomyos-zwift sends both, with the same bytes.
  @Test func `an answer of the control point that comes twice counts once`() {
    var session = Self.session()
    for number in 1...2 {
      session.add(.write([0], to: BluetoothUUID(0x2AD9)), number: number, "a", at: Self.start)
      _ = session.takeEffects()
      let both = Self.written(UInt8(number), appended: [0x80, 0, 1]) + Self.indication([0x80, 0, 1])
      session.receive(both, at: Self.start)
      let written = DirectConnectResponse.written(BluetoothUUID(0x2AD9), appended: [0x80, 0, 1])
      #expect(
        session.takeEffects() == [.answered(number, .success(written)), .notified(.controlPoint, [0x80, 0, 1])])
    }
  }

  @Test(arguments: [
    (DirectConnectCode.unknownMessage, LinkError.Code.unsupported), (.unexpectedError, .failed),
    (.serviceNotFound, .characteristicMissing), (.characteristicNotFound, .characteristicMissing),
    (.operationNotSupported, .unsupported), (.writeFailed, .refused), (DirectConnectCode(rawValue: 99), .failed),
  ])
  func `a refusal is an error with the trainer's code`(_ code: DirectConnectCode, _ expected: LinkError.Code) {
    var session = Self.session()
    session.add(.read(BluetoothUUID(0x2ACC)), number: 1, "read", at: Self.start)
    _ = session.takeEffects()
    session.receive(
      DirectConnectResponse.refused(.read, code).frame(sequence: 1).encoded(), at: Self.start)
    let error = LinkError(expected, operation: "read", detail: "Direct Connect code \(code.rawValue)")
    #expect(session.takeEffects() == [.answered(1, .failure(error))])
  }

  @Test(
    arguments: [
      [0x02, 0x06, 0, 0, 0, 0], [0x01, 0x06, 0, 0, 0xFF, 0xFF], [0x01, 0x06, 0, 0, 0, 3, 1, 2, 3],
      Array("HTTP/1.1 400 Bad Request\r\n".utf8),
    ] as [[UInt8]])
  func `bytes that are not Direct Connect make the stream unusable`(_ bytes: [UInt8]) {
    var session = Self.session()
    session.receive(bytes, at: Self.start)
    guard case .failed(let error)? = session.takeEffects().last else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .failed)
    session.receive(Self.indication([1]), at: Self.start)
    session.add(.discoverServices, number: 9, "late", at: Self.start)
    let busy = LinkError(.busy, operation: "late", detail: "too many requests")
    #expect(session.takeEffects() == [.answered(9, .failure(busy))])
    #expect(session.deadline == nil)
  }

  @Test func `a trainer that sends thousands of values a second is given up`() {
    var session = Self.session()
    for _ in 0..<500 { session.receive(Self.indication([1]), at: Self.start) }
    #expect(session.takeEffects().count == 500)
    session.receive(Self.indication([1]), at: Self.start.advanced(by: .seconds(1)))
    #expect(session.takeEffects() == [.notified(.controlPoint, [1])])
    for _ in 0..<500 { session.receive(Self.indication([1]), at: Self.start.advanced(by: .seconds(1))) }
    guard case .failed? = session.takeEffects().last else {
      Issue.record("no failure")
      return
    }
  }

  @Test func `at most 64 requests wait`() {
    var session = Self.session()
    for number in 1...70 { session.add(.discoverServices, number: number, "a", at: Self.start) }
    let busy = LinkError(.busy, operation: "a", detail: "too many requests")
    #expect(session.takeEffects().dropFirst() == (66...70).map { .answered($0, .failure(busy)) }[...])
  }

  /// Failed seeds repeat exactly.
  @Test(arguments: 0..<200 as Range<UInt64>) func `damaged frames never trap`(_ seed: UInt64) {
    var (session, state) = (Self.session(), seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    func random() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(state >> 56)
    }
    session.add(.discoverCharacteristics(of: BluetoothUUID(0x1826)), number: 1, "a", at: Self.start)
    for _ in 0..<50 {
      var bytes = random() < 128 ? Self.indication([1, 2]) : ScriptedTrainer.usualAnswer(.discoverServices, 1)
      let place = Int(random()) % bytes.count
      bytes[place] = random()
      session.receive(bytes.prefix(Int(random())), at: Self.start.advanced(by: .seconds(Int64(random()))))
      session.expire(at: Self.start.advanced(by: .seconds(Int64(random()))))
    }
    #expect(session.takeEffects().count { if case .failed = $0 { true } else { false } } <= 1)
  }
}
