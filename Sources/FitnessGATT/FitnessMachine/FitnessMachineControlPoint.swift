/// Fitness Machine Control Point (0x2AD9): requests of a client and responses of the machine (FTMS 1.0.1, §4.16).
///
/// A client knows the direction of a value and decodes a `Request` or a `Response`. This type is for bytes whose direction
/// is not known, such as a line of a log.
package enum FitnessMachineControlPoint: Hashable, Sendable {
  /// Written by the client.
  case request(Request)
  /// Indicated by the machine.
  case response(Response)
}

extension FitnessMachineControlPoint: CharacteristicValue {
  /// Reads a value by its first byte: 0x80 begins a response; so does 0x02, if it is the only byte.
  ///
  /// That single byte could be Set Target Speed without its parameter, but only as a response (see `Response`) is it
  /// complete.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    if bytes.first == OpCode.responseCode.rawValue || bytes == [ResultCode.opCodeNotSupported.rawValue] {
      self = .response(try Response(decoding: bytes))
    } else {
      self = .request(try Request(decoding: bytes))
    }
  }

  package func encoded() -> [UInt8] {
    switch self {
    case .request(let request): request.encoded()
    case .response(let response): response.encoded()
    }
  }

  package var fields: [GATTField] {
    switch self {
    case .request(let request): request.fields
    case .response(let response): response.fields
    }
  }
}

// MARK: Requests

extension FitnessMachineControlPoint {
  /// A procedure that a client asks for; written with response, one at a time (FTMS 1.0.1, §4.16.2).
  package enum Request: Hashable, Sendable {
    /// The right to control, without which the machine refuses all other requests; lost with the link.
    case requestControl
    /// The machine's settings as they were when it was switched on; gives up control.
    case reset
    /// A new target or setting.
    case set(FitnessMachineTarget)
    /// Begins the session, or goes on with it.
    case startOrResume
    /// Ends the session, or halts it.
    case stopOrPause(ControlInformation)
    /// Begins a spin-down, or skips it.
    case spinDown(SpinDownControl)

    /// The first byte of the request, which the response repeats.
    package var opCode: OpCode {
      switch self {
      case .requestControl: .requestControl
      case .reset: .reset
      case .set(let target): target.opCode
      case .startOrResume: .startOrResume
      case .stopOrPause: .stopOrPause
      case .spinDown: .spinDownControl
      }
    }
  }
}

extension FitnessMachineControlPoint.Request: CharacteristicValue {
  /// Reads a value that a client wrote.
  ///
  /// A machine answers Op Code not supported if `Op Code` is not allowed, and Invalid Parameter to the other failures.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let opCode = FitnessMachineControlPoint.OpCode(rawValue: try reader.uint8("Op Code"))
    switch opCode {
    case .requestControl: self = .requestControl
    case .reset: self = .reset
    case .startOrResume: self = .startOrResume
    case .stopOrPause: self = .stopOrPause(try reader.namedCode("Control Information"))
    case .spinDownControl: self = .spinDown(try reader.namedCode("Control"))
    default:
      guard let procedure = FitnessMachineTarget.Procedure.setting(opCode) else {
        throw DecodingFailure(
          .notAllowed, field: "Op Code", offset: 0, needed: 1, available: bytes.count, rawValue: Int(opCode.rawValue))
      }
      self = .set(try procedure.readTarget(from: &reader))
    }
  }

  /// The bytes to write.
  package func encoded() -> [UInt8] { [opCode.rawValue] + parameter.bytes }

  /// The op code, then its parameters.
  package var fields: [GATTField] { [GATTField("Op Code", opCode)] + parameter.fields }

  private var parameter: NamedParameter {
    switch self {
    case .requestControl, .reset, .startOrResume: ([], [])
    case .set(let target): target.parameter
    case .stopOrPause(let information): information.parameter("Control Information")
    case .spinDown(let control): control.parameter("Control")
    }
  }
}

// MARK: Responses

extension FitnessMachineControlPoint {
  /// The machine's indication at the end of a procedure (FTMS 1.0.1, §4.16.2.22).
  ///
  /// A KICKR CORE answers an op code that it does not know with the single byte 0x02: the result alone, without the
  /// response code and the op code before it. It is read as `opCodeNotSupported` for an unnamed request, which is the
  /// outstanding one.
  package struct Response: Hashable, Sendable {
    /// The request that is answered; nil if the machine does not name it.
    package var requestOpCode: OpCode?
    /// Every result but `success` means that the machine changed nothing.
    package var resultCode: ResultCode
    /// The bytes after the result: only a spin-down uses them, but some machines pad every response.
    package var parameter: [UInt8]

    package init(to requestOpCode: OpCode, _ resultCode: ResultCode, parameter: [UInt8] = []) {
      self.requestOpCode = requestOpCode
      self.resultCode = resultCode
      self.parameter = parameter
    }

    /// The response to the start of a spin-down.
    package init(spinDown speeds: SpinDownTargetSpeeds) {
      self.init(to: .spinDownControl, .success, parameter: speeds.parameter)
    }

    /// The speeds to reach in a spin-down; nil unless a spin-down succeeded and all four bytes arrived.
    package var spinDownTargetSpeeds: SpinDownTargetSpeeds? {
      guard requestOpCode == .spinDownControl, resultCode == .success else { return nil }
      return SpinDownTargetSpeeds(parameter: parameter)
    }

    /// Whether this can be the response to `request`: it names its op code, or none.
    package func answers(_ request: Request) -> Bool {
      requestOpCode == nil || requestOpCode == request.opCode
    }
  }
}

extension FitnessMachineControlPoint.Response: CharacteristicValue {
  /// Reads a value that a machine indicated.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let first = try reader.uint8("Response Code")
    if first == FitnessMachineControlPoint.ResultCode.opCodeNotSupported.rawValue, bytes.count == 1 {
      requestOpCode = nil
      resultCode = .opCodeNotSupported
      parameter = []
      return
    }
    guard first == FitnessMachineControlPoint.OpCode.responseCode.rawValue else {
      throw DecodingFailure(
        .notAllowed, field: "Response Code", offset: 0, needed: 1, available: bytes.count, rawValue: Int(first))
    }
    requestOpCode = FitnessMachineControlPoint.OpCode(rawValue: try reader.uint8("Request Op Code"))
    resultCode = FitnessMachineControlPoint.ResultCode(rawValue: try reader.uint8("Result Code"))
    parameter = reader.rest()
  }

  /// The bytes to indicate; without an op code the single byte of a KICKR CORE.
  package func encoded() -> [UInt8] {
    guard let requestOpCode else { return [resultCode.rawValue] }
    return [FitnessMachineControlPoint.OpCode.responseCode.rawValue, requestOpCode.rawValue, resultCode.rawValue]
      + parameter
  }

  /// The request, the result, and the speeds of a spin-down.
  package var fields: [GATTField] {
    var fields: [GATTField] = []
    if let requestOpCode {
      fields.append(GATTField("Op Code", FitnessMachineControlPoint.OpCode.responseCode))
      fields.append(GATTField("Request Op Code", requestOpCode))
    }
    fields.append(GATTField("Result Code", resultCode))
    if let speeds = spinDownTargetSpeeds {
      fields += speeds.fields
    } else if !parameter.isEmpty {
      fields.append(GATTField("Response Parameter", .list(parameter.map { .integer(Int($0)) })))
    }
    return fields
  }
}
