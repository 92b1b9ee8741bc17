import Foundation
import TestKit
import Testing

/// Looks again and again until something is so; if that takes too long the test has failed.
func eventually(_ what: Comment, _ isSo: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + TestDeadline.event
  while try await !isSo() {
    try #require(ContinuousClock.now < deadline, what)
    try await Task.sleep(for: .milliseconds(20))
  }
}

extension Program.Outcome {
  /// Its output as one JSON object.
  var json: [String: Any] {
    get throws {
      try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(output) \(error)")
    }
  }
}
