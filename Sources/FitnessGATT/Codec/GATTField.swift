/// A field of a characteristic's value, ready for display or JSON.
package struct GATTField: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// A whole number in the field's unit.
    case integer(Int)
    /// A number with decimals in the field's unit; always finite.
    case number(Double)
    /// Text, or the specification's name of a code.
    case text(String)
    case bool(Bool)
    /// Several values of one kind; it may be empty.
    case list([Value])
    /// The field is present and marks its value as not available (JSON: null).
    case notAvailable
  }

  /// The specification's name: `Instantaneous Power`.
  package var name: String
  package var value: Value
  /// The unit of the numbers: `W`, `km/h`; nil for a number without a unit.
  package var unit: String?

  package init(_ name: String, _ value: Value, unit: String? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
  }
}

extension GATTField: CustomStringConvertible {
  /// `Instantaneous Power: 150 W`.
  package var description: String {
    guard let unit, value != .notAvailable else { return "\(name): \(value)" }
    return "\(name): \(value) \(unit)"
  }
}

extension GATTField.Value: CustomStringConvertible {
  /// Only the content: commas separate the elements of a list, and an empty list is `none`.
  package var description: String {
    switch self {
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .bool(let bool): bool ? "yes" : "no"
    case .list(let values): values.isEmpty ? "none" : values.map(\.description).joined(separator: ", ")
    case .notAvailable: "not available"
    }
  }
}

extension GATTField {
  init(_ name: String, _ integer: some BinaryInteger, unit: String) {
    self.init(name, .integer(Int(integer)), unit: unit)
  }

  init(_ name: String, _ code: some NamedCode) {
    self.init(name, .text(code.description))
  }
}
