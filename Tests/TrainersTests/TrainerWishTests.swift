import BluetoothLE
import FitnessGATT
import Testing
import Trainers

/// Data of trainers in addition to power, cadence and speed.
@Suite struct TrainerWishTests {
  private static let fitnessMachine: Set<CharacteristicID> = [
    .fitnessMachineControlPoint, .indoorBikeData, .fitnessMachineStatus, .cyclingPowerMeasurement,
  ]

  private func linked(_ name: TrainerProtocolName, _ characteristics: Set<CharacteristicID> = []) throws -> AnyTrainer {
    var trainer = try #require(AnyTrainer(name, rider: TrainerRider(kilograms: 75)))
    _ = trainer.update { $0.linked(with: characteristics) }
    return trainer
  }

  private func take(
    _ trainer: inout AnyTrainer, _ hex: String, _ characteristic: CharacteristicID, at second: Double = 0
  ) throws -> [TrainerNews] {
    let value = try Bytes(hex)
    let now = MonotonicInstant(sinceOrigin: .seconds(second))
    return trainer.update { $0.take(value, from: characteristic, outstanding: nil, at: now) }
  }

  private func values(_ news: [TrainerNews]) -> [TrainerValues] {
    news.compactMap { if case .values(let values) = $0 { values } else { nil } }
  }

  /// From dundring#220.
  @Test func `the heart rate of Indoor Bike Data is a value of the trainer`() throws {
    var trainer = try linked(.fitnessMachine)
    let news = try take(&trainer, "44 02 AA 05 2E 00 18 00 46", .indoorBikeData)
    #expect(values(news).map(\.beatsPerMinute) == [70])
  }

  @Test(arguments: [("46", 70), ("FF", nil), ("00", nil)] as [(String, Int?)])
  func `the heart rate of FE-C page 16 is a value of the trainer`(_ hex: String, _ beatsPerMinute: Int?) throws {
    var trainer = try linked(.tacx)
    let check = try (Bytes("A4 09 4E 05 10 19 04 00 00 00 \(hex) 24")).reduce(0, ^)
    let frame = "A4 09 4E 05 10 19 04 00 00 00 \(hex) 24 " + String(check, radix: 16)
    let news = try take(&trainer, frame, .fitnessEquipmentMessages)
    #expect(values(news).map(\.beatsPerMinute) == [beatsPerMinute])
  }

  /// The first two request a calibration of power and of resistance.
  ///
  /// The frames are computed.
  @Test(arguments: [("10", true), ("20", true), ("30", true), ("40", false), ("00", false)])
  func `FE-C page 25 reports whether the trainer requests a calibration`(_ hex: String, _ isRequested: Bool) throws {
    var trainer = try linked(.tacx)
    let start = "A4 09 4E 05 19 01 5A 10 27 FA \(hex) 30"
    let news = try take(
      &trainer, start + " " + String(try Bytes(start).reduce(0, ^), radix: 16), .fitnessEquipmentMessages)
    #expect(news.contains(.calibration(isRequested: isRequested)))
  }

  @Test func `Cycling Power reports whether the trainer requests a zero offset`() throws {
    var trainer = try linked(.wahoo)
    #expect(try take(&trainer, "00 10 D2 00", .cyclingPowerMeasurement).contains(.calibration(isRequested: true)))
    #expect(try take(&trainer, "00 00 D2 00", .cyclingPowerMeasurement).contains(.calibration(isRequested: false)))
  }

  // MARK: The power of Cycling Power

  private static let subscription = TrainerNews.wants([.subscribe(.cyclingPowerMeasurement)])

  /// Speed 20 km/h and cadence 88 rpm, with a power of 0 or without a power.
  @Test(arguments: [("44 00 D0 07 B0 00 00 00", 3.0), ("04 00 D0 07 B0 00", 0)])
  func `Cycling Power is subscribed to after three seconds of 0 W, or at once if the power is missing`(
    _ hex: String, _ patience: Double
  ) throws {
    var trainer = try linked(.fitnessMachine, Self.fitnessMachine)
    for tick in 0..<Int(patience * 4) {
      #expect(try !take(&trainer, hex, .indoorBikeData, at: Double(tick) / 4).contains(Self.subscription))
    }
    #expect(try take(&trainer, hex, .indoorBikeData, at: patience).contains(Self.subscription))
    #expect(try !take(&trainer, hex, .indoorBikeData, at: 9).contains(Self.subscription))
    #expect(values(try take(&trainer, "00 00 96 00", .cyclingPowerMeasurement, at: 10)).map(\.watts) == [150])
    #expect(values(try take(&trainer, hex, .indoorBikeData, at: 10)).map(\.watts) == [nil], "its 0 is none")
    for characteristics in [Self.fitnessMachine, [.indoorBikeData, .fitnessMachineControlPoint], Self.fitnessMachine] {
      let requests = trainer.update { $0.linked(with: characteristics) }
      let isAsked = requests.contains(.subscribe(.cyclingPowerMeasurement))
      #expect(isAsked == characteristics.contains(.cyclingPowerMeasurement), "each further link asks for it at once")
    }
  }

  @Test func `the power of Cycling Power still counts after malformed data that looks like a power`() throws {
    var trainer = try linked(.fitnessMachine, Self.fitnessMachine)
    let lacking = "04 00 D0 07 B0 00"
    for second in 0...3 { _ = try take(&trainer, lacking, .indoorBikeData, at: Double(second)) }
    for second in 4..<20 {
      let power = try take(&trainer, "00 00 96 00", .cyclingPowerMeasurement, at: Double(second))
      #expect(values(power).map(\.watts) == [150])
      let data = second == 10 ? "44 00 D0 07 B0 00 96 00" : lacking
      #expect(values(try take(&trainer, data, .indoorBikeData, at: Double(second))).map(\.watts) == [nil])
    }
    var another = try linked(.fitnessMachine, Self.fitnessMachine)
    _ = try take(&another, "44 00 D0 07 B0 00 96 00", .indoorBikeData, at: 0)
    #expect(try take(&another, lacking, .indoorBikeData, at: 1).contains(Self.subscription))
  }

  @Test func `Cycling Power is not subscribed to while the pedals rest or once the data has power`() throws {
    var trainer = try linked(.fitnessMachine, Self.fitnessMachine)
    for second in 0..<20 {
      let news = try take(&trainer, "44 00 00 00 00 00 00 00", .indoorBikeData, at: Double(second))
      #expect(!news.contains(Self.subscription))
    }
    for second in 20..<23 { _ = try take(&trainer, "44 00 D0 07 B0 00 96 00", .indoorBikeData, at: Double(second)) }
    for second in 23..<40 {
      let news = try take(&trainer, "44 00 D0 07 B0 00 00 00", .indoorBikeData, at: Double(second))
      #expect(!news.contains(Self.subscription))
    }
    #expect(values(try take(&trainer, "00 00 2C 01", .cyclingPowerMeasurement, at: 40)).isEmpty)
  }
}
