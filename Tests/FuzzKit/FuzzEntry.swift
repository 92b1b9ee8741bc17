/// An entry point for external bytes, with the promises that must hold for all inputs.
package struct FuzzEntry: Sendable {
  /// The name on the command line, and of the folder with the inputs found for the entry.
  package let name: String
  /// Valid inputs, from which all others are derived.
  package let seeds: @Sendable () throws -> [[UInt8]]
  /// Tries one input, which must not trap, hang or throw.
  ///
  /// - Throws: `BrokenPromise`, or an error that the code under test should have handled itself.
  package let run: @Sendable ([UInt8]) throws -> Void

  package static let all = [
    values, captures, air, packets, attributeMaps, calls, replies, ride, recovery, fit, tcx, gpx, whole, workout,
    health, cues, trainers, apps,
  ]
}

extension FuzzEntry: CustomStringConvertible {
  package var description: String { name }
}

/// A property that must hold for every input and does not.
package struct BrokenPromise: Error, CustomStringConvertible {
  /// The promise, and the values that broke it.
  package let description: String

  package init(description: String) { self.description = description }
}

/// Throws `BrokenPromise` if a promise does not hold.
package func promise(_ what: @autoclosure () -> String, _ holds: Bool) throws(BrokenPromise) {
  guard holds else { throw BrokenPromise(description: what()) }
}
