internal import CVersion

/// The version of daemon and client, which are released together.
package enum ProductVersion {
  /// Increases with an incompatible change.
  package static let major: UInt16 = 0
  /// Increases with a new feature.
  package static let minor: UInt16 = 3
  /// Increases with a fix.
  package static let patch: UInt16 = 0

  /// The current or the next release: `0.3.0`.
  package static var release: String { "\(major).\(minor).\(patch)" }

  /// The version of this build.
  ///
  /// `0.3.0` for the release, and before it `0.3.0~git20261130.091500.45b04b9`, with the commit's time (UTC) and name;
  /// `0.3.0~unknown` if `swift build` was run without `make`.
  package static var text: String { product_version().map { String(cString: $0) } ?? "\(release)~unknown" }
}
