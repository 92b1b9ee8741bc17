extension FitnessMachineControlPoint {
  /// What a client asks of the machine; written with response, one at a time (FTMS 1.0.1, §4.16.2).
  public enum Request: Hashable, Sendable {
    /// The right to control, without which the rest is refused; lost with the link.
    case requestControl
    /// The machine's settings as they were when it was switched on; gives control up.
    case reset
    /// A new target or setting.
    case set(FitnessMachineTarget)
    /// The session begins or goes on.
    case startOrResume
    /// The session ends or halts.
    case stopOrPause(ControlInformation)
    /// A spin-down begins or is done without.
    case spinDown(SpinDownControl)

    /// With which op code the request begins, and which the response names.
    public var opCode: OpCode {
      switch self {
      case .requestControl: .requestControl
      case .reset: .reset
      case .set(let target): OpCode(rawValue: target.kind.requestOpCode)
      case .startOrResume: .startOrResume
      case .stopOrPause: .stopOrPause
      case .spinDown: .spinDownControl
      }
    }
  }
}

extension FitnessMachineControlPoint.Request: CharacteristicValue {
  /// Reads what a client wrote.
  ///
  /// A machine answers Op Code not supported where `Op Code` is not allowed, and Invalid Parameter to the other
  /// failures.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let opCode = FitnessMachineControlPoint.OpCode(rawValue: try reader.uint8("Op Code"))
    switch opCode {
    case .requestControl: self = .requestControl
    case .reset: self = .reset
    case .startOrResume: self = .startOrResume
    case .stopOrPause: self = .stopOrPause(try reader.namedCode("Control Information"))
    case .spinDownControl: self = .spinDown(try reader.namedCode("Control"))
    default:
      guard let kind = FitnessMachineTarget.Kind(rawValue: opCode.rawValue) else {
        throw DecodingFailure(
          .notAllowed, field: "Op Code", offset: 0, needed: 1, available: bytes.count, rawValue: Int(opCode.rawValue))
      }
      self = .set(try FitnessMachineTarget(kind, from: &reader))
    }
  }

  /// The bytes to write.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(opCode.rawValue)
    switch self {
    case .requestControl, .reset, .startOrResume: break
    case .set(let target): target.write(to: &writer)
    case .stopOrPause(let information): writer.write(information.rawValue)
    case .spinDown(let control): writer.write(control.rawValue)
    }
    return writer.bytes
  }

  /// The op code, then its parameters.
  public var fields: [GATTField] {
    let opCode = GATTField("Op Code", opCode)
    switch self {
    case .requestControl, .reset, .startOrResume: return [opCode]
    case .set(let target): return [opCode] + target.fields
    case .stopOrPause(let information): return [opCode, GATTField("Control Information", information)]
    case .spinDown(let control): return [opCode, GATTField("Control", control)]
    }
  }
}

extension ByteReader {
  /// A code that the specification names; reserved ones are not allowed here.
  fileprivate mutating func namedCode<Code: NamedCode>(_ field: String) throws(DecodingFailure) -> Code {
    let (offset, available) = (offset, remaining)
    let code = Code(rawValue: try uint8(field))
    guard code.name != nil else {
      throw DecodingFailure(
        .notAllowed, field: field, offset: offset, needed: 1, available: available, rawValue: Int(code.rawValue))
    }
    return code
  }
}
