extension FitnessMachineControlPoint {
  /// The procedure of a request or a response (FTMS 1.0.1, §4.16.1).
  package struct OpCode: NamedCode {
    package static let requestControl = OpCode(rawValue: 0x00)
    package static let reset = OpCode(rawValue: 0x01)
    package static let setTargetSpeed = OpCode(rawValue: 0x02)
    package static let setTargetInclination = OpCode(rawValue: 0x03)
    package static let setTargetResistanceLevel = OpCode(rawValue: 0x04)
    package static let setTargetPower = OpCode(rawValue: 0x05)
    package static let setTargetHeartRate = OpCode(rawValue: 0x06)
    package static let startOrResume = OpCode(rawValue: 0x07)
    package static let stopOrPause = OpCode(rawValue: 0x08)
    package static let setTargetedExpendedEnergy = OpCode(rawValue: 0x09)
    package static let setTargetedNumberOfSteps = OpCode(rawValue: 0x0A)
    package static let setTargetedNumberOfStrides = OpCode(rawValue: 0x0B)
    package static let setTargetedDistance = OpCode(rawValue: 0x0C)
    package static let setTargetedTrainingTime = OpCode(rawValue: 0x0D)
    package static let setTargetedTimeInTwoHeartRateZones = OpCode(rawValue: 0x0E)
    package static let setTargetedTimeInThreeHeartRateZones = OpCode(rawValue: 0x0F)
    package static let setTargetedTimeInFiveHeartRateZones = OpCode(rawValue: 0x10)
    package static let setIndoorBikeSimulationParameters = OpCode(rawValue: 0x11)
    package static let setWheelCircumference = OpCode(rawValue: 0x12)
    package static let spinDownControl = OpCode(rawValue: 0x13)
    package static let setTargetedCadence = OpCode(rawValue: 0x14)
    /// The first byte of every response.
    package static let responseCode = OpCode(rawValue: 0x80)

    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package var name: String? {
      switch self {
      case .requestControl: "Request Control"
      case .reset: "Reset"
      case .startOrResume: "Start or Resume"
      case .stopOrPause: "Stop or Pause"
      case .spinDownControl: "Spin Down Control"
      case .responseCode: "Response Code"
      default: FitnessMachineTarget.Procedure.setting(self)?.name
      }
    }
  }

  /// The result of a request (FTMS 1.0.1, §4.16.2.22).
  package struct ResultCode: NamedCode {
    package static let success = ResultCode(rawValue: 0x01)
    /// The machine does not support the procedure.
    package static let opCodeNotSupported = ResultCode(rawValue: 0x02)
    /// The parameter is out of range or has the wrong length.
    package static let invalidParameter = ResultCode(rawValue: 0x03)
    /// The machine attempted the procedure and failed.
    package static let operationFailed = ResultCode(rawValue: 0x04)
    /// The client has not requested control, or has lost it.
    package static let controlNotPermitted = ResultCode(rawValue: 0x05)

    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package var name: String? {
      switch self {
      case .success: "Success"
      case .opCodeNotSupported: "Op Code not supported"
      case .invalidParameter: "Invalid Parameter"
      case .operationFailed: "Operation Failed"
      case .controlNotPermitted: "Control Not Permitted"
      default: nil
      }
    }
  }
}

/// Whether a machine stops or pauses: the parameter of Stop or Pause, and of the status that reports it.
///
/// Source: FTMS 1.0.1, §4.16.2.9 and §4.17.
package struct ControlInformation: NamedCode {
  /// End the session.
  package static let stop = ControlInformation(rawValue: 0x01)
  /// Halt the session until Start or Resume.
  package static let pause = ControlInformation(rawValue: 0x02)

  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package var name: String? {
    switch self {
    case .stop: "Stop"
    case .pause: "Pause"
    default: nil
    }
  }
}

/// The bytes after an op code, and their fields.
typealias NamedParameter = (bytes: [UInt8], fields: [GATTField])

extension NamedCode {
  /// Returns this code as the parameter called `name`.
  func parameter(_ name: String) -> NamedParameter { ([rawValue], [GATTField(name, self)]) }
}
