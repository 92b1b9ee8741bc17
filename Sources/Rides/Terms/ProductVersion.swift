internal import CVersion

/// The version of daemon and client, which are released together.
package enum ProductVersion {
  /// Rises with a change that breaks compatibility.
  package static let major: UInt16 = 0
  /// Rises with a new feature.
  package static let minor: UInt16 = 2
  /// Rises with a repair.
  package static let patch: UInt16 = 0

  /// `0.2.0`: the release that this is, or is on the way to.
  package static var release: String { "\(major).\(minor).\(patch)" }

  /// Which build this is.
  ///
  /// `0.2.0` for the release, and before it `0.2.0~git20261123.091500.45b04b9`, with the commit's time (UTC) and name;
  /// `0.2.0~unknown` where `swift build` was run without `make`.
  package static var text: String { product_version().map { String(cString: $0) } ?? "\(release)~unknown" }
}
