import Foundation
import TestKit

/// The shapes as the fixture beside the project has them.
struct TrimShapeFile: Decodable {
  static let file = SharedMaterial.file("fixtures/trim_shapes.json")
  static var isThere: Bool { SharedMaterial.has(file) }

  static func read() throws -> [TrimShape] {
    try JSONDecoder().decode(TrimShapeFile.self, from: Data(contentsOf: file)).shapes.map(\.shape)
  }

  fileprivate let shapes: [Entry]

  fileprivate struct Entry: Decodable {
    struct Options: Decodable {
      let drop_power: Bool?
    }

    struct End: Decodable {
      let end: Int
      let forgot: Bool
      let suggest_end: Int
    }

    struct Window: Decodable {
      let start: Int
      let end: Int
      let level: Double?
    }

    let name: String
    let segments: [TrimShape.Segment]
    let seed: UInt32
    let options: Options
    let expected_end: End
    let expected_window: Window

    var shape: TrimShape {
      TrimShape(
        name: name, segments: segments, seed: seed, hasPower: options.drop_power != true,
        expected: TrimShape.Expected(
          end: expected_end.end, isForgotten: expected_end.forgot, suggestedEnd: expected_end.suggest_end,
          start: expected_window.start, last: expected_window.end, level: expected_window.level))
    }
  }
}

extension TrimShape.Segment: Decodable {
  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    self.init(
      seconds: try values.decode(Int.self), fromWatts: try values.decode(Double.self),
      toWatts: try values.decode(Double.self), kind: try values.decode(TrimShape.Kind.self))
  }
}
