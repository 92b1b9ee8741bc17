/// The parameters of a call that is being read; every refusal names the parameter.
struct CallParameters {
  private let container: KeyedDecodingContainer<WireKey>?

  /// The object that stands at `key`; absent or null is the empty one.
  init<Key>(of call: KeyedDecodingContainer<Key>, at key: Key) throws(ControlError) {
    do {
      let isAbsent = try !call.contains(key) || call.decodeNil(forKey: key)
      container = isAbsent ? nil : try call.nestedContainer(keyedBy: WireKey.self, forKey: key)
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
}
