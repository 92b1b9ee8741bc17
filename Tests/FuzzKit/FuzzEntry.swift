/// A way by which bytes from outside come in, and what must hold whatever they are.
package struct FuzzEntry: Sendable {
  /// Its name on the command line, and the folder of the inputs that were found for it.
  package let name: String
  /// Sound inputs, from which others are made.
  package let seeds: @Sendable () throws -> [[UInt8]]
  /// Tries one input: it must not trap, not hang, and throw nothing.
  ///
  /// - Throws: `BrokenPromise`, or what the code under test should have dealt with itself.
  package let run: @Sendable ([UInt8]) throws -> Void

  /// Every entry.
  package static let all = [
    values, captures, air, packets, attributeMaps, calls, replies, ride, recovery, fit, tcx, gpx, workout,
  ]
}

extension FuzzEntry: CustomStringConvertible {
  /// The name.
  package var description: String { name }
}

/// Something that was to hold for any input and does not.
package struct BrokenPromise: Error, CustomStringConvertible {
  /// What was to hold, and what came instead.
  package let description: String

  package init(description: String) { self.description = description }
}

/// Throws where a promise does not hold.
package func promise(_ what: @autoclosure () -> String, _ holds: Bool) throws(BrokenPromise) {
  guard holds else { throw BrokenPromise(description: what()) }
}
