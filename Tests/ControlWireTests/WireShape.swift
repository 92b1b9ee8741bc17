import ControlWire
import Rides

/// The shape of a value on the wire.
indirect enum WireShape: Equatable {
  case bool, int, float, string
  /// One of these words.
  case word([String])
  case array(WireShape)
  case object([String: WireField])
}

/// A member of an object.
struct WireField: Equatable {
  var shape: WireShape
  /// Whether it may be absent.
  var isOptional: Bool
}

extension WireShape {
  /// The shape of a type, found by decoding it from made-up values.
  ///
  /// - Throws: The errors of the type's `init(from:)`.
  init(of type: any Decodable.Type) throws {
    self = try ShapeDecoder.made(type).shape
  }
}

extension WireShape {
  /// Returns the differences from another shape, with their paths.
  func differences(from other: WireShape, at path: String) -> [String] {
    switch (self, other) {
    case (.array(let element), .array(let others)): return element.differences(from: others, at: "\(path)[]")
    case (.object(let fields), .object(let others)):
      return Set(fields.keys).union(others.keys).sorted().flatMap { name in
        switch (fields[name], others[name]) {
        case (let field?, let other?) where field.isOptional == other.isOptional:
          field.shape.differences(from: other.shape, at: "\(path).\(name)")
        case (let field, let other): ["\(path).\(name): \(Self.name(of: field)), not \(Self.name(of: other))"]
        }
      }
    default: return self == other ? [] : ["\(path): \(self), not \(other)"]
    }
  }

  private static func name(of field: WireField?) -> String {
    field.map { $0.isOptional ? "optional" : "required" } ?? "absent"
  }
}

/// Makes up each requested value, and records its shape.
private final class ShapeDecoder: Decoder {
  /// Nil until a value is requested; an object without members requests no value.
  var shape: WireShape?

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func made<Value: Decodable>(_ type: Value.Type) throws -> (value: Value, shape: WireShape) {
    if let words = type as? any (CaseIterable & RawRepresentable).Type,
      let (value, shape) = word(words) as? (Value, WireShape)
    {
      return (value, shape)
    }
    if let value = texts(type) { return (value, .string) }
    let decoder = ShapeDecoder()
    let value = try Value(from: decoder)
    if let word = type as? any OpenEnumMember.Type { return (value, .word(word.words)) }
    return (value, decoder.shape ?? .object([:]))
  }

  /// Returns a value of a type that is a text in a certain format.
  private static func texts<Value>(_ type: Value.Type) -> Value? {
    let examples: [Any] = [
      CalendarDay(daysSince1970: 0), LocalMoment(milliseconds: 0, utcOffsetSeconds: 0),
    ]
    return examples.lazy.compactMap { $0 as? Value }.first
  }

  private static func word<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> (Any, WireShape)? {
    guard let first = type.allCases.first else { return nil }
    return (first, .word(type.allCases.map { "\($0.rawValue)" }))
  }

  func add(_ name: String, _ field: WireField) {
    var fields: [String: WireField] = if case .object(let fields)? = shape { fields } else { [:] }
    fields[name] = field
    shape = .object(fields)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ShapeFields<Key>(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { ShapeElements(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { ShapeValue(decoder: self) }
}

private struct ShapeFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ShapeDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let (value, shape) = try ShapeDecoder.made(type)
    decoder.add(key.stringValue, WireField(shape: shape, isOptional: false))
    return value
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let (value, shape) = try ShapeDecoder.made(type)
    decoder.add(key.stringValue, WireField(shape: shape, isOptional: true))
    return value
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(type, key) }

  private func present<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    let (value, shape) = try ShapeDecoder.made(type)
    decoder.add(key.stringValue, WireField(shape: shape, isOptional: true))
    return value
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw Unforeseen() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unforeseen() }
  func superDecoder() throws -> any Decoder { throw Unforeseen() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw Unforeseen() }
}

/// An array of one element.
private struct ShapeElements: UnkeyedDecodingContainer {
  let decoder: ShapeDecoder
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var isAtEnd: Bool { currentIndex > 0 }
  var currentIndex = 0

  init(decoder: ShapeDecoder) { self.decoder = decoder }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (value, shape) = try ShapeDecoder.made(type)
    decoder.shape = .array(shape)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { throw Unforeseen() }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unforeseen() }
  mutating func superDecoder() throws -> any Decoder { throw Unforeseen() }
}

private struct ShapeValue: SingleValueDecodingContainer {
  let decoder: ShapeDecoder
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }

  func decode(_ type: Bool.Type) -> Bool {
    decoder.shape = .bool
    return false
  }

  func decode(_ type: Int.Type) -> Int {
    decoder.shape = .int
    return 0
  }

  func decode(_ type: Double.Type) -> Double {
    decoder.shape = .float
    return 0
  }

  func decode(_ type: String.Type) -> String {
    decoder.shape = .string
    return ""
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (value, shape) = try ShapeDecoder.made(type)
    decoder.shape = shape
    return value
  }
}

/// A type is decoded in a way that our messages do not use.
private struct Unforeseen: Error {}
