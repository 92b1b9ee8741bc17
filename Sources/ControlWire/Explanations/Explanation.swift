package import Rides

/// The explanation of a code for users: the problem, and its remedy.
package struct Explanation: Hashable, Sendable {
  /// The problem.
  package var message: String
  /// The remedy, with the command to type if there is one.
  package var remedy: String

  /// Creates both texts in the reader's language.
  package init(_ message: Message, remedy: Message) {
    self.message = String(localized: message)
    self.remedy = String(localized: remedy)
  }

  /// Creates an explanation from another program's texts.
  init(localized message: String, remedy: String) { (self.message, self.remedy) = (message, remedy) }
}

extension Explanation: CustomStringConvertible {
  /// Both texts, for a journal.
  package var description: String { "\(message) \(remedy)" }
}

// MARK: - The explanation of every code

extension ControlError {
  /// The explanation for users.
  package var explanation: Explanation {
    switch code {
    case .noTrainerInRange, .severalDevices, .deviceNotFound, .deviceRefused, .noFitnessMachine, .noPowerTargets,
      .modeUnsupported, .calibrationUnsupported, .targetRefused, .unsuitableDevice, .unknownDevice, .radioUnavailable,
      .scanDuringRide:
      deviceExplanation
    case .rideInProgress, .noRide, .wrongPhase, .noTarget, .startWithdrawn, .unknownRide, .unknownFormat, .noPlaces,
      .noRecording, .storeFailed:
      rideExplanation
    case .rideUnfinished, .trimRefused, .notDeleted, .duplicateRide, .differentRide, .badFile, .unknownImport,
      .importBusy, .valueRefused, .settingMissing:
      libraryExplanation
    case .invalidParameter, .methodNotFound, .interfaceNotFound, .notAllowed, .expectedMore:
      callExplanation
    case .unknownPlan, .duplicatePlan, .planInUse, .planReadOnly, .badPlan, .noPlannedWorkout, .noPlan, .notAwaited,
      .intervalPassed, .notExtensible:
      planExplanation
    case .exportBusy, .noRoom, .libraryOpening, .restoreRefused, .badBackup, .tooManyConnections: keepingExplanation
    case .unknownService, .notConnected, .connectRefused, .notUploadable, .noTrainerDaemon: syncExplanation
    case .unknownPhone, .phonesNotKept: pageExplanation
    case .measurementRefused, .unknownMeasurement, .measurementInProgress, .nightRefused, .unknownNight, .dayNotBegun:
      bodyExplanation
    case .shuttingDown, .unknownRefusal, .protocolViolated, .notRunning, .noDaemon, .foreignListener, .noAnswer,
      .connectionLost:
      connectionExplanation
    }
  }
}

extension ProblemCode {
  /// Returns the explanation for users; the parameters are those of `Problem`.
  package func explanation(
    subject: String? = nil, detail: ProblemDetail? = nil, obstacle: StoreObstacle? = nil
  ) -> Explanation {
    if case .device(let fault) = detail, let explanation = faultExplanation(subject, fault) { return explanation }
    return switch self {
    case .adapterMissing, .adapterOff, .adapterStuck, .serviceMissing, .notAllowed, .serviceOutdated, .captureEnded,
      .busy, .failed:
      radioExplanation(subject, detail)
    case .trainerLost, .trainerSilent, .cadenceMissing, .controlLost, .targetRefused, .targetUnconfirmed:
      trainerExplanation(subject, detail?.localized)
    case .radioMending:
      Explanation(
        "The trainer does not reconnect; the daemon is resetting Bluetooth\(bracket(detail?.localized)).",
        remedy: "Switch the trainer off and on. If you use a USB adapter, unplug it and plug it in again.")
    case .legsSpared, .heartRateCeiling, .steeringEased, .steeringFrozen, .steeringAtMost, .steeringAtLeast,
      .alpha1Low:
      riderExplanation(detail?.localized)
    case .stateUnusable: (obstacle ?? .unnamed(subject, detail?.localized)).beforeRide
    case .libraryOpening:
      Explanation(
        "The library of rides is still opening.",
        remedy: "Wait a minute: after an update, jz2d may have to convert the library.")
    case .storeFailing: (obstacle ?? .unnamed(subject, detail?.localized)).duringRide
    case .stateVolatile:
      Explanation(
        "A reboot deletes all rides: \(subject ?? String(localized: "the state directory")) is in memory"
          + "\(bracket(detail?.localized)).",
        remedy: "Turn off the overlay file system (`sudo raspi-config`, Performance Options), or keep rides on a disk: "
          + "`jz2d --state DIR`.")
    case .libraryReplaced: Self.replaced(subject ?? "jz2.sqlite.broken-1", detail?.localized)
    case .strapLost:
      Explanation(
        "The connection to \(subject ?? String(localized: "the heart-rate strap")) is lost; "
          + "the ride goes on without heart rate.",
        remedy: "Wet the strap and check that it sits tight; it reconnects by itself.")
    case .strapSilent:
      Explanation(
        "\(subject ?? String(localized: "The heart-rate strap")) is connected but sends nothing; the ride goes on "
          + "without heart rate.",
        remedy: "Wet the strap and check that it sits tight; it reconnects by itself.")
    case .strapAway:
      Explanation(
        "\(subject ?? String(localized: "The heart-rate strap")) does not answer; "
          + "the ride goes on without heart rate.",
        remedy: "Wet it and put it on; it connects within a minute.")
    case .meterAway:
      Explanation(
        "\(subject ?? String(localized: "The power meter")) does not answer; the ride uses the trainer's power.",
        remedy: "Turn the pedals to wake it; it connects within a minute. To ride without it: `jz2ctl forget ADDRESS`."
      )
    case .cadenceSensorAway:
      Explanation(
        "\(subject ?? String(localized: "The cadence sensor")) does not answer; the ride uses the trainer's cadence.",
        remedy: "Turn the pedals to wake it; it connects within a minute. To ride without it: `jz2ctl forget ADDRESS`."
      )
    case .startForgotten:
      Explanation(
        "The last start was cancelled: the pedals never turned, so no ride was recorded.",
        remedy: "Start again when you are on the bike: `jz2ctl start`.")
    case .powerMissing, .calibrationRequested, .meterPowerless, .meterCalibrationRequested, .cadenceSensorStuck,
      .cadenceSensorMeasuresSpeed:
      measuringExplanation(subject)
    case .clockUnsynchronised:
      Explanation(
        "The system clock is not set yet, so the ride's times may be wrong.",
        remedy: "Connect the machine to a network; `timedatectl` shows when the clock is synchronised.")
    case .batteryLow:
      Explanation(
        "The battery of \(subject ?? String(localized: "a device")) is nearly empty\(bracket(detail?.localized)).",
        remedy: "Change or charge it after this ride.")
    }
  }
}

// MARK: - Parts of messages

/// Returns a detail in brackets, to follow a word; empty without a detail.
func bracket(_ detail: String?) -> String {
  detail.map { " (\($0))" } ?? ""
}

extension StoreObstacle {
  /// Returns an obstacle of which only the place is known.
  fileprivate static func unnamed(_ path: String?, _ context: String?) -> StoreObstacle {
    StoreObstacle(
      .failed, path: path ?? String(localized: "the state directory"), user: String(localized: "the daemon"),
      context: context)
  }
}

extension String {
  /// The text as one word for a shell: in quotes, unless it is plain.
  package var shellWord: String {
    let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:@,".contains($0)) }
    guard !isPlain || hasPrefix("-") else { return self }
    return "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
