import BluetoothLE
import Rides
import Trainers

/// A calibration of a device of the ride: its step, and the time limits of the steps.
struct Calibration: Hashable, Sendable {
  /// The time for a trainer to begin, and the time in which a power meter is linked.
  private static let (beginTime, linkTime) = (Duration.seconds(30), Duration.seconds(60))
  /// The time for each further step.
  private static let stepTime = Duration.seconds(120)
  /// The time for which the cranks must be still before a power meter is asked for its zero offset.
  private static let stillTime = Duration.seconds(3)
  /// The time for a power meter to answer.
  private static let answerTime = Duration.seconds(30)
  /// The time for which a calibration that is over is still reported.
  private static let keptTime = Duration.seconds(60)

  private(set) var status: CalibrationStatus
  /// The time when the present step fails; the time when it is no longer reported if the calibration is over.
  private var until: MonotonicInstant
  /// The time from which the cranks have been still long enough; nil unless they are still and that is awaited.
  private var stillAt: MonotonicInstant?
  /// Whether the request to a power meter waits until the cranks are still.
  private var isAwaitingStillness = false

  init(of device: DeviceRole, at now: MonotonicInstant) {
    status = CalibrationStatus(device: device, step: .starting)
    until = now.advanced(by: device == .power ? Self.linkTime : Self.beginTime)
  }

  var isOver: Bool { status.isOver }

  /// The time when `isOverdue` or `askIfDue` may change; nil if the calibration is over.
  var deadline: MonotonicInstant? { isOver ? nil : stillAt.map { min($0, until) } ?? until }

  /// Returns whether the present step has taken too long.
  func isOverdue(at now: MonotonicInstant) -> Bool { !isOver && until <= now }

  /// Returns the status for people; nil if the calibration has been over for a while.
  func shown(at instant: MonotonicInstant) -> CalibrationStatus? { isOver && until <= instant ? nil : status }

  private mutating func enter(_ step: CalibrationStatus.Step, for time: Duration, at now: MonotonicInstant) {
    status.step = step
    until = now.advanced(by: time)
    stillAt = nil
  }

  /// Ends the calibration without a result.
  mutating func fail(_ reason: String, at now: MonotonicInstant) {
    status.reason = reason
    enter(.failed, for: Self.keptTime, at: now)
  }

  // MARK: A spin-down

  /// Handles a report of the trainer.
  mutating func reported(_ report: SpinDownReport, at now: MonotonicInstant) {
    guard !isOver else { return }
    switch report {
    case .speedUp(let targetKmh):
      status.targetKmh = targetKmh ?? status.targetKmh
      // A wheel that runs down is too slow again, and its trainer may report that.
      if status.step == .starting { enter(.speedUp, for: Self.stepTime, at: now) }
    case .stopPedalling: if status.step != .stopPedalling { enter(.stopPedalling, for: Self.stepTime, at: now) }
    case .done(let seconds):
      status.spinDownSeconds = seconds
      enter(.done, for: Self.keptTime, at: now)
    case .failed(let reason): fail(reason ?? Reason.deviceFailed, at: now)
    }
  }

  // MARK: A zero offset

  /// Call when the power meter can be asked.
  mutating func mayAsk(isPedalling: Bool, at now: MonotonicInstant) {
    guard status.step == .starting else { return }
    enter(.still, for: Self.stepTime, at: now)
    isAwaitingStillness = true
    legs(isPedalling: isPedalling, at: now)
  }

  /// Handles the trainer's report of the legs.
  mutating func legs(isPedalling: Bool, at now: MonotonicInstant) {
    guard isAwaitingStillness else { return }
    stillAt = isPedalling ? nil : stillAt ?? now.advanced(by: Self.stillTime)
  }

  /// Returns whether to send the request now.
  ///
  /// It is sent once.
  mutating func askIfDue(at now: MonotonicInstant) -> Bool {
    guard isAwaitingStillness, !isOver, let stillAt, stillAt <= now else { return false }
    isAwaitingStillness = false
    enter(.still, for: Self.answerTime, at: now)
    return true
  }

  /// Handles the power meter's answer.
  mutating func answered(offset: Int?, at now: MonotonicInstant) {
    guard !isOver else { return }
    status.offset = offset
    enter(.done, for: Self.keptTime, at: now)
  }
}

extension Calibration {
  /// Reasons of a failure that no device names.
  enum Reason {
    /// The rider ended it.
    static let cancelled = "cancelled"
    /// The device reported a failure without a cause.
    static let deviceFailed = "Operation Failed"
    /// The device lacks the characteristic.
    static let unsupported = "not supported"
    static let noAnswer = TargetRefusal.noAnswer.rawValue
    static let notPermitted = TargetRefusal.notPermitted.rawValue
  }
}
