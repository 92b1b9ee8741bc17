import ControlWire
package import Rides

/// Texts that guide a rider through a calibration.
package enum CalibrationText {
  /// The instruction of a step, or the result.
  package static func line(_ calibration: CalibrationStatus) -> String {
    switch calibration.step {
    case .starting where calibration.device == .power: String(localized: "Connecting to the power meter.")
    case .starting: String(localized: "The trainer begins its spin-down.")
    case .speedUp:
      Figure.speed(kmh: calibration.targetKmh).map { String(localized: "Pedal until the speed is above \($0).") }
        ?? String(localized: "Pedal faster, until the trainer has enough speed.")
    case .stopPedalling: String(localized: "Stop pedalling, and let the wheel run down.")
    case .still: String(localized: "Take your feet off the pedals, and keep the cranks still.")
    case .done: done(calibration)
    case .failed where calibration.reason == cancelled: String(localized: "The calibration is cancelled.")
    case .failed:
      calibration.reason.map { String(localized: "The calibration failed: \(reason($0)).") }
        ?? String(localized: "The calibration failed.")
    }
  }

  /// The present speed, and the speed that a spin-down needs: `31.4 of 35.0 km/h`; nil at other steps.
  package static func speed(_ calibration: CalibrationStatus, kmh: Double?) -> String? {
    guard let kmh else { return nil }
    switch calibration.step {
    case .speedUp:
      guard let target = calibration.targetKmh, let needed = Figure.speed(kmh: target) else {
        return Figure.speed(kmh: kmh)
      }
      return String(localized: "\(Figure.speedNumber(kmh: kmh)) of \(needed)")
    case .stopPedalling: return Figure.speed(kmh: kmh)
    case .starting, .still, .done, .failed: return nil
    }
  }

  /// The reason of a calibration that the rider ended.
  private static let cancelled = "cancelled"

  private static func done(_ calibration: CalibrationStatus) -> String {
    guard calibration.device == .power else {
      return calibration.spinDownSeconds.map {
        String(localized: "Calibrated: the wheel ran down in \(Figure.text($0, decimals: 1)) s.")
      } ?? String(localized: "The trainer is calibrated.")
    }
    return calibration.offset.map { String(localized: "Calibrated: the zero offset is \($0).") }
      ?? String(localized: "The power meter is calibrated.")
  }

  private static func reason(_ reason: String) -> String {
    if let lost = LinkReason(rawValue: reason) {
      return String(localized: "the connection was lost (\(lost.localized))")
    }
    return switch TargetRefusal(rawValue: reason) {
    case .noAnswer: String(localized: "no answer")
    case .notPermitted: String(localized: "another program controls the trainer")
    case .other(let text): text.printable
    }
  }
}
