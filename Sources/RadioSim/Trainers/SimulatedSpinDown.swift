/// A spin-down of a simulated trainer: the wheel gains speed while the rider pedals, and then runs down.
package struct SimulatedSpinDown: Hashable, Sendable {
  /// The speeds between which the run down is timed, in km/h.
  ///
  /// The rider has to exceed the higher one.
  package static let (lowKmh, highKmh) = (30.0, 35.0)
  /// The change of the speed in a second, in km/h.
  private static let (gain, loss) = (3.0, 0.5)
  private static let greatestKmh = 45.0

  /// An event of a spin-down.
  package enum Event: Hashable, Sendable {
    /// The rider may stop pedalling.
    case fastEnough
    /// The wheel ran down in this time.
    case ranDown(seconds: Double)
  }

  /// The speed of the wheel, in km/h.
  package private(set) var kmh: Double
  /// Whether the wheel was fast enough, so that it runs down once the pedals are still.
  package private(set) var isRunningDown = false
  private var timed = 0.0

  /// Creates a spin-down of a wheel with this speed, in km/h.
  package init(kmh: Double) {
    self.kmh = kmh
  }

  /// Advances by `seconds`, and returns the event in that time, if there is one.
  package mutating func advance(seconds: Double, isPedalling: Bool) -> Event? {
    kmh = min(Self.greatestKmh, max(0, kmh + seconds * (isPedalling ? Self.gain : -Self.loss)))
    guard isRunningDown else {
      isRunningDown = kmh > Self.highKmh
      return isRunningDown ? .fastEnough : nil
    }
    timed = kmh < Self.highKmh ? timed + seconds : 0
    return kmh <= Self.lowKmh ? .ranDown(seconds: timed) : nil
  }
}
