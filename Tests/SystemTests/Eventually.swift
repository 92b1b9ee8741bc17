import Foundation
import TestKit
import Testing

/// Polls until a condition holds; fails the test after `TestDeadline.event`.
func eventually(_ what: Comment, _ isSo: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + TestDeadline.event
  while try await !isSo() {
    try #require(ContinuousClock.now < deadline, what)
    try await Task.sleep(for: .milliseconds(20))
  }
}

extension Program.Outcome {
  /// The output as a JSON object.
  var json: [String: Any] {
    get throws {
      try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any], "\(output) \(error)")
    }
  }
}
