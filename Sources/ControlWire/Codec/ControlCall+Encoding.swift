extension ControlCall {
  /// The call as a message, its NUL included.
  ///
  /// - Throws: the refusal that stands in `content`; `ControlError.Code.protocolViolated` for a number that JSON cannot
  ///   write.
  public func encoded() throws(ControlError) -> [UInt8] {
    try WireJSON.encode(SentCall(content: content.get(), more: more, oneway: oneway))
  }
}

private struct SentCall: Encodable {
  let content: ControlCall.Content
  let more: Bool
  let oneway: Bool

  func encode(to encoder: any Encoder) throws {
    var call = encoder.container(keyedBy: WireKey.self)
    if more { try call.encode(true, forKey: WireKey("more")) }
    if oneway { try call.encode(true, forKey: WireKey("oneway")) }
    let parameters = WireKey("parameters")
    switch content {
    case .trainer(let request):
      try call.encode("\(TrainerInterface.name).\(request.method.rawValue)", forKey: WireKey("method"))
      try call.encode(RequestParameters(request: request), forKey: parameters)
    case .serviceInfo:
      try call.encode("\(ServiceInterface.name).GetInfo", forKey: WireKey("method"))
      try call.encode(NoParameters(), forKey: parameters)
    case .interfaceDescription(let interface):
      try call.encode("\(ServiceInterface.name).GetInterfaceDescription", forKey: WireKey("method"))
      try call.encode(["interface": interface], forKey: parameters)
    }
  }
}
