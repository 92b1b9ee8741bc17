package import ControlWire

/// The seconds of a ride as columns of equal length, which are a fifth of the rows' size and what a chart wants.
///
/// A column without any value is left out.
package struct RideColumns: Encodable, Hashable, Sendable {
  private var ride: RideSummary?
  /// Seconds from the ride's start.
  private var seconds: [Int] = []
  /// 1 where the timer ran, else 0.
  private var running: [Int] = []
  private var power = Column()
  private var target = Column()
  private var cadence = Column()
  private var heart = Column()
  private var speed = Column()
  private var distance = Column()

  package init() {}

  private enum CodingKeys: CodingKey {
    case ride, seconds, running, power, target, cadence, heart, speed, distance
  }

  /// Adds the rows of a part of the answer to `Show`.
  package mutating func append(_ part: ShownRide) {
    ride = part.ride
    for row in part.samples {
      seconds.append(row.elapsedSeconds)
      running.append(row.timerRunning ? 1 : 0)
      power.append(row.powerWatts)
      target.append(row.targetWatts.map(Double.init))
      cadence.append(row.cadenceRpm)
      heart.append(row.beatsPerMinute.map(Double.init))
      speed.append(row.speedKmh, decimals: 1)
      distance.append(row.distanceMeters, decimals: 1)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(ride, forKey: .ride)
    try members.encode(seconds, forKey: .seconds)
    try members.encode(running, forKey: .running)
    let columns: [(CodingKeys, Column)] = [
      (.power, power), (.target, target), (.cadence, cadence), (.heart, heart), (.speed, speed), (.distance, distance),
    ]
    for (key, column) in columns where column.isKnown { try members.encode(column.values, forKey: key) }
  }

  /// The values of one kind, a second each.
  private struct Column: Hashable, Sendable {
    private(set) var values: [Double?] = []
    private(set) var isKnown = false

    /// Adds a value with as many decimals as anybody can see in a chart.
    mutating func append(_ value: Double?, decimals: Int = 0) {
      let scale = decimals == 0 ? 1.0 : 10.0
      values.append(value.map { ($0 * scale).rounded() / scale })
      if value != nil { isKnown = true }
    }
  }
}
