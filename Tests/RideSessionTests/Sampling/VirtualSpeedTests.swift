import Testing

@testable import RideSession

@Suite("The speed that power makes")
struct VirtualSpeedTests {
  private func speed(after seconds: Int, watts: Double, riderKilograms: Double = 75) -> (kmh: Double, meters: Double) {
    var speed = VirtualSpeed(riderKilograms: riderKilograms)
    var (kmh, meters) = (0.0, 0.0)
    for _ in 0..<seconds {
      let second = speed.second(watts: watts)
      kmh = second.speedKmh
      meters += second.meters
    }
    return (kmh, meters)
  }

  /// Where P·η = m·g·Crr·v + ½·ρ·CdA·v³.
  @Test(arguments: [(0.0, 0.0), (100.0, 7.229577), (200.0, 9.432513), (300.0, 10.94748)])
  func endsWherePowerIsWhatRollingAndAirTake(watts: Double, metersPerSecond: Double) {
    #expect(abs(speed(after: 1200, watts: watts).kmh / 3.6 - metersPerSecond) < 1e-6)
  }

  @Test func growsFromRestWithTheMass() {
    let after = speed(after: 300, watts: 200)
    #expect(abs(after.kmh / 3.6 - 9.432513) < 1e-5)
    #expect(abs(after.meters - 2740.2512) < 1e-3)
    #expect(speed(after: 10, watts: 200).kmh < 25, "it does not jump")
    #expect(speed(after: 10, watts: 200, riderKilograms: 100).kmh < speed(after: 10, watts: 200).kmh)
  }

  @Test func rollsOutAndStands() {
    var speed = VirtualSpeed()
    for _ in 0..<300 { _ = speed.second(watts: 200) }
    let rolled = (0..<600).map { _ in speed.second(watts: 0) }
    #expect(rolled.first.map { $0.speedKmh > 30 } == true)
    #expect(zip(rolled.dropFirst(), rolled).allSatisfy { $0.speedKmh <= $1.speedKmh })
    #expect(rolled.last.map { $0.speedKmh == 0 && $0.meters == 0 } == true)
  }

  @Test func powerThatNobodyKnowsMakesNoWay() {
    var speed = VirtualSpeed()
    for _ in 0..<300 { _ = speed.second(watts: 200) }
    let unknown = speed.second(watts: nil)
    #expect(unknown.speedKmh == 0)
    #expect(unknown.meters == 0)
    #expect(speed.second(watts: 200).speedKmh > 30, "a second's silence stops no bike")
  }

  @Test(arguments: [-500.0, Double.nan, Double.infinity, -Double.infinity, 1e300])
  func noNumberBreaksIt(watts: Double) {
    let after = speed(after: 60, watts: watts, riderKilograms: watts)
    #expect(after.kmh.isFinite && after.kmh >= 0 && after.kmh < 150)
  }
}
