/// A version of BlueZ: 5.66.
public struct BlueZVersion: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// The number before the point.
  public let major: Int
  /// The number after it.
  public let minor: Int

  /// The version `major.minor`.
  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads the first line that a program prints when asked for its version: `5.66`, or `bluetoothctl: 5.66`.
  public init?(text: String) {
    guard let word = text.split(whereSeparator: { " \t\n".contains($0) }).last(where: { $0.contains(".") }) else {
      return nil
    }
    let parts = word.split(separator: ".").map { Int($0) }
    guard parts.count >= 2, let major = parts[0], let minor = parts[1] else { return nil }
    self.init(major, minor)
  }

  /// The version as BlueZ writes it.
  public var description: String { "\(major).\(minor)" }

  /// Whether one version came before another.
  public static func < (left: BlueZVersion, right: BlueZVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}

extension BlueZVersion {
  /// From here on `WriteValue` takes a `type`, and so makes the write with response that the control point asks for.
  public static let settingPower = BlueZVersion(5, 51)
  /// Versions before keep Battery Level (2A19) to themselves.
  public static let tellingBattery = BlueZVersion(5, 55)

  /// What to do about a version that is too old.
  public static let remedy = "Update to a system with BlueZ \(tellingBattery) or later; Debian 12 has 5.66."
}
