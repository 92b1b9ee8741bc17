import BluetoothLE
import Testing

@testable import RideSession

@Suite struct OdometerTests {
  /// A trainer that sends a steady speed four times a second, and a count that increases in steps.
  private struct CountingTrainer {
    var odometer = Odometer()
    let metersPerSecond: Double
    let stepMeters: Double
    private var quarters = 0

    init(metersPerSecond: Double, stepMeters: Double) {
      (self.metersPerSecond, self.stepMeters) = (metersPerSecond, stepMeters)
    }

    var count: Int { Int(((100.5 + Double(quarters) / 4 * metersPerSecond) / stepMeters).rounded(.down) * stepMeters) }

    /// Returns the distance that each second adds.
    mutating func ways(ofSeconds seconds: Int) -> [Double] {
      (0..<seconds).map { _ in
        let before = odometer.meters ?? 0
        for _ in 0..<4 {
          odometer.received(totalMeters: count, at: .origin.advanced(by: .milliseconds(250 * quarters)))
          quarters += 1
        }
        odometer.endRow(speedKmh: metersPerSecond * 3.6, timerRunning: true)
        return (odometer.meters ?? 0) - before
      }
    }
  }

  /// Adds a second at a speed with the trainer's count.
  private func second(_ odometer: inout Odometer, kmh: Double? = 36, totalMeters: Int?, at second: Int = 0) {
    if let totalMeters { odometer.received(totalMeters: totalMeters, at: .origin.advanced(by: .seconds(second))) }
    odometer.endRow(speedKmh: kmh, timerRunning: true)
  }

  @Test(arguments: [1.0, 10, 100])
  func `distance grows evenly though the trainer's count moves in steps`(stepMeters: Double) throws {
    var trainer = CountingTrainer(metersPerSecond: 9.43, stepMeters: stepMeters)
    let ways = trainer.ways(ofSeconds: 3600)
    let (least, most) = (try #require(ways.min()), try #require(ways.max()))
    #expect(least > 9.43 * 0.96 && most < 9.43 * 1.04, "\(least) to \(most) m a second")
    let meant = Double(trainer.count) - 100 - 2...Double(trainer.count) - 100 + stepMeters + 2
    let meters = try #require(trainer.odometer.meters)
    #expect(meant.contains(meters), "\(meters) m, and the trainer's count means \(meant)")
  }

  @Test func `distance follows the trainer's count if the speed adds up to more`() throws {
    var odometer = Odometer()
    odometer.received(totalMeters: 1000, at: .origin)
    for row in 1...3600 { second(&odometer, kmh: 36 * 1.01, totalMeters: 1000 + 10 * row, at: row) }
    #expect(abs(try #require(odometer.meters) - 36_000) < 5)
  }

  @Test func `distance is the trainer's count alone if it sends no speed`() {
    var odometer = Odometer()
    odometer.received(totalMeters: 1000, at: .origin)
    for row in 1...20 { second(&odometer, kmh: nil, totalMeters: 1000 + 9 * row, at: row) }
    #expect(odometer.meters == 180)
  }

  @Test func `distance comes from the speed if the count never grows`() {
    var odometer = Odometer()
    for row in 0..<20 { second(&odometer, totalMeters: 0, at: row) }
    #expect(odometer.meters == 200)
  }

  @Test func `distance is not added twice if the count moves every 15 seconds`() throws {
    var odometer = Odometer()
    for row in 1...600 { second(&odometer, kmh: 7.2, totalMeters: row / 15 * 30, at: row) }
    #expect(abs(try #require(odometer.meters) - 1200) < 20)
  }

  @Test func `distance grows by the speed while the count stands still, and keeps what it gained`() throws {
    var odometer = Odometer()
    for row in 0...10 { second(&odometer, totalMeters: 10 * row, at: row) }
    for row in 11...600 { second(&odometer, totalMeters: 100, at: row) }
    for row in 601...700 { second(&odometer, totalMeters: 100 + 10 * (row - 600), at: row) }
    #expect(abs(try #require(odometer.meters) - 7010) < 10)
  }

  @Test func `distance does not grow while the trainer stands still`() {
    var odometer = Odometer()
    odometer.received(totalMeters: 0, at: .origin)
    second(&odometer, totalMeters: 10)
    for row in 0..<60 { second(&odometer, kmh: 0, totalMeters: 10, at: row) }
    #expect(odometer.meters == 10)
  }

  @Test func `distance ignores an impossible jump of the count`() throws {
    var odometer = Odometer()
    for row in 0...10 { second(&odometer, totalMeters: 10 * row, at: row) }
    second(&odometer, totalMeters: 11_294_162, at: 11)
    for row in 12...60 { second(&odometer, totalMeters: 10 * row, at: row) }
    #expect(abs(try #require(odometer.meters) - 610) < 10)
  }

  @Test func `a count that restarts does not move the distance`() throws {
    var odometer = Odometer()
    for row in 0...60 { second(&odometer, totalMeters: 5000 + 10 * row, at: row) }
    for row in 61...120 { second(&odometer, totalMeters: 10 * (row - 61), at: row) }
    #expect(abs(try #require(odometer.meters) - 1210) < 10)
  }

  @Test func `distance catches up with the count after a silence, at most half as fast again`() throws {
    var odometer = Odometer()
    for row in 0...10 { second(&odometer, totalMeters: 10 * row, at: row) }
    for _ in 11..<25 { odometer.endRow(speedKmh: nil, timerRunning: true) }
    var ways: [Double] = []
    for row in 25..<145 {
      let before = try #require(odometer.meters)
      second(&odometer, totalMeters: 10 * row, at: row)
      ways.append(try #require(odometer.meters) - before)
    }
    #expect(try #require(ways.max()) < 15.1, "no second is faster than half as fast again")
    #expect(abs(try #require(odometer.meters) - 1450) < 15)
  }

  /// Half of the count's speed, twice that speed, and miles an hour.
  @Test(arguments: [14.0, 56, 17.4], [1.0, 10])
  func `distance follows the count if the speed is wrong by a constant factor`(kmh: Double, stepMeters: Double) throws {
    var odometer = Odometer()
    odometer.received(totalMeters: 0, at: .origin)
    var ways: [Double] = []
    for row in 1...270 {
      let before = odometer.meters ?? 0
      let meters = (Double(row) * 7.78 / stepMeters).rounded(.down) * stepMeters
      second(&odometer, kmh: kmh, totalMeters: Int(meters), at: row)
      ways.append(try #require(odometer.meters) - before)
    }
    #expect(abs(try #require(odometer.meters) - 2101) < 22)
    let (least, most) = (try #require(ways.suffix(100).min()), try #require(ways.suffix(100).max()))
    #expect(least > 7.2 && most < 8.4)
  }

  @Test func `a single wrong count changes neither the distance nor its scale`() throws {
    var odometer = Odometer()
    for row in 0...600 {
      second(&odometer, totalMeters: 10 * row + (row == 100 || row == 115 ? 35 : 0), at: row)
    }
    #expect(abs(try #require(odometer.meters) - 6010) < 10)
  }
}
