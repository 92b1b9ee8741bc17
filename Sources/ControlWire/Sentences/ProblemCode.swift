package import Rides

/// Problems while the daemon runs, worst first; the raw values are the codes in `Status.problems`.
///
/// The codes of the radio are those of `LinkError.Code`, by name.
package enum ProblemCode: String, ErrorWord, CaseIterable {
  /// The state directory cannot be used, so no ride can begin.
  case stateUnusable
  /// The library is still being opened.
  case libraryOpening
  /// Rows of the ride cannot be written.
  case storeFailing
  /// The library was damaged and set aside; a new one took over what could be read.
  case libraryReplaced
  /// The state directory lies on a file system that a reboot empties.
  case stateVolatile
  /// No Bluetooth adapter, or not the one asked for.
  case adapterMissing
  /// The adapter is switched off or blocked.
  case adapterOff
  /// The adapter is on and does not answer.
  case adapterStuck
  /// The Bluetooth service or the bus is not there.
  case serviceMissing
  /// The Bluetooth service denies this user.
  case notAllowed
  /// The Bluetooth service is older than a ride needs.
  case serviceOutdated
  /// The capture that is being replayed has no more.
  case captureEnded
  /// The radio is at something else.
  case busy
  /// The radio fails for another reason.
  case failed
  /// The trainer was connected in this ride and is gone.
  case trainerLost
  /// The trainer obeys another program.
  case controlLost
  /// The trainer refuses the target.
  case targetRefused
  /// The trainer is linked and sends no data.
  case trainerSilent
  /// The trainer acknowledged the target and does not hold it.
  case targetUnconfirmed
  /// The pedals turn, and the trainer sends no power.
  case powerMissing
  /// The radio does not connect, and a measure is taken against that.
  case radioMending
  /// Cadence collapsed under the load, and the target is released until it is back.
  case legsSpared
  /// The heart beats faster than it may, and the target is eased.
  case heartRateCeiling
  /// No heart rate comes, and the watts that it steers are eased to a safe power.
  case steeringEased
  /// No heart rate comes, and the watts that it steers stay as they are.
  case steeringFrozen
  /// The heart rate stays below its zone at the most that the zone allows.
  case steeringAtMost
  /// The heart rate stays above its zone at the least that is steered to.
  case steeringAtLeast
  /// DFA alpha-1 stays under 0.75, and the target is eased.
  case alpha1Low
  /// The strap was connected in this ride and is gone.
  case strapLost
  /// The strap does not answer; it was not connected in this ride.
  case strapAway
  /// The strap is linked and sends nothing.
  case strapSilent
  /// The chosen power meter is not connected, and the trainer's power counts.
  case meterAway
  /// The chosen cadence sensor is not connected, and the trainer's cadence counts.
  case cadenceSensorAway
  /// The power meter shows no power though the legs work, and the trainer's power counts.
  case meterPowerless
  /// The cadence sensor counts no turns though the legs work, and the trainer's cadence counts.
  case cadenceSensorStuck
  /// The device that was chosen as cadence sensor measures speed.
  case cadenceSensorMeasuresSpeed
  /// The trainer sends no cadence.
  case cadenceMissing
  /// The last start was cancelled because the pedals never turned.
  case startForgotten
  /// The trainer asks to be calibrated.
  case calibrationRequested
  /// The power meter asks to be calibrated.
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
  /// Whether no ride can be ridden or kept while it lasts; other problems let a ride go on.
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
  /// A problem in the usual words.
  ///
  /// - Parameters:
  ///   - code: What is wrong.
  ///   - subject: The device's name or address, or the path, it is about.
  ///   - detail: What is known beyond the code.
  ///   - obstacle: What keeps rides from being stored; of `stateUnusable` and `storeFailing`.
  ///   - taken: What came over from a damaged library; of `libraryReplaced`.
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
    (message, remedy) = (sentence.message, sentence.remedy)
  }

  /// The problem in the reader's language; what the wire says where its code is unknown here.
  package var sentence: Sentence {
    guard let code = ProblemCode(rawValue: code), !hasUnknownCause else { return Sentence(told: message, told: remedy) }
    let known = takenOver.map { .told($0) } ?? detail.map { ProblemDetail($0, of: code) }
    return code.sentence(subject: subject, detail: known, obstacle: obstacle)
  }

  private var hasUnknownCause: Bool { $cause != cause?.rawValue }

  /// What keeps rides from being stored; nil if there is no such obstacle, or its cause is unknown here.
  var obstacle: StoreObstacle? {
    guard let cause, !hasUnknownCause, let subject, let user else { return nil }
    return StoreObstacle(cause, path: subject, user: user, context: detail)
  }

  /// What came over from a damaged library.
  private var takenOver: String? {
    guard let rides else { return nil }
    let came = String(counting: rides, one: "\(rides) ride came over", other: "\(rides) rides came over")
    guard let unread, unread > 0 else { return came }
    return String(localized: "\(came), \(unread) could not be read")
  }
}

extension Status {
  /// Whether the timer waits for data of a linked trainer.
  package var awaitsTrainerData: Bool {
    guard phase == .reconnecting else { return false }
    let codes = Set(problems.compactMap { ProblemCode(rawValue: $0.code) })
    guard codes.isDisjoint(with: [.controlLost, .targetRefused]) else { return false }
    return codes.contains(.trainerSilent) || trainer?.state == .connected || trainer?.state == .preparing
  }
}
