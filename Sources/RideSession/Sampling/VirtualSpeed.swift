import Rides

/// The speed that power makes on a flat road in still air, with the inertia of bike and rider.
///
/// Each second the power that reaches the road, minus the losses to rolling and air at the former speed, goes into kinetic
/// energy: so the speed does not jump with the power, and the bike rolls out when the power ends.
package struct VirtualSpeed: Hashable, Sendable {
  private static let bikeKilograms = 8.0
  /// The mass that the turning wheels add to the inertia, in kilograms.
  private static let wheelKilograms = 0.9
  /// Standard gravity, in m/s².
  private static let gravity = 9.80665
  /// The coefficient of rolling resistance of a road tyre.
  private static let rolling = 0.004
  /// The drag area of a rider on the hoods, in m².
  private static let dragArea = 0.32
  /// The density of air at sea level and 15 °C, in kg/m³.
  private static let airDensity = 1.225
  /// The share of the power that the drivetrain passes on.
  private static let efficiency = 0.976
  /// A bike without power that is slower than this stands still, in m/s.
  private static let standing = 0.3
  /// More than legs can give, in watts: greater values count as this.
  private static let mostWatts = 5000.0

  private let kilograms: Double
  private var metersPerSecond = 0.0

  /// - Parameter riderKilograms: 20…300; other values count as the nearest bound, and one that is not a number as the usual weight.
  package init(riderKilograms: Double = RideOrder.usualRiderKilograms) {
    let rider = riderKilograms.isFinite ? riderKilograms : RideOrder.usualRiderKilograms
    kilograms = min(max(rider, 20), 300) + Self.bikeKilograms
  }

  /// Advances the model by one second at `watts`.
  ///
  /// If `watts` is nil the power is unknown: returns zero speed and distance, and the modelled bike slows down as if nobody
  /// pedalled.
  package mutating func second(watts: Double?) -> (speedKmh: Double, meters: Double) {
    let known = watts.map { $0.isFinite ? min(max($0, 0), Self.mostWatts) : 0 }
    roll(watts: known ?? 0)
    return known == nil ? (0, 0) : (metersPerSecond * 3.6, metersPerSecond)
  }

  private mutating func roll(watts: Double) {
    let speed = metersPerSecond
    let resistance = kilograms * Self.gravity * Self.rolling + Self.airDensity * Self.dragArea * speed * speed / 2
    let gained = 2 * (watts * Self.efficiency - resistance * speed) / (kilograms + Self.wheelKilograms)
    metersPerSecond = max(0, speed * speed + gained).squareRoot()
    if watts == 0, metersPerSecond < Self.standing { metersPerSecond = 0 }
  }
}
