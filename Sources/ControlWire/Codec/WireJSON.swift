import FoundationEssentials
import Rides

/// JSON in its form on the wire.
package enum WireJSON {
  /// Returns a value as a message, including its NUL.
  static func encode(_ value: some Encodable) throws(ControlError) -> [UInt8] {
    let text = try text(of: value)
    guard text.count <= VarlinkFraming.longestMessage else {
      throw ControlError(.protocolViolated, detail: "a message of \(text.count) bytes")
    }
    return text + [0]
  }

  /// Returns a value as text; keys are sorted, so that equal values have equal bytes.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` for a number that JSON cannot represent.
  package static func text(of value: some Encodable) throws(ControlError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(value)) } catch {
      throw ControlError(.protocolViolated, detail: "\(error)")
    }
  }

  /// Returns the value of a text; nil if it is not of that type.
  package static func value<Value: Decodable>(_ type: Value.Type, of text: [UInt8]) -> Value? {
    try? decode(type, from: text)
  }

  /// Returns the value in a message; a call is decoded for `program`.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from message: [UInt8], to program: VarlinkProgram? = nil
  ) throws(ControlError) -> Value {
    do {
      let decoder = decoder(ofCalls: type is any CallInput.Type)
      if let key = CodingUserInfoKey.program { decoder.userInfo[key] = program }
      return try decoder.decode(type, from: Data(message))
    } catch let error as ControlError {
      throw error
    } catch {
      throw ControlError(.protocolViolated, detail: "unexpected JSON")
    }
  }

  /// Returns the parameters that `{}` represents.
  ///
  /// - Throws: `DecodingError` if a member is missing.
  static func noParameters<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder(ofCalls: true).decode(type, from: Data("{}".utf8))
  }

  private static func decoder(ofCalls isCall: Bool) -> JSONDecoder {
    let decoder = JSONDecoder()
    if isCall, let key = CodingUserInfoKey.call { decoder.userInfo[key] = true }
    return decoder
  }
}

extension CodingUserInfoKey {
  /// The called `VarlinkProgram`.
  fileprivate static let program = CodingUserInfoKey(rawValue: "program")
}

extension Decoder {
  /// The called program; nil in other messages.
  var calledProgram: VarlinkProgram? {
    CodingUserInfoKey.program.flatMap { userInfo[$0] as? VarlinkProgram }
  }
}

/// A message that the daemon reads.
protocol CallInput {}

/// A key with any name.
struct WireKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// `{}`.
struct NoParameters: Codable {}

extension Sequence where Element: Encodable {
  /// The first elements that fit into one message with its other members; at least one, unless the sequence is empty.
  package var fittingMessage: [Element] {
    var room = VarlinkFraming.longestMessage - 4096
    var isFirst = true
    return prefix { element in
      defer { isFirst = false }
      guard let bytes = try? WireJSON.encode(element) else { return isFirst }
      room -= bytes.count
      return room >= 0 || isFirst
    }
  }
}
