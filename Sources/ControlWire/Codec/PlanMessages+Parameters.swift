// The messages of plans that are the parameters of a call; each parameter is read by its name, so that a refusal tells
// which.

extension ControlRequest {
  /// A method that is about plans, with its parameters.
  init(ofPlans method: TrainerMethod, _ parameters: CallParameters) throws(ControlError) {
    switch method {
    case .plans: self = .plans
    case .showPlan: self = .showPlan(name: try parameters.required("name"))
    case .newPlan:
      self = .newPlan(name: try parameters.required("name"), summary: try parameters.optional("summary"))
    case .addToPlan: self = .addToPlan(try PlanAddition(parameters))
    case .removePlan: self = .removePlan(name: try parameters.required("name"), line: try parameters.optional("line"))
    case .renamePlan: self = .renamePlan(name: try parameters.required("name"), to: try parameters.required("to"))
    case .importPlan: self = .importPlan(try PlanPiece(parameters))
    case .exportPlan:
      self = .exportPlan(name: try parameters.required("name"), format: try parameters.required("format"))
    default: throw ControlError(.methodNotFound, subject: method.rawValue)
    }
  }
}

extension PlanStep {
  /// A method that changes something of the ride's plan, with its parameters.
  init(_ method: TrainerMethod, _ parameters: CallParameters) throws(ControlError) {
    switch method {
    case .done: self = .done
    case .skip: self = .skip
    case .back: self = .back
    case .extend:
      self = .extend(seconds: try parameters.optional("seconds"), meters: try parameters.optional("meters"))
    case .bias: self = .bias(percent: try parameters.optional("percent"), change: try parameters.optional("change"))
    case .label: self = .label(try parameters.required("text"))
    default: throw ControlError(.methodNotFound, subject: method.rawValue)
    }
  }

  func encode(into container: inout KeyedEncodingContainer<WireKey>) throws {
    switch self {
    case .done, .skip, .back: break
    case .extend(let seconds, let meters):
      try container.encodeIfPresent(seconds, forKey: WireKey("seconds"))
      try container.encodeIfPresent(meters, forKey: WireKey("meters"))
    case .bias(let percent, let change):
      try container.encodeIfPresent(percent, forKey: WireKey("percent"))
      try container.encodeIfPresent(change, forKey: WireKey("change"))
    case .label(let text): try container.encode(text, forKey: WireKey("text"))
    }
  }
}

extension RideStart {
  init(_ parameters: CallParameters) throws(ControlError) {
    // With a strap is how a ride is, said or not.
    let heartRate = try parameters.optional("heartRate") ?? true
    self.init(
      watts: try parameters.optional("watts"), minutes: try parameters.optional("minutes"),
      plan: try parameters.optional("plan"), zone2: try parameters.optional("zone2"),
      dfa: try parameters.optional("dfa"), maximumHeartRate: try parameters.optional("maximumHeartRate"),
      heartRate: heartRate ? nil : false)
  }
}

extension PlanAddition {
  init(_ parameters: CallParameters) throws(ControlError) {
    self.init(
      name: try parameters.required("name"), intervals: try parameters.required("intervals"),
      repeats: try parameters.optional("repeats"), last: try parameters.optional("last"))
  }
}

extension PlanPiece {
  init(_ parameters: CallParameters) throws(ControlError) {
    self.init(
      number: try parameters.optional("number"), sequence: try parameters.required("sequence"),
      data: try parameters.required("data"), last: try parameters.required("last"),
      name: try parameters.optional("name"), fileName: try parameters.optional("fileName"),
      replace: try parameters.optional("replace"))
  }
}
