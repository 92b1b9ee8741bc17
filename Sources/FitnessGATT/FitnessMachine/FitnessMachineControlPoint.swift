/// Fitness Machine Control Point (0x2AD9): what a client writes and the machine indicates (FTMS 1.0.1, §4.16).
///
/// A client knows which way a value went and decodes a `Request` or a `Response`. This type is for bytes of which that
/// is not known, such as a line of a log.
public enum FitnessMachineControlPoint: Hashable, Sendable {
  /// Written by the client.
  case request(Request)
  /// Indicated by the machine.
  case response(Response)
}

extension FitnessMachineControlPoint: CharacteristicValue {
  /// Reads a value by its looks: what begins with 0x80 is a response, and so is the single byte 0x02.
  ///
  /// That byte could be Set Target Speed without its parameter, but only as a response (see `Response`) is it complete.
  public init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    if bytes.first == OpCode.responseCode.rawValue || bytes == [ResultCode.opCodeNotSupported.rawValue] {
      self = .response(try Response(decoding: bytes))
    } else {
      self = .request(try Request(decoding: bytes))
    }
  }

  /// The bytes of the request or the response.
  public func encoded() -> [UInt8] {
    switch self {
    case .request(let request): request.encoded()
    case .response(let response): response.encoded()
    }
  }

  /// The fields of the request or the response.
  public var fields: [GATTField] {
    switch self {
    case .request(let request): request.fields
    case .response(let response): response.fields
    }
  }
}
