// Words that a client of today survives when a daemon of tomorrow says them: each is kept as it came, for a client that
// hands it on, and taken for the word that is named below.

/// A word in a reply that may be absent; an unknown one is nil.
@propertyWrapper
package struct OptionalWord<Value: WireWord>: Codable, Hashable, Sendable, WordOnWire {
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

extension KeyedDecodingContainer {
  /// An absent member is an absent word.
  func decode<Value>(_ type: OptionalWord<Value>.Type, forKey key: Key) throws -> OptionalWord<Value> {
    try decodeIfPresent(type, forKey: key) ?? OptionalWord(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// An absent word is an absent member.
  mutating func encode<Value>(_ value: OptionalWord<Value>, forKey key: Key) throws {
    if let text = value.projectedValue { try encode(text, forKey: key) }
  }
}

/// Words in a reply; unknown ones are left out.
@propertyWrapper
package struct Words<Value: WireWord>: Codable, Hashable, Sendable {
  private var all: [Word<Value>]

  package var projectedValue: [String] { all.map(\.projectedValue) }

  package var wrappedValue: [Value] {
    get { all.compactMap { Value(rawValue: $0.projectedValue) } }
    set { all = newValue.map(Word.init(wrappedValue:)) }
  }

  package init(wrappedValue: [Value]) { all = wrappedValue.map(Word.init(wrappedValue:)) }

  package init(from decoder: any Decoder) throws {
    all = try decoder.singleValueContainer().decode([Word<Value>].self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(all)
  }
}

// MARK: - What an unknown word is taken for

extension RidePhase: WireWord {
  /// A ride is on.
  package static var unknownWord: Self { .riding }
}

extension RideState: WireWord {
  /// The ride is kept, and nobody waits for it.
  package static var unknownWord: Self { .finished }
}

extension LinkState: WireWord {
  /// The link is not in use yet.
  package static var unknownWord: Self { .preparing }
}

extension DeviceRole: WireWord {
  /// A device beside the trainer.
  package static var unknownWord: Self { .heartRate }
}

extension RiddenDevice.Reason: WireWord {
  /// There was no other choice to make.
  package static var unknownWord: Self { .chosen }
}

extension TargetEasing: WireWord {
  /// Only where easing cannot be absent: the trainer does not get the wanted power.
  package static var unknownWord: Self { .range }
}

extension LinkIncidentKind: WireWord {
  /// Something happened, which its reason names.
  package static var unknownWord: Self { .remedy }
}

extension IntervalEndKind: WireWord {
  /// Nothing that is measured ends it.
  package static var unknownWord: Self { .activity }
}

extension IntervalOutcome: WireWord {
  /// It is over.
  package static var unknownWord: Self { .expired }
}

extension PlanEventKind: WireWord {
  /// The plan goes on.
  package static var unknownWord: Self { .intervalEnded }
}

extension Alpha1Confidence: WireWord {
  /// The estimate is not trusted.
  package static var unknownWord: Self { .none }
}

extension Check.Outcome: WireWord {
  /// The outcome cannot be shown.
  package static var unknownWord: Self { .unknown }
}
