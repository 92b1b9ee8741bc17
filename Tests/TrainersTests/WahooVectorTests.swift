import FitnessGATT
import TestKit
import Testing
import Trainers

/// Published bytes to and from A026E005.
///
/// W1 and so on are their numbers in this project.
@Suite struct WahooVectorTests {
  /// Requests that clients sent to real trainers, or that tests of other projects contain.
  static let requests: [(source: String, hex: String, request: WahooRequest)] = [
    ("W1: Auuki, SST, QZ#4881", "20 EE FC", .unlock),
    ("W2: Auuki#50", "42 C8 00", .erg(watts: 200)),
    ("W3: simcline#11, Zwift to a KICKR CORE", "42 82 00", .erg(watts: 130)),
    ("W3: simcline#11", "42 8C 00", .erg(watts: 140)),
    ("W3: simcline#11", "42 91 00", .erg(watts: 145)),
    ("W4", "42 FA 00", .erg(watts: 250)),
    ("W4", "42 D2 04", .erg(watts: 1234)),
    (
      "W9: simcline#11, real Zwift traffic", "43 B0 1D 04 00 70 01",
      .simulation(weightHundredths: 7600, crrThousandths: 4, cwThousandths: 368)
    ),
    (
      "W10: QZ#4881, to a real SNAP", "43 20 1C 04 00 90 01",
      .simulation(weightHundredths: 7200, crrThousandths: 4, cwThousandths: 400)
    ),
    ("W11: QZ#4881", "40 5B 3F", .resistance(share: 0.01)),
    ("W11: QZ#4881", "40 B7 3E", .resistance(share: 0.02)),
    ("W11: QZ#4881", "40 13 3E", .resistance(share: 0.03)),
    ("none: all", "40 FF 3F", .resistance(share: 0)),
    ("full: all", "40 00 00", .resistance(share: 1)),
    ("level: all", "41 09", .level(9)),
    ("W12: Incyclist", "46 00 80", .grade(percent: 0)),
    ("W12: Incyclist", "46 5C 7F", .grade(percent: -0.5)),
    ("W12: Incyclist", "46 8F 82", .grade(percent: 2)),
    ("W12: Incyclist", "46 3D 8A", .grade(percent: 8)),
    ("W13: Auuki", "46 24 86", .grade(percent: 4.8)),
    ("W14: Auuki", "47 00 80", .headwind(metersPerSecond: 0)),
    ("W14: Auuki", "47 A0 8F", .headwind(metersPerSecond: 4)),
    ("W15: Auuki", "48 70 53", .wheel(tenthsMillimeter: 21360)),
    ("W15: computed", "48 28 55", .wheel(tenthsMillimeter: 21800)),
  ]

  @Test(arguments: requests)
  func `a request to A026E005 has the published bytes`(
    _ vector: (source: String, hex: String, request: WahooRequest)
  ) throws {
    // Clients round fractions differently, by one step.
    let (published, ours) = (try Bytes(vector.hex), vector.request.encoded())
    #expect(ours.count == published.count, "\(vector.source)")
    #expect(ours.first == published.first)
    let distance = abs(Self.number(ours) - Self.number(published))
    #expect(vector.request.hasFraction ? distance <= 1 : distance == 0, "\(vector.source): \(ours)")
  }

  @Test(arguments: requests)
  func `a request to A026E005 is decoded and encoded unchanged`(
    _ vector: (source: String, hex: String, request: WahooRequest)
  ) throws {
    let read = try WahooRequest(decoding: try Bytes(vector.hex))
    #expect(read.encoded() == (try Bytes(vector.hex)), "\(vector.source)")
    #expect(read.opCode == vector.request.opCode)
  }

  @Test(arguments: [
    ("W5: Auuki", "01 42 01 00 32 00", WahooAnswer(opCode: 0x42, echo: 50)),
    ("W6: Auuki", "01 20 02", WahooAnswer(opCode: 0x20)),
    ("W7: Auuki", "01 43 01 00", WahooAnswer(opCode: 0x43)),
    ("W7: Auuki", "01 46 01 00 00 80", WahooAnswer(opCode: 0x46, echo: 0x8000)),
    ("W8: Auuki", "00 42 01 00 32 00", WahooAnswer(status: 0, opCode: 0x42, echo: 50)),
  ])
  func `a response of A026E005 is decoded and encoded`(_ source: String, _ hex: String, _ answer: WahooAnswer) throws {
    #expect(try WahooAnswer(decoding: try Bytes(hex)) == answer, "\(source)")
    #expect(answer.encoded() == (try Bytes(hex)), "\(source)")
  }

  /// W8.
  @Test func `a response of two bytes contains only the status`() throws {
    #expect(try WahooAnswer(decoding: [2, 0x46]) == WahooAnswer(status: 2, opCode: 0x46))
  }

  @Test func `no truncated response or request traps`() throws {
    for hex in Self.requests.map(\.hex) + ["01 42 01 00 32 00"] {
      let bytes = try Bytes(hex)
      for length in 0..<bytes.count {
        _ = try? WahooRequest(decoding: Array(bytes.prefix(length)))
        _ = try? WahooAnswer(decoding: Array(bytes.prefix(length)))
      }
    }
    #expect(throws: DecodingFailure.self) { try WahooAnswer(decoding: [1]) }
    #expect(throws: DecodingFailure.self) { try WahooRequest(decoding: [0x42, 1]) }
    #expect(throws: DecodingFailure.self) { try WahooRequest(decoding: [0x99]) }
  }

  private static func number(_ bytes: [UInt8]) -> Int {
    bytes.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension WahooRequest {
  fileprivate var hasFraction: Bool {
    switch self {
    case .resistance, .grade, .headwind: true
    case .unlock, .erg, .level, .simulation, .wheel: false
    }
  }
}
