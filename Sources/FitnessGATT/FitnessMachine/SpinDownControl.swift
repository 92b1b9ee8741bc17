/// What a client wants of a spin-down: the parameter of Spin Down Control (FTMS 1.0.1, §4.16.2.20).
public struct SpinDownControl: NamedCode {
  /// Begin the calibration.
  public static let start = SpinDownControl(rawValue: 0x01)
  /// Do without it although the machine asked for it.
  public static let ignore = SpinDownControl(rawValue: 0x02)

  /// The number on the air.
  public let rawValue: UInt8

  /// The code with this number, named or reserved.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The specification's name; nil for a reserved code.
  public var name: String? {
    switch self {
    case .start: "Start"
    case .ignore: "Ignore"
    default: nil
    }
  }
}
