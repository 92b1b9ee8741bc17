/// Fitness Machine Control Point (0x2AD9): a client's requests and the machine's responses (FTMS 1.0.1, §4.16).
///
/// A client knows the direction of a value and decodes a `Request` or a `Response`. This type is for bytes with an
/// unknown direction, such as a line of a log.
package enum FitnessMachineControlPoint: Hashable, Sendable {
  /// Written by the client.
  case request(Request)
  /// Indicated by the machine.
  case response(Response)
}

extension FitnessMachineControlPoint: CharacteristicValue {
  /// Decodes a value by its first byte: 0x80 marks a response, and so does 0x02 if it is the only byte.
  ///
  /// That single byte could be Set Target Speed without its parameter, but it is complete only as a response (see
  /// `Response`).
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
  /// A procedure that a client requests; written with response, one at a time (FTMS 1.0.1, §4.16.2).
  package enum Request: Hashable, Sendable {
    /// Requests control, without which the machine refuses all other requests; control is lost with the link.
    case requestControl
    /// Resets the machine's settings to those at power-on, and gives up control.
    case reset
    /// Sets a target or setting.
    case set(FitnessMachineTarget)
    /// Starts or resumes the session.
    case startOrResume
    /// Stops or pauses the session.
    case stopOrPause(ControlInformation)
    /// Starts or skips a spin-down.
    case spinDown(SpinDownControl)

    /// The first byte of the request; the response repeats it.
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
  /// Decodes a request from a client.
  ///
  /// A machine responds with Op Code not supported if `Op Code` is not allowed, and with Invalid Parameter to other
  /// failures.
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

  /// Returns the bytes to write.
  package func encoded() -> [UInt8] { [opCode.rawValue] + parameter.bytes }

  /// The op code and its parameters.
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
  /// A KICKR CORE responds to an unknown op code with the single byte 0x02: only the result, without the response code
  /// and the op code. It is decoded as `opCodeNotSupported` for an unnamed request: the outstanding one.
  package struct Response: Hashable, Sendable {
    /// The request of this response; nil if the machine does not name it.
    package var requestOpCode: OpCode?
    /// Any result except `success` means that the machine changed no setting.
    package var resultCode: ResultCode
    /// The bytes after the result: only a spin-down uses them, but some machines pad every response.
    package var parameter: [UInt8]

    package init(to requestOpCode: OpCode, _ resultCode: ResultCode, parameter: [UInt8] = []) {
      self.requestOpCode = requestOpCode
      self.resultCode = resultCode
      self.parameter = parameter
    }

    /// Creates the response to the start of a spin-down.
    package init(spinDown speeds: SpinDownTargetSpeeds) {
      self.init(to: .spinDownControl, .success, parameter: speeds.parameter)
    }

    /// The target speeds of a spin-down; nil unless a spin-down succeeded and all four bytes arrived.
    package var spinDownTargetSpeeds: SpinDownTargetSpeeds? {
      guard requestOpCode == .spinDownControl, resultCode == .success else { return nil }
      return SpinDownTargetSpeeds(parameter: parameter)
    }

    /// Returns whether this can be the response to `request`: it has the request's op code, or no op code.
    package func answers(_ request: Request) -> Bool {
      requestOpCode == nil || requestOpCode == request.opCode
    }
  }
}

extension FitnessMachineControlPoint.Response: CharacteristicValue {
  /// Decodes an indication from a machine.
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

  /// Returns the bytes to indicate; without an op code, the single byte of a KICKR CORE.
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
