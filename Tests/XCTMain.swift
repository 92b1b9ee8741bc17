import Testing

/// The entry point of the test program.
///
/// Without it SwiftPM searches an index for XCTest tests, which this package does not use, and the index takes 7 % of
/// the build time.
@main enum XCTMain {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
