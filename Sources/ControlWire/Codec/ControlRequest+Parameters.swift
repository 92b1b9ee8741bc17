extension ControlRequest {
  /// Seconds that `Scan` looks for when not told.
  public static let usualScanSeconds = 10.0

  /// A method with its parameters.
  init(_ method: TrainerMethod, _ parameters: CallParameters) throws(ControlError) {
    try parameters.refuse(allBut: method.parameters)
    switch method {
    case .scan: self = .scan(seconds: try parameters.optional("seconds") ?? Self.usualScanSeconds)
    case .use: self = .use(address: try parameters.required("address"))
    case .forget: self = .forget(address: try parameters.required("address"))
    case .devices: self = .devices
    case .start: self = .start(try RideStart(parameters))
    case .setWatts: self = try .newTarget(parameters)
    case .pause: self = .pause
    case .resume: self = .resume
    case .stop: self = .stop
    case .status: self = .status
    case .watch: self = .watch
    case .rides: self = .rides(try RideListing(parameters))
    case .show:
      self = .show(ride: try parameters.required("ride"), whole: try parameters.optional("whole") ?? false)
    case .review: self = .review(ride: try parameters.required("ride"))
    case .edit: self = .edit(try RideEdit(parameters))
    case .delete: self = .delete(ride: try parameters.required("ride"), now: try parameters.optional("now") ?? false)
    case .undelete: self = .undelete(ride: try parameters.required("ride"))
    case .suggestTrim: self = .suggestTrim(ride: try parameters.required("ride"))
    case .trim: self = .trim(try TrimOrder(parameters))
    case .untrim: self = .untrim(ride: try parameters.required("ride"))
    case .noteUpload:
      self = .noteUpload(
        ride: try parameters.required("ride"), service: try parameters.required("service"),
        activity: try parameters.optional("activity"))
    case .links: self = .links(ride: try parameters.required("ride"))
    case .export:
      self = .export(
        ride: try parameters.required("ride"), format: try parameters.required("format"),
        whole: try parameters.optional("whole") ?? false)
    case .importPiece: self = .importPiece(try ImportPiece(parameters))
    case .backup: self = .backup
    case .restore: self = .restore(try RestorePiece(parameters))
    case .history: self = .history(since: try parameters.required("since"), before: try parameters.optional("before"))
    case .settings: self = .settings
    case .setSettings: self = .setSettings(try SettingsChange(parameters))
    case .doctor: self = .doctor
    case .plans, .showPlan, .newPlan, .addToPlan, .removePlan, .renamePlan, .importPlan, .exportPlan:
      self = try Self(ofPlans: method, parameters)
    case .done, .skip, .back, .extend, .bias, .label: self = .step(try PlanStep(method, parameters))
    }
  }

  private static func newTarget(_ parameters: CallParameters) throws(ControlError) -> ControlRequest {
    switch (try parameters.optional("watts", as: Int.self), try parameters.optional("change", as: Int.self)) {
    case (let watts?, nil): .setWatts(watts)
    case (nil, let change?): .changeWatts(change)
    case (nil, nil): throw ControlError(.invalidParameter, subject: "watts")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "change")
    }
  }
}

/// The parameters of a call on their way out, as the method wants them.
struct RequestParameters: Encodable {
  let request: ControlRequest

  func encode(to encoder: any Encoder) throws {
    switch request {
    case .rides(let listing): try listing.encode(to: encoder)
    case .edit(let edit): try edit.encode(to: encoder)
    case .trim(let order): try order.encode(to: encoder)
    case .importPiece(let piece): try piece.encode(to: encoder)
    case .restore(let piece): try piece.encode(to: encoder)
    case .setSettings(let change): try change.encode(to: encoder)
    case .start(let start): try start.encode(to: encoder)
    case .addToPlan(let addition): try addition.encode(to: encoder)
    case .importPlan(let piece): try piece.encode(to: encoder)
    default:
      var container = encoder.container(keyedBy: WireKey.self)
      try encode(into: &container)
    }
  }

  /// Writes parameters that are no message type of their own.
  private func encode(into container: inout KeyedEncodingContainer<WireKey>) throws {
    switch request {
    case .scan(let seconds):
      try container.encode(seconds, forKey: WireKey("seconds"))
    case .use(let address), .forget(let address):
      try container.encode(address, forKey: WireKey("address"))
    case .setWatts(let watts):
      try container.encode(watts, forKey: WireKey("watts"))
    case .changeWatts(let change):
      try container.encode(change, forKey: WireKey("change"))
    case .show(let ride, let whole):
      try container.encode(ride, forKey: WireKey("ride"))
      if whole { try container.encode(true, forKey: WireKey("whole")) }
    case .delete(let ride, let now):
      try container.encode(ride, forKey: WireKey("ride"))
      if now { try container.encode(true, forKey: WireKey("now")) }
    case .review(let ride), .undelete(let ride), .suggestTrim(let ride), .untrim(let ride),
      .links(let ride):
      try container.encode(ride, forKey: WireKey("ride"))
    case .noteUpload(let ride, let service, let activity):
      try container.encode(ride, forKey: WireKey("ride"))
      try container.encode(service, forKey: WireKey("service"))
      try container.encodeIfPresent(activity, forKey: WireKey("activity"))
    case .export(let ride, let format, let whole):
      try container.encode(ride, forKey: WireKey("ride"))
      try container.encode(format, forKey: WireKey("format"))
      if whole { try container.encode(true, forKey: WireKey("whole")) }
    case .history(let since, let before):
      try container.encode(since, forKey: WireKey("since"))
      try container.encodeIfPresent(before, forKey: WireKey("before"))
    case .showPlan(let name):
      try container.encode(name, forKey: WireKey("name"))
    case .newPlan(let name, let summary):
      try container.encode(name, forKey: WireKey("name"))
      try container.encodeIfPresent(summary, forKey: WireKey("summary"))
    case .removePlan(let name, let line):
      try container.encode(name, forKey: WireKey("name"))
      try container.encodeIfPresent(line, forKey: WireKey("line"))
    case .renamePlan(let name, let other):
      try container.encode(name, forKey: WireKey("name"))
      try container.encode(other, forKey: WireKey("to"))
    case .exportPlan(let name, let format):
      try container.encode(name, forKey: WireKey("name"))
      try container.encode(format, forKey: WireKey("format"))
    case .step(let step): try step.encode(into: &container)
    case .devices, .pause, .resume, .stop, .status, .watch, .settings, .doctor, .plans,
      .rides, .edit, .trim, .importPiece, .backup, .restore, .setSettings, .start, .addToPlan, .importPlan:
      break
    }
  }
}
