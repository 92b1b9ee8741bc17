import BluetoothLE
import RadioSim
import Testing

@testable import RideSession

@Suite("Rows of a trainer without speed")
struct VirtualSpeedRowTests {
  private func row(
    _ sampler: inout Sampler, watts: Int?, kmh: Double? = nil, timerRunning: Bool = true
  ) -> RideSample {
    if let watts { sampler.received(powerWatts: watts) }
    if let kmh { sampler.received(speedKmh: kmh) }
    return sampler.endRow(timerRunning: timerRunning, targetWatts: nil, beatsPerMinute: nil)
  }

  @Test func haveTheSpeedAndTheWayThatPowerMakes() throws {
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

  @Test func dependOnTheRidersWeight() throws {
    var (light, heavy) = (Sampler(start: .origin, riderKilograms: 55), Sampler(start: .origin, riderKilograms: 110))
    var last: (RideSample, RideSample)?
    for _ in 0..<30 { last = (row(&light, watts: 200), row(&heavy, watts: 200)) }
    let (first, second) = try #require(last)
    #expect(try #require(first.distanceMeters) > #require(second.distanceMeters))
  }

  @Test func makeNoWayWhileTheTimerStandsOrTheTrainerIsAwayForMoreThanThreeSeconds() throws {
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

  @Test func areLeftAloneOnceTheTrainerSendsSpeedOrDistance() {
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

  @Test func areThoseOfATrainerWhoseSpeedIsAlways0BesidePower() throws {
    var sampler = Sampler(start: .origin)
    let rows = (0..<120).map { _ in row(&sampler, watts: 200, kmh: 0) }
    #expect(rows.prefix(8).allSatisfy { !$0.isVirtual && $0.speedKmh == nil && $0.distanceMeters == nil })
    #expect(rows.dropFirst(10).allSatisfy { $0.isVirtual })
    #expect(try #require(rows.last?.speedKmh) > 30)
    #expect(try #require(rows.last?.distanceMeters) > 800)
  }

  @Test func areNotThoseOfATrainerThatHasOnlyBegunToRoll() {
    var sampler = Sampler(start: .origin)
    for _ in 0..<5 { #expect(!row(&sampler, watts: 200, kmh: 0).isVirtual) }
    let rolling = row(&sampler, watts: 200, kmh: 3)
    #expect(!rolling.isVirtual && rolling.speedKmh == 3)
  }

  @Test func areThoseOfATrainerThatStandsWithoutPowerNeither() {
    var sampler = Sampler(start: .origin)
    _ = row(&sampler, watts: 200, kmh: 30)
    let rows = (0..<60).map { _ in row(&sampler, watts: 0, kmh: 0) }
    #expect(rows.allSatisfy { !$0.isVirtual && $0.speedKmh == 0 })
  }

  @Test func takeOverFromASpeedThatFellTo0BesidePowerUntilItIsBack() throws {
    var sampler = Sampler(start: .origin)
    for _ in 0..<60 { _ = row(&sampler, watts: 200, kmh: 30) }
    let lost = (0..<60).map { _ in row(&sampler, watts: 200, kmh: 0) }
    #expect(lost.prefix(8).allSatisfy { !$0.isVirtual })
    #expect(lost.dropFirst(10).allSatisfy { $0.isVirtual && ($0.speedKmh ?? 0) > 20 }, "not from a standing start")
    let back = row(&sampler, watts: 200, kmh: 30)
    #expect(!back.isVirtual && back.speedKmh == 30)
  }

  @Test func areNotThoseOfATrainerThatSendsNoSpeedAndCounts() {
    var sampler = Sampler(start: .origin)
    sampler.received(totalMeters: 1000, at: .origin)
    for second in 1...60 {
      sampler.received(totalMeters: 1000 + 9 * second, at: .origin.advanced(by: .seconds(second)))
      #expect(!row(&sampler, watts: 200, kmh: 0).isVirtual)
    }
    #expect(sampler.odometer.meters == 540)
  }

  @Test func areThoseOfATrainerWhoseCountIsAlways0AndThatSendsNoSpeed() throws {
    var sampler = Sampler(start: .origin)
    for second in 0..<60 {
      sampler.received(totalMeters: 0, at: .origin.advanced(by: .seconds(second)))
      #expect(row(&sampler, watts: 200).isVirtual)
    }
    #expect(try #require(sampler.odometer.meters) > 300)
  }

  @Test func goOnWhereARideWasCutOff() throws {
    var totals = RideTotals()
    totals.add(RideSample(second: 0, timerRunning: true, powerWatts: 200, speedKmh: 36, distanceMeters: 500))
    var sampler = Sampler(start: .origin, after: totals, riderKilograms: 80)
    let silent = row(&sampler, watts: nil)
    #expect(silent.distanceMeters == 500)
    #expect(!silent.isVirtual, "nobody knows yet whose metres they are")
    let distance = try #require(row(&sampler, watts: 200).distanceMeters)
    #expect((500...503).contains(distance))
  }

  @Test func comeOfARideOnATrainerWithoutSpeed() throws {
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
