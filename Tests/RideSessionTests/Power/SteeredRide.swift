import FitnessGATT
import RadioSim
import Rides

@testable import RideSession

/// A model of a heart that responds to power.
struct HeartModel: CustomStringConvertible {
  /// Beats a minute for a watt.
  var gain: Double
  var lagSeconds: Double
  var delaySeconds: Int
  /// Beats a minute in an hour.
  var drift: Double

  static let all = [0.2, 0.4, 0.6].flatMap { gain in
    [40.0, 60, 90].flatMap { lag in
      [5, 20].flatMap { delay in
        [0.0, 8].map { HeartModel(gain: gain, lagSeconds: lag, delaySeconds: delay, drift: $0) }
      }
    }
  }

  var description: String { "gain \(gain), lag \(lagSeconds) s, delay \(delaySeconds) s, drift \(drift)/h" }
}

/// A rider with 150 W in the middle of the zone, and exactly the requested power.
struct SteeredRide {
  static let idealWatts = 150
  static let target = HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 150), watts: 50...250)

  private(set) var steering: HeartRateSteering
  private var strap = SimulatedStrap()
  /// The heart rate of the strap and the requested watts, second by second.
  private(set) var beats: [Int] = []
  private(set) var watts: [Int] = []
  private(set) var changes: [(second: Int, change: HeartRateSteering.Change)] = []

  init(_ heart: HeartModel, startWatts: Int, target: HeartRateTarget = Self.target) {
    steering = HeartRateSteering(target, from: startWatts)
    strap.gain = heart.gain
    strap.lagSeconds = heart.lagSeconds
    strap.delaySeconds = heart.delaySeconds
    strap.driftPerHour = heart.drift
    strap.restingBeatsPerMinute = Self.target.setpoint - heart.gain * Double(Self.idealWatts)
  }

  /// Creates a rider with this heart.
  init(_ heart: SimulatedStrap, startWatts: Int, target: HeartRateTarget = Self.target) {
    steering = HeartRateSteering(target, from: startWatts)
    strap = heart
  }

  /// Rides for some seconds.
  ///
  /// `heard` changes or drops the heart rate.
  mutating func ride(seconds: Int, mostWatts: Int? = nil, hearing heard: (Int) -> Int? = { $0 }) {
    for _ in 0..<seconds {
      let value = strap.advance(watts: Double(steering.watts))
      let bpm = (try? HeartRateMeasurement(decoding: value)).map { Int($0.heartRateBpm) } ?? 0
      if let change = steering.second(beatsPerMinute: heard(bpm), mostWatts: mostWatts) {
        changes.append((beats.count, change))
      }
      beats.append(bpm)
      watts.append(steering.watts)
    }
  }

  /// Stops the timer for some seconds.
  mutating func pause(seconds: Int) { steering.resumed(afterSeconds: seconds) }

  mutating func nudge(by watts: Int) { steering.nudge(by: watts) }

  /// The deviation of each second's heart rate from the setpoint, in beats a minute.
  var deviations: [Double] { beats.map { Double($0) - Self.target.setpoint } }

  /// The second from which the heart rate stays within 5 beats a minute of the setpoint for five minutes.
  var settledAfter: Int? {
    var within = 0
    for (second, deviation) in deviations.enumerated() {
      within = abs(deviation) <= 5 ? within + 1 : 0
      if within == 300 { return second - 299 }
    }
    return nil
  }

  /// Returns the percentage of the seconds from `second` on that are within 5 beats a minute of the setpoint.
  func percentWithin(from second: Int) -> Double {
    let rest = deviations.dropFirst(second)
    return 100 * Double(rest.count { abs($0) <= 5 }) / Double(max(1, rest.count))
  }
}
