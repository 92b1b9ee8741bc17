import Rides

/// The wire form of a call.
package struct CallMessage: Sendable {
  /// The called method.
  package enum Content: Sendable {
    /// A method of the program's own interface.
    case method(any VarlinkCall)
    /// `org.varlink.service.GetInfo`.
    case serviceInfo
    /// `org.varlink.service.GetInterfaceDescription` of the interface with this name.
    case interfaceDescription(String)
  }

  /// The called method, or the reason why it cannot be called.
  package var content: Result<Content, ControlError>
  /// Whether the caller accepts several replies.
  package var more: Bool
  /// Whether the caller wants no reply at all, not even a refusal.
  package var oneway: Bool

  package init(_ call: some VarlinkCall, more: Bool = false, oneway: Bool = false) {
    self.init(.success(.method(call)), more: more, oneway: oneway)
  }

  package init(_ content: Result<Content, ControlError>, more: Bool = false, oneway: Bool = false) {
    self.content = content
    self.more = more
    self.oneway = oneway
  }
}

// MARK: - Writing

extension CallMessage {
  /// Returns the call as a message, including its NUL.
  ///
  /// - Throws: The refusal in `content`; `ControlError.Code.protocolViolated` for a number that JSON cannot represent.
  package func encoded() throws(ControlError) -> [UInt8] {
    try WireJSON.encode(SentCall(content: content.get(), more: more, oneway: oneway))
  }
}

private struct SentCall: Encodable {
  let content: CallMessage.Content
  let more: Bool
  let oneway: Bool

  func encode(to encoder: any Encoder) throws {
    var message = encoder.container(keyedBy: WireKey.self)
    if more { try message.encode(true, forKey: WireKey("more")) }
    if oneway { try message.encode(true, forKey: WireKey("oneway")) }
    let (method, parameters) = (WireKey("method"), WireKey("parameters"))
    switch content {
    case .method(let call):
      try message.encode("\(type(of: call).interface.name).\(type(of: call).method)", forKey: method)
      try message.encode(call, forKey: parameters)
    case .serviceInfo:
      try message.encode("\(ServiceInterface.name).GetInfo", forKey: method)
      try message.encode(EmptyReply(), forKey: parameters)
    case .interfaceDescription(let interface):
      try message.encode("\(ServiceInterface.name).GetInterfaceDescription", forKey: method)
      try message.encode(DescribedInterface(interface: interface), forKey: parameters)
    }
  }
}

// MARK: - Reading

extension CallMessage {
  /// Decodes a call of a program's interface, or of the interface of every service, from a message without its NUL.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` if the message is not a call. A call of an unknown method, or with
  ///   invalid parameters, has a refusal as its `content`.
  package init(decoding message: [UInt8], to program: VarlinkProgram) throws(ControlError) {
    self = try WireJSON.decode(CallInTransit.self, from: message, to: program).message
  }
}

private struct CallInTransit: Decodable, CallInput {
  let message: CallMessage

  private enum CodingKeys: CodingKey {
    case method, parameters, more, oneway, upgrade
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let method = try container.decode(String.self, forKey: .method)
    let content = Result { () throws(ControlError) in
      guard try !container.flag(.upgrade) else { throw ControlError(.invalidParameter, subject: "upgrade") }
      return try Self.content(of: method, decoder.calledProgram, container)
    }
    message = CallMessage(content, more: try container.flag(.more), oneway: try container.flag(.oneway))
  }

  /// Returns the content of a call by the method's full name.
  private static func content(
    of name: String, _ program: VarlinkProgram?, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws(ControlError) -> CallMessage.Content {
    let dot = name.lastIndex(of: ".") ?? name.startIndex
    let interface = String(name[..<dot])
    let method = String(name[dot...].drop { $0 == "." })
    if let offered = program?.interface(named: interface) {
      guard let call = offered.calls[method] else { throw ControlError(.methodNotFound, subject: name) }
      return .method(try parameters(call, container))
    }
    switch (interface, method) {
    case (ServiceInterface.name, "GetInfo"):
      return .serviceInfo
    case (ServiceInterface.name, "GetInterfaceDescription"):
      return .interfaceDescription(try parameters(DescribedInterface.self, container).interface)
    case (ServiceInterface.name, _):
      throw ControlError(.methodNotFound, subject: name)
    default:
      throw ControlError(.interfaceNotFound, subject: interface)
    }
  }

  /// Returns the parameters; absent or null parameters are those of the empty object.
  ///
  /// - Throws: `invalidParameter` with the parameter's name, or with `parameters` if they are not an object.
  private static func parameters<Parameters: Decodable>(
    _ type: Parameters.Type, _ container: KeyedDecodingContainer<CodingKeys>
  ) throws(ControlError) -> Parameters {
    do {
      let isAbsent = try !container.contains(.parameters) || container.decodeNil(forKey: .parameters)
      guard !isAbsent else { return try WireJSON.noParameters(Strict<Parameters>.self).value }
      return try container.decode(Strict<Parameters>.self, forKey: .parameters).value
    } catch let error as ControlError {
      throw error
    } catch {
      throw ControlError(.invalidParameter, subject: CodingKeys.parameters.stringValue)
    }
  }
}

extension KeyedDecodingContainer {
  /// Returns a flag of the call; an absent flag is false.
  fileprivate func flag(_ key: Key) throws(ControlError) -> Bool {
    do { return try decodeIfPresent(Bool.self, forKey: key) ?? false } catch {
      throw ControlError(.protocolViolated, detail: "\(key.stringValue) is neither true nor false")
    }
  }
}

extension VarlinkInterface {
  /// Returns a call by its method, with the parameters of another transport: a JSON object.
  ///
  /// - Throws: `methodNotFound`; `invalidParameter` with the parameter's name, or with `parameters` if they are not an
  ///   object.
  package func call(_ method: String, parameters: [UInt8]) throws(ControlError) -> any VarlinkCall {
    guard let type = calls[method] else { throw ControlError(.methodNotFound, subject: method) }
    return try Self.decode(type, parameters)
  }

  private static func decode<C: VarlinkCall>(_ type: C.Type, _ parameters: [UInt8]) throws(ControlError) -> C {
    do throws(ControlError) {
      return try WireJSON.decode(Strict<C>.self, from: parameters).value
    } catch {
      throw error.code == .protocolViolated ? ControlError(.invalidParameter, subject: "parameters") : error
    }
  }
}

/// The parameters of `GetInterfaceDescription`.
private struct DescribedInterface: Codable {
  let interface: String
}

/// A value whose object must not have unknown keys, so that a misspelt parameter is not ignored.
private struct Strict<Value: Decodable>: Decodable, CallInput {
  let value: Value

  init(from decoder: any Decoder) throws {
    let strict = try StrictDecoder(decoder, of: Value.self as? any Tabled.Type)
    value = try Value(from: strict)
    try strict.checkThatKeysAreKnown()
  }
}

/// Decodes an object, and refuses by its name a key that the type does not have, or that has an invalid value.
private final class StrictDecoder: Decoder {
  private let base: any Decoder
  private let names: [String]
  /// Whether the type has requested its keys; a type without members does not.
  private var hasAsked = false

  /// - Parameters:
  ///   - base: The decoder of the object.
  ///   - table: The type, if it has a table of members; its keys can have any name.
  /// - Throws: `invalidParameter` with the name of a key that the table does not have.
  init(_ base: any Decoder, of table: (any Tabled.Type)?) throws {
    self.base = base
    names = try base.container(keyedBy: WireKey.self).allKeys.map(\.stringValue)
    if let table, let unknown = names.filter({ !table.hasMember($0) }).min() {
      throw ControlError(.invalidParameter, subject: unknown)
    }
  }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    hasAsked = true
    if let unknown = names.filter({ Key(stringValue: $0) == nil }).min() {
      throw ControlError(.invalidParameter, subject: unknown)
    }
    return KeyedDecodingContainer(NamedFields(base: try base.container(keyedBy: type)))
  }

  func checkThatKeysAreKnown() throws(ControlError) {
    if !hasAsked, let unknown = names.min() { throw ControlError(.invalidParameter, subject: unknown) }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { try base.singleValueContainer() }
}

/// The fields of an object; a refusal names the field, unlike the usual error for a number that does not fit.
private struct NamedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { base.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    do {
      return try base.decode(type, forKey: key)
    } catch {
      throw ControlError(.invalidParameter, subject: key.stringValue)
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try base.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try base.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder { try base.superDecoder() }
  func superDecoder(forKey key: Key) throws -> any Decoder { try base.superDecoder(forKey: key) }
}
