/// One field of a characteristic's value, ready to be shown or turned into JSON.
public struct GATTField: Hashable, Sendable {
  /// The field's content.
  public enum Value: Hashable, Sendable {
    /// A whole number in the field's unit.
    case integer(Int)
    /// A number with decimals in the field's unit; always finite.
    case number(Double)
    /// Text, or the specification's name of a code.
    case text(String)
    /// Yes or no.
    case bool(Bool)
    /// Several of the same kind; may be empty.
    case list([Value])
    /// The field is there and says that its value is not known (JSON: null).
    case notAvailable
  }

  /// The specification's name: `Instantaneous Power`.
  public var name: String
  /// The content.
  public var value: Value
  /// The unit of the numbers: `W`, `km/h`; nil where there is none.
  public var unit: String?

  /// A field.
  public init(_ name: String, _ value: Value, unit: String? = nil) {
    self.name = name
    self.value = value
    self.unit = unit
  }
}

extension GATTField: CustomStringConvertible {
  /// `Instantaneous Power: 150 W`.
  public var description: String {
    guard let unit, value != .notAvailable else { return "\(name): \(value)" }
    return "\(name): \(value) \(unit)"
  }
}

extension GATTField.Value: CustomStringConvertible {
  /// The content alone; elements of a list stand between commas, an empty list is `none`.
  public var description: String {
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
  /// A field of a whole number of any width.
  init(_ name: String, _ integer: some BinaryInteger, unit: String? = nil) {
    self.init(name, .integer(Int(integer)), unit: unit)
  }

  /// A field of a whole number that may be marked as not available.
  init(_ name: String, available integer: (some BinaryInteger)?, unit: String? = nil) {
    self.init(name, integer.map { .integer(Int($0)) } ?? .notAvailable, unit: unit)
  }

  /// A field of a code.
  init(_ name: String, _ code: some NamedCode) {
    self.init(name, .text(code.description))
  }

  /// A field of a speed, in km/h.
  init(_ name: String, _ speed: Speed) {
    self.init(name, .number(speed.kmh), unit: "km/h")
  }

  /// A field of a cadence, in revolutions a minute.
  init(_ name: String, _ cadence: Cadence) {
    self.init(name, .number(cadence.rpm), unit: "rpm")
  }
}
