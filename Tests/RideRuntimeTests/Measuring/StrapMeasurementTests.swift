import BluetoothLE
import FitnessGATT
import Rides
import Testing

@testable import RideRuntime

/// A strap that sends once a second, with a heartbeat every given number of 1/1024 s.
private struct Strap {
  var measurement: StrapMeasurement
  var now = MonotonicInstant.origin.advanced(by: .seconds(100))
  private var beat = 0

  init(seconds: Int = 60, linked: Bool = true) {
    measurement = StrapMeasurement(seconds: seconds, at: now)
    if linked { measurement.linked(at: now) }
  }

  /// Sends for this many seconds, unless the measurement ends before.
  ///
  /// By default, intervals slightly below and above 1 s alternate.
  mutating func send(seconds: Int, contact: SensorContact = .notSupported, ticks: ((Int) -> UInt16)? = nil) {
    for _ in 0..<seconds where measurement.outcome == nil {
      pass(seconds: 1)
      let interval = ticks?(beat) ?? (beat.isMultiple(of: 2) ? 1004 : 1044)
      beat += 1
      let value = HeartRateMeasurement(heartRateBpm: 60, sensorContact: contact, rrIntervalTicks: [interval])
      _ = measurement.received(value.encoded(), at: now)
    }
  }

  /// Sends once a second the beats of a heart with this interval in seconds.
  ///
  /// If `areLost` is true, it sends no beats.
  mutating func send(beatsEvery interval: Double, seconds: Int, areLost: Bool = false) {
    for _ in 0..<seconds where measurement.outcome == nil {
      pass(seconds: 1)
      var ticks: [UInt16] = []
      while Double(beat + 1) * interval <= (now - .origin).seconds - 100 {
        beat += 1
        ticks.append(UInt16(interval * 1024))
      }
      let value = HeartRateMeasurement(heartRateBpm: 60, rrIntervalTicks: ticks)
      if !areLost { _ = measurement.received(value.encoded(), at: now) }
    }
  }

  /// Sends heart rates without intervals.
  mutating func sendRates(seconds: Int, contact: SensorContact = .notSupported) {
    for _ in 0..<seconds where measurement.outcome == nil {
      pass(seconds: 1)
      _ = measurement.received(HeartRateMeasurement(heartRateBpm: 60, sensorContact: contact).encoded(), at: now)
    }
  }

  mutating func pass(seconds: Int) {
    for _ in 0..<seconds {
      now = now.advanced(by: .seconds(1))
      measurement.passed(to: now)
    }
  }

  mutating func lose(seconds: Int, returns: Bool = true) {
    measurement.lost(at: now)
    pass(seconds: seconds)
    if returns { measurement.linked(at: now) }
  }

  var phase: MeasuringPhase { measurement.phase(at: now).phase }
  var fault: MeasurementFault? { if case .failure(let fault)? = measurement.outcome { fault } else { nil } }
  var result: StrapMeasurement.Result? { try? measurement.outcome?.get() }
}

@Suite struct StrapMeasurementTests {
  @Test func `a measurement settles for 15 s and then collects a minute of beats`() throws {
    var strap = Strap()
    #expect(strap.phase == .connecting)
    strap.send(seconds: 1)
    #expect(strap.phase == .settling && strap.measurement.phase(at: strap.now).secondsLeft == 15)
    strap.send(seconds: 14)
    #expect(strap.phase == .settling && strap.measurement.figures.beats == 0)
    #expect(strap.measurement.figures.meanHeartRate == 60)
    strap.send(seconds: 1)
    #expect(strap.phase == .measuring)
    strap.send(seconds: 70)
    let result = try #require(strap.result)
    #expect(result.figures.beats == 60 && result.figures.artefacts == 0 && result.lostSeconds == 0)
    #expect(result.figures.rmssd == 39.0625 && result.figures.sdnn == nil)
    #expect(result.intervals.seconds >= 60 && result.intervals.breaks == [])
    #expect(strap.phase == .done && strap.measurement.deadline == nil)
  }

  @Test func `a lost link is a break, and the measurement continues after it`() throws {
    var strap = Strap()
    strap.send(seconds: 36)
    let before = try #require(strap.measurement.figures.beats)
    strap.lose(seconds: 12)
    #expect(strap.phase == .measuring)
    strap.send(seconds: 70)
    let result = try #require(strap.result)
    #expect(result.lostSeconds == 12)
    #expect(result.intervals.breaks == [before])
    #expect(result.figures.beats == 60 && result.figures.pairs == 58 && result.figures.rmssd == 39.0625)
  }

  @Test(arguments: 30..<60) func `a lost link is one break, wherever it falls between the beats`(second: Int) throws {
    var strap = Strap()
    strap.send(beatsEvery: 0.9, seconds: second)
    strap.measurement.lost(at: strap.now)
    strap.send(beatsEvery: 0.9, seconds: 8, areLost: true)
    strap.measurement.linked(at: strap.now)
    strap.send(beatsEvery: 0.9, seconds: 1, areLost: true)
    strap.send(beatsEvery: 0.9, seconds: 70)
    #expect(try #require(strap.result).intervals.breaks.count == 1)
  }

  @Test(arguments: 30..<60) func `a beat without skin contact is one break, wherever it falls`(second: Int) throws {
    var strap = Strap()
    strap.send(beatsEvery: 0.9, seconds: second)
    strap.send(beatsEvery: 0.9, seconds: 1, areLost: true)
    _ = strap.measurement.received(
      HeartRateMeasurement(heartRateBpm: 60, sensorContact: .notDetected).encoded(), at: strap.now)
    strap.send(beatsEvery: 0.9, seconds: 70)
    #expect(try #require(strap.result).intervals.breaks.count == 1)
  }

  @Test func `a link that is lost while the heart rate settles restarts the settling`() {
    var strap = Strap()
    strap.send(seconds: 10)
    strap.lose(seconds: 5)
    strap.send(seconds: 10)
    #expect(strap.phase == .settling)
  }

  @Test func `a strap that is disconnected for a minute ends the measurement`() {
    var strap = Strap()
    strap.send(seconds: 30)
    strap.lose(seconds: 59, returns: false)
    #expect(strap.phase == .interrupted && strap.measurement.phase(at: strap.now).secondsLeft == 1)
    strap.pass(seconds: 1)
    #expect(strap.fault == MeasurementFault(.linkLost))
  }

  @Test func `link losses that add up to the measurement's length end it`() {
    var strap = Strap()
    strap.send(seconds: 30)
    strap.lose(seconds: 40)
    strap.send(seconds: 5)
    strap.lose(seconds: 19, returns: false)
    #expect(strap.fault == nil)
    strap.pass(seconds: 1)
    #expect(strap.fault == MeasurementFault(.linkLost))
  }

  @Test func `a missing strap, a silent strap and a strap without intervals are reported as different faults`() {
    var absent = Strap(linked: false)
    absent.pass(seconds: 44)
    #expect(absent.phase == .connecting && absent.fault == nil)
    absent.pass(seconds: 1)
    #expect(absent.fault == MeasurementFault(.noLink))
    var silent = Strap()
    silent.pass(seconds: 20)
    #expect(silent.fault == MeasurementFault(.silent))
    var plain = Strap()
    plain.sendRates(seconds: 20)
    #expect(plain.fault == MeasurementFault(.noIntervals))
  }

  @Test func `a strap that has no skin contact, at first or later, is reported as such`() {
    var hung = Strap()
    hung.sendRates(seconds: 20, contact: .notDetected)
    #expect(hung.fault == MeasurementFault(.noContact))
    var slipped = Strap()
    slipped.send(seconds: 30, contact: .detected)
    slipped.send(seconds: 60, contact: .notDetected)
    #expect(slipped.fault == MeasurementFault(.noContact))
  }

  @Test func `a connected strap that goes silent ends the measurement`() {
    var strap = Strap()
    strap.send(seconds: 30)
    strap.pass(seconds: 60)
    #expect(strap.fault == MeasurementFault(.linkLost))
  }

  @Test func `a gap in the beats is a break and lost time, and a late value is neither`() throws {
    var strap = Strap()
    strap.send(seconds: 30)
    strap.pass(seconds: 4)
    strap.send(seconds: 10)
    strap.pass(seconds: 1)
    strap.send(seconds: 60)
    let result = try #require(strap.result)
    #expect(result.intervals.breaks.count == 1)
    #expect((3...5).contains(result.lostSeconds))
  }

  @Test(arguments: [(0.4, 1), (0.8, 1), (1.2, 2)])
  func `beats that are missing for more than one and a half intervals are a break`(interval: Double, missing: Int) {
    var strap = Strap()
    strap.send(beatsEvery: interval, seconds: 40)
    #expect(strap.measurement.figures.pairs == (strap.measurement.figures.beats ?? 0) - 1)
    strap.send(beatsEvery: interval, seconds: missing, areLost: true)
    strap.send(beatsEvery: interval, seconds: 20)
    #expect(strap.measurement.figures.pairs == (strap.measurement.figures.beats ?? 0) - 2)
  }

  @Test func `the shortest measurement continues until a slow heart has beaten thirty times`() throws {
    var strap = Strap(seconds: 30)
    strap.send(beatsEvery: 1.5, seconds: 100)
    #expect((30...31).contains(try #require(strap.result).figures.beats ?? 0))
  }

  @Test func `lost time includes the silence before a link loss that is noticed late`() throws {
    var strap = Strap()
    strap.send(seconds: 30)
    strap.pass(seconds: 20)
    strap.lose(seconds: 10)
    strap.pass(seconds: 3)
    strap.send(seconds: 60)
    #expect((32...34).contains(try #require(strap.result).lostSeconds))
  }

  @Test func `repeated losses of beats that add up to the measurement's length end it`() {
    var strap = Strap()
    strap.send(seconds: 20, contact: .detected)
    for _ in 0..<8 {
      strap.send(seconds: 9, contact: .notDetected)
      strap.send(seconds: 1, contact: .detected)
    }
    #expect(strap.fault == MeasurementFault(.linkLost))
  }

  @Test func `a misread interval of a minute does not fill the measurement`() throws {
    var strap = Strap()
    strap.send(seconds: 40)
    strap.send(seconds: 1) { _ in .max }
    #expect(strap.phase == .measuring)
    strap.send(seconds: 60)
    let figures = try #require(strap.result).figures
    #expect(figures.artefacts == 1 && (figures.beats ?? 0) >= 59)
  }

  @Test func `beats without skin contact do not count`() throws {
    var strap = Strap()
    strap.send(seconds: 30, contact: .detected)
    let before = strap.measurement.figures.beats
    strap.send(seconds: 5, contact: .notDetected)
    #expect(strap.measurement.figures.beats == before)
    strap.send(seconds: 60, contact: .detected)
    #expect(try #require(strap.result).intervals.breaks.count == 1)
  }

  @Test func `a measurement with too many artefacts fails and reports their share`() {
    var strap = Strap()
    strap.send(seconds: 90) { $0.isMultiple(of: 4) ? 500 : 1024 }
    #expect(strap.fault?.code == .tooManyArtefacts)
    #expect((strap.fault?.artefactPercent ?? 0) > 10)
  }

  @Test func `a ride that begins ends a running measurement, but not a finished one`() {
    var strap = Strap()
    strap.measurement.rideBegan()
    #expect(strap.fault == MeasurementFault(.rideBegan))
    var over = Strap()
    over.send(seconds: 90)
    over.measurement.rideBegan()
    #expect(over.fault == nil && over.result != nil)
  }

  @Test func `a value that cannot be decoded is ignored`() {
    var strap = Strap()
    #expect(strap.measurement.received([], at: strap.now) == [])
    #expect(strap.measurement.received([0x10, 60, 1], at: strap.now) == [])
    #expect(strap.phase == .connecting)
  }

  @Test func `stability compares the last half minute with the whole, after the first minute`() throws {
    var strap = Strap(seconds: 120)
    strap.send(seconds: 70)
    #expect(strap.measurement.stabilityPercent == nil)
    strap.send(seconds: 10)
    #expect(try #require(strap.measurement.stabilityPercent) == 0)
    strap.send(seconds: 40) { $0.isMultiple(of: 2) ? 984 : 1064 }
    #expect(try #require(strap.measurement.stabilityPercent) > 20)
  }
}
