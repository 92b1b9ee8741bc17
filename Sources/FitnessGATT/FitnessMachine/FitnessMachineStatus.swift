/// Fitness Machine Status (0x2ADA): an event on the machine, notified as it happens (FTMS 1.0.1, §4.17).
package enum FitnessMachineStatus: Hashable, Sendable {
  /// The settings were reset to those at power-on.
  case reset
  /// The user stopped or paused the machine; the parameter may be reserved, and is nil if the machine omits it.
  case stoppedOrPausedByUser(ControlInformation?)
  /// The safety key was pulled.
  case stoppedBySafetyKey
  case startedOrResumedByUser
  /// A target or setting has a new value, whichever side changed it.
  case targetChanged(FitnessMachineTarget)
  case spinDown(SpinDownStatus)
  /// The client has lost control and must request it again.
  case controlPermissionLost
}

extension FitnessMachineStatus: CharacteristicValue {
  private enum OpCode {
    static let reset: UInt8 = 0x01
    static let stoppedOrPausedByUser: UInt8 = 0x02
    static let stoppedBySafetyKey: UInt8 = 0x03
    static let startedOrResumedByUser: UInt8 = 0x04
    static let spinDown: UInt8 = 0x14
    static let controlPermissionLost: UInt8 = 0xFF
  }

  /// Decodes one notification; op codes of later revisions are not allowed.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let opCode = try reader.uint8("Op Code")
    switch opCode {
    case OpCode.reset: self = .reset
    case OpCode.stoppedOrPausedByUser:
      let parameter = reader.remaining == 0 ? nil : try reader.uint8("Control Information")
      self = .stoppedOrPausedByUser(parameter.map(ControlInformation.init))
    case OpCode.stoppedBySafetyKey: self = .stoppedBySafetyKey
    case OpCode.startedOrResumedByUser: self = .startedOrResumedByUser
    case OpCode.spinDown: self = .spinDown(SpinDownStatus(rawValue: try reader.uint8("Spin Down Status")))
    case OpCode.controlPermissionLost: self = .controlPermissionLost
    default:
      guard let procedure = FitnessMachineTarget.Procedure.reported(by: opCode) else {
        throw DecodingFailure(
          .notAllowed, field: "Op Code", offset: 0, needed: 1, available: bytes.count, rawValue: Int(opCode))
      }
      self = .targetChanged(try procedure.readTarget(from: &reader))
    }
  }

  /// Returns the bytes of one notification.
  package func encoded() -> [UInt8] { [event.opCode] + parameter.bytes }

  /// The event and its parameters.
  package var fields: [GATTField] { [GATTField("Op Code", .text(name))] + parameter.fields }

  /// The event's name in the specification.
  package var name: String { event.name }

  private var event: (opCode: UInt8, name: String) {
    switch self {
    case .reset: (OpCode.reset, "Reset")
    case .stoppedOrPausedByUser: (OpCode.stoppedOrPausedByUser, "Fitness Machine Stopped or Paused by the User")
    case .stoppedBySafetyKey: (OpCode.stoppedBySafetyKey, "Fitness Machine Stopped by Safety Key")
    case .startedOrResumedByUser: (OpCode.startedOrResumedByUser, "Fitness Machine Started or Resumed by the User")
    case .targetChanged(let target): (target.opCode.statusOpCode, target.opCode.statusName)
    case .spinDown: (OpCode.spinDown, "Spin Down Status")
    case .controlPermissionLost: (OpCode.controlPermissionLost, "Control Permission Lost")
    }
  }

  private var parameter: NamedParameter {
    switch self {
    case .reset, .stoppedBySafetyKey, .startedOrResumedByUser, .controlPermissionLost: ([], [])
    case .stoppedOrPausedByUser(let information): information?.parameter("Control Information") ?? ([], [])
    case .targetChanged(let target): target.parameter
    case .spinDown(let status): status.parameter("Spin Down Status")
    }
  }
}
