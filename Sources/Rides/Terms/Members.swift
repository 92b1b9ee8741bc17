/// A value that is one JSON object in all places: in a file, in the store, in messages.
///
/// Its members are one table: a new member needs a property of the type and a row. Types that are also `Codable` are
/// encoded and decoded by the same table.
package protocol Tabled: Sendable {
  /// The value before any member is read.
  static var blank: Self { get }
  /// The members, in the order of files.
  static var members: Members<Self> { get }
  /// The fault of a value that was read, as text, such as a place without its longitude; nil for a sound value.
  var fault: String? { get }
}

extension Tabled {
  package var fault: String? { nil }
}

/// A member of a value's JSON object: its name, its range, and how to get and set it.
///
/// It uses closures, because key paths take four times as long: an eight-hour ride has half a million values.
package struct Member<Root: Sendable>: Sendable {
  /// Returns the value of the member; nil leaves the member out.
  package typealias Get<Value> = @Sendable (Root) -> Value?
  package typealias Set<Value> = @Sendable (inout Root, Value) -> Void
  /// Sets a value; returns false if the value is not valid for the member.
  package typealias Try<Value> = @Sendable (inout Root, Value) -> Bool

  package enum Content: Sendable {
    case integer(ClosedRange<Int>, Get<Int>, Set<Int>)
    case number(ClosedRange<Double>, Get<Double>, Set<Double>)
    case flag(Get<Bool>, Set<Bool>)
    case text(Get<String>, Try<String>)
    case numbers(ClosedRange<Double>, most: Int, Get<[Double]>, Try<[Double]>)
    case part(Part)
  }

  /// An object or an array of objects.
  package struct Part: Sendable {
    package let type: any Tabled.Type
    /// The most elements of an array, and the fault of a longer one; nil for an object.
    package let most: (count: Int, code: FileFault.Code)?
    package let values: Get<[any Tabled]>
    package let set: Set<[any Tabled]>
  }

  fileprivate typealias Encode = @Sendable (Root, inout KeyedEncodingContainer<MemberKey>, MemberKey) throws -> Void
  fileprivate typealias Decode =
    @Sendable (inout Root, KeyedDecodingContainer<MemberKey>, MemberKey, _ isRequired: Bool) throws -> Void

  package let name: String
  package let content: Content
  /// Whether an object without the member is refused.
  package private(set) var isRequired = false
  /// The name in JSON: `"name":`.
  package let quoted: [UInt8]
  /// The coding of words and parts; nil for other contents, which use the default coding.
  fileprivate let coding: (encode: Encode, decode: Decode)?

  private init(_ name: String, _ content: Content, _ coding: (encode: Encode, decode: Decode)? = nil) {
    self.name = name
    self.content = content
    self.coding = coding
    quoted = Array("\"\(name)\":".utf8)
  }

  /// The same member, but objects without it are refused.
  package var required: Self {
    var member = self
    member.isRequired = true
    return member
  }
}

// MARK: - Kinds of members

extension Member {
  package static func integer(
    _ name: String, in range: ClosedRange<Int> = MemberRange.number, _ get: @escaping Get<Int>,
    _ set: @escaping Set<Int>
  ) -> Self { Self(name, .integer(range, get, set)) }

  package static func number(
    _ name: String, in range: ClosedRange<Double> = MemberRange.finite, _ get: @escaping Get<Double>,
    _ set: @escaping Set<Double>
  ) -> Self { Self(name, .number(range, get, set)) }

  package static func flag(_ name: String, _ get: @escaping Get<Bool>, _ set: @escaping Set<Bool>) -> Self {
    Self(name, .flag(get, set))
  }

  /// A flag that is left out unless it is set.
  package static func mark(
    _ name: String, _ get: @escaping @Sendable (Root) -> Bool, _ set: @escaping Set<Bool>
  ) -> Self { Self(name, .flag({ get($0) ? true : nil }, set)) }

  package static func text(_ name: String, _ get: @escaping Get<String>, _ set: @escaping Set<String>) -> Self {
    Self(
      name,
      .text(
        get,
        { root, text in
          set(&root, text)
          return true
        }))
  }

  /// A text in a specified form.
  package static func text<Value>(
    _ name: String, of form: @escaping @Sendable (String) -> Value?, _ get: @escaping Get<String>,
    _ set: @escaping Set<Value>
  ) -> Self {
    Self(
      name,
      .text(
        get,
        { root, text in
          guard let value = form(text) else { return false }
          set(&root, value)
          return true
        }))
  }

  /// A word, kept as a later daemon sent it; in files and calls, unknown words are errors.
  package static func word<Value: OpenEnum>(
    _ name: String, _ get: @escaping Get<OpenValue<Value>>, _ set: @escaping Set<OpenValue<Value>>
  ) -> Self {
    let text = text(
      name, of: { Value(rawValue: $0).map(OpenValue.init(wrappedValue:)) }, { get($0)?.projectedValue }, set)
    return Self(
      name, text.content,
      (
        { root, container, key in try container.encodeIfPresent(get(root), forKey: key) },
        { root, container, key, isRequired in
          if let word = try container.value(OpenValue<Value>.self, key, isRequired) { set(&root, word) }
        }
      ))
  }

  package static func numbers(
    _ name: String, in range: ClosedRange<Double>, most: Int = .max, _ get: @escaping Get<[Double]>,
    _ set: @escaping Try<[Double]>
  ) -> Self { Self(name, .numbers(range, most: most, get, set)) }

  package static func part<Value: Tabled & Codable>(
    _ name: String, _ get: @escaping Get<Value>, _ set: @escaping Set<Value>
  ) -> Self {
    Self(
      name,
      .part(
        Part(
          type: Value.self, most: nil, values: { root in get(root).map { [$0] } },
          set: { root, values in if let value = values.first as? Value { set(&root, value) } })),
      (
        { root, container, key in try container.encodeIfPresent(get(root), forKey: key) },
        { root, container, key, isRequired in
          if let value = try container.value(Value.self, key, isRequired) { set(&root, value) }
        }
      ))
  }

  /// An array of objects, at most `most`.
  package static func parts<Value: Tabled & Codable>(
    _ name: String, most: Int, code: FileFault.Code = .tooManyParts, _ get: @escaping Get<[Value]>,
    _ set: @escaping Set<[Value]>
  ) -> Self {
    Self(
      name,
      .part(
        Part(
          type: Value.self, most: (most, code), values: { get($0) }, set: { set(&$0, $1.compactMap { $0 as? Value }) })),
      (
        { root, container, key in try container.encodeIfPresent(get(root), forKey: key) },
        { root, container, key, isRequired in
          if let values = try container.value([Value].self, key, isRequired) { set(&root, values) }
        }
      ))
  }
}

extension Member {
  /// Returns this member as a member of a value that contains its value.
  package func lifted<Outer>(
    _ inner: @escaping @Sendable (Outer) -> Root?,
    _ change: @escaping @Sendable (inout Outer, (inout Root) -> Void) -> Void
  ) -> Member<Outer> {
    func out<Value>(_ get: @escaping Get<Value>) -> Member<Outer>.Get<Value> { { inner($0).flatMap(get) } }
    func into<Value: Sendable>(_ set: @escaping Set<Value>) -> Member<Outer>.Set<Value> {
      { outer, value in change(&outer) { set(&$0, value) } }
    }
    func into<Value: Sendable>(_ set: @escaping Try<Value>) -> Member<Outer>.Try<Value> {
      { outer, value in
        var isTaken = false
        change(&outer) { isTaken = set(&$0, value) }
        return isTaken
      }
    }
    let content: Member<Outer>.Content =
      switch content {
      case .integer(let range, let get, let set): .integer(range, out(get), into(set))
      case .number(let range, let get, let set): .number(range, out(get), into(set))
      case .flag(let get, let set): .flag(out(get), into(set))
      case .text(let get, let set): .text(out(get), into(set))
      case .numbers(let range, let most, let get, let set): .numbers(range, most: most, out(get), into(set))
      case .part(let part):
        .part(Member<Outer>.Part(type: part.type, most: part.most, values: out(part.values), set: into(part.set)))
      }
    let lifted: (encode: Member<Outer>.Encode, decode: Member<Outer>.Decode)? = coding.map { coding in
      (
        { outer, container, key in
          if let root = inner(outer) { try coding.encode(root, &container, key) }
        },
        { outer, container, key, isRequired in
          var result = Result<Void, any Error>.success(())
          change(&outer) { root in result = Result { try coding.decode(&root, container, key, isRequired) } }
          try result.get()
        }
      )
    }
    let member = Member<Outer>(name, content, lifted)
    return isRequired ? member.required : member
  }
}

extension Member {
  /// Copies the value of the member, unless it is absent.
  package func copy(from source: Root, to root: inout Root) {
    switch content {
    case .integer(_, let get, let set): if let value = get(source) { set(&root, value) }
    case .number(_, let get, let set): if let value = get(source) { set(&root, value) }
    case .flag(let get, let set): if let value = get(source) { set(&root, value) }
    case .text(let get, let set): if let value = get(source) { _ = set(&root, value) }
    case .numbers(_, _, let get, let set): if let value = get(source) { _ = set(&root, value) }
    case .part(let part): if let values = part.values(source) { part.set(&root, values) }
    }
  }
}

/// The ranges of numbers that are read; sums of them do not overflow.
package enum MemberRange {
  /// For seconds, watts, beats and similar values; a leap year has fewer seconds.
  package static let number = 0...100_000_000
  /// For numbers that may be negative.
  package static let signed = -100_000_000...100_000_000
  /// For nanoseconds and numbers of messages, represented exactly by a `Double`.
  package static let count = -(1 << 53)...1 << 53
  package static let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
}

// MARK: - The table

/// The members of a value, indexed by name.
package struct Members<Root: Sendable>: Sendable, ExpressibleByArrayLiteral {
  /// At most 64.
  package let all: [Member<Root>]
  private let places: [String: Int]
  /// A bit for each required member; the first member has the lowest bit.
  package let required: UInt64

  package init(_ all: [Member<Root>]) {
    self.all = all
    places = Dictionary(all.enumerated().map { ($1.name, $0) }) { first, _ in first }
    required = all.indices.reduce(0) { all[$1].isRequired ? $0 | 1 << $1 : $0 }
  }

  package init(arrayLiteral all: Member<Root>...) { self.init(all) }

  /// Returns the index of a member; `guess` is tried first, because most objects have their members in the order of the
  /// table.
  package func place(of name: String, guess: Int) -> Int? {
    if all.indices.contains(guess), all[guess].name == name { return guess }
    return places[name]
  }

  package static func + (left: Self, right: Self) -> Self { Self(left.all + right.all) }
}

/// The name of a member as a coding key.
package struct MemberKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

extension Tabled {
  /// Whether objects of this type have a member with that name.
  package static func hasMember(_ name: String) -> Bool { members.place(of: name, guess: 0) != nil }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for member in Self.members.all {
      let key = MemberKey(stringValue: member.name)
      switch member.content {
      case .integer(_, let get, _): try container.encodeIfPresent(get(self), forKey: key)
      case .number(_, let get, _): try container.encodeIfPresent(get(self), forKey: key)
      case .flag(let get, _): try container.encodeIfPresent(get(self), forKey: key)
      case .numbers(_, _, let get, _): try container.encodeIfPresent(get(self), forKey: key)
      case .text(let get, _):
        guard let coding = member.coding else {
          try container.encodeIfPresent(get(self), forKey: key)
          continue
        }
        try coding.encode(self, &container, key)
      case .part: try member.coding?.encode(self, &container, key)
      }
    }
  }

  package init(from decoder: any Decoder) throws {
    self = Self.blank
    let container = try decoder.container(keyedBy: MemberKey.self)
    for member in Self.members.all { try decode(member, from: container) }
    if let fault {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: fault))
    }
  }

  private mutating func decode(
    _ member: Member<Self>, from container: KeyedDecodingContainer<MemberKey>
  ) throws {
    let key = MemberKey(stringValue: member.name)
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
      try container.value(type, key, member.isRequired)
    }
    func demand(_ isTaken: Bool) throws {
      guard !isTaken else { return }
      throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "an unknown value")
    }
    switch member.content {
    case .integer(_, _, let set): if let value = try value(Int.self) { set(&self, value) }
    case .number(_, _, let set): if let value = try value(Double.self) { set(&self, value) }
    case .flag(_, let set): if let value = try value(Bool.self) { set(&self, value) }
    case .numbers(_, _, _, let set): if let value = try value([Double].self) { try demand(set(&self, value)) }
    case .text(_, let set) where member.coding == nil:
      if let value = try value(String.self) { try demand(set(&self, value)) }
    case .text, .part: try member.coding?.decode(&self, container, key, member.isRequired)
    }
  }
}

extension KeyedDecodingContainer<MemberKey> {
  fileprivate func value<Value: Decodable>(_ type: Value.Type, _ key: Key, _ isRequired: Bool) throws -> Value? {
    try isRequired ? decode(type, forKey: key) : decodeIfPresent(type, forKey: key)
  }
}
