package import Rides

/// The explanation of a code for users: the problem, and its remedy.
package struct Sentence: Hashable, Sendable {
  /// The problem.
  package var message: String
  /// The remedy, with the command to type if there is one.
  package var remedy: String

  /// Creates both texts in the reader's language.
  package init(_ message: Phrase, remedy: Phrase) {
    self.message = String(localized: message)
    self.remedy = String(localized: remedy)
  }

  /// Creates an explanation from another program's texts.
  init(told message: String, told remedy: String) { (self.message, self.remedy) = (message, remedy) }
}

extension Sentence: CustomStringConvertible {
  /// Both texts, for a journal.
  package var description: String { "\(message) \(remedy)" }
}

// MARK: - The explanation of every code

extension ControlError {
  /// The explanation for users.
  package var sentence: Sentence {
    switch code {
    case .noTrainerInRange, .severalDevices, .deviceNotFound, .deviceRefused, .noFitnessMachine, .noPowerTargets,
      .targetRefused, .unsuitableDevice, .unknownDevice, .radioUnavailable, .scanDuringRide:
      deviceSentence
    case .rideInProgress, .noRide, .wrongPhase, .noTarget, .startWithdrawn, .unknownRide, .unknownFormat, .noRecording,
      .storeFailed:
      rideSentence
    case .rideUnfinished, .trimRefused, .notDeleted, .duplicateRide, .differentRide, .badFile, .unknownImport,
      .importBusy, .valueRefused, .settingMissing:
      librarySentence
    case .invalidParameter, .methodNotFound, .interfaceNotFound, .notAllowed, .expectedMore:
      callSentence
    case .unknownPlan, .duplicatePlan, .planInUse, .planReadOnly, .badPlan, .noPlannedWorkout, .noPlan, .notAwaited,
      .notExtensible:
      planSentence
    case .exportBusy, .noRoom, .libraryOpening, .restoreRefused, .badBackup, .tooManyConnections: keepingSentence
    case .unknownService, .notConnected, .connectRefused, .notUploadable, .noTrainerDaemon: syncSentence
    case .unknownPhone, .phonesNotKept: pageSentence
    case .measurementRefused, .unknownMeasurement, .measurementInProgress, .nightRefused, .unknownNight, .dayNotBegun:
      bodySentence
    case .shuttingDown, .unknownRefusal, .protocolViolated, .notRunning, .noDaemon, .foreignListener, .noAnswer,
      .connectionLost:
      connectionSentence
    }
  }
}

extension ProblemCode {
  /// Returns the explanation for users; the parameters are those of `Problem`.
  package func sentence(
    subject: String? = nil, detail: ProblemDetail? = nil, obstacle: StoreObstacle? = nil
  ) -> Sentence {
    if case .device(let fault) = detail, let sentence = faultSentence(subject, fault) { return sentence }
    return switch self {
    case .adapterMissing, .adapterOff, .adapterStuck, .serviceMissing, .notAllowed, .serviceOutdated, .captureEnded,
      .busy, .failed:
      radioSentence(subject, detail)
    case .trainerLost, .trainerSilent, .cadenceMissing, .controlLost, .targetRefused, .targetUnconfirmed:
      trainerSentence(subject, detail?.phrase)
    case .radioMending:
      Sentence(
        "The trainer does not come back; the daemon tries a remedy\(bracket(detail?.phrase)).",
        remedy: "Switch the trainer off and on; if the adapter is a USB one, unplug it and plug it in again.")
    case .legsSpared, .heartRateCeiling, .steeringEased, .steeringFrozen, .steeringAtMost, .steeringAtLeast,
      .alpha1Low:
      riderSentence(detail?.phrase)
    case .stateUnusable: (obstacle ?? .unnamed(subject, detail?.phrase)).beforeRide
    case .libraryOpening:
      Sentence(
        "The library of rides is still opening.",
        remedy: "Wait: a new version may have to change it, which takes a minute on a slow card.")
    case .storeFailing: (obstacle ?? .unnamed(subject, detail?.phrase)).duringRide
    case .stateVolatile:
      Sentence(
        "A reboot deletes all rides: \(subject ?? String(localized: "the state directory")) is in memory"
          + "\(bracket(detail?.phrase)).",
        remedy: "Switch the overlay of a read-only root off (`sudo raspi-config`, Performance Options), or keep rides "
          + "on a disk: `jz2d --state DIR`.")
    case .libraryReplaced: Self.replaced(subject ?? "jz2.sqlite.broken-1", detail?.phrase)
    case .strapLost:
      Sentence(
        "The connection to \(subject ?? String(localized: "the heart-rate strap")) is lost; "
          + "the ride goes on without heart rate.",
        remedy: "Wet the strap and check that it sits tight; it is connected again by itself.")
    case .strapSilent:
      Sentence(
        "\(subject ?? String(localized: "The heart-rate strap")) is connected and sends nothing; "
          + "the ride goes on without heart rate.",
        remedy: "Wet the strap and check that it sits tight; it is connected again by itself.")
    case .strapAway:
      Sentence(
        "\(subject ?? String(localized: "The heart-rate strap")) does not answer; "
          + "the ride goes on without heart rate.",
        remedy: "Put it on and wet it; it is connected within a minute.")
    case .meterAway:
      Sentence(
        "\(subject ?? String(localized: "The power meter")) does not answer; the trainer's power counts.",
        remedy: "Turn the pedals to wake it; it is connected within a minute. `jz2ctl forget ADDRESS` rides without it."
      )
    case .cadenceSensorAway:
      Sentence(
        "\(subject ?? String(localized: "The cadence sensor")) does not answer; the trainer's cadence counts.",
        remedy: "Turn the pedals to wake it; it is connected within a minute. `jz2ctl forget ADDRESS` rides without it."
      )
    case .startForgotten:
      Sentence(
        "The last start has ended: the pedals never turned, so no ride was recorded.",
        remedy: "Start again when you are on the bike: `jz2ctl start`.")
    case .powerMissing, .calibrationRequested, .meterPowerless, .meterCalibrationRequested, .cadenceSensorStuck,
      .cadenceSensorMeasuresSpeed:
      measuringSentence(subject)
    case .clockUnsynchronised:
      Sentence(
        "The system clock is not set yet, so the ride's times may be wrong.",
        remedy: "Connect the machine to a network; `timedatectl` shows when the clock is synchronised.")
    case .batteryLow:
      Sentence(
        "The battery of \(subject ?? String(localized: "a device")) is nearly empty\(bracket(detail?.phrase)).",
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
    let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    guard !isPlain || hasPrefix("-") else { return self }
    return "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
