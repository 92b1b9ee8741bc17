import FitnessGATT
import Foundation
import Testing

@Suite(.enabled(if: !SharedVector.all.isEmpty, "needs shared/fixtures/gatt_vectors.jsonl beside the project"))
struct SharedVectorTests {
  @Test(arguments: SharedVector.all.filter(\.agreesWithSpecification))
  func vectorThatFollowsTheSpecificationIsReadAsItSays(_ vector: SharedVector) throws {
    guard vector.expected["error"] == nil else {
      #expect(throws: DecodingFailure.self) { try vector.observed() }
      return
    }
    guard vector.expected.values.contains(where: { $0 != .absent }) || vector.expected.isEmpty else {
      #expect(throws: DecodingFailure.self, "a value cut short must not be read") { try vector.observed() }
      return
    }
    let observed = try vector.observed()
    for (key, expected) in vector.expected {
      #expect(
        matches(observed[key], expected, isFloored: vector.isFloored), "\(key): \(String(describing: observed[key]))")
    }
  }

  /// Their authors turn More Data round, read the resistance level as one byte, or refuse bytes that real machines send.
  @Test(arguments: SharedVector.all.filter { !$0.agreesWithSpecification })
  func vectorThatContradictsTheSpecificationIsReadOtherwise(_ vector: SharedVector) {
    let observed = try? vector.observed()
    let agrees = vector.expected.allSatisfy { matches(observed?[$0.key], $0.value, isFloored: false) }
    #expect(!agrees || observed == nil)
  }

  @Test func everyLineIsJudged() throws {
    let text = try String(contentsOf: SharedVector.file, encoding: .utf8)
    #expect(SharedVector.all.count == text.split(separator: "\n").count)
  }

  private func matches(
    _ observed: SharedVector.Expected?, _ expected: SharedVector.Expected, isFloored: Bool
  ) -> Bool {
    switch (observed ?? .absent, expected) {
    case (.number(let observed), .number(let expected)):
      (isFloored ? observed.rounded(.down) : observed) == expected
    case (let observed, let expected): observed == expected
    }
  }
}
