import Testing

/// The entry point of the test program.
///
/// Without it SwiftPM looks in an index for tests of XCTest, of which there are none, and the index costs a build 7 % of
/// its time.
@main enum XCTMain {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
