extension ControlCall {
  /// A call from a message without its NUL.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` when the message is no call at all. A call that names what is not
  ///   there, or has unfit parameters, is a call with a refusal as its `content`.
  public init(decoding message: [UInt8]) throws(ControlError) {
    self = try WireJSON.decode(ReceivedCall.self, from: message).call
  }
}

private struct ReceivedCall: Decodable {
  let call: ControlCall

  private enum CodingKeys: CodingKey {
    case method, parameters, more, oneway, upgrade
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let method = try container.decode(String.self, forKey: .method)
    let content = Result { () throws(ControlError) in
      guard try !container.flag(.upgrade) else { throw ControlError(.invalidParameter, subject: "upgrade") }
      return try ControlCall.Content(calling: method, CallParameters(of: container, at: .parameters))
    }
    call = ControlCall(content, more: try container.flag(.more), oneway: try container.flag(.oneway))
  }
}

extension KeyedDecodingContainer {
  /// A flag of the call; absent is false.
  fileprivate func flag(_ key: Key) throws(ControlError) -> Bool {
    do { return try decodeIfPresent(Bool.self, forKey: key) ?? false } catch {
      throw ControlError(.protocolViolated, detail: "\(key.stringValue) is neither true nor false")
    }
  }
}

extension ControlCall.Content {
  /// What a method's full name and parameters call.
  fileprivate init(calling name: String, _ parameters: CallParameters) throws(ControlError) {
    let dot = name.lastIndex(of: ".") ?? name.startIndex
    let interface = name[..<dot]
    let method = String(name[dot...].drop { $0 == "." })
    switch (String(interface), method) {
    case (TrainerInterface.name, _):
      guard let method = TrainerMethod(rawValue: method) else { throw ControlError(.methodNotFound, subject: name) }
      self = .trainer(try ControlRequest(method, parameters))
    case (ServiceInterface.name, "GetInfo"):
      self = .serviceInfo
    case (ServiceInterface.name, "GetInterfaceDescription"):
      self = .interfaceDescription(try parameters.required("interface"))
    case (ServiceInterface.name, _):
      throw ControlError(.methodNotFound, subject: name)
    default:
      throw ControlError(.interfaceNotFound, subject: String(interface))
    }
  }
}
