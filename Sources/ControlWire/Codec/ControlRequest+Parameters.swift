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
    case .start: self = try .newRide(parameters)
    case .setWatts: self = try .newTarget(parameters)
    case .pause: self = .pause
    case .resume: self = .resume
    case .stop: self = .stop
    case .status: self = .status
    case .watch: self = .watch
    case .rides: self = .rides(limit: try parameters.optional("limit") ?? 0)
    case .show: self = .show(ride: try parameters.required("ride"))
    case .links: self = .links(ride: try parameters.required("ride"))
    case .export: self = .export(ride: try parameters.required("ride"), format: try parameters.required("format"))
    case .doctor: self = .doctor
    }
  }

  private static func newRide(_ parameters: CallParameters) throws(ControlError) -> ControlRequest {
    .start(
      watts: try parameters.required("watts"), minutes: try parameters.required("minutes"),
      maximumHeartRate: try parameters.optional("maximumHeartRate"),
      heartRate: try parameters.optional("heartRate") ?? true)
  }

  private static func newTarget(_ parameters: CallParameters) throws(ControlError) -> ControlRequest {
    switch (try parameters.optional("watts", as: Int.self), try parameters.optional("change", as: Int.self)) {
    case (let watts?, nil): .setWatts(watts)
    case (nil, let change?): .changeWatts(change)
    case (nil, nil): throw ControlError(.invalidParameter, subject: "watts")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "change")
    }
  }

  /// Writes the parameters as the method wants them.
  func encodeParameters(into container: inout KeyedEncodingContainer<WireKey>) throws {
    switch self {
    case .scan(let seconds):
      try container.encode(seconds, forKey: WireKey("seconds"))
    case .use(let address), .forget(let address):
      try container.encode(address, forKey: WireKey("address"))
    case .start(let watts, let minutes, let maximumHeartRate, let heartRate):
      try container.encode(watts, forKey: WireKey("watts"))
      try container.encode(minutes, forKey: WireKey("minutes"))
      try container.encodeIfPresent(maximumHeartRate, forKey: WireKey("maximumHeartRate"))
      if !heartRate { try container.encode(false, forKey: WireKey("heartRate")) }
    case .setWatts(let watts):
      try container.encode(watts, forKey: WireKey("watts"))
    case .changeWatts(let change):
      try container.encode(change, forKey: WireKey("change"))
    case .rides(let limit):
      try container.encode(limit, forKey: WireKey("limit"))
    case .show(let ride), .links(let ride):
      try container.encode(ride, forKey: WireKey("ride"))
    case .export(let ride, let format):
      try container.encode(ride, forKey: WireKey("ride"))
      try container.encode(format, forKey: WireKey("format"))
    case .devices, .pause, .resume, .stop, .status, .watch, .doctor:
      break
    }
  }
}
