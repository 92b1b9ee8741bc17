extension FitnessMachineControlPoint {
  /// What became of a request (FTMS 1.0.1, §4.16.2.22).
  public struct ResultCode: NamedCode {
    /// It is done.
    public static let success = ResultCode(rawValue: 0x01)
    /// The machine has no such procedure.
    public static let opCodeNotSupported = ResultCode(rawValue: 0x02)
    /// The parameter is out of range, or of the wrong length.
    public static let invalidParameter = ResultCode(rawValue: 0x03)
    /// The machine tried and could not.
    public static let operationFailed = ResultCode(rawValue: 0x04)
    /// The client has not requested control, or lost it.
    public static let controlNotPermitted = ResultCode(rawValue: 0x05)

    /// The number on the air.
    public let rawValue: UInt8

    /// The code with this number, named or reserved.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The specification's name; nil for a reserved code.
    public var name: String? {
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
