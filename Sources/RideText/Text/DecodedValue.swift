import ControlWire
package import FitnessGATT

/// A GATT value for `--json`: the fields under the specification's names, with their units in a member of their own.
package struct DecodedValue: Encodable {
  /// The content of a field; `notAvailable` is encoded as `null`.
  private struct Content: Encodable {
    let value: GATTField.Value

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .integer(let integer): try container.encode(integer)
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      case .bool(let bool): try container.encode(bool)
      case .list(let values): try container.encode(values.map(Content.init))
      case .notAvailable: try container.encodeNil()
      }
    }
  }

  private let uuid: String
  private let name: String
  private let fields: [String: Content]
  private let units: [String: String]
  /// The position at which the value was cut; absent if it is complete.
  private let cut: String?

  package init(_ description: GATTValueDescription) {
    uuid = description.characteristic.uuid
    name = description.characteristic.name
    fields = Dictionary(
      description.fields.map { ($0.name, Content(value: $0.value)) }, uniquingKeysWith: { first, _ in first })
    units = Dictionary(
      description.fields.compactMap { field in field.unit.map { (field.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    cut = description.cut?.description
  }

  /// Returns one line per field in the specification's order, then the position of a cut.
  package static func text(_ description: GATTValueDescription) -> String {
    let width = description.fields.map(\.name.count).max() ?? 0
    let lines = description.fields.map { field in
      let unit = field.value == .notAvailable ? nil : field.unit
      let content = "\(field.value)\(unit.map { " \($0)" } ?? "")".printable
      return "\(field.name.fitted(to: width))  \(content)"
    }
    let cut = description.cut.map { [$0.reason] } ?? []
    return (["\(description.characteristic)"] + lines + cut).joined(separator: "\n")
  }
}

extension DecodingFailure {
  /// The reason for a person; the English text is the same as in a log.
  package var reason: String {
    switch code {
    case .truncated: String(localized: "truncated: \(shortfall)")
    case .cut: String(localized: "cut at \(offset + available) bytes: \(shortfall)")
    case .tooLong: String(localized: "too long: \(available) bytes, a value has at most \(needed)")
    case .notAllowed:
      rawValue.map { String(localized: "not allowed: \(field) at byte \(offset) is \($0)") }
        ?? String(localized: "not allowed: \(field) at byte \(offset)")
    }
  }

  private var shortfall: String {
    needed == 1
      ? String(localized: "\(field) at byte \(offset) takes 1 byte, \(available) left")
      : String(localized: "\(field) at byte \(offset) takes \(needed) bytes, \(available) left")
  }
}

/// Bytes in hexadecimal, as people type or copy them.
package enum Hexadecimal {
  /// Parses one or more words: `44 02`, `44:02`, `0x4402`, `0x44 02`, and the copy of nRF Connect, `(0x) 44-02`.
  ///
  /// - Returns: Nil if a character is not a digit or a word has an odd number of digits.
  package static func bytes(_ words: [String]) -> [UInt8]? {
    let parts = words.joined(separator: " ").split { separators.contains($0) || $0.isWhitespace }
    var bytes: [UInt8] = []
    for part in parts {
      let digits = Array(part.hasPrefix("0x") || part.hasPrefix("0X") ? part.dropFirst(2).utf8 : part.utf8)
      guard digits.count.isMultiple(of: 2) else { return nil }
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digit(digits[index]), let low = digit(digits[index + 1]) else { return nil }
        bytes.append(high << 4 | low)
      }
    }
    return bytes
  }

  /// Separators and brackets of programs, with the quotes and dashes that text processors substitute.
  private static let separators = Set(":;,.-()[]{}<>|\"'`“”„‟‘’‚«»‹›‐‑–—")

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
