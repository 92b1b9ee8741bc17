/// The control point of Wahoo's fan KICKR HEADWIND (A026E038-…): a client's requests and the fan's notifications.
///
/// A client knows the direction of a value and decodes a `HeadwindRequest` or `HeadwindNews`. This type is for bytes
/// with an unknown direction, such as a line of a log. The protocol has no public specification. Source:
/// amasolov/wahoo-headwind-ble, docs/PROTOCOL.md, derived from Wahoo's app.
package enum HeadwindControlPoint: Hashable, Sendable {
  /// Written by the client.
  case request(HeadwindRequest)
  /// Notified by the fan.
  case news(HeadwindNews)
}

extension HeadwindControlPoint: CharacteristicValue {
  /// Decodes a value by its first byte: 0xFD and 0xFE mark notifications.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    switch bytes.first {
    case HeadwindNews.event, HeadwindNews.response: self = .news(try HeadwindNews(decoding: bytes))
    default: self = .request(try HeadwindRequest(decoding: bytes))
    }
  }

  package func encoded() -> [UInt8] {
    switch self {
    case .request(let request): request.encoded()
    case .news(let news): news.encoded()
    }
  }

  package var fields: [GATTField] {
    switch self {
    case .request(let request): request.fields
    case .news(let news): news.fields
    }
  }
}

/// The mode that controls the fan's speed; unnamed numbers are kept.
package struct HeadwindMode: ListedCode {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let error = HeadwindMode(rawValue: 0)
  package static let off = HeadwindMode(rawValue: 1)
  /// The fan follows a paired strap.
  package static let heartRate = HeadwindMode(rawValue: 2)
  /// The fan follows a paired speed sensor or trainer.
  package static let speed = HeadwindMode(rawValue: 3)
  /// The fan uses the requested speed; only this mode accepts `HeadwindRequest.setSpeed`.
  package static let manual = HeadwindMode(rawValue: 4)
  package static let standby = HeadwindMode(rawValue: 5)
  package static let coreTemperature = HeadwindMode(rawValue: 6)
  package static let run = HeadwindMode(rawValue: 7)
  package static let power = HeadwindMode(rawValue: 8)
  /// The fan follows several sensors.
  package static let hybrid = HeadwindMode(rawValue: 9)

  /// The names of the codes from 0.
  package static let names = [
    "Error", "Off", "Heart Rate", "Speed", "Manual", "Standby", "Core Temperature", "Run", "Power", "Hybrid",
  ]
}

/// A request to the fan, written without response; the fan responds with `HeadwindNews`.
package enum HeadwindRequest: Hashable, Sendable {
  case getSpeed
  /// A speed in percent of the maximum, clamped to 0…100 for encoding.
  ///
  /// The fan accepts it only in `HeadwindMode.manual`.
  case setSpeed(percent: Int)
  case getMode
  case setMode(HeadwindMode)

  /// The first byte of the request, and the second of the response.
  package var opCode: UInt8 {
    switch self {
    case .getSpeed: OpCode.getSpeed
    case .setSpeed: OpCode.setSpeed
    case .getMode: OpCode.getMode
    case .setMode: OpCode.setMode
    }
  }

  fileprivate enum OpCode {
    static let getSpeed: UInt8 = 0x01
    static let setSpeed: UInt8 = 0x02
    static let getMode: UInt8 = 0x03
    static let setMode: UInt8 = 0x04
  }

  /// The fan's range of speeds, in percent.
  private static let speeds = 0...100
}

extension HeadwindRequest: CharacteristicValue {
  /// Decodes a client's request; a speed above 100 % becomes 100 %.
  ///
  /// Op codes of the fan's configuration, 0x05…0x0B, are not allowed.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let opCode = try reader.uint8("Op Code")
    switch opCode {
    case OpCode.getSpeed: self = .getSpeed
    case OpCode.setSpeed: self = .setSpeed(percent: Self.clamped(Int(try reader.uint8("Speed"))))
    case OpCode.getMode: self = .getMode
    case OpCode.setMode: self = .setMode(HeadwindMode(rawValue: try reader.uint8("Mode")))
    default: throw DecodingFailure(opCode: opCode, at: 0, of: bytes)
    }
  }

  /// Returns the bytes to write.
  package func encoded() -> [UInt8] {
    switch self {
    case .getSpeed, .getMode: [opCode]
    case .setSpeed(let percent): [opCode, UInt8(clamping: Self.clamped(percent))]
    case .setMode(let mode): [opCode, mode.rawValue]
    }
  }

  package var fields: [GATTField] {
    switch self {
    case .getSpeed: [GATTField("Op Code", .text("Get Speed"))]
    case .setSpeed(let percent):
      [GATTField("Op Code", .text("Set Speed")), GATTField("Speed", Self.clamped(percent), unit: "%")]
    case .getMode: [GATTField("Op Code", .text("Get Mode"))]
    case .setMode(let mode): [GATTField("Op Code", .text("Set Mode")), GATTField("Mode", mode)]
    }
  }

  private static func clamped(_ percent: Int) -> Int { min(max(percent, speeds.lowerBound), speeds.upperBound) }
}

/// A notification from the fan; speeds are in percent, as sent.
package enum HeadwindNews: Hashable, Sendable {
  /// The fan's state, sent without a request whenever it changes.
  case state(percent: UInt8, mode: HeadwindMode)
  /// Responds to `HeadwindRequest.getSpeed`.
  case speed(percent: UInt8)
  /// Responds to `HeadwindRequest.setSpeed`; the meaning of `status` is not published.
  case speedSet(status: UInt8, percent: UInt8)
  /// Responds to `HeadwindRequest.getMode`.
  case mode(HeadwindMode)
  /// Responds to `HeadwindRequest.setMode`; the meaning of `status` is not published.
  case modeSet(status: UInt8, mode: HeadwindMode)

  /// The first byte of a notification without a request.
  fileprivate static let event: UInt8 = 0xFD
  /// The first byte of a response.
  fileprivate static let response: UInt8 = 0xFE
  /// The second byte of the only event that is decoded.
  private static let stateEvent: UInt8 = 0x01
}

extension HeadwindNews: CharacteristicValue {
  /// Decodes one notification; notifications about paired sensors and the fan's configuration are not allowed.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let kind = try reader.uint8("Packet Type")
    guard kind == Self.event || kind == Self.response else {
      throw DecodingFailure(
        .notAllowed, field: "Packet Type", offset: 0, needed: 1, available: bytes.count, rawValue: Int(kind))
    }
    let code = try reader.uint8("Op Code")
    switch (kind, code) {
    case (Self.event, Self.stateEvent):
      self = .state(percent: try reader.uint8("Speed"), mode: HeadwindMode(rawValue: try reader.uint8("Mode")))
    case (Self.response, HeadwindRequest.OpCode.getSpeed): self = .speed(percent: try reader.uint8("Speed"))
    case (Self.response, HeadwindRequest.OpCode.setSpeed):
      self = .speedSet(status: try reader.uint8("Status"), percent: try reader.uint8("Speed"))
    case (Self.response, HeadwindRequest.OpCode.getMode):
      self = .mode(HeadwindMode(rawValue: try reader.uint8("Mode")))
    case (Self.response, HeadwindRequest.OpCode.setMode):
      self = .modeSet(status: try reader.uint8("Status"), mode: HeadwindMode(rawValue: try reader.uint8("Mode")))
    default: throw DecodingFailure(opCode: code, at: 1, of: bytes)
    }
  }

  /// Returns the bytes to notify.
  package func encoded() -> [UInt8] {
    switch self {
    case .state(let percent, let mode): [Self.event, Self.stateEvent, percent, mode.rawValue]
    case .speed(let percent): [Self.response, HeadwindRequest.OpCode.getSpeed, percent]
    case .speedSet(let status, let percent): [Self.response, HeadwindRequest.OpCode.setSpeed, status, percent]
    case .mode(let mode): [Self.response, HeadwindRequest.OpCode.getMode, mode.rawValue]
    case .modeSet(let status, let mode): [Self.response, HeadwindRequest.OpCode.setMode, status, mode.rawValue]
    }
  }

  package var fields: [GATTField] {
    switch self {
    case .state(let percent, let mode):
      [GATTField("Packet Type", .text("State")), GATTField("Speed", percent, unit: "%"), GATTField("Mode", mode)]
    case .speed(let percent):
      [GATTField("Packet Type", .text("Get Speed Response")), GATTField("Speed", percent, unit: "%")]
    case .speedSet(let status, let percent):
      [
        GATTField("Packet Type", .text("Set Speed Response")), GATTField("Status", .integer(Int(status))),
        GATTField("Speed", percent, unit: "%"),
      ]
    case .mode(let mode): [GATTField("Packet Type", .text("Get Mode Response")), GATTField("Mode", mode)]
    case .modeSet(let status, let mode):
      [
        GATTField("Packet Type", .text("Set Mode Response")), GATTField("Status", .integer(Int(status))),
        GATTField("Mode", mode),
      ]
    }
  }
}

extension DecodingFailure {
  /// Creates the failure for an unsupported op code at `offset` of `bytes`.
  fileprivate init(opCode: UInt8, at offset: Int, of bytes: [UInt8]) {
    self.init(
      .notAllowed, field: "Op Code", offset: offset, needed: 1, available: bytes.count - offset, rawValue: Int(opCode))
  }
}
