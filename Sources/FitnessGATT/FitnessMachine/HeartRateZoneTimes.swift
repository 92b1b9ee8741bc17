/// How long to ride in each heart-rate zone, in seconds, for the three ways FTMS divides the zones.
///
/// FTMS 1.0.1, §4.16.2.15 to §4.16.2.17.
public enum HeartRateZoneTimes: Hashable, Sendable {
  /// Two zones.
  case two(fatBurn: UInt16, fitness: UInt16)
  /// Three zones.
  case three(light: UInt16, moderate: UInt16, hard: UInt16)
  /// Five zones.
  case five(veryLight: UInt16, light: UInt16, moderate: UInt16, hard: UInt16, maximum: UInt16)
}

extension HeartRateZoneTimes {
  static let twoZoneNames = ["Fat Burn", "Fitness"]
  static let threeZoneNames = ["Light", "Moderate", "Hard"]
  static let fiveZoneNames = ["Very Light", "Light", "Moderate", "Hard", "Maximum"]

  static func fieldName(zone: String) -> String { "Targeted Time in \(zone) Zone" }

  init(twoFrom reader: inout ByteReader) throws(DecodingFailure) {
    self = .two(fatBurn: try reader.zone("Fat Burn"), fitness: try reader.zone("Fitness"))
  }

  init(threeFrom reader: inout ByteReader) throws(DecodingFailure) {
    self = .three(
      light: try reader.zone("Light"), moderate: try reader.zone("Moderate"), hard: try reader.zone("Hard"))
  }

  init(fiveFrom reader: inout ByteReader) throws(DecodingFailure) {
    self = .five(
      veryLight: try reader.zone("Very Light"), light: try reader.zone("Light"),
      moderate: try reader.zone("Moderate"), hard: try reader.zone("Hard"), maximum: try reader.zone("Maximum"))
  }

  /// The seconds of each zone, the easiest first.
  var seconds: [UInt16] {
    switch self {
    case .two(let fatBurn, let fitness): [fatBurn, fitness]
    case .three(let light, let moderate, let hard): [light, moderate, hard]
    case .five(let veryLight, let light, let moderate, let hard, let maximum):
      [veryLight, light, moderate, hard, maximum]
    }
  }

  var fields: [GATTField] {
    let names =
      switch self {
      case .two: Self.twoZoneNames
      case .three: Self.threeZoneNames
      case .five: Self.fiveZoneNames
      }
    return zip(names, seconds).map { GATTField(Self.fieldName(zone: $0), $1, unit: "s") }
  }
}

extension ByteReader {
  fileprivate mutating func zone(_ name: String) throws(DecodingFailure) -> UInt16 {
    try uint16(HeartRateZoneTimes.fieldName(zone: name))
  }
}
