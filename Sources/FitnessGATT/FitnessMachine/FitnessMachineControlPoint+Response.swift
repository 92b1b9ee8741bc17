extension FitnessMachineControlPoint {
  /// What the machine indicates when a request is done with (FTMS 1.0.1, §4.16.2.22).
  ///
  /// A KICKR CORE answers an op code that it does not know with the single byte 0x02: the result alone, without the
  /// response code and the op code before it. It is read as `opCodeNotSupported` to an unnamed request, which is the
  /// one outstanding.
  public struct Response: Hashable, Sendable {
    /// Which request is answered; nil where the machine does not say.
    public var requestOpCode: OpCode?
    /// What became of it; every result but `success` means that nothing was changed.
    public var resultCode: ResultCode
    /// What follows the result, as it came: only a spin-down has a use for it, but some machines pad every answer.
    public var parameter: [UInt8]

    /// An answer to the request `requestOpCode`.
    public init(to requestOpCode: OpCode, _ resultCode: ResultCode, parameter: [UInt8] = []) {
      self.requestOpCode = requestOpCode
      self.resultCode = resultCode
      self.parameter = parameter
    }

    /// The answer to a start of a spin-down.
    public init(spinDown speeds: SpinDownTargetSpeeds) {
      var writer = ByteWriter()
      writer.write(speeds.low.hundredthsKmh)
      writer.write(speeds.high.hundredthsKmh)
      self.init(to: .spinDownControl, .success, parameter: writer.bytes)
    }

    /// The speeds to reach in a spin-down; nil unless a spin-down succeeded and all four bytes came.
    public var spinDownTargetSpeeds: SpinDownTargetSpeeds? {
      guard requestOpCode == .spinDownControl, resultCode == .success else { return nil }
      guard var reader = try? ByteReader(parameter) else { return nil }
      guard let low = try? reader.uint16("Target Speed Low") else { return nil }
      guard let high = try? reader.uint16("Target Speed High") else { return nil }
      return SpinDownTargetSpeeds(low: Speed(hundredthsKmh: low), high: Speed(hundredthsKmh: high))
    }

    /// Whether this can be the answer to `request`: it names its op code, or none.
    public func answers(_ request: Request) -> Bool {
      requestOpCode == nil || requestOpCode == request.opCode
    }
  }
}

extension FitnessMachineControlPoint.Response: CharacteristicValue {
  /// Reads what a machine indicated.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
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

  /// The bytes to indicate; without an op code the one byte of a KICKR CORE.
  public func encoded() -> [UInt8] {
    guard let requestOpCode else { return [resultCode.rawValue] }
    return [FitnessMachineControlPoint.OpCode.responseCode.rawValue, requestOpCode.rawValue, resultCode.rawValue]
      + parameter
  }

  /// The request, the result, and the speeds of a spin-down.
  public var fields: [GATTField] {
    var fields: [GATTField] = []
    if let requestOpCode {
      fields.append(GATTField("Op Code", FitnessMachineControlPoint.OpCode.responseCode))
      fields.append(GATTField("Request Op Code", requestOpCode))
    }
    fields.append(GATTField("Result Code", resultCode))
    if let speeds = spinDownTargetSpeeds {
      fields.append(GATTField("Target Speed Low", speeds.low))
      fields.append(GATTField("Target Speed High", speeds.high))
    } else if !parameter.isEmpty {
      fields.append(GATTField("Response Parameter", .list(parameter.map { .integer(Int($0)) })))
    }
    return fields
  }
}
