import Rides

extension ControlError {
  /// Returns the error's name on the wire, for the program of an interface.
  package func wireName(in interface: VarlinkInterface) -> String {
    "\(code.isOfService ? ServiceInterface.name : interface.name).\(code.rawValue)"
  }

  /// Returns the refusal as a message of an interface, including its NUL.
  ///
  /// - Throws: `ControlError.Code.protocolViolated` for more than fits into a message.
  package func encoded(in interface: VarlinkInterface) throws(ControlError) -> [UInt8] {
    try WireJSON.encode(SentError(error: wireName(in: interface), refusal: self))
  }
}

extension ControlError.Code {
  /// Whether it belongs to `org.varlink.service`.
  package var isOfService: Bool {
    switch self {
    case .invalidParameter, .methodNotFound, .interfaceNotFound, .expectedMore: true
    default: false
    }
  }

  /// Whether only clients use the error, and no daemon ever sends it.
  package var isLocal: Bool {
    switch self {
    case .unknownRefusal, .protocolViolated, .notRunning, .noDaemon, .foreignListener, .noAnswer, .connectionLost: true
    default: false
    }
  }

  /// Returns the errors that one of our interfaces declares.
  package static func declared(by interface: VarlinkInterface) -> [Self] {
    let ofSync: Set<Self> = [.unknownService, .notConnected, .connectRefused, .notUploadable, .noTrainerDaemon]
    let ofPage: Set<Self> = [.unknownPhone, .phonesNotKept]
    let ofBody: Set<Self> = [
      .measurementRefused, .unknownMeasurement, .measurementInProgress, .nightRefused, .unknownNight, .dayNotBegun,
    ]
    let shared: Set<Self> =
      switch interface.name {
      case VarlinkInterface.sync.name:
        ofSync.union([.unknownRide, .storeFailed, .tooManyConnections, .notAllowed, .shuttingDown])
      case VarlinkInterface.page.name: ofPage.union([.tooManyConnections, .shuttingDown])
      case VarlinkInterface.body.name:
        ofBody.union([
          .rideInProgress, .severalDevices, .radioUnavailable, .storeFailed, .libraryOpening,
          .tooManyConnections, .notAllowed, .shuttingDown,
        ])
      default:
        Set(allCases).subtracting(ofSync.union(ofBody).union(ofPage)).union([.measurementInProgress])
      }
    return allCases.filter { shared.contains($0) && !$0.isLocal && !$0.isOfService }
  }

  /// The codes that are sent, by their names on the wire.
  fileprivate static let byWireName = Dictionary(
    VarlinkInterface.all.flatMap { interface in
      allCases.filter { !$0.isLocal }.map { (ControlError($0).wireName(in: interface), $0) }
    }, uniquingKeysWith: { first, _ in first })
}

private struct SentError: Encodable {
  let error: String
  let refusal: ControlError

  private enum CodingKeys: CodingKey {
    case error, parameters
  }

  func encode(to encoder: any Encoder) throws {
    var message = encoder.container(keyedBy: CodingKeys.self)
    try message.encode(error, forKey: .error)
    try encodeParameters(refusal.code.parameters, &message)
  }

  private func encodeParameters<Parameters: ErrorParameters>(
    _ type: Parameters.Type, _ message: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    try message.encode(Parameters(refusal), forKey: .parameters)
  }
}

/// A received error; for an unknown one, name and detail are kept.
struct ReceivedError: Decodable {
  let error: ControlError

  private enum CodingKeys: CodingKey {
    case error, parameters
  }

  init(from decoder: any Decoder) throws {
    let message = try decoder.container(keyedBy: CodingKeys.self)
    let name = try message.decode(String.self, forKey: .error)
    guard let code = ControlError.Code.byWireName[name] else {
      let parameters = try? message.decodeIfPresent(UsualParameters.self, forKey: .parameters)
      error = ControlError(.unknownRefusal, subject: name, detail: parameters?.detail)
      return
    }
    error = try Self.parameters(code.parameters, message).map { $0.error(code) } ?? ControlError(code)
  }

  private static func parameters<Parameters: ErrorParameters>(
    _ type: Parameters.Type, _ message: KeyedDecodingContainer<CodingKeys>
  ) throws -> (any ErrorParameters)? {
    try message.decodeIfPresent(type, forKey: .parameters)
  }
}

// MARK: - Parameters

/// The parameters of some errors.
package protocol ErrorParameters: Codable {
  init(_ error: ControlError)
  func error(_ code: ControlError.Code) -> ControlError
}

extension ControlError.Code {
  /// The type of the error's parameters.
  package var parameters: any ErrorParameters.Type {
    switch self {
    case .invalidParameter: ParameterName.self
    case .methodNotFound: MethodName.self
    case .interfaceNotFound: InterfaceName.self
    case .expectedMore: NoErrorParameters.self
    case .severalDevices: DeviceParameters.self
    case .deviceNotFound, .deviceRefused: CauseParameters<DeviceFault>.self
    case .radioUnavailable: CauseParameters<ProblemCode>.self
    case .settingMissing: CauseParameters<ZoneSetting>.self
    case .modeUnsupported: CauseParameters<TrainerMode>.self
    case .targetRefused: CauseParameters<TargetRefusal>.self
    case .wrongPhase: CauseParameters<RidePhase>.self
    case .noTrainerInRange, .unsuitableDevice: FoundParameters.self
    case .badPlan: ReasonedParameters<PlanFault>.self
    case .noPlannedWorkout: ReasonedParameters<PlannedAbsence>.self
    case .badFile: ReasonedParameters<FileFault>.self
    case .storeFailed: ReasonedParameters<StoreObstacle>.self
    case .badBackup: ReasonedParameters<BackupFault>.self
    case .restoreRefused: ReasonedParameters<RestoreObstacle>.self
    case .trimRefused: ReasonedParameters<TrimObstacle>.self
    case .noRecording: ReasonedParameters<MissingRecording>.self
    case .connectRefused, .notUploadable: ReasonedParameters<SyncFault>.self
    case .measurementRefused: ReasonedParameters<MeasurementFault>.self
    case .nightRefused: ReasonedParameters<NightFault>.self
    default: UsualParameters.self
    }
  }
}

/// The subject and the detail of an error.
private struct UsualParameters: ErrorParameters {
  var subject: String?
  var detail: String?

  init(_ error: ControlError) { (subject, detail) = (error.subject, error.detail) }
  func error(_ code: ControlError.Code) -> ControlError { ControlError(code, subject: subject, detail: detail) }
}

/// The same parameters, if the detail is a word of a list.
private struct CauseParameters<Cause: ErrorCause>: ErrorParameters {
  var subject: String?
  var detail: String?

  init(_ error: ControlError) { (subject, detail) = (error.subject, error.detail) }
  func error(_ code: ControlError.Code) -> ControlError {
    ControlError(code, subject: subject, detail: detail, reason: detail.flatMap(Cause.init(rawValue:)))
  }
}

/// The same parameters, with the reason as a value.
private struct ReasonedParameters<Reason: ErrorReason & Codable>: ErrorParameters {
  var subject: String?
  var detail: String?
  /// Nil from a daemon that does not know the type, and if it has unknown words.
  var reason: Reason?

  private enum CodingKeys: CodingKey {
    case subject, detail, reason
  }

  init(_ error: ControlError) {
    (subject, detail) = (error.subject, error.detail)
    reason = error.reason as? Reason
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    subject = try container.decodeIfPresent(String.self, forKey: .subject)
    detail = try container.decodeIfPresent(String.self, forKey: .detail)
    reason = try? container.decodeIfPresent(Reason.self, forKey: .reason)
  }

  func error(_ code: ControlError.Code) -> ControlError {
    ControlError(code, subject: subject, detail: detail, reason: reason)
  }
}

private struct DeviceParameters: ErrorParameters {
  var kind: DeviceRole
  var devices: [Device]
  var detail: String?

  init(_ error: ControlError) {
    kind = error.subject.flatMap(DeviceRole.init) ?? .trainer
    (devices, detail) = (error.devices, error.detail)
  }

  func error(_ code: ControlError.Code) -> ControlError {
    ControlError(code, subject: kind.rawValue, detail: detail, reason: devices)
  }
}

/// The usual parameters, and the devices that were found but are unsuitable.
private struct FoundParameters: ErrorParameters {
  var subject: String?
  var detail: String?
  /// Nil if no devices were found, and from an older daemon.
  var devices: [Device]?

  init(_ error: ControlError) {
    (subject, detail) = (error.subject, error.detail)
    devices = error.devices.isEmpty ? nil : error.devices
  }

  func error(_ code: ControlError.Code) -> ControlError {
    ControlError(code, subject: subject, detail: detail, reason: devices?.isEmpty == false ? devices : nil)
  }
}

private struct ParameterName: ErrorParameters {
  var parameter: String?

  init(_ error: ControlError) { parameter = error.subject ?? "" }
  func error(_ code: ControlError.Code) -> ControlError { ControlError(code, subject: parameter) }
}

private struct MethodName: ErrorParameters {
  var method: String?

  init(_ error: ControlError) { method = error.subject ?? "" }
  func error(_ code: ControlError.Code) -> ControlError { ControlError(code, subject: method) }
}

private struct InterfaceName: ErrorParameters {
  var interface: String?

  init(_ error: ControlError) { interface = error.subject ?? "" }
  func error(_ code: ControlError.Code) -> ControlError { ControlError(code, subject: interface) }
}

private struct NoErrorParameters: ErrorParameters {
  init(_ error: ControlError) {}
  func error(_ code: ControlError.Code) -> ControlError { ControlError(code) }
}
