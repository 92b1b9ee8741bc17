import ControlWire
import RideSession
import Rides

// MARK: - Exactly one of two

extension RideCommand {
  /// - Throws: `invalidParameter` for a number that is missing, given twice or out of range.
  init(_ call: SetWatts) throws(ControlError) {
    switch (call.watts, call.change) {
    case (let watts?, nil): self = .setWatts(try watts.checked(in: Limits.watts, "watts"))
    case (nil, let change?): self = .changeWatts(try change.checked(in: Limits.wattsChange, "change"))
    case (nil, nil): throw ControlError(.invalidParameter, subject: "watts")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "change")
    }
  }
}

extension RideCommand {
  /// - Throws: `invalidParameter` for a number that is missing, given twice or out of range.
  init(_ call: SetSlope) throws(ControlError) {
    switch (call.percent, call.change) {
    case (let percent?, nil):
      self = .brake(.slope(percent: try percent.checked(in: Limits.slopePercent, "percent")))
    case (nil, let change?): self = .changeSlope(try change.checked(in: Limits.slopeChange, "change"))
    case (nil, nil): throw ControlError(.invalidParameter, subject: "percent")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "change")
    }
  }

  /// - Throws: `invalidParameter` for a number that is missing, given twice or out of range.
  init(_ call: SetResistance) throws(ControlError) {
    switch (call.percent, call.change) {
    case (let percent?, nil):
      self = .brake(.resistance(percent: try percent.checked(in: Limits.resistancePercent, "percent")))
    case (nil, let change?): self = .changeResistance(try change.checked(in: Limits.resistanceChange, "change"))
    case (nil, nil): throw ControlError(.invalidParameter, subject: "percent")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "change")
    }
  }
}

extension RideCommand {
  /// - Throws: `invalidParameter` for a role that has no calibration.
  init(_ call: Calibrate) throws(ControlError) {
    let role = call.device ?? .trainer
    guard role == .trainer || role == .power else { throw ControlError(.invalidParameter, subject: "device") }
    self = call.cancel == true ? .cancelCalibration : .calibrate(role)
  }
}

extension RideSession.PlanStep {
  /// - Throws: `invalidParameter` for a measure that is missing or given twice; the ride checks its range.
  init(_ call: Extend) throws(ControlError) {
    switch (call.seconds, call.meters) {
    case (let seconds?, nil): self = .extend(.seconds(seconds))
    case (nil, let meters?): self = .extend(.meters(meters))
    case (nil, nil): throw ControlError(.invalidParameter, subject: "seconds")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "meters")
    }
  }

  /// - Throws: `invalidParameter` for a number that is missing or given twice; the ride checks its range.
  init(_ call: Bias) throws(ControlError) {
    switch (call.percent, call.change) {
    case (let percent?, nil): self = .bias(percent: percent)
    case (nil, let change?): self = .changeBias(percent: change)
    case (nil, nil): throw ControlError(.invalidParameter, subject: "percent")
    case (_?, _?): throw ControlError(.invalidParameter, subject: "change")
    }
  }
}

// MARK: - For the journal

extension RideCommand {
  /// The command's name, for the journal.
  var name: String {
    switch self {
    case .start(let order, _): "start \(order.plan.name ?? order.plan.work)"
    case .setWatts(let watts): "watts \(watts)"
    case .changeWatts(let change): "watts \(change < 0 ? "" : "+")\(change)"
    case .rideFree: "watts free"
    case .brake(.slope(let percent)): "slope \(percent) %"
    case .brake(.resistance(let percent)): "resistance \(percent) %"
    case .changeSlope(let change): "slope \(change < 0 ? "" : "+")\(change) %"
    case .changeResistance(let change): "resistance \(change < 0 ? "" : "+")\(change) %"
    case .calibrate(let role): "calibrate \(role.rawValue)"
    case .cancelCalibration: "cancel the calibration"
    case .step(let step, let number): number.map { "\(step) in interval \($0)" } ?? "\(step)"
    case .lap: "lap"
    case .fan(let rule): "fan \(rule)"
    case .use(let role, let device): "use \(device.address) as \(role.rawValue)"
    case .pause: "pause"
    case .resume: "resume"
    case .stop: "stop"
    case .suspend: "suspend"
    case .resumeUnfinished(let ride): "go on with ride \(ride.id)"
    }
  }
}

extension RidePlan {
  /// The work, for the journal.
  fileprivate var work: String {
    let length = timerSeconds.map { " \($0) s" } ?? ""
    return switch intervals.first?.aim {
    case .hold(let watts): "\(watts) W\(length)"
    case .heartRate(let target):
      target.zone.map { "zone \($0)\(length)" }
        ?? "\(target.beatsPerMinute.lowerBound)-\(target.beatsPerMinute.upperBound) bpm\(length)"
    case .ramp, .free, nil: "\(intervals.count) intervals\(length)"
    }
  }
}
