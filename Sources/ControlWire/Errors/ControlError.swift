package import Rides

/// The reason why the daemon refused a call, or why there was no reply.
///
/// On the wire it is a Varlink error of the program's interface, such as `org.justzone2.Trainer.<Code>`, with the
/// parameters below; `explanation` explains it to users.
package struct ControlError: Error, Sendable {
  /// The kinds of errors.
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// No trainer was chosen, and a start found no trainer; `detail` names devices that may be one.
    case noTrainerInRange = "NoTrainerInRange"
    /// A start found several devices of a kind, without a choice by the user; `subject` is the kind, `reason` the
    /// devices.
    case severalDevices = "SeveralDevices"
    /// The device did not answer within the time for a start: off, asleep, out of range or in use by another program.
    case deviceNotFound = "DeviceNotFound"
    /// The device, or another program on this computer, refuses something that a ride needs; `detail` is the
    /// `LinkError.Code`.
    case deviceRefused = "DeviceRefused"
    /// The device has no known control protocol: neither Fitness Machine nor another one.
    case noFitnessMachine = "NoFitnessMachine"
    /// The trainer's features do not include a power target.
    case noPowerTargets = "NoPowerTargets"
    /// The trainer cannot brake in this way; `reason` is the `TrainerMode`.
    case modeUnsupported = "ModeUnsupported"
    /// The device cannot be calibrated over the radio; without a subject, no power meter is chosen.
    case calibrationUnsupported = "CalibrationUnsupported"
    /// The trainer refused the request for control or the target; `detail` is the name of its result code.
    case targetRefused = "TargetRefused"
    /// The device is neither a trainer nor a strap.
    case unsuitableDevice = "UnsuitableDevice"
    /// The address does not belong to a known device.
    case unknownDevice = "UnknownDevice"
    /// A ride is on already; `subject` is its number.
    case rideInProgress = "RideInProgress"
    /// No ride is on.
    case noRide = "NoRide"
    /// The command does not fit the phase, such as `resume` while riding; `detail` is the phase.
    case wrongPhase = "WrongPhase"
    /// During free riding there is no target to raise or lower.
    case noTarget = "NoTarget"
    /// There is no such ride.
    case unknownRide = "UnknownRide"
    /// The ride is not finished, and only a finished ride can be changed this way; `subject` is its number.
    case rideUnfinished = "RideUnfinished"
    /// The ride cannot be trimmed this way; `subject` is the whole ride's length in seconds, `reason` says why.
    case trimRefused = "TrimRefused"
    /// The ride is not deleted; `subject` is its number.
    case notDeleted = "NotDeleted"
    /// A ride with the same start already exists; `subject` is its number, `detail` its start.
    case duplicateRide = "DuplicateRide"
    /// A ride with the same identity and other content already exists; `subject` is its number.
    case differentRide = "DifferentRide"
    /// The file cannot be imported; `reason` says why.
    case badFile = "BadFile"
    /// There is no import with that number, or its pieces are out of order; `subject` is the number.
    case unknownImport = "UnknownImport"
    /// Too many files are being imported, so another one has to wait.
    case importBusy = "ImportBusy"
    /// Heart-rate zones by that method need a setting that is missing; `subject` is the method, `detail` the setting.
    case settingMissing = "SettingMissing"
    /// There is no such file format.
    case unknownFormat = "UnknownFormat"
    /// The ride has no places, so there is no GPX file of it; `subject` is its number.
    case noPlaces = "NoPlaces"
    /// The ride's radio traffic was not recorded, or is not kept; `reason` says why.
    case noRecording = "NoRecording"
    /// A scan during a ride would endanger the links.
    case scanDuringRide = "ScanDuringRide"
    /// The radio does not work; `detail` is the `LinkError.Code`.
    case radioUnavailable = "RadioUnavailable"
    /// A `stop` cancelled the start.
    case startWithdrawn = "StartWithdrawn"
    /// The store could not be read or written; `reason` says why, if that is known.
    case storeFailed = "StoreFailed"
    /// The library cannot store a value because of a fault of jz2; `detail` is SQLite's text.
    case valueRefused = "ValueRefused"
    /// There is no such plan; `subject` is its name.
    case unknownPlan = "UnknownPlan"
    /// A plan with that name already exists; `subject` is the name.
    case duplicatePlan = "DuplicatePlan"
    /// The plan is being ridden, and cannot be changed meanwhile; `subject` is its name.
    case planInUse = "PlanInUse"
    /// The plan is a workout of a service's calendar, and only the service can change it, or of the package, and no
    /// call can change it; `subject` is its name, `detail` is `package` for a workout of the package.
    case planReadOnly = "PlanReadOnly"
    /// The plan, or its file, cannot be stored or ridden; `subject` is its name, `reason` says why.
    case badPlan = "BadPlan"
    /// There is no planned workout to ride; `subject` is the day, `reason` says why.
    case noPlannedWorkout = "NoPlannedWorkout"
    /// The ride is steady and has no plan whose intervals could be skipped.
    case noPlan = "NoPlan"
    /// The interval does not wait for the rider; `subject` is its number.
    case notAwaited = "NotAwaited"
    /// The call is for an interval that is not ridden now; `subject` is its number.
    case intervalPassed = "IntervalPassed"
    /// The interval cannot be extended this way: it ends otherwise, or would be too long; `subject` is its number.
    case notExtensible = "NotExtensible"
    /// Too many files are being exported, so another one has to wait.
    case exportBusy = "ExportBusy"
    /// The disk has too little room; `subject` is the directory, `detail` the free space in megabytes.
    case noRoom = "NoRoom"
    /// The library is being opened, which takes long with a migration or a slow disk.
    case libraryOpening = "LibraryOpening"
    /// The library cannot be replaced now; `reason` says why.
    case restoreRefused = "RestoreRefused"
    /// The file cannot replace the library; `reason` says why.
    case badBackup = "BadBackup"
    /// The user already has the most connections that one user may have.
    case tooManyConnections = "TooManyConnections"
    /// The caller's socket does not allow the call; `subject` is the `TrainerSocket` that does.
    case notAllowed = "NotAllowed"
    /// The daemon is shutting down.
    case shuttingDown = "ShuttingDown"
    /// There is no such service; `subject` is its name.
    case unknownService = "UnknownService"
    /// The service is not connected; `subject` is its name.
    case notConnected = "NotConnected"
    /// The service cannot be connected; `subject` is its name, `reason` says why.
    case connectRefused = "ConnectRefused"
    /// The ride cannot be uploaded to a service; `subject` is its number, `reason` says why.
    case notUploadable = "NotUploadable"
    /// jz2sync cannot reach jz2d; `subject` is the socket, `detail` the code of the error.
    case noTrainerDaemon = "NoTrainerDaemon"
    /// There is no such phone; `subject` is its ID or name.
    case unknownPhone = "UnknownPhone"
    /// The paired phones cannot be written to the disk; `subject` is the file, `detail` the system's message.
    case phonesNotKept = "PhonesNotKept"
    /// The measurement is refused; `reason` says why.
    case measurementRefused = "MeasurementRefused"
    /// There is no such measurement; `subject` is its number, nil if there are no measurements at all.
    case unknownMeasurement = "UnknownMeasurement"
    /// A measurement is already running.
    case measurementInProgress = "MeasurementInProgress"
    /// The night is refused; `subject` is its day, `reason` says why.
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
    /// The answer has several replies, and the call did not allow `more` (`org.varlink.service`).
    case expectedMore = "ExpectedMore"
    /// The daemon refused for a reason that this client does not know; `subject` is the reason's name; never on the
    /// wire.
    case unknownRefusal = "UnknownRefusal"
    /// The other side violates the Varlink protocol; never on the wire.
    case protocolViolated = "ProtocolViolated"
    /// A program other than the daemon is not running, or not installed; `subject` is its name; never on the wire.
    case notRunning = "NotRunning"
    /// No daemon listens on the socket; never on the wire.
    case noDaemon = "NoDaemon"
    /// The program that listens on the socket is neither this user's nor root's; `subject` is the path, `detail` the
    /// user's number; never on the wire.
    case foreignListener = "ForeignListener"
    /// The daemon did not answer in time; never on the wire.
    case noAnswer = "NoAnswer"
    /// The connection ended before the answer; never on the wire.
    case connectionLost = "ConnectionLost"
  }

  package var code: Code
  /// The subject: an address, a parameter, a ride.
  package var subject: String?
  /// Details beyond the code, for a log or in brackets.
  package var detail: String?
  /// The details beyond the code as a value, of the type that `ControlError.Code.parameters` names; nil if they have no
  /// type, or the daemon used unknown words.
  ///
  /// For `severalDevices`, the devices to choose from, the strongest first. For `noTrainerInRange` and
  /// `unsuitableDevice`, the devices that were found but are unsuitable.
  package var reason: (any ErrorReason)?

  package init(_ code: Code, subject: String? = nil, detail: String? = nil, reason: (any ErrorReason)? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
    self.reason = reason
  }

  /// An error whose detail is a word of a list.
  package init(_ code: Code, subject: String? = nil, cause: (some ErrorCause)?) {
    self.init(code, subject: subject, detail: cause?.rawValue, reason: cause)
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

/// A cause that is a word of a list; on the wire it is the error's detail.
package protocol ErrorCause: ErrorReason, RawRepresentable<String> {}

extension NightSource: ErrorCause {}
extension RidePhase: ErrorCause {}
extension TargetRefusal: ErrorCause {}
extension TrainerMode: ErrorCause {}
extension ZoneSetting: ErrorCause {}

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
  /// Returns the error for a plan, by its name or its file's, that cannot be stored or ridden.
  package static func badPlan(_ fault: PlanFault, of plan: String?) -> ControlError {
    ControlError(.badPlan, subject: plan, detail: fault.text, reason: fault)
  }

  /// Returns the error for a day without a workout to ride.
  package static func noPlannedWorkout(_ absence: PlannedAbsence) -> ControlError {
    ControlError(.noPlannedWorkout, subject: absence.day, detail: absence.text, reason: absence)
  }

  /// Returns the error for a file that cannot be imported.
  package static func badFile(_ fault: FileFault) -> ControlError {
    ControlError(.badFile, detail: fault.text, reason: fault)
  }

  /// Returns the error for a store that cannot be read or written.
  package static func storeFailed(_ obstacle: StoreObstacle) -> ControlError {
    ControlError(.storeFailed, subject: obstacle.path, detail: obstacle.text, reason: obstacle)
  }

  /// Returns the error for a file that cannot replace the library.
  package static func badBackup(_ fault: BackupFault) -> ControlError {
    ControlError(.badBackup, detail: fault.text, reason: fault)
  }

  /// Returns the error for a library that cannot be replaced now.
  package static func restoreRefused(_ obstacle: RestoreObstacle) -> ControlError {
    ControlError(.restoreRefused, detail: obstacle.rawValue, reason: obstacle)
  }

  /// Returns the error for a ride of `seconds` that cannot be trimmed as requested.
  package static func trimRefused(_ obstacle: TrimObstacle, ofSeconds seconds: Int) -> ControlError {
    ControlError(.trimRefused, subject: String(seconds), detail: obstacle.rawValue, reason: obstacle)
  }

  /// Returns the error for a ride without recorded radio traffic.
  package static func noRecording(_ reason: MissingRecording, ofRide ride: Int) -> ControlError {
    ControlError(.noRecording, subject: String(ride), detail: reason.rawValue, reason: reason)
  }

  /// Returns the error for a start that found several devices of a kind; `devices` are these, and others that have to
  /// be chosen too.
  package static func several(_ kind: DeviceRole, among devices: [Device]) -> ControlError {
    ControlError(.severalDevices, subject: kind.rawValue, reason: devices.strongestFirst)
  }

  /// Returns the error for a measurement that is refused.
  package static func measurementRefused(_ fault: MeasurementFault) -> ControlError {
    ControlError(.measurementRefused, detail: fault.code.rawValue, reason: fault)
  }

  /// Returns the error for a night that is refused.
  package static func nightRefused(_ fault: NightFault, of day: CalendarDay) -> ControlError {
    ControlError(.nightRefused, subject: day.description, detail: fault.rawValue, reason: fault)
  }

  /// Returns the error for a service that cannot be connected.
  package static func connectRefused(_ fault: SyncFault, by service: SyncService) -> ControlError {
    ControlError(.connectRefused, subject: service.rawValue, detail: fault.detail, reason: fault)
  }

  /// Returns the error for a ride that cannot be uploaded to a service.
  package static func notUploadable(_ fault: SyncFault, ride: Int) -> ControlError {
    ControlError(.notUploadable, subject: String(ride), detail: fault.detail, reason: fault)
  }

  /// The reason of `connectRefused` and `notUploadable`.
  package var syncFault: SyncFault? { reason as? SyncFault }
  package var measurementFault: MeasurementFault? { reason as? MeasurementFault }
  package var nightFault: NightFault? { reason as? NightFault }
  package var planFault: PlanFault? { reason as? PlanFault }
  package var plannedAbsence: PlannedAbsence? { reason as? PlannedAbsence }
  package var fileFault: FileFault? { reason as? FileFault }
  /// The devices of the reason, the strongest first; empty without devices.
  package var devices: [Device] { reason as? [Device] ?? [] }
}

// MARK: - As text

// The reason of an error as its `detail`, for clients that do not know typed parameters.

extension PlanFault {
  /// `zeroLength 17 3 0 s`, with 0 for a missing line or interval.
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
  /// `malformed 1234 17 the element is not closed`, with 0 for a missing line.
  package var text: String { "\(code.rawValue) \(byte) \(line ?? 0) \(reason)" }
}

extension StoreObstacle {
  /// Cause, user and context, separated by spaces.
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
  /// The daemon refused, with its reason.
  case refused = 1
  /// The command line is invalid (`EX_USAGE`).
  case usage = 64
  /// There is no daemon to connect to (`EX_UNAVAILABLE`).
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
