import ControlWire
import FoundationEssentials

/// An answer as `--json` prints it, whatever it is made of: with the names and the digits that are promised.
///
/// `JSONShapes` documents it, and a test holds both together.
typealias JSONAnswer = JSONValue

extension JSONAnswer {
  /// What changes when a key goes away or means something else; new keys do not change it.
  static let version = 1

  /// An answer of any kind; nil for a value that JSON cannot have.
  init?(_ value: some Encodable) {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    guard let data = try? encoder.encode(value), let read = try? decoder.decode(JSONAnswer.self, from: data) else {
      return nil
    }
    self = read
  }

  /// One line with sorted keys, so that equal answers are equal bytes.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

// MARK: - What is promised

extension JSONAnswer {
  /// Names without their unit, and the name with it that stands beside.
  static let namesWithUnit = [
    "averageHeartRate": "averageBeatsPerMinute", "maximumHeartRate": "maximumBeatsPerMinute",
    "averageCadence": "averageCadenceRpm", "maximumCadence": "maximumCadenceRpm", "rssi": "signalDBm",
    "zone2From": "zone2FromBpm", "zone2To": "zone2ToBpm", "efficiencyFactor": "efficiencyWattsPerBpm",
    "belowBpm": "belowBeatsPerMinute", "fromBpm": "fromBeatsPerMinute",
  ]

  /// How many decimals a number has, by the end of its name: no more than what it was measured or computed from.
  static let decimals: [(ending: String, decimals: Int)] = [
    ("Watts", 1), ("BeatsPerMinute", 1), ("HeartRate", 1), ("Bpm", 1), ("Cadence", 1), ("Rpm", 1), ("Kmh", 2),
    ("istanceMeters", 1), ("ilojoules", 1), ("ilocalories", 0), ("Percent", 1), ("Degrees", 6), ("hare", 3),
    ("Factor", 3), ("Index", 3), ("Score", 1), ("trimp", 1), ("Seconds", 4), ("Minutes", 1),
  ]

  /// Without digits that were not measured, and with a name that has its unit beside one that has none.
  var promised: JSONAnswer { promised(as: "") }

  private func promised(as name: String) -> JSONAnswer {
    switch self {
    case .number(let value): .number(Self.rounded(value, as: name))
    case .list(let elements): .list(elements.map { $0.promised(as: name) })
    case .object(let members): .object(Self.promised(members))
    case .null, .flag, .whole, .text: self
    }
  }

  private static func promised(_ members: [String: JSONAnswer]) -> [String: JSONAnswer] {
    var promised: [String: JSONAnswer] = [:]
    for (name, value) in members {
      let value = value.promised(as: name)
      promised[name] = value
      if let other = namesWithUnit[name], members[other] == nil { promised[other] = value }
    }
    return promised
  }

  private static func rounded(_ value: Double, as name: String) -> Double {
    let decimals = decimals.first { name.hasSuffix($0.ending) }?.decimals ?? 4
    let scale = [1, 10, 100, 1000, 1e4, 1e5, 1e6][decimals]
    let rounded = (value * scale).rounded() / scale
    return rounded.isFinite ? rounded : value
  }

  /// The same with one more member; what is no object stays as it is.
  func adding(_ name: String, _ value: JSONAnswer) -> JSONAnswer {
    guard case .object(var members) = self, members[name] == nil else { return self }
    members[name] = value
    return .object(members)
  }
}
