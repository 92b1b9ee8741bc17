/// The speed that power makes on a flat road in still air, as it grows and fades with the mass of bike and rider.
///
/// Each second the power that reaches the road, less what rolling and air take at the speed of the second before, goes into
/// kinetic energy: so the speed does not jump with the power, and rolls out when it ends.
package struct VirtualSpeed: Hashable, Sendable {
  /// A rider whose weight nobody has said, in kilograms.
  package static let usualRiderKilograms = 75.0
  private static let bikeKilograms = 8.0
  /// What the turning wheels add to the mass that has to be sped up, in kilograms.
  private static let wheelKilograms = 0.9
  /// Standard gravity, in m/s².
  private static let gravity = 9.80665
  /// The coefficient of rolling resistance of a road tyre.
  private static let rolling = 0.004
  /// The drag area of a rider on the hoods, in m².
  private static let dragArea = 0.32
  /// The density of air at sea level and 15 °C, in kg/m³.
  private static let airDensity = 1.225
  /// The share of the power that the drivetrain leaves.
  private static let efficiency = 0.976
  /// A bike that nobody drives stands when it is slower, in m/s.
  private static let standing = 0.3
  /// More than legs can: beyond it a number is none, in watts.
  private static let mostWatts = 5000.0

  private let kilograms: Double
  private var metersPerSecond = 0.0

  /// - Parameter riderKilograms: 20…300; the nearest of them otherwise, and the usual weight for what is no number.
  package init(riderKilograms: Double = usualRiderKilograms) {
    let rider = riderKilograms.isFinite ? riderKilograms : Self.usualRiderKilograms
    kilograms = min(max(rider, 20), 300) + Self.bikeKilograms
  }

  /// One second at a power; nil where nobody knows it: then there is no speed and no way, and the bike rolls out unseen.
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
