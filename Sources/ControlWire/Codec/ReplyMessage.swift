/// A reply as it stands on the wire: `{"parameters": …, "continues": true}`.
package struct ReplyMessage<Reply: Codable & Sendable>: Sendable {
  package var reply: Reply
  /// Whether another reply to the same call follows.
  package var continues: Bool

  package init(_ reply: Reply, continues: Bool = false) {
    self.reply = reply
    self.continues = continues
  }

  /// The reply as a message, its NUL included.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` for more than a message can hold, or a number that JSON cannot
  ///   write.
  package func encoded() throws(ControlError) -> [UInt8] {
    try WireJSON.encode(SentReply(parameters: reply, continues: continues ? true : nil))
  }

  /// A reply from a message without its NUL.
  ///
  /// The message does not say which call it answers; the caller knows.
  ///
  /// - Throws: The refusal, if the message is one; `ControlError.Code.protocolViolated` if it is no such reply.
  package init(decoding message: [UInt8]) throws(ControlError) {
    let received = try WireJSON.decode(ReceivedReply<Reply>.self, from: message)
    self.init(received.parameters, continues: received.continues)
  }
}

private struct SentReply<Parameters: Encodable>: Encodable {
  let parameters: Parameters
  let continues: Bool?
}

/// A reply on its way in; a refusal is thrown.
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
