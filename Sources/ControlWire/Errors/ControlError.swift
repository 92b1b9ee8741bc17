package import Rides

/// Why the daemon answered no, or why there was no answer.
///
/// On the wire it is a Varlink error of the program's interface, such as `org.justzone2.Trainer.<Code>`, with the
/// parameters below; `sentence` explains it to a person.
package struct ControlError: Error, Sendable {
  /// The reasons.
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// No trainer was chosen, and a start heard none; `detail` names devices that may be one.
    case noTrainerInRange = "NoTrainerInRange"
    /// A start has several devices to take and nobody chose; `subject` is their kind, the payload what it heard.
    case severalDevices = "SeveralDevices"
    /// The device did not answer within the time for a start: off, asleep, out of range or taken by another program.
    case deviceNotFound = "DeviceNotFound"
    /// The device, or another program on this computer, refuses what a ride needs; `detail` is the `LinkError.Code`.
    case deviceRefused = "DeviceRefused"
    /// The device has no control that is known: neither Fitness Machine nor another one.
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
    /// The command does not fit the phase, such as `resume` while riding; `detail` is the phase.
    case wrongPhase = "WrongPhase"
    /// Riding is free, so there is no target to raise or lower.
    case noTarget = "NoTarget"
    /// There is no such ride.
    case unknownRide = "UnknownRide"
    /// The ride is not finished, and only a finished one can be changed so; `subject` is its number.
    case rideUnfinished = "RideUnfinished"
    /// The ride cannot be cut so; `subject` is the whole ride's length in seconds, the reason says why.
    case trimRefused = "TrimRefused"
    /// The ride is not deleted; `subject` is its number.
    case notDeleted = "NotDeleted"
    /// A ride with the same start is there already; `subject` is its number, `detail` its start.
    case duplicateRide = "DuplicateRide"
    /// A ride with the same identity and other content is there already; `subject` is its number.
    case differentRide = "DifferentRide"
    /// The file is not one that can be taken; the reason says why.
    case badFile = "BadFile"
    /// There is no import of that number, or its pieces do not follow each other; `subject` is the number.
    case unknownImport = "UnknownImport"
    /// So many files are being imported that another has to wait.
    case importBusy = "ImportBusy"
    /// Heart-rate zones by that method need a setting that is not there; `subject` is the method, `detail` the setting.
    case settingMissing = "SettingMissing"
    /// There is no such file format.
    case unknownFormat = "UnknownFormat"
    /// The ride's radio traffic was not recorded, or is not kept; the reason says why.
    case noRecording = "NoRecording"
    /// A scan during a ride would endanger the links.
    case scanDuringRide = "ScanDuringRide"
    /// The radio does not work; `detail` is the `LinkError.Code`.
    case radioUnavailable = "RadioUnavailable"
    /// The start was given up because a `stop` came.
    case startWithdrawn = "StartWithdrawn"
    /// The store could not be read or written; the reason says why, where that is known.
    case storeFailed = "StoreFailed"
    /// The library cannot keep a value, which is a fault of jz2; `detail` is SQLite's text.
    case valueRefused = "ValueRefused"
    /// There is no such plan; `subject` is its name.
    case unknownPlan = "UnknownPlan"
    /// There is a plan of that name already; `subject` is it.
    case duplicatePlan = "DuplicatePlan"
    /// The plan is being ridden, and cannot be changed meanwhile; `subject` is its name.
    case planInUse = "PlanInUse"
    /// The plan is a workout of a service's calendar, which alone changes it; `subject` is its name.
    case planReadOnly = "PlanReadOnly"
    /// The plan, or the file of one, cannot be taken or ridden; `subject` is its name, the reason says why.
    case badPlan = "BadPlan"
    /// There is no planned workout to ride; `subject` is the day, the reason says why.
    case noPlannedWorkout = "NoPlannedWorkout"
    /// The ride has no plan whose intervals could be skipped; it is steady.
    case noPlan = "NoPlan"
    /// The interval does not wait for the rider; `subject` is its number.
    case notAwaited = "NotAwaited"
    /// The interval cannot be made longer so: it ends otherwise, or would be too long; `subject` is its number.
    case notExtensible = "NotExtensible"
    /// So many files are being exported that another has to wait.
    case exportBusy = "ExportBusy"
    /// The disk has too little room for that; `subject` is the directory, `detail` how much is free in megabytes.
    case noRoom = "NoRoom"
    /// The library is being opened; a migration or a slow disk makes that long.
    case libraryOpening = "LibraryOpening"
    /// The library cannot be replaced now; the reason says why.
    case restoreRefused = "RestoreRefused"
    /// The file cannot take the library's place; the reason says why.
    case badBackup = "BadBackup"
    /// The user has as many connections as one user may have.
    case tooManyConnections = "TooManyConnections"
    /// The caller's socket does not allow the call; `subject` is the `TrainerSocket` that does.
    case notAllowed = "NotAllowed"
    /// The daemon is going down.
    case shuttingDown = "ShuttingDown"
    /// There is no such service; `subject` is its name.
    case unknownService = "UnknownService"
    /// The service is not connected; `subject` is its name.
    case notConnected = "NotConnected"
    /// The service cannot be connected; `subject` is its name, the reason says why.
    case connectRefused = "ConnectRefused"
    /// The ride cannot go to a service; `subject` is its number, the reason says why.
    case notUploadable = "NotUploadable"
    /// jz2sync cannot talk to jz2d; `subject` is the socket, `detail` the code of the error.
    case noTrainerDaemon = "NoTrainerDaemon"
    /// There is no such phone; `subject` is its id or name.
    case unknownPhone = "UnknownPhone"
    /// The paired phones cannot be written to the disk; `subject` is the file, `detail` what the system said.
    case phonesNotKept = "PhonesNotKept"
    /// The measurement is not taken; the reason says why.
    case measurementRefused = "MeasurementRefused"
    /// There is no such measurement; `subject` is its number, nil if there is none at all.
    case unknownMeasurement = "UnknownMeasurement"
    /// A measurement is under way already.
    case measurementInProgress = "MeasurementInProgress"
    /// The night is not taken; `subject` is its day, the reason says why.
    case nightRefused = "NightRefused"
    /// There is no night of that day; `subject` is the day.
    case unknownNight = "UnknownNight"
    /// The day has not begun anywhere; `subject` is the day.
    case dayNotBegun = "DayNotBegun"
    /// A parameter is missing, of the wrong type or out of range; `subject` names it (`org.varlink.service`).
    case invalidParameter = "InvalidParameter"
    /// The interface has no such method (`org.varlink.service`).
    case methodNotFound = "MethodNotFound"
    /// There is no such interface (`org.varlink.service`).
    case interfaceNotFound = "InterfaceNotFound"
    /// The answer comes in several messages, and the call did not allow `more` (`org.varlink.service`).
    case expectedMore = "ExpectedMore"
    /// The daemon refused for a reason that this client does not know; `subject` is its name; never on the wire.
    case unknownRefusal = "UnknownRefusal"
    /// The other side does not speak Varlink as it should; never on the wire.
    case protocolViolated = "ProtocolViolated"
    /// A program beside the daemon is not running, or not installed; `subject` is its name; never on the wire.
    case notRunning = "NotRunning"
    /// No daemon listens on the socket; never on the wire.
    case noDaemon = "NoDaemon"
    /// The program that listens on the socket is another user's, and not root's; `subject` is the path, `detail` the
    /// user's number; never on the wire.
    case foreignListener = "ForeignListener"
    /// The daemon did not answer in time; never on the wire.
    case noAnswer = "NoAnswer"
    /// The connection ended before the answer; never on the wire.
    case connectionLost = "ConnectionLost"
  }

  /// The reason.
  package var code: Code
  /// The subject: an address, a parameter, a ride.
  package var subject: String?
  /// Details beyond the code, for a log or a bracket.
  package var detail: String?
  /// The details beyond the code as a value, of the type that `ControlError.Code.parameters` names; nil if they have no
  /// type, or the daemon used words that are unknown here.
  ///
  /// Of `severalDevices` the devices to choose from, the strongest first. Of `noTrainerInRange` and `unsuitableDevice`
  /// the devices that were found and do not fit.
  package var reason: (any ErrorReason)?

  package init(_ code: Code, subject: String? = nil, detail: String? = nil, reason: (any ErrorReason)? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
    self.reason = reason
  }

  /// An error whose detail is a word of a list.
  package init(_ code: Code, subject: String? = nil, word: (some ErrorWord)?) {
    self.init(code, subject: subject, detail: word?.rawValue, reason: word)
  }
}

extension ControlError: Hashable {
  package static func == (left: ControlError, right: ControlError) -> Bool {
    (left.code, left.subject, left.detail) == (right.code, right.subject, right.detail)
      && left.reason.map { AnyHashable($0) } == right.reason.map { AnyHashable($0) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(subject)
  }
}

/// The cause of a refusal.
package protocol ErrorReason: Hashable, Sendable {}

/// A cause that is a word of a list, which the wire has as the error's detail.
package protocol ErrorWord: ErrorReason, RawRepresentable<String> {}

extension NightSource: ErrorWord {}
extension RidePhase: ErrorWord {}
extension TargetRefusal: ErrorWord {}
extension ZoneSetting: ErrorWord {}

extension BackupFault: ErrorReason {}
extension FileFault: ErrorReason {}
extension MeasurementFault: ErrorReason {}
extension MissingRecording: ErrorReason {}
extension NightFault: ErrorReason {}
extension PlanFault: ErrorReason {}
extension PlannedAbsence: ErrorReason {}
extension RestoreObstacle: ErrorReason {}
extension StoreObstacle: ErrorReason {}
extension SyncFault: ErrorReason {}
extension TrimObstacle: ErrorReason {}
extension [Device]: ErrorReason {}

// MARK: - Errors with a reason

extension ControlError {
  /// A plan, by its name or its file's, that cannot be taken or ridden.
  package static func badPlan(_ fault: PlanFault, of plan: String?) -> ControlError {
    ControlError(.badPlan, subject: plan, detail: fault.text, reason: fault)
  }

  /// A day without a workout to ride.
  package static func noPlannedWorkout(_ absence: PlannedAbsence) -> ControlError {
    ControlError(.noPlannedWorkout, subject: absence.day, detail: absence.text, reason: absence)
  }

  /// A file that cannot be imported.
  package static func badFile(_ fault: FileFault) -> ControlError {
    ControlError(.badFile, detail: fault.text, reason: fault)
  }

  /// A store that cannot be read or written.
  package static func storeFailed(_ obstacle: StoreObstacle) -> ControlError {
    ControlError(.storeFailed, subject: obstacle.path, detail: obstacle.text, reason: obstacle)
  }

  /// A file that cannot take the library's place.
  package static func badBackup(_ fault: BackupFault) -> ControlError {
    ControlError(.badBackup, detail: fault.text, reason: fault)
  }

  /// A library that cannot be replaced now.
  package static func restoreRefused(_ obstacle: RestoreObstacle) -> ControlError {
    ControlError(.restoreRefused, detail: obstacle.rawValue, reason: obstacle)
  }

  /// A ride of so many seconds that cannot be trimmed as asked.
  package static func trimRefused(_ obstacle: TrimObstacle, ofSeconds seconds: Int) -> ControlError {
    ControlError(.trimRefused, subject: String(seconds), detail: obstacle.rawValue, reason: obstacle)
  }

  /// A ride whose radio traffic is not there.
  package static func noRecording(_ reason: MissingRecording, ofRide ride: Int) -> ControlError {
    ControlError(.noRecording, subject: String(ride), detail: reason.rawValue, reason: reason)
  }

  /// A start that cannot tell which of several devices of a kind is meant; `devices` are those, and what else has to be
  /// chosen then.
  package static func several(_ kind: DeviceRole, among devices: [Device]) -> ControlError {
    ControlError(.severalDevices, subject: kind.rawValue, reason: devices.strongestFirst)
  }

  /// A measurement that is not taken.
  package static func measurementRefused(_ fault: MeasurementFault) -> ControlError {
    ControlError(.measurementRefused, detail: fault.code.rawValue, reason: fault)
  }

  /// A night that is not taken.
  package static func nightRefused(_ fault: NightFault, of day: CalendarDay) -> ControlError {
    ControlError(.nightRefused, subject: day.description, detail: fault.rawValue, reason: fault)
  }

  /// A service that cannot be connected.
  package static func connectRefused(_ fault: SyncFault, by service: SyncService) -> ControlError {
    ControlError(.connectRefused, subject: service.rawValue, detail: fault.detail, reason: fault)
  }

  /// A ride that cannot go to a service.
  package static func notUploadable(_ fault: SyncFault, ride: Int) -> ControlError {
    ControlError(.notUploadable, subject: String(ride), detail: fault.detail, reason: fault)
  }

  /// Of `connectRefused` and `notUploadable`.
  package var syncFault: SyncFault? { reason as? SyncFault }
  package var measurementFault: MeasurementFault? { reason as? MeasurementFault }
  package var nightFault: NightFault? { reason as? NightFault }
  package var planFault: PlanFault? { reason as? PlanFault }
  package var plannedAbsence: PlannedAbsence? { reason as? PlannedAbsence }
  package var fileFault: FileFault? { reason as? FileFault }
  /// The devices of the reason, the strongest first; empty without them.
  package var devices: [Device] { reason as? [Device] ?? [] }
}

// MARK: - As text

// The reason of an error as its `detail`, for clients that know no typed parameters.

extension PlanFault {
  /// `zeroLength 17 3 0 s`, with 0 for a line or an interval that is not there.
  package var text: String { "\(code.rawValue) \(line ?? 0) \(interval ?? 0) \(detail)" }
}

extension PlannedAbsence {
  /// `notFetched 2026-11-24T06:45:12Z`, `allRidden 2026-11-25 Tempo, 2026-11-25 Rest`.
  package var text: String {
    ([cause.rawValue, fetched] + [plans.isEmpty ? nil : plans.joined(separator: ", ")]).compactMap(\.self)
      .joined(separator: " ")
  }
}

extension FileFault {
  /// `malformed 1234 17 the element is not closed`, the line 0 if there is none.
  package var text: String { "\(code.rawValue) \(byte) \(line ?? 0) \(reason)" }
}

extension StoreObstacle {
  /// Cause, user and context, a space between.
  package var text: String { ([cause.rawValue, user] + [context].compactMap(\.self)).joined(separator: " ") }
}

extension BackupFault {
  /// `damaged row 3 missing from index`.
  package var text: String { "\(code.rawValue) \(detail)" }
}

// MARK: - Exit status

/// Exit statuses of `jz2ctl`, in the terms of sysexits.h.
package enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
  /// Done.
  case ok = 0
  /// The daemon answered no, with its reason.
  case refused = 1
  /// The command line makes no sense (`EX_USAGE`).
  case usage = 64
  /// There is no daemon to talk to (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// The daemon did not answer in time (`EX_TEMPFAIL`).
  case noAnswer = 75
}

extension ControlError {
  /// The exit status of a client that received this error.
  package var exitStatus: ExitStatus {
    switch code {
    case .noDaemon, .notRunning, .foreignListener, .connectionLost, .protocolViolated: .unavailable
    case .noAnswer: .noAnswer
    default: .refused
    }
  }
}
