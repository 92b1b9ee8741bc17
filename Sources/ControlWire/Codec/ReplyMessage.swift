/// The wire form of a reply: `{"parameters": …, "continues": true}`.
package struct ReplyMessage<Reply: Codable & Sendable>: Sendable {
  package var reply: Reply
  /// Whether another reply to the same call follows.
  package var continues: Bool

  package init(_ reply: Reply, continues: Bool = false) {
    self.reply = reply
    self.continues = continues
  }

  /// Returns the reply as a message, including its NUL.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` for more than fits into a message, or a number that JSON cannot
  ///   represent.
  package func encoded() throws(ControlError) -> [UInt8] {
    try WireJSON.encode(SentReply(parameters: reply, continues: continues ? true : nil))
  }

  /// Decodes a reply from a message without its NUL.
  ///
  /// The message does not name the call that it answers; the caller knows it.
  ///
  /// - Throws: The refusal, if the message is one; `ControlError.Code.protocolViolated` if it is not such a reply.
  package init(decoding message: [UInt8]) throws(ControlError) {
    let received = try WireJSON.decode(ReceivedReply<Reply>.self, from: message)
    self.init(received.parameters, continues: received.continues)
  }
}

private struct SentReply<Parameters: Encodable>: Encodable {
  let parameters: Parameters
  let continues: Bool?
}

/// A received reply; a refusal is thrown.
private struct ReceivedReply<Parameters: Decodable>: Decodable {
  let parameters: Parameters
  let continues: Bool

  private enum CodingKeys: CodingKey {
    case parameters, continues, error
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if try container.decodeIfPresent(String.self, forKey: .error) != nil {
      throw try ReceivedError(from: decoder).error
    }
    let nothing = EmptyReply() as? Parameters
    parameters = try nothing ?? container.decode(Parameters.self, forKey: .parameters)
    continues = try container.decodeIfPresent(Bool.self, forKey: .continues) ?? false
  }
}
