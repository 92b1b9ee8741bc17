import Rides

/// The speed that results from power on a road in still air, with the inertia of bike and rider.
///
/// Each second, the power that reaches the road, minus the losses to rolling and air at the previous speed and minus the
/// work against gravity on the way of this second, becomes kinetic energy. So the speed does not jump with the power,
/// the bike coasts when the power ends, and the height that is gained is exactly paid for. Martin et al., *J. Appl.
/// Biomech.* 14(3), 276–291 (1998).
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
  /// The share of the power that the drivetrain transmits.
  private static let efficiency = 0.976
  /// A bike without power that is slower than this stops, in m/s.
  private static let standing = 0.3
  /// The maximum power, in watts, above that of any legs.
  ///
  /// Greater values count as this.
  private static let mostWatts = 5000.0
  /// The speed at which the rider brakes downhill, in m/s.
  private static let braking = 25.0
  /// The steepest road either way, in percent; steeper ones count as this.
  private static let steepestPercent = 40.0

  private let kilograms: Double
  private var metersPerSecond = 0.0

  /// - Parameter riderKilograms: 20…300. Other values count as the nearest bound, and a value that is not a number as
  ///   the usual weight.
  package init(riderKilograms: Double = RideOrder.usualRiderKilograms) {
    let rider = riderKilograms.isFinite ? riderKilograms : RideOrder.usualRiderKilograms
    kilograms = min(max(rider, 20), 300) + Self.bikeKilograms
  }

  /// Advances the model by one second at `watts`.
  ///
  /// - Parameters:
  ///   - watts: The power at the pedals; nil if it is unknown.
  ///   - gradePercent: The grade of the road, positive uphill. A bike that stops uphill does not roll back, and one that
  ///     rests downhill waits for the first power.
  /// - Returns: The speed, and the distance of this second. Both are 0 if the power is unknown; the modelled bike then
  ///   rolls on as without pedalling.
  package mutating func second(watts: Double?, gradePercent: Double = 0) -> (speedKmh: Double, meters: Double) {
    let known = watts.map { $0.isFinite ? min(max($0, 0), Self.mostWatts) : 0 }
    let grade = gradePercent.isFinite ? min(max(gradePercent, -Self.steepestPercent), Self.steepestPercent) / 100 : 0
    roll(watts: known ?? 0, grade: grade)
    return known == nil ? (0, 0) : (metersPerSecond * 3.6, metersPerSecond)
  }

  /// Advances the model; the grade is the tangent of the road's angle.
  private mutating func roll(watts: Double, grade: Double) {
    let speed = metersPerSecond
    if watts == 0, speed == 0 { return }
    let weight = kilograms * Self.gravity / (1 + grade * grade).squareRoot()
    let resistance = weight * Self.rolling + Self.airDensity * Self.dragArea * speed * speed / 2
    let inertia = kilograms + Self.wheelKilograms
    let square = speed * speed + 2 * (watts * Self.efficiency - resistance * speed) / inertia
    // v² + 2 a v = square, where a is the deceleration by gravity. The work against gravity is that of the new speed,
    // since this is also the way of the second; with the old one, a slow bike on a steep road would never settle.
    let climbing = weight * grade / inertia
    let root = max(0, climbing * climbing + square).squareRoot()
    metersPerSecond = max(0, square <= 0 && climbing > 0 ? 0 : root - climbing)
    if grade < 0, metersPerSecond > Self.braking { metersPerSecond = max(Self.braking, min(speed, metersPerSecond)) }
    if watts == 0, metersPerSecond < Self.standing { metersPerSecond = 0 }
  }
}
