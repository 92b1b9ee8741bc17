/// The version of daemon and client, which are released together.
public enum ProductVersion {
  /// Changes that break what others rely on.
  public static let major: UInt16 = 0
  /// What is new.
  public static let minor: UInt16 = 1
  /// What was mended.
  public static let patch: UInt16 = 0

  /// `0.1.0`.
  public static var text: String { "\(major).\(minor).\(patch)" }
}
