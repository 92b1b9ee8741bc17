extension ControlError {
  /// The error's name on the wire.
  public var wireName: String {
    "\(code.isOfService ? ServiceInterface.name : TrainerInterface.name).\(code.rawValue)"
  }

  /// The refusal as a message, its NUL included.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` for more than a message can hold.
  public func encoded() throws(ControlError) -> [UInt8] {
    try WireJSON.encode(SentError(error: wireName, parameters: ErrorParameters(self)))
  }

  /// An error from its name on the wire; one that is not known here is itself an error.
  init(wireName: String, _ parameters: ErrorParameters) {
    let code = Code.allCases.first { ControlError($0).wireName == wireName && !$0.isLocal }
    guard let code else {
      self.init(.protocolViolated, subject: wireName, detail: parameters.detail)
      return
    }
    let subject =
      parameters.parameter ?? parameters.method ?? parameters.interface ?? parameters.kind ?? parameters.subject
    self.init(code, subject: subject, detail: parameters.detail)
    if code == .severalDevices { devices = parameters.devices ?? [] }
  }
}

extension ControlError.Code {
  /// Whether it belongs to `org.varlink.service`.
  public var isOfService: Bool {
    switch self {
    case .invalidParameter, .methodNotFound, .interfaceNotFound, .expectedMore: true
    default: false
    }
  }

  /// Whether a client says it to itself, and no daemon ever sends it.
  public var isLocal: Bool {
    switch self {
    case .protocolViolated, .noDaemon, .noAnswer, .connectionLost: true
    default: false
    }
  }
}

/// The parameters of an error: two of the trainer's, what there is to choose from, or the one that
/// `org.varlink.service` has for it.
struct ErrorParameters: Codable {
  var subject: String?
  var detail: String?
  var parameter: String?
  var method: String?
  var interface: String?
  var kind: String?
  var devices: [Device]?

  init() {}

  init(_ error: ControlError) {
    switch error.code {
    case .invalidParameter: parameter = error.subject ?? ""
    case .methodNotFound: method = error.subject ?? ""
    case .interfaceNotFound: interface = error.subject ?? ""
    case .expectedMore: break
    case .severalDevices: (kind, devices, detail) = (error.subject ?? "", error.devices, error.detail)
    default: (subject, detail) = (error.subject, error.detail)
    }
  }
}

private struct SentError: Encodable {
  let error: String
  let parameters: ErrorParameters
}
