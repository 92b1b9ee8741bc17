extension ControlReply {
  /// The reply to `request` that a message without its NUL holds, and whether another one follows.
  ///
  /// The message does not say what it answers; the request does.
  /// - Throws: the refusal, if the message is one; `ControlError.Code.protocolViolated` if it is no reply to that.
  public static func decode(
    _ message: [UInt8], answering request: ControlRequest
  ) throws(ControlError) -> (reply: ControlReply, continues: Bool) {
    func body<Body: Decodable>(
      _ type: Body.Type, _ make: (Body) -> ControlReply
    ) throws(ControlError) -> (ControlReply, Bool) {
      let reply = try WireJSON.decode(ReceivedReply<Body>.self, from: message)
      return (make(reply.parameters), reply.continues)
    }
    switch request.method {
    case .scan, .devices: return try body(ReplyBody.Devices.self) { .devices($0.devices) }
    case .use: return try body(ReplyBody.OneDevice.self) { .device($0.device) }
    case .start: return try body(Started.self) { .started($0) }
    case .setWatts: return try body(ReplyBody.NewTarget.self) { .target($0.target) }
    case .pause, .resume, .forget, .removePlan: return try body(NoParameters.self) { _ in .done }
    case .stop: return try body(ReplyBody.Stopped.self) { .stopped($0.ride) }
    case .status, .watch: return try body(Status.self) { .status($0) }
    case .rides: return try body(ReplyBody.Rides.self) { .rides($0.rides, more: $0.more ?? false) }
    case .show: return try body(ReplyBody.Ride.self) { .ride($0.ride, samples: $0.samples) }
    case .review: return try body(ReviewedRide.self) { .reviewed($0) }
    case .edit, .delete, .undelete: return try body(ReplyBody.OneRide.self) { .edited($0.ride) }
    case .suggestTrim: return try body(ReplyBody.Suggestion.self) { .suggestion($0.ride, $0.suggestion) }
    case .trim, .untrim, .noteUpload:
      return try body(ReplyBody.Trimmed.self) { .trimmed($0.ride, uploads: $0.uploads) }
    case .importPiece: return try body(ImportProgress.self) { .importing($0) }
    case .history: return try body(ReplyBody.History.self) { .history($0.rides, more: $0.more ?? false) }
    case .settings, .setSettings: return try body(SettingsAndZones.self) { .settings($0) }
    case .links: return try body(ReplyBody.Links.self) { .links($0.ride, $0.incidents, $0.intervals) }
    case .restore: return try body(RestoreProgress.self) { .restoring($0) }
    case .export, .exportPlan, .backup: return try body(FilePiece.self) { .piece($0) }
    case .plans: return try body(ReplyBody.Plans.self) { .plans($0.plans, more: $0.more ?? false) }
    case .showPlan, .newPlan, .addToPlan, .renamePlan: return try body(PlanDetails.self) { .plan($0) }
    case .importPlan: return try body(PlanImportProgress.self) { .importingPlan($0) }
    case .done, .skip, .back, .extend, .bias, .label: return try body(ReplyBody.Stepped.self) { .stepped($0.plan) }
    case .doctor: return try body(ReplyBody.Checks.self) { .checks($0.checks) }
    }
  }
}

extension ServiceInfo {
  /// The answer to `GetInfo` from a message without its NUL.
  ///
  /// - Throws: the refusal, if the message is one; `ControlError.Code.protocolViolated` if it is no such answer.
  public init(decoding message: [UInt8]) throws(ControlError) {
    self = try WireJSON.decode(ReceivedReply<ServiceInfo>.self, from: message).parameters
  }
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
    if let name = try container.decodeIfPresent(String.self, forKey: .error) {
      let parameters = try container.decodeIfPresent(ErrorParameters.self, forKey: .parameters)
      throw ControlError(wireName: name, parameters ?? ErrorParameters())
    }
    let nothing = NoParameters() as? Parameters
    parameters = try nothing ?? container.decode(Parameters.self, forKey: .parameters)
    continues = try container.decodeIfPresent(Bool.self, forKey: .continues) ?? false
  }
}
