import BluetoothLE
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct VirtualSpeedTests {
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

  /// The solutions of P·η = m·g·Crr·v + ½·ρ·CdA·v³.
  @Test(arguments: [(0.0, 0.0), (100.0, 7.229577), (200.0, 9.432513), (300.0, 10.94748)])
  func `virtual speed settles where power equals rolling and air resistance`(watts: Double, metersPerSecond: Double) {
    #expect(abs(speed(after: 1200, watts: watts).kmh / 3.6 - metersPerSecond) < 1e-6)
  }

  @Test func `virtual speed grows from rest, and more slowly with a heavier rider`() {
    let after = speed(after: 300, watts: 200)
    #expect(abs(after.kmh / 3.6 - 9.432513) < 1e-5)
    #expect(abs(after.meters - 2740.2512) < 1e-3)
    #expect(speed(after: 10, watts: 200).kmh < 25, "it does not jump")
    #expect(speed(after: 10, watts: 200, riderKilograms: 100).kmh < speed(after: 10, watts: 200).kmh)
  }

  @Test func `the virtual bike rolls out and stops`() {
    var speed = VirtualSpeed()
    for _ in 0..<300 { _ = speed.second(watts: 200) }
    let rolled = (0..<600).map { _ in speed.second(watts: 0) }
    #expect(rolled.first.map { $0.speedKmh > 30 } == true)
    #expect(zip(rolled.dropFirst(), rolled).allSatisfy { $0.speedKmh <= $1.speedKmh })
    #expect(rolled.last.map { $0.speedKmh == 0 && $0.meters == 0 } == true)
  }

  @Test func `unknown power adds no distance`() {
    var speed = VirtualSpeed()
    for _ in 0..<300 { _ = speed.second(watts: 200) }
    let unknown = speed.second(watts: nil)
    #expect(unknown.speedKmh == 0)
    #expect(unknown.meters == 0)
    #expect(speed.second(watts: 200).speedKmh > 30, "a second's silence stops no bike")
  }

  @Test(arguments: [-500.0, Double.nan, Double.infinity, -Double.infinity, 1e300])
  func `an extreme power does not break the model`(watts: Double) {
    let after = speed(after: 60, watts: watts, riderKilograms: watts)
    #expect(after.kmh.isFinite && after.kmh >= 0 && after.kmh < 150)
  }
}

@Suite struct VirtualSpeedRowTests {
  private func row(
    _ sampler: inout Sampler, watts: Int?, kmh: Double? = nil, timerRunning: Bool = true
  ) -> RideSample {
    if let watts { sampler.received(powerWatts: watts) }
    if let kmh { sampler.received(speedKmh: kmh) }
    return sampler.endRow(timerRunning: timerRunning, targetWatts: nil, beatsPerMinute: nil)
  }

  @Test func `rows of a trainer without speed have the speed and distance that follow from power`() throws {
    var (sampler, reference) = (Sampler(start: .origin), VirtualSpeed())
    var meters = 0.0
    for _ in 0..<60 {
      let sample = row(&sampler, watts: 200)
      let second = reference.second(watts: 200)
      meters += second.meters
      #expect(sample.isVirtual)
      #expect(sample.speedKmh == second.speedKmh)
      #expect(abs(try #require(sample.distanceMeters) - meters) < 1e-9)
    }
  }

  @Test func `virtual rows depend on the rider's weight`() throws {
    var (light, heavy) = (Sampler(start: .origin, riderKilograms: 55), Sampler(start: .origin, riderKilograms: 110))
    var last: (RideSample, RideSample)?
    for _ in 0..<30 { last = (row(&light, watts: 200), row(&heavy, watts: 200)) }
    let (first, second) = try #require(last)
    #expect(try #require(first.distanceMeters) > #require(second.distanceMeters))
  }

  @Test func `virtual distance stops while the timer is stopped or the trainer is away for more than 3 s`() throws {
    var sampler = Sampler(start: .origin)
    for _ in 0..<30 { _ = row(&sampler, watts: 200) }
    let before = try #require(sampler.odometer.meters)
    let standing = row(&sampler, watts: 200, timerRunning: false)
    #expect(standing.distanceMeters == before)
    let riding = try #require(row(&sampler, watts: 200).distanceMeters)
    for _ in 0..<3 { _ = row(&sampler, watts: nil) }
    let carried = try #require(sampler.odometer.meters)
    #expect(carried > riding + 15)
    let away = row(&sampler, watts: nil)
    #expect(away.distanceMeters == carried)
    #expect(away.speedKmh == nil)
    #expect(away.isVirtual)
  }

  @Test func `rows are not virtual once the trainer sends speed or distance`() {
    var sampler = Sampler(start: .origin)
    let sent = row(&sampler, watts: 200, kmh: 30)
    #expect(!sent.isVirtual)
    #expect(sent.speedKmh == 30)
    let silent = row(&sampler, watts: 200)
    #expect(silent.speedKmh == nil)
    #expect(!silent.isVirtual)
    var counting = Sampler(start: .origin)
    counting.received(totalMeters: 1000, at: .origin)
    counting.received(totalMeters: 1003, at: .origin)
    #expect(row(&counting, watts: 200).speedKmh == nil)
  }

  @Test func `rows are virtual if the speed is always 0 despite power`() throws {
    var sampler = Sampler(start: .origin)
    let rows = (0..<120).map { _ in row(&sampler, watts: 200, kmh: 0) }
    #expect(rows.prefix(8).allSatisfy { !$0.isVirtual && $0.speedKmh == nil && $0.distanceMeters == nil })
    #expect(rows.dropFirst(10).allSatisfy { $0.isVirtual })
    #expect(try #require(rows.last?.speedKmh) > 30)
    #expect(try #require(rows.last?.distanceMeters) > 800)
  }

  @Test func `rows of a trainer that has just begun to roll are not virtual`() {
    var sampler = Sampler(start: .origin)
    for _ in 0..<5 { #expect(!row(&sampler, watts: 200, kmh: 0).isVirtual) }
    let rolling = row(&sampler, watts: 200, kmh: 3)
    #expect(!rolling.isVirtual && rolling.speedKmh == 3)
  }

  @Test func `rows of a trainer that stands still without power are not virtual`() {
    var sampler = Sampler(start: .origin)
    _ = row(&sampler, watts: 200, kmh: 30)
    let rows = (0..<60).map { _ in row(&sampler, watts: 0, kmh: 0) }
    #expect(rows.allSatisfy { !$0.isVirtual && $0.speedKmh == 0 })
  }

  @Test func `rows are virtual while the speed has fallen to 0 despite power`() throws {
    var sampler = Sampler(start: .origin)
    for _ in 0..<60 { _ = row(&sampler, watts: 200, kmh: 30) }
    let lost = (0..<60).map { _ in row(&sampler, watts: 200, kmh: 0) }
    #expect(lost.prefix(8).allSatisfy { !$0.isVirtual })
    #expect(lost.dropFirst(10).allSatisfy { $0.isVirtual && ($0.speedKmh ?? 0) > 20 }, "not from a standing start")
    let back = row(&sampler, watts: 200, kmh: 30)
    #expect(!back.isVirtual && back.speedKmh == 30)
  }

  @Test func `rows of a trainer that counts without sending speed are not virtual`() {
    var sampler = Sampler(start: .origin)
    sampler.received(totalMeters: 1000, at: .origin)
    for second in 1...60 {
      sampler.received(totalMeters: 1000 + 9 * second, at: .origin.advanced(by: .seconds(second)))
      #expect(!row(&sampler, watts: 200, kmh: 0).isVirtual)
    }
    #expect(sampler.odometer.meters == 540)
  }

  @Test func `rows are virtual if the count is always 0 and no speed is sent`() throws {
    var sampler = Sampler(start: .origin)
    for second in 0..<60 {
      sampler.received(totalMeters: 0, at: .origin.advanced(by: .seconds(second)))
      #expect(row(&sampler, watts: 200).isVirtual)
    }
    #expect(try #require(sampler.odometer.meters) > 300)
  }

  @Test func `virtual distance continues where a ride was cut off`() throws {
    var totals = RideTotals()
    totals.add(RideSample(second: 0, timerRunning: true, powerWatts: 200, speedKmh: 36, distanceMeters: 500))
    var sampler = Sampler(start: .origin, after: totals, riderKilograms: 80)
    let silent = row(&sampler, watts: nil)
    #expect(silent.distanceMeters == 500)
    #expect(!silent.isVirtual, "nobody knows yet whose metres they are")
    let distance = try #require(row(&sampler, watts: 200).distanceMeters)
    #expect((500...503).contains(distance))
  }

  @Test func `a whole ride on a trainer without speed has virtual rows`() throws {
    var bench = RideBench()
    bench.trainer.sendsSpeed = false
    bench.start(watts: 200, seconds: 3600)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 300)
    let last = try #require(bench.samples.last)
    #expect(bench.samples.allSatisfy { $0.isVirtual })
    #expect(try #require(last.speedKmh) > 33)
    #expect((2400...2800).contains(try #require(last.distanceMeters)))
  }
}
