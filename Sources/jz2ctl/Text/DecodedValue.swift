import FitnessGATT

/// A GATT value as `--json` prints it: fields under the specification's names, and their units beside them.
struct DecodedValue: Encodable {
  /// A field's content; the case without a value is `null`.
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
  /// Where the value was cut; absent where it was not.
  private let cut: String?

  init(_ description: GATTValueDescription) {
    uuid = String(description.characteristic.description.prefix(4))
    name = description.characteristic.name
    fields = Dictionary(
      description.fields.map { ($0.name, Content(value: $0.value)) }, uniquingKeysWith: { first, _ in first })
    units = Dictionary(
      description.fields.compactMap { field in field.unit.map { (field.name, $0) } },
      uniquingKeysWith: { first, _ in first })
    cut = description.cut?.description
  }

  /// The fields, a line each, in the specification's order, and where the value was cut.
  static func text(_ description: GATTValueDescription) -> String {
    let width = description.fields.map(\.name.count).max() ?? 0
    let lines = description.fields.map { field in
      let unit = field.value == .notAvailable ? nil : field.unit
      let content = "\(field.value)\(unit.map { " \($0)" } ?? "")".printable
      return "\(field.name.fitted(to: width))  \(content)"
    }
    let cut = description.cut.map { ["\($0)"] } ?? []
    return (["\(description.characteristic)"] + lines + cut).joined(separator: "\n")
  }
}
