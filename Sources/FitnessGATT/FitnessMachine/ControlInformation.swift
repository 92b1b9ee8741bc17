/// Whether a machine stops or pauses: the parameter of Stop or Pause and of the status that tells of it.
///
/// FTMS 1.0.1, §4.16.2.9 and §4.17.
public struct ControlInformation: NamedCode {
  /// End the session.
  public static let stop = ControlInformation(rawValue: 0x01)
  /// Halt it; Start or Resume goes on.
  public static let pause = ControlInformation(rawValue: 0x02)

  /// The number on the air.
  public let rawValue: UInt8

  /// The code with this number, named or reserved.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The specification's name; nil for a reserved code.
  public var name: String? {
    switch self {
    case .stop: "Stop"
    case .pause: "Pause"
    default: nil
    }
  }
}
