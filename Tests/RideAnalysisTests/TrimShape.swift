import Foundation
import Rides
import TestKit

/// A synthetic ride with its expected analysis: facts/domain.md §8 and the shared fixture trim_shapes.json.
struct TrimShape: Equatable, CustomStringConvertible, Sendable {
  enum Kind: String, Decodable {
    case ride
    /// The trainer reports no pedalling.
    case coast
    /// The trainer is silent.
    case desk
    /// Both the trainer and the strap are silent.
    case gone
  }

  /// A segment whose power changes from one value to another, without reaching the second.
  struct Segment: Equatable {
    let seconds: Int
    let fromWatts: Double
    let toWatts: Double
    let kind: Kind
  }

  /// The results of the fixture's prototype, in rows; `end` and `last` are the last rows that are kept.
  struct Expected: Equatable {
    let end: Int
    let isForgotten: Bool
    let suggestedEnd: Int
    let start: Int
    let last: Int
    let level: Double?
  }

  let name: String
  let segments: [Segment]
  let seed: UInt32
  var hasPower = true
  let expected: Expected

  var description: String { name }
}

extension TrimShape {
  /// The rider of the fixture.
  static let settings = RiderSettings(zone2: 115...140, restingHeartRate: 60)

  /// The heart rate follows power with a lag of first order, a minute: 60 bpm plus 0.45 bpm a watt; noise: 8 W, 1 bpm.
  var samples: [RideSample] {
    var noise = Noise(seed: seed)
    var beats = 60.0
    var samples: [RideSample] = []
    for segment in segments {
      for second in 0..<segment.seconds {
        let share = Double(second) / Double(segment.seconds)
        let level = segment.fromWatts + (segment.toWatts - segment.fromWatts) * share
        let isPedalling = segment.kind == .ride && max(segment.fromWatts, segment.toWatts) > 0
        let watts = isPedalling ? level + 8 * noise.next() : level
        beats += (60 + 0.45 * level - beats) / 60
        let heartRates = Int((beats + noise.next()).rounded())
        let isReported = hasPower && (segment.kind == .ride || segment.kind == .coast)
        samples.append(
          RideSample(
            second: samples.count, timerRunning: true, powerWatts: isReported ? watts : nil,
            beatsPerMinute: segment.kind == .gone ? nil : heartRates))
      }
    }
    return samples
  }

  /// The fixture's generator of noise from -1 to 1.
  private struct Noise {
    private var state: UInt32

    init(seed: UInt32) { state = seed }

    mutating func next() -> Double {
      state = 1_664_525 &* state &+ 1_013_904_223
      return Double(state) / 2_147_483_648 - 1
    }
  }
}

/// The shared fixture trim_shapes.json.
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
