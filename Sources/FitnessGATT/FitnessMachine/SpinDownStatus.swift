/// How far a spin-down is: the parameter of that status (FTMS 1.0.1, §4.17).
public struct SpinDownStatus: NamedCode {
  /// The machine wants to be calibrated.
  public static let requested = SpinDownStatus(rawValue: 0x01)
  /// The calibration is done.
  public static let success = SpinDownStatus(rawValue: 0x02)
  /// The calibration failed.
  public static let error = SpinDownStatus(rawValue: 0x03)
  /// The rider is fast enough and must let the wheel run out.
  public static let stopPedaling = SpinDownStatus(rawValue: 0x04)

  /// The number on the air.
  public let rawValue: UInt8

  /// The code with this number, named or reserved.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The specification's name; nil for a reserved code.
  public var name: String? {
    switch self {
    case .requested: "Spin Down Requested"
    case .success: "Success"
    case .error: "Error"
    case .stopPedaling: "Stop Pedaling"
    default: nil
    }
  }
}
