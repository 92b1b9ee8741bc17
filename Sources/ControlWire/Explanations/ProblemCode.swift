package import Rides

/// Problems while the daemon runs, worst first; the raw values are the codes in `Status.problems`.
///
/// The codes of the radio are those of `LinkError.Code`, by name.
package enum ProblemCode: String, ErrorCause, CaseIterable {
  /// The state directory cannot be used, so no ride can begin.
  case stateUnusable
  /// The library is still being opened.
  case libraryOpening
  /// Rows of the ride cannot be written.
  case storeFailing
  /// The library was damaged and set aside; a new one has the rides that could be read.
  case libraryReplaced
  /// The state directory lies on a file system that a reboot empties.
  case stateVolatile
  /// No Bluetooth adapter, or not the requested one.
  case adapterMissing
  /// The adapter is switched off or blocked.
  case adapterOff
  /// The adapter is on and does not answer.
  case adapterStuck
  /// The Bluetooth service or the bus is missing.
  case serviceMissing
  /// The Bluetooth service denies access to this user.
  case notAllowed
  /// The Bluetooth service is older than a ride needs.
  case serviceOutdated
  /// The replayed capture has ended.
  case captureEnded
  /// The radio is busy with another operation.
  case busy
  /// The radio fails for another reason.
  case failed
  /// The trainer was connected in this ride and is lost.
  case trainerLost
  /// Another program controls the trainer.
  case controlLost
  /// The trainer refuses the target.
  case targetRefused
  /// The trainer is connected but sends no data.
  case trainerSilent
  /// The trainer acknowledged the target but does not hold it.
  case targetUnconfirmed
  /// The pedals turn, but the trainer sends no power.
  case powerMissing
  /// The radio does not connect, and the daemon tries a remedy.
  case radioMending
  /// Cadence collapsed under the load, and the target is released until it recovers.
  case legsSpared
  /// The heart rate is above its limit, and the target is eased.
  case heartRateCeiling
  /// No heart rate arrives, and the power that it controls is eased to a safe value.
  case steeringEased
  /// No heart rate arrives, and the power that it controls stays as it is.
  case steeringFrozen
  /// The heart rate stays below its zone at the most power that the zone allows.
  case steeringAtMost
  /// The heart rate stays above its zone at the least power that it can set.
  case steeringAtLeast
  /// DFA alpha-1 stays below 0.75, and the target is eased.
  case alpha1Low
  /// The strap was connected in this ride and is lost.
  case strapLost
  /// The strap does not answer; it was not connected in this ride.
  case strapAway
  /// The strap is connected but sends no data.
  case strapSilent
  /// The chosen power meter is not connected, and the trainer's power is used.
  case meterAway
  /// The chosen cadence sensor is not connected, and the trainer's cadence is used.
  case cadenceSensorAway
  /// The power meter shows no power though the rider pedals, and the trainer's power is used.
  case meterPowerless
  /// The cadence sensor counts no turns though the rider pedals, and the trainer's cadence is used.
  case cadenceSensorStuck
  /// The device that was chosen as cadence sensor measures speed.
  case cadenceSensorMeasuresSpeed
  /// The trainer sends no cadence.
  case cadenceMissing
  /// The last start was cancelled because the pedals never turned.
  case startForgotten
  /// The trainer requests a calibration.
  case calibrationRequested
  /// The power meter requests a calibration.
  case meterCalibrationRequested
  /// The system clock was not set from the network yet.
  case clockUnsynchronised
  /// A device's battery is nearly empty.
  case batteryLow
}

extension ProblemCode: Comparable {
  /// Sorts the worse problem first.
  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.endIndex }
}

extension ProblemCode {
  /// Whether no ride can be ridden or stored while it lasts; other problems let a ride continue.
  package var keepsFromRiding: Bool {
    switch self {
    case .storeFailing, .adapterMissing, .adapterOff, .adapterStuck, .serviceMissing, .notAllowed, .serviceOutdated,
      .failed:
      true
    default: false
    }
  }
}

extension Problem {
  /// A problem with the message and the remedy of its code.
  ///
  /// - Parameters:
  ///   - code: The problem.
  ///   - subject: The name or address of the device, or the path, that it is about.
  ///   - detail: Details beyond the code.
  ///   - obstacle: The reason why rides cannot be stored; for `stateUnusable` and `storeFailing`.
  ///   - taken: The numbers of rides from a damaged library; for `libraryReplaced`.
  package init(
    _ code: ProblemCode, subject: String? = nil, detail: ProblemDetail? = nil, obstacle: StoreObstacle? = nil,
    taken: (rides: Int, unread: Int)? = nil
  ) {
    self.init(code: code.rawValue, message: "", remedy: "")
    self.subject = obstacle?.path ?? subject
    self.detail = obstacle?.context ?? detail?.text
    cause = obstacle?.cause
    user = obstacle?.user
    (rides, unread) = (taken?.rides, taken?.unread)
    (message, remedy) = (explanation.message, explanation.remedy)
  }

  /// The problem in the reader's language; the received text if its code is unknown here.
  package var explanation: Explanation {
    guard let code = ProblemCode(rawValue: code), !hasUnknownCause else {
      return Explanation(localized: message, remedy: remedy)
    }
    let known = takenOver.map { .text($0) } ?? detail.map { ProblemDetail($0, of: code) }
    return code.explanation(subject: subject, detail: known, obstacle: obstacle)
  }

  private var hasUnknownCause: Bool { $cause != cause?.rawValue }

  /// The obstacle to storing rides; nil if there is no obstacle, or its cause is unknown here.
  var obstacle: StoreObstacle? {
    guard let cause, !hasUnknownCause, let subject, let user else { return nil }
    return StoreObstacle(cause, path: subject, user: user, context: detail)
  }

  /// The result of recovering rides from a damaged library, as text.
  private var takenOver: String? {
    guard let rides else { return nil }
    let came = String(counting: rides, one: "\(rides) ride was recovered", other: "\(rides) rides were recovered")
    guard let unread, unread > 0 else { return came }
    return String(localized: "\(came), \(unread) could not be read")
  }
}

extension Status {
  /// Whether the timer waits for data of a connected trainer.
  package var awaitsTrainerData: Bool {
    guard phase == .reconnecting else { return false }
    let codes = Set(problems.compactMap { ProblemCode(rawValue: $0.code) })
    guard codes.isDisjoint(with: [.controlLost, .targetRefused]) else { return false }
    return codes.contains(.trainerSilent) || trainer?.state == .connected || trainer?.state == .preparing
  }
}
