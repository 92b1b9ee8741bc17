/// An enumeration for which a later daemon may have words that are unknown here.
package protocol OpenEnum: RawRepresentable<String>, CaseIterable, Codable, Hashable, Sendable {
  /// The substitute for an unknown word.
  static var unrecognized: Self { get }
}

/// A member whose value is one word of an enumeration.
package protocol OpenEnumMember {
  /// The words that are known here.
  static var words: [String] { get }
}

/// A word in a reply; the projected value is the original word of the message.
///
/// In a call an unknown word is an error: the daemon must not carry out a call that it does not understand.
@propertyWrapper
package struct OpenValue<Value: OpenEnum>: Codable, Hashable, Sendable, OpenEnumMember {
  package private(set) var projectedValue: String

  package var wrappedValue: Value {
    get { Value(rawValue: projectedValue) ?? .unrecognized }
    set { projectedValue = newValue.rawValue }
  }

  package init(wrappedValue: Value) { projectedValue = wrappedValue.rawValue }

  fileprivate init(word: String) { projectedValue = word }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    projectedValue = try container.decode(String.self)
    guard !decoder.readsCall || Value(rawValue: projectedValue) != nil else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "an unknown word")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(projectedValue)
  }

  package static var words: [String] { Value.allCases.map(\.rawValue) }
}

extension Decoder {
  /// Whether a call is decoded, rather than a reply.
  fileprivate var readsCall: Bool { CodingUserInfoKey.call.map { userInfo[$0] != nil } ?? false }
}

extension CodingUserInfoKey {
  /// Set while a call is decoded.
  package static let call = CodingUserInfoKey(rawValue: "call")
}

/// A word in a reply that may be absent; an unknown word is nil.
@propertyWrapper
package struct OptionalOpenValue<Value: OpenEnum>: Codable, Hashable, Sendable, OpenEnumMember {
  package private(set) var projectedValue: String?

  package var wrappedValue: Value? {
    get { projectedValue.flatMap { Value(rawValue: $0) } }
    set { projectedValue = newValue?.rawValue }
  }

  package init(wrappedValue: Value?) { projectedValue = wrappedValue?.rawValue }

  package init(from decoder: any Decoder) throws {
    projectedValue = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(projectedValue)
  }

  package static var words: [String] { Value.allCases.map(\.rawValue) }
}

extension OptionalOpenValue {
  /// The word, even if it is unknown here; nil if it is absent.
  var word: OpenValue<Value>? {
    get { projectedValue.map(OpenValue.init(word:)) }
    set { projectedValue = newValue?.projectedValue }
  }
}

extension KeyedDecodingContainer {
  /// Decodes an absent member as an absent word.
  package func decode<Value>(_ type: OptionalOpenValue<Value>.Type, forKey key: Key) throws -> OptionalOpenValue<Value>
  {
    try decodeIfPresent(type, forKey: key) ?? OptionalOpenValue(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Leaves out the member if the word is absent.
  package mutating func encode<Value>(_ value: OptionalOpenValue<Value>, forKey key: Key) throws {
    if let text = value.projectedValue { try encode(text, forKey: key) }
  }
}

/// Words in a reply; unknown words are left out.
@propertyWrapper
package struct OpenValues<Value: OpenEnum>: Codable, Hashable, Sendable {
  private var all: [OpenValue<Value>]

  package var projectedValue: [String] { all.map(\.projectedValue) }

  package var wrappedValue: [Value] {
    get { all.compactMap { Value(rawValue: $0.projectedValue) } }
    set { all = newValue.map(OpenValue.init(wrappedValue:)) }
  }

  package init(wrappedValue: [Value]) { all = wrappedValue.map(OpenValue.init(wrappedValue:)) }

  package init(from decoder: any Decoder) throws {
    all = try decoder.singleValueContainer().decode([OpenValue<Value>].self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(all)
  }
}
