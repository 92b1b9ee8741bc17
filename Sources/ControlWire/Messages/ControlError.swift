/// Why the daemon answered no, or why there was no answer.
///
/// On the wire it is the Varlink error `org.justzone2.Trainer.<Code>` with the parameters below; the sentence for a
/// person is made from it by `sentence`.
public struct ControlError: Error, Hashable, Sendable {
  /// The reasons.
  public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// No trainer was chosen, and a start heard none.
    case noTrainerInRange = "NoTrainerInRange"
    /// A start has several devices to take and nobody chose; `subject` is their kind, `devices` are what it heard.
    case severalDevices = "SeveralDevices"
    /// The device did not answer within the time for a start: off, asleep, out of range or taken by another program.
    case deviceNotFound = "DeviceNotFound"
    /// The device has no Fitness Machine service.
    case noFitnessMachine = "NoFitnessMachine"
    /// The trainer's features have no power target.
    case noPowerTargets = "NoPowerTargets"
    /// The trainer answered the request for control or the target with a refusal; `detail` is its result code's name.
    case targetRefused = "TargetRefused"
    /// The device is neither a trainer nor a strap.
    case unsuitableDevice = "UnsuitableDevice"
    /// The address is not one of a known device.
    case unknownDevice = "UnknownDevice"
    /// A ride is on already; `subject` is its number.
    case rideInProgress = "RideInProgress"
    /// No ride is on.
    case noRide = "NoRide"
    /// What was asked does not fit the phase, `resume` while riding say; `detail` is the phase.
    case wrongPhase = "WrongPhase"
    /// Riding is free, so there is no target that could be raised or lowered.
    case noTarget = "NoTarget"
    /// There is no such ride.
    case unknownRide = "UnknownRide"
    /// The ride is not finished, and what was asked would be done to a finished one; `subject` is its number.
    case rideUnfinished = "RideUnfinished"
    /// The ride cannot be cut so; `subject` is the whole ride's length in seconds, `detail` a `TrimObstacle`.
    case trimRefused = "TrimRefused"
    /// The ride is not deleted; `subject` is its number.
    case notDeleted = "NotDeleted"
    /// A ride with the same start is there already; `subject` is its number, `detail` its start.
    case duplicateRide = "DuplicateRide"
    /// The file is not one that can be taken; `detail` is a `FileFault`.
    case badFile = "BadFile"
    /// There is no import of that number, or its pieces do not follow each other; `subject` is the number.
    case unknownImport = "UnknownImport"
    /// So many files are being imported that another has to wait.
    case importBusy = "ImportBusy"
    /// Heart-rate zones by that method want a setting that is not there; `subject` is the method, `detail` the setting.
    case settingMissing = "SettingMissing"
    /// There is no such file format.
    case unknownFormat = "UnknownFormat"
    /// The ride's radio traffic was not recorded, or is not kept; `detail` is a `MissingRecording`.
    case noRecording = "NoRecording"
    /// A scan during a ride would endanger the links.
    case scanDuringRide = "ScanDuringRide"
    /// The radio does not work; `detail` is the `LinkError.Code`.
    case radioUnavailable = "RadioUnavailable"
    /// The start was given up because a `stop` came.
    case startWithdrawn = "StartWithdrawn"
    /// The store could not be read or written; `subject` and `detail` are those of a `StoreObstacle`, where it is one.
    case storeFailed = "StoreFailed"
    /// There is no such plan; `subject` is its name.
    case unknownPlan = "UnknownPlan"
    /// There is a plan of that name already; `subject` is it.
    case duplicatePlan = "DuplicatePlan"
    /// The plan is being ridden, and cannot be changed meanwhile; `subject` is its name.
    case planInUse = "PlanInUse"
    /// The plan, or the file of one, cannot be taken or ridden; `subject` is its name, `detail` a `PlanFault`.
    case badPlan = "BadPlan"
    /// The ride has no plan whose intervals could be skipped; it is steady.
    case noPlan = "NoPlan"
    /// The interval does not wait for the rider's word; `subject` is its number.
    case notAwaited = "NotAwaited"
    /// The interval cannot be made longer so: it ends otherwise, or would be too long; `subject` is its number.
    case notExtensible = "NotExtensible"
    /// So many files are being exported that another has to wait.
    case exportBusy = "ExportBusy"
    /// The disk has too little room for that; `subject` is the directory, `detail` how much is free in megabytes.
    case noRoom = "NoRoom"
    /// The library is being opened, which a migration or a slow disk makes long.
    case libraryOpening = "LibraryOpening"
    /// The library cannot be put in another's place now; `detail` is a `RestoreObstacle`.
    case restoreRefused = "RestoreRefused"
    /// The file is no library that can be put in the place of this one; `detail` is a `BackupFault`.
    case badBackup = "BadBackup"
    /// The user has as many connections as one may have.
    case tooManyConnections = "TooManyConnections"
    /// The daemon is going down.
    case shuttingDown = "ShuttingDown"
    /// A parameter is missing, of the wrong type or out of range; `subject` names it (`org.varlink.service`).
    case invalidParameter = "InvalidParameter"
    /// The interface has no such method (`org.varlink.service`).
    case methodNotFound = "MethodNotFound"
    /// There is no such interface (`org.varlink.service`).
    case interfaceNotFound = "InterfaceNotFound"
    /// The answer comes in several messages, and the call did not allow `more` (`org.varlink.service`).
    case expectedMore = "ExpectedMore"
    /// The other side does not speak Varlink as it should; never on the wire.
    case protocolViolated = "ProtocolViolated"
    /// Nobody listens on the socket; never on the wire.
    case noDaemon = "NoDaemon"
    /// The daemon did not answer in time; never on the wire.
    case noAnswer = "NoAnswer"
    /// The connection ended before the answer; never on the wire.
    case connectionLost = "ConnectionLost"
  }

  /// The reason.
  public var code: Code
  /// What it was about: an address, a parameter, a ride.
  public var subject: String?
  /// What is known beyond the code, for a log or a bracket.
  public var detail: String?
  /// What there is to choose from, the strongest first; of `severalDevices` only.
  public var devices: [Device] = []

  /// A refusal.
  public init(_ code: Code, subject: String? = nil, detail: String? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
  }

  /// A start that cannot tell which of several devices of a kind is meant; `devices` are those, and what else has to be
  /// chosen then.
  public static func several(_ kind: DeviceRole, among devices: [Device]) -> ControlError {
    var error = ControlError(.severalDevices, subject: kind.rawValue)
    error.devices = devices.strongestFirst
    return error
  }
}
