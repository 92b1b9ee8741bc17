extension ControlReply {
  /// The reply as a message, its NUL included.
  ///
  /// - Parameter continues: Whether another reply to the same call follows.
  /// - Returns: The bytes to send.
  /// - Throws: `ControlError.Code.protocolViolated` for more than a message can hold, or a number that JSON cannot
  ///   write.
  public func encoded(continues: Bool = false) throws(ControlError) -> [UInt8] {
    switch self {
    case .devices(let devices): try SentReply(ReplyBody.Devices(devices: devices), continues).encoded()
    case .device(let device): try SentReply(ReplyBody.OneDevice(device: device), continues).encoded()
    case .started(let started): try SentReply(started, continues).encoded()
    case .target(let target): try SentReply(ReplyBody.NewTarget(target: target), continues).encoded()
    case .done: try SentReply(NoParameters(), continues).encoded()
    case .stopped(let ride): try SentReply(ReplyBody.Stopped(ride: ride), continues).encoded()
    case .status(let status): try SentReply(status, continues).encoded()
    case .rides(let rides, let more):
      try SentReply(ReplyBody.Rides(rides: rides, more: more ? true : nil), continues).encoded()
    case .ride(let ride, let samples): try SentReply(ReplyBody.Ride(ride: ride, samples: samples), continues).encoded()
    case .edited(let ride): try SentReply(ReplyBody.OneRide(ride: ride), continues).encoded()
    case .reviewed(let ride): try SentReply(ride, continues).encoded()
    case .suggestion(let ride, let suggestion):
      try SentReply(ReplyBody.Suggestion(ride: ride, suggestion: suggestion), continues).encoded()
    case .trimmed(let ride, let uploads):
      try SentReply(ReplyBody.Trimmed(ride: ride, uploads: uploads), continues).encoded()
    case .importing(let progress): try SentReply(progress, continues).encoded()
    case .restoring(let progress): try SentReply(progress, continues).encoded()
    case .history(let rides, let more):
      try SentReply(ReplyBody.History(rides: rides, more: more ? true : nil), continues).encoded()
    case .settings(let settings): try SentReply(settings, continues).encoded()
    case .links(let ride, let incidents, let intervals):
      try SentReply(ReplyBody.Links(ride: ride, incidents: incidents, intervals: intervals), continues).encoded()
    case .piece(let piece): try SentReply(piece, continues).encoded()
    case .plans(let plans, let more):
      try SentReply(ReplyBody.Plans(plans: plans, more: more ? true : nil), continues).encoded()
    case .plan(let details): try SentReply(details, continues).encoded()
    case .importingPlan(let progress): try SentReply(progress, continues).encoded()
    case .stepped(let status): try SentReply(ReplyBody.Stepped(plan: status), continues).encoded()
    case .checks(let checks): try SentReply(ReplyBody.Checks(checks: checks), continues).encoded()
    }
  }
}

extension ServiceInfo {
  /// The answer to `GetInfo` as a message, its NUL included.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` for more than a message can hold.
  public func encoded() throws(ControlError) -> [UInt8] {
    try SentReply(self, false).encoded()
  }

  /// The answer to `GetInterfaceDescription` as a message, its NUL included.
  ///
  /// - Throws: `ControlError.Code.interfaceNotFound` for an interface that is not offered.
  public func encodedDescription(of interface: String) throws(ControlError) -> [UInt8] {
    let text: String
    switch interface {
    case TrainerInterface.name: text = TrainerInterface.description
    case ServiceInterface.name: text = ServiceInterface.description
    default: throw ControlError(.interfaceNotFound, subject: interface)
    }
    return try SentReply(ReplyBody.Description(description: text), false).encoded()
  }
}

/// A reply on its way out: `{"parameters": …, "continues": true}`.
private struct SentReply<Parameters: Encodable>: Encodable {
  let parameters: Parameters
  let continues: Bool?

  init(_ parameters: Parameters, _ continues: Bool) {
    self.parameters = parameters
    self.continues = continues ? true : nil
  }

  func encoded() throws(ControlError) -> [UInt8] { try WireJSON.encode(self) }
}
