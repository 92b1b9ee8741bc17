import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

@testable import jz2ctl

/// A daemon that makes up every reply, with all optional members or with as few as possible.
final class MadeUpDaemon: DaemonConnection, @unchecked Sendable {
  let isFull: Bool
  /// Fixed replies, by the request's method.
  var scripted: [String: any Sendable] = [:]
  /// Errors, by the request's method.
  var refused: [String: ControlError] = [:]

  init(isFull: Bool = true) { self.isFull = isFull }

  /// The methods that were called, and the JSON members of all replies.
  private(set) var methods: Set<String> = []
  private(set) var members: [(key: String, value: JSONTree)] = []

  func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply {
    let reply = try reply(to: call)
    note(reply, to: C.method)
    return reply
  }

  private func note(_ reply: some Encodable, to method: String) {
    methods.insert(method)
    if case .object(let all)? = try? JSONTree(Output.line(of: reply)) { members += all.map { ($0.key, $0.value) } }
  }

  private func reply<C: VarlinkCall>(to call: C) throws(ControlError) -> C.Reply {
    if let error = refused[C.method] { throw error }
    if let reply = scripted[C.method] as? C.Reply { return reply }
    if let rides = call as? Rides, rides.offset ?? 0 > 0, let none = RideList(rides: []) as? C.Reply { return none }
    if let piece = FilePiece(fileName: "a.tcx", sequence: 0, data: "", activity: isFull ? MadeUp.time : nil) as? C.Reply
    {
      return piece
    }
    do {
      return try MadeUp(isFull: isFull).value(C.Reply.self)
    } catch {
      throw ControlError(.protocolViolated, detail: "\(error)")
    }
  }

  func stream<C: StreamedCall>(_ call: C, each: (C.Reply) throws(ControlError) -> Bool) throws(ControlError) {
    // A measurement sends its progress before its result.
    if isFull, C.method == Measure.method {
      let first = try MadeUpDaemon(isFull: false).call(call)
      note(first, to: C.method)
      guard try each(first) else { return }
    }
    _ = try each(try self.call(call))
  }

  func converse<C: VarlinkCall>(_ next: (C.Reply?) throws(ControlError) -> C?) throws(ControlError) {
    var reply: C.Reply?
    while let following = try next(reply) { reply = try call(following) }
  }
}

/// Makes up a value of any type that is decoded: one element in each list, and numbers with many digits.
struct MadeUp: Decoder {
  let isFull: Bool
  /// The value of every text.
  var text = MadeUp.time
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The current time; it is the value of texts that are not words of an enumeration.
  static let time = LocalTime.rfc3339(Int(Glibc.time(nil)))
  static let number = 1.23456789012345

  func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let known: [Any] = [LocalTime.now.day, LocalTime.now]
    if let value = known.lazy.compactMap({ $0 as? Value }).first { return value }
    if let words = type as? any CaseIterable.Type, let first = Self.first(of: words) as? Value { return first }
    var maker = self
    if let word = type as? any OpenEnumMember.Type { maker.text = word.words.first ?? text }
    return try Value(from: maker)
  }

  private static func first<Value: CaseIterable>(of values: Value.Type) -> Any? { values.allCases.first }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(from: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(from: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { Single(from: self) }

  private struct Unforeseen: Error {}

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let from: MadeUp
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { !from.isFull }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try from.value(type) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      from.isFull ? try from.value(type) : nil
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { from.isFull ? true : nil }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { from.isFull ? 1 : nil }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { from.isFull ? MadeUp.number : nil }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { from.isFull ? MadeUp.time : nil }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw Unforeseen() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unforeseen() }
    func superDecoder() throws -> any Decoder { throw Unforeseen() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Unforeseen() }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let from: MadeUp
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex > 0 }
    var currentIndex = 0

    init(from: MadeUp) { self.from = from }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      currentIndex += 1
      return try from.value(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw Unforeseen() }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unforeseen() }
    mutating func superDecoder() throws -> any Decoder { throw Unforeseen() }
  }

  private struct Single: SingleValueDecodingContainer {
    let from: MadeUp
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) -> Bool { true }
    func decode(_ type: Int.Type) -> Int { 1 }
    func decode(_ type: Double.Type) -> Double { MadeUp.number }
    func decode(_ type: String.Type) -> String { from.text }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try from.value(type) }
  }
}
