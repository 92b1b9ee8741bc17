/// Fitness Machine Status (0x2ADA): what happened to the machine, notified as it happens (FTMS 1.0.1, §4.17).
public enum FitnessMachineStatus: Hashable, Sendable {
  /// Its settings are as they were when it was switched on.
  case reset
  /// The user stopped or paused it; the parameter may be reserved, and is nil where a machine leaves it out.
  case stoppedOrPausedByUser(ControlInformation?)
  /// The safety key was pulled.
  case stoppedBySafetyKey
  /// The user started or resumed it.
  case startedOrResumedByUser
  /// A target or setting is now this, whoever asked for it.
  case targetChanged(FitnessMachineTarget)
  /// A spin-down came to this point.
  case spinDown(SpinDownStatus)
  /// The client no longer has control and must request it again.
  case controlPermissionLost
}

extension FitnessMachineStatus {
  private enum OpCode {
    static let reset: UInt8 = 0x01
    static let stoppedOrPausedByUser: UInt8 = 0x02
    static let stoppedBySafetyKey: UInt8 = 0x03
    static let startedOrResumedByUser: UInt8 = 0x04
    static let spinDown: UInt8 = 0x14
    static let controlPermissionLost: UInt8 = 0xFF
  }

  private var opCode: UInt8 {
    switch self {
    case .reset: OpCode.reset
    case .stoppedOrPausedByUser: OpCode.stoppedOrPausedByUser
    case .stoppedBySafetyKey: OpCode.stoppedBySafetyKey
    case .startedOrResumedByUser: OpCode.startedOrResumedByUser
    case .targetChanged(let target): target.kind.statusOpCode
    case .spinDown: OpCode.spinDown
    case .controlPermissionLost: OpCode.controlPermissionLost
    }
  }

  /// The event's name in the specification.
  public var name: String {
    switch self {
    case .reset: "Reset"
    case .stoppedOrPausedByUser: "Fitness Machine Stopped or Paused by the User"
    case .stoppedBySafetyKey: "Fitness Machine Stopped by Safety Key"
    case .startedOrResumedByUser: "Fitness Machine Started or Resumed by the User"
    case .targetChanged(let target): target.kind.statusName
    case .spinDown: "Spin Down Status"
    case .controlPermissionLost: "Control Permission Lost"
    }
  }
}

extension FitnessMachineStatus: CharacteristicValue {
  /// Reads one notification; an op code of a later revision is not allowed.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
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
      guard let kind = FitnessMachineTarget.Kind(statusOpCode: opCode) else {
        throw DecodingFailure(
          .notAllowed, field: "Op Code", offset: 0, needed: 1, available: bytes.count, rawValue: Int(opCode))
      }
      self = .targetChanged(try FitnessMachineTarget(kind, from: &reader))
    }
  }

  /// The bytes of one notification.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(opCode)
    switch self {
    case .reset, .stoppedBySafetyKey, .startedOrResumedByUser, .controlPermissionLost: break
    case .stoppedOrPausedByUser(let information): if let information { writer.write(information.rawValue) }
    case .targetChanged(let target): target.write(to: &writer)
    case .spinDown(let status): writer.write(status.rawValue)
    }
    return writer.bytes
  }

  /// The event, then its parameters.
  public var fields: [GATTField] {
    let event = GATTField("Op Code", .text(name))
    switch self {
    case .reset, .stoppedBySafetyKey, .startedOrResumedByUser, .controlPermissionLost: return [event]
    case .stoppedOrPausedByUser(let information):
      return [event] + (information.map { [GATTField("Control Information", $0)] } ?? [])
    case .targetChanged(let target): return [event] + target.fields
    case .spinDown(let status): return [event, GATTField("Spin Down Status", status)]
    }
  }
}
