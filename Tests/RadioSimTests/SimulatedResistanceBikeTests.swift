import BluetoothLE
import FitnessGATT
import RadioSim
import Testing

@Suite struct SimulatedResistanceBikeTests {
  private typealias Request = FitnessMachineControlPoint.Request
  private typealias Model = SimulatedResistanceBike.Model

  private func controlled(_ model: SimulatedResistanceBike.Model = .levels24) -> SimulatedResistanceBike {
    var bike = SimulatedResistanceBike(model)
    _ = bike.answer(Request.requestControl.encoded())
    return bike
  }

  private func result(
    _ bike: inout SimulatedResistanceBike, _ request: FitnessMachineControlPoint.Request
  ) -> FitnessMachineControlPoint.ResultCode? {
    try? FitnessMachineControlPoint.Response(decoding: bike.answer(request.encoded()).response).resultCode
  }

  private func ride(
    _ bike: inout SimulatedResistanceBike, seconds: Int, rpm: Double
  ) throws -> [IndoorBikeData] {
    try (0..<seconds * 4).flatMap { _ in bike.advance(seconds: 0.25, cadenceRpm: rpm, legWatts: nil) }
      .map { value throws in try IndoorBikeData(decoding: value) }
  }

  @Test func `the bike reports levels as its only target, and their range`() throws {
    let bike = SimulatedResistanceBike()
    #expect(bike.value(of: .fitnessMachineFeature)?.suffix(4) == [0x04, 0, 0, 0])
    #expect(bike.value(of: .supportedResistanceLevelRange) == [0x0A, 0, 0xF0, 0, 0x0A, 0])
    #expect(bike.value(of: .supportedPowerRange) == nil)
    let feature = try FitnessMachineFeature(decoding: bike.value(of: .fitnessMachineFeature) ?? [])
    #expect(feature.machine.contains(.powerMeasurement) && feature.machine.contains(.resistanceLevel))
  }

  @Test func `the bike acknowledges a level, and announces it`() {
    var bike = controlled()
    let (response, status) = bike.answer([0x04, 0x5A, 0x00])
    #expect(response == [0x80, 0x04, 0x01])
    #expect(status == [0x07, 0x5A, 0x00])
    #expect(bike.levelTenths == 90)
    _ = bike.answer([0x04, 0x78])
    #expect(bike.levelTenths == 120, "one byte")
  }

  @Test(arguments: [(240, true), (10, true), (250, false), (0, false), (95, false), (-10, false)])
  func `the bike accepts only levels of its range`(_ tenths: Int16, _ isAccepted: Bool) {
    var bike = controlled()
    #expect(result(&bike, .set(.resistanceLevel(tenths: tenths))) == (isAccepted ? .success : .invalidParameter))
  }

  @Test func `the bike refuses powers, roads, and levels without control`() {
    var bike = SimulatedResistanceBike()
    #expect(result(&bike, .set(.resistanceLevel(tenths: 50))) == .controlNotPermitted)
    bike = controlled()
    #expect(result(&bike, .set(.power(watts: 150))) == .opCodeNotSupported)
    #expect(result(&bike, .set(.indoorBikeSimulation(.flatRoad))) == .opCodeNotSupported)
    #expect(result(&bike, .startOrResume) == .success)
    bike.linkLost()
    #expect(result(&bike, .set(.resistanceLevel(tenths: 50))) == .controlNotPermitted)
  }

  @Test(arguments: [Model.levels24, .levels32, .fine])
  func `the measured power reaches that of level and cadence`(_ model: SimulatedResistanceBike.Model) throws {
    var bike = controlled(model)
    let tenths = model.range.clamp(tenths: Int(model.range.maximumTenths) / 2).tenths
    #expect(result(&bike, .set(.resistanceLevel(tenths: tenths))) == .success)
    for rpm in [60.0, 90] {
      let late = try ride(&bike, seconds: 40, rpm: rpm).suffix(80).map { Double($0.instantaneousPowerWatts ?? 0) }
      let mean = late.reduce(0, +) / 80
      #expect(abs(mean / bike.watts(tenths: tenths, rpm: rpm) - 1) < 0.03)
      #expect(late.max() != late.min(), "noise")
    }
  }

  @Test func `the power follows a new level with the lag of motor and brake`() throws {
    var bike = controlled()
    _ = try ride(&bike, seconds: 20, rpm: 80)
    _ = result(&bike, .set(.resistanceLevel(tenths: 240)))
    let full = bike.watts(tenths: 240, rpm: 80)
    let values = try ride(&bike, seconds: 20, rpm: 80).map { Double($0.instantaneousPowerWatts ?? 0) }
    #expect(values[7] < full * 0.5, "2 s")
    #expect(values[59] > full * 0.9, "15 s")
  }

  @Test func `a computed power depends on the level and the cadence alone`() throws {
    var bike = controlled(.levels16)
    _ = result(&bike, .set(.resistanceLevel(tenths: 80)))
    for data in try ride(&bike, seconds: 10, rpm: 80) {
      let rpm = try #require(data.instantaneousCadence?.rpm)
      #expect(abs(Double(data.instantaneousPowerWatts ?? 0) - bike.watts(tenths: 80, rpm: rpm)) < 3)
      #expect(data.resistanceLevel == 8)
    }
  }

  @Test(arguments: [Model.levels24, .levels32, .levels16, .fine])
  func `the power rises with each level and with the cadence`(_ model: SimulatedResistanceBike.Model) {
    let bike = SimulatedResistanceBike(model)
    let range = model.range
    let tenths = stride(
      from: Int(range.minimumTenths), through: Int(range.maximumTenths), by: max(10, Int(range.incrementTenths)))
    for rpm in [60.0, 80, 100] {
      let watts = tenths.map { bike.watts(tenths: Int16($0), rpm: rpm) }
      #expect(zip(watts.dropFirst(), watts).allSatisfy { $0 > $1 })
      #expect(bike.watts(tenths: range.maximumTenths, rpm: rpm + 5) > bike.watts(tenths: range.maximumTenths, rpm: rpm))
    }
  }

  @Test func `resting pedals give no power, and the level stays`() throws {
    var bike = controlled()
    _ = result(&bike, .set(.resistanceLevel(tenths: 120)))
    _ = try ride(&bike, seconds: 10, rpm: 80)
    let rest = try ride(&bike, seconds: 2, rpm: 0)
    #expect(rest.allSatisfy { $0.instantaneousPowerWatts == 0 && $0.instantaneousCadence?.rpm == 0 })
    bike.linkLost()
    #expect(bike.levelTenths == 120)
  }

  @Test(arguments: [TrainerMood.obliging, .deaf, .mute, .denying])
  func `a mood decides the answer and the effect`(_ mood: TrainerMood) {
    var bike = controlled()
    let answers = bike.take([0x04, 0x64, 0x00], on: .fitnessMachineControlPoint, in: mood).map(\.value)
    switch mood {
    case .obliging: #expect(answers == [[0x80, 0x04, 0x01], [0x07, 0x64, 0x00]] && bike.levelTenths == 100)
    case .deaf: #expect(answers == [[0x80, 0x04, 0x01]] && bike.levelTenths == 10)
    case .mute: #expect(answers.isEmpty && bike.levelTenths == 100)
    case .denying: #expect(answers == [[0x80, 0x04, 0x04]] && bike.levelTenths == 10)
    }
  }
}
