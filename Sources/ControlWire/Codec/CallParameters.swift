/// The parameters of a call that is being read; every refusal names the parameter.
struct CallParameters {
  private let container: KeyedDecodingContainer<WireKey>?
  private let decoder: (any Decoder)?

  /// The object that stands at `key`; absent or null is the empty one.
  init<Key>(of call: KeyedDecodingContainer<Key>, at key: Key) throws(ControlError) {
    do {
      let isAbsent = try !call.contains(key) || call.decodeNil(forKey: key)
      decoder = isAbsent ? nil : try call.superDecoder(forKey: key)
      container = try decoder?.container(keyedBy: WireKey.self)
    } catch {
      throw ControlError(.invalidParameter, subject: key.stringValue)
    }
  }

  /// Refuses names that the method does not know: a misspelt option must not be passed over in silence.
  func refuse(allBut known: Set<String>) throws(ControlError) {
    let unknown = container?.allKeys.map(\.stringValue).filter { !known.contains($0) }.min()
    if let unknown { throw ControlError(.invalidParameter, subject: unknown) }
  }

  /// A parameter that may be absent or null.
  func optional<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws(ControlError) -> Value? {
    do { return try container?.decodeIfPresent(type, forKey: WireKey(name)) } catch {
      throw ControlError(.invalidParameter, subject: name)
    }
  }

  /// A parameter that must be there.
  func required<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) throws(ControlError) -> Value {
    guard let value = try optional(name, as: type) else { throw ControlError(.invalidParameter, subject: name) }
    return value
  }

  /// All of them, as the message type that has them for its fields.
  func all<Value: Decodable>(as type: Value.Type = Value.self) throws(ControlError) -> Value {
    do {
      return try decoder.map(Value.init) ?? WireJSON.decode(Value.self, from: Array("{}".utf8))
    } catch let error as DecodingError {
      throw ControlError(.invalidParameter, subject: error.parameter)
    } catch {
      throw ControlError(.invalidParameter, subject: "parameters")
    }
  }
}

extension DecodingError {
  /// The parameter that it is about.
  fileprivate var parameter: String {
    let path: [any CodingKey] =
      switch self {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    // The first of the path is `parameters` itself.
    return path.dropFirst().first?.stringValue ?? "parameters"
  }
}
