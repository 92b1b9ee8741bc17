import RideSession

/// A made-up ride with what is to be found in it: facts/domain.md §8 and the fixture trim_shapes.json beside the project.
struct TrimShape: Equatable, CustomStringConvertible, Sendable {
  enum Kind: String, Decodable {
    case ride
    /// The trainer tells of standing still.
    case coast
    /// The trainer says nothing.
    case desk
    /// Neither trainer nor strap says anything.
    case gone
  }

  /// A stretch with power from one value to another, the second left out.
  struct Segment: Equatable {
    let seconds: Int
    let fromWatts: Double
    let toWatts: Double
    let kind: Kind
  }

  /// Where the fixture's prototype found things, in rows; `end` and `last` are the last that are kept.
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
  /// The heart rates from which a rider is in Zone 2, and at rest, in the fixture.
  static let settings = RiderSettings(zone2: 115...140, restingHeartRate: 60)

  /// Heart rate is of the first order: 0.45 beats a minute a watt above 60, within a minute; noise is 8 W and 1 bpm.
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
        let heard = Int((beats + noise.next()).rounded())
        let isTold = hasPower && (segment.kind == .ride || segment.kind == .coast)
        samples.append(
          RideSample(
            second: samples.count, timerRunning: true, powerWatts: isTold ? watts : nil,
            beatsPerMinute: segment.kind == .gone ? nil : heard))
      }
    }
    return samples
  }

  /// The fixture's generator: -1 to 1.
  private struct Noise {
    private var state: UInt32

    init(seed: UInt32) { state = seed }

    mutating func next() -> Double {
      state = 1_664_525 &* state &+ 1_013_904_223
      return Double(state) / 2_147_483_648 - 1
    }
  }
}
