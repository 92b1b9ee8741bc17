import FitnessGATT
import Foundation
import TestKit
import Testing

@Suite(.enabled(if: !SharedVector.all.isEmpty, "needs shared/fixtures/gatt_vectors.jsonl beside the project"))
struct SharedVectorTests {
  @Test(arguments: SharedVector.all.filter(\.agreesWithSpecification))
  func `a collected vector that follows the specification is decoded as it expects`(_ vector: SharedVector) throws {
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

  /// Their authors invert More Data, read the resistance level as one byte, or reject bytes that real machines send.
  @Test(arguments: SharedVector.all.filter { !$0.agreesWithSpecification })
  func `a collected vector that contradicts the specification is not decoded as it expects`(_ vector: SharedVector) {
    let observed = try? vector.observed()
    let agrees = vector.expected.allSatisfy { matches(observed?[$0.key], $0.value, isFloored: false) }
    #expect(!agrees || observed == nil)
  }

  @Test func `every line of the collected vectors is tested`() throws {
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

/// A line of the vectors collected from other projects, in a file next to the project that may be missing.
struct SharedVector: Decodable, Sendable, CustomTestStringConvertible {
  /// A value that the collector expects under one of its keys.
  enum Expected: Decodable, Hashable, Sendable {
    case absent
    case number(Double)
    case text(String)
    case list([Expected])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .absent
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try container.decode([Expected].self))
      }
    }
  }

  enum CodingKeys: String, CodingKey {
    case uuid, hex, expected, note
    case agreesWithSpecification = "agrees_with_spec"
  }

  var uuid: String
  var hex: String
  var expected: [String: Expected]
  var agreesWithSpecification: Bool
  var note: String?

  var testDescription: String { "\(uuid) \(hex)" }

  var bytes: [UInt8] { [UInt8](hex: hex) }

  /// Whether the expected numbers come from a log that printed them without decimals.
  var isFloored: Bool { note?.contains("floor") == true }

  static let all: [SharedVector] = {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(SharedVector.self, from: Data($0.utf8))
    }
  }()

  static let file = SharedMaterial.file("fixtures/gatt_vectors.jsonl")
}

extension SharedVector {
  /// Decodes the bytes with this project's types; the keys are the collector's.
  func observed() throws -> [String: Expected] {
    switch uuid {
    case "2AD2": try IndoorBikeData(decoding: bytes).observed
    case "2A37": try HeartRateMeasurement(decoding: bytes).observed
    case "2AD9": try FitnessMachineControlPoint(decoding: bytes).observed
    case "2ADA": try FitnessMachineStatus(decoding: bytes).observed
    case "2ACC": try FitnessMachineFeature(decoding: bytes).observed
    case "2AD3": try TrainingStatus(decoding: bytes).observed
    default: try observedFields()
    }
  }

  private func observedFields() throws -> [String: Expected] {
    let keys = ["Minimum Power": "min_w", "Maximum Power": "max_w", "Minimum Increment": "step_w"]
    let number = try #require(UInt16(uuid, radix: 16))
    var observed: [String: Expected] = [:]
    for field in try GATTValueDescription(assignedNumber: number, decoding: bytes).fields {
      guard let key = keys[field.name], case .integer(let integer) = field.value else { continue }
      observed[key] = .number(Double(integer))
    }
    return observed
  }
}
