import FitnessGATT
import RadioSim
import Testing

@Suite struct SimulatedSensorTests {
  /// Returns the cadence between two revolutions, in revolutions a minute; nil if no revolution was completed.
  private func rpm(from before: CrankRevolutions, to now: CrankRevolutions) -> Double? {
    let count = now.count &- before.count
    let seconds = Double(now.eventTicks &- before.eventTicks) / CrankRevolutions.ticksPerSecond
    return count == 0 ? nil : Double(count) / seconds * 60
  }

  private func crank(_ sensor: inout SimulatedCadenceSensor, rpm: Double) throws -> CrankRevolutions {
    let value = try CSCMeasurement(decoding: sensor.advance(seconds: 1, cadenceRpm: rpm))
    #expect(value.wheel == nil)
    return try #require(value.crank)
  }

  @Test(arguments: [40.0, 88, 120])
  func `the cadence sensor counts the revolutions of the crank`(cadence: Double) throws {
    var sensor = SimulatedCadenceSensor()
    var last = try crank(&sensor, rpm: cadence)
    // The loop continues until both the count and the time have wrapped.
    for _ in 0..<180 {
      let now = try crank(&sensor, rpm: cadence)
      if last.count > 0, let counted = rpm(from: last, to: now) { #expect(abs(counted - cadence) < 0.5) }
      last = now
    }
    #expect(abs(Double(last.count) - cadence * 181 / 60) <= 1)
  }

  @Test func `the cadence sensor repeats the last revolution while the crank does not turn`() throws {
    var sensor = SimulatedCadenceSensor()
    var last = CrankRevolutions(count: 0, eventTicks: 0)
    for _ in 0..<10 { last = try crank(&sensor, rpm: 88) }
    for _ in 0..<30 { #expect(try crank(&sensor, rpm: 0) == last) }
    let again = try crank(&sensor, rpm: 88)
    #expect(again.count > last.count)
  }

  @Test(arguments: [-20.0, -4, 0, 20])
  func `the power meter deviates from the brake by its percentage`(percent: Double) throws {
    var meter = SimulatedPowerMeter(percent: percent)
    var watts: [Double] = []
    for _ in 0..<120 {
      let value = meter.advance(seconds: 1, against: .target(watts: 200), cadenceRpm: 88)
      watts.append(Double(try CyclingPowerMeasurement(decoding: value).powerWatts))
    }
    let mean = watts.suffix(100).reduce(0, +) / 100
    #expect(abs(mean - 200 * (1 + percent / 100)) < 1.5, "\(mean)")
  }

  @Test func `the power meter counts the crank, and shows 0 W while the rider does not pedal`() throws {
    var meter = SimulatedPowerMeter()
    for _ in 0..<10 { _ = meter.advance(seconds: 1, against: .free, cadenceRpm: 90) }
    let standing = try CyclingPowerMeasurement(decoding: meter.advance(seconds: 1, against: .free, cadenceRpm: 0))
    #expect(standing.powerWatts == 0)
    #expect(standing.crank?.count == 15)
  }

  @Test func `the power meter sends the left pedal's share, unless it is single-sided`() throws {
    var meter = SimulatedPowerMeter()
    func sent() throws -> CyclingPowerMeasurement {
      try CyclingPowerMeasurement(decoding: meter.advance(seconds: 1, against: .free, cadenceRpm: 90))
    }
    #expect(try sent().leftPercent == 48.5)
    meter.leftPercent = nil
    #expect(try sent().pedalBalanceHalves == nil)
  }

  @Test func `the power meter shows the power of weak legs`() throws {
    var meter = SimulatedPowerMeter()
    var last: Int16 = 0
    for _ in 0..<30 {
      let value = meter.advance(seconds: 1, against: .target(watts: 300), cadenceRpm: 60, legWatts: 150)
      last = try CyclingPowerMeasurement(decoding: value).powerWatts
    }
    #expect(abs(last - 150) < 10)
  }
}

@Suite struct SimulatedHeadwindTests {
  private func ask(
    _ fan: inout SimulatedHeadwind, _ request: HeadwindRequest, in mood: TrainerMood = .obliging
  ) throws -> [HeadwindNews] {
    try fan.take(request.encoded(), in: mood).map { try HeadwindNews(decoding: $0) }
  }

  @Test func `the fan accepts a speed only in manual mode`() throws {
    var fan = SimulatedHeadwind()
    #expect(try ask(&fan, .setSpeed(percent: 40)) == [.speedSet(status: 0, percent: 0)])
    #expect(
      try ask(&fan, .setMode(.manual)) == [.modeSet(status: 1, mode: .manual), .state(percent: 0, mode: .manual)])
    #expect(
      try ask(&fan, .setSpeed(percent: 40)) == [.speedSet(status: 1, percent: 40), .state(percent: 40, mode: .manual)])
    #expect(try ask(&fan, .getSpeed) == [.speed(percent: 40)])
    #expect(try HeadwindNews(decoding: fan.state) == .state(percent: 40, mode: .manual))
  }

  @Test func `the fan reports its state only if a request has changed it`() throws {
    var fan = SimulatedHeadwind()
    _ = try ask(&fan, .setMode(.manual))
    #expect(try ask(&fan, .setMode(.manual)) == [.modeSet(status: 1, mode: .manual)])
    #expect(try ask(&fan, .getMode) == [.mode(.manual)])
  }

  @Test func `the fan does not turn in a mode that follows sensors`() throws {
    var fan = SimulatedHeadwind()
    _ = try ask(&fan, .setMode(.manual))
    _ = try ask(&fan, .setSpeed(percent: 70))
    _ = try ask(&fan, .setMode(.heartRate))
    #expect(fan.mode == .heartRate && fan.percent == 0)
  }

  @Test(arguments: [TrainerMood.deaf, .denying, .mute])
  func `the fan responds to requests according to its mood`(_ mood: TrainerMood) throws {
    var fan = SimulatedHeadwind()
    let news = try ask(&fan, .setMode(.manual), in: mood)
    #expect((fan.mode == .manual) == (mood == .mute))
    switch mood {
    case .deaf: #expect(news == [.modeSet(status: 1, mode: .off)])
    case .denying: #expect(news == [.modeSet(status: 0, mode: .off)])
    case .mute, .obliging: #expect(news.isEmpty)
    }
  }

  @Test(arguments: [[], [2], [4], [4, 0], [4, 10], [5], [0xFD, 1, 40, 4]] as [[UInt8]])
  func `the fan ignores bytes that are not a request`(_ bytes: [UInt8]) {
    var fan = SimulatedHeadwind()
    _ = fan.take(bytes, in: .obliging)
    #expect(fan == SimulatedHeadwind())
  }
}
