import FitnessGATT
import Foundation
import TestKit
import Testing

/// A line of the vectors that were collected from other projects, when they lie beside the project.
struct SharedVector: Decodable, Sendable, CustomTestStringConvertible {
  /// What the collector expects under a key of his own.
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

  /// Whether the expected numbers are what a log printed without their decimals.
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
  /// What this project reads from the bytes, under the collector's keys.
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
