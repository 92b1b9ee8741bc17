import FitnessGATT
import Testing

struct IndoorBikeDataTests {
  @Test func `More Data clear means that the speed is present`() throws {
    let data = try IndoorBikeData(decoding: [UInt8](hex: "0000 8a0c"))
    #expect(data.instantaneousSpeed?.kmh == 32.1)
    #expect(!data.isPartial)
  }

  @Test func `More Data set means that the speed is absent`() throws {
    let data = try IndoorBikeData(decoding: [UInt8](hex: "4100 b80b"))
    #expect(data.instantaneousSpeed == nil)
    #expect(data.instantaneousPowerWatts == 3000)
    #expect(data.isPartial)
  }

  @Test func `an absent field is not zero`() throws {
    let data = try IndoorBikeData(decoding: [UInt8](hex: "0400 0000 0000"))
    #expect(data.instantaneousSpeed?.kmh == 0)
    #expect(data.instantaneousCadence?.rpm == 0)
    #expect(data.instantaneousPowerWatts == nil)
  }

  @Test func `instantaneous power is signed`() throws {
    #expect(try IndoorBikeData(decoding: [UInt8](hex: "4100 ffff")).instantaneousPowerWatts == -1)
  }

  @Test func `an instantaneous power of 32767 W is a valid power`() throws {
    #expect(try IndoorBikeData(decoding: [UInt8](hex: "4100 ff7f")).instantaneousPowerWatts == 32767)
  }

  @Test func `energy that is not available is neither absent nor zero`() throws {
    let unavailable = try IndoorBikeData(decoding: [UInt8](hex: "0101 ffff ffff ff"))
    #expect(unavailable.expendedEnergy == ExpendedEnergy())
    let absent = try IndoorBikeData(decoding: [UInt8](hex: "0100"))
    #expect(absent.expendedEnergy == nil)
    let zero = try IndoorBikeData(decoding: [UInt8](hex: "0101 0000 0000 00"))
    #expect(zero.expendedEnergy == ExpendedEnergy(totalKcal: 0, perHourKcal: 0, perMinuteKcal: 0))
  }

  @Test func `missing bytes name the field and its place`() {
    #expect(throws: DecodingFailure(.truncated, field: "Instantaneous Power", offset: 6, needed: 2, available: 1)) {
      try IndoorBikeData(decoding: [UInt8](hex: "4400 e40c b500 96"))
    }
  }

  /// ATT_MTU 23 fits 20 bytes of a value (Bluetooth Core 5.4, Vol 3, Part F, §3.4.7.1).
  @Test func `a record cut at 20 bytes keeps its complete fields`() throws {
    let record = [UInt8](hex: "fe1f 1027 e803 b400 aa00 010002 feff 2c01 fa00 2c01 5802 0a 8c 55 100e 0807")
    let data = try IndoorBikeData(decoding: Array(record.prefix(20)))
    #expect(data.instantaneousSpeed?.kmh == 100)
    #expect(data.instantaneousCadence?.rpm == 90)
    #expect(data.totalDistanceMeters == 131_073)
    #expect(data.instantaneousPowerWatts == 300)
    #expect(data.averagePowerWatts == 250)
    #expect(data.expendedEnergy == nil && data.heartRateBpm == nil && data.remainingTimeSeconds == nil)
  }

  @Test func `a record cut inside the energy keeps its complete numbers`() throws {
    let record = [UInt8](hex: "f40f 1027 b400 010002 feff 2c01 fa00 2c01 5802 0a 8c 55 100e")
    let data = try IndoorBikeData(decoding: Array(record.prefix(20)))
    #expect(data.expendedEnergy == ExpendedEnergy(totalKcal: 300, perHourKcal: 600, perMinuteKcal: 10))
    #expect(data.heartRateBpm == nil)
    let shifted = [UInt8](hex: "f601 1027 e803 b400 010002 feff 2c01 fa00 2c01 5802 0a")
    let cut = try IndoorBikeData(decoding: Array(shifted.prefix(20)))
    #expect(cut.expendedEnergy == ExpendedEnergy(totalKcal: 300))
  }

  /// A cut record and a record with a one-byte level both lack one byte; only the former has been observed.
  @Test func `a record of 20 bytes with a missing byte counts as cut`() throws {
    let record = [UInt8](hex: "fe06 1027 e803 b400 aa00 010002 0c00 2c01 fa00 78 55")
    let cut = try IndoorBikeData(decoding: Array(record.prefix(20)))
    #expect(cut.resistanceLevel == 12 && cut.instantaneousPowerWatts == 300 && cut.heartRateBpm == 120)
    #expect(cut.metabolicEquivalentTenths == nil)
    let short = try IndoorBikeData(decoding: [UInt8](hex: "fe0a 1027 e803 b400 aa00 010002 0c 2c01 fa00 78 100e"))
    #expect(short.resistanceLevel == 12 && short.instantaneousPowerWatts == 300 && short.elapsedTimeSeconds == 3600)
  }

  @Test func `a resistance range of three bytes counts whole levels`() throws {
    let range = try SupportedResistanceLevelRange(decoding: [0x01, 0x14, 0x01])
    #expect((range.minimumTenths, range.maximumTenths, range.incrementTenths) == (10, 200, 10))
    #expect(throws: DecodingFailure.self) { try SupportedResistanceLevelRange(decoding: [0x14, 0x01, 0x01]) }
    #expect(throws: DecodingFailure.self) { try SupportedResistanceLevelRange(decoding: [0x01, 0x00, 0x14, 0x00]) }
    #expect(throws: DecodingFailure.self) { try SupportedPowerRange(decoding: [0x01, 0x14, 0x01]) }
  }

  @Test func `a distance beyond 24 bits is sent as the largest number`() throws {
    var data = IndoorBikeData()
    data.totalDistanceMeters = 20_000_000
    #expect(try IndoorBikeData(decoding: data.encoded()).totalDistanceMeters == 16_777_215)
  }

  @Test(arguments: [(-1.0, 0.0), (.nan, 0.0), (27.126, 27.13), (1e9, 655.35)])
  func `a speed is rounded to the nearest value that can be sent`(_ wanted: Double, _ sent: Double) {
    #expect(Speed(kmh: wanted).kmh == sent)
  }

  @Test(arguments: [(-1.0, 0.0), (89.7, 89.5), (89.8, 90.0), (.infinity, 32767.5)])
  func `a cadence is rounded to the nearest half revolution`(_ wanted: Double, _ sent: Double) {
    #expect(Cadence(rpm: wanted).rpm == sent)
  }
}

struct IndoorBikeDataAssemblerTests {
  private let first = part { $0.instantaneousPowerWatts = 150 }
  private let second = part { $0.heartRateBpm = 120 }
  private let last = part { $0.instantaneousSpeed = Speed(kmh: 30) }

  @Test func `a whole record passes straight through`() {
    var assembler = IndoorBikeDataAssembler()
    let whole = first.merging(last)
    #expect(assembler.add(whole) == [whole])
    #expect(assembler.add(whole) == [whole])
    #expect(assembler.pending == nil)
  }

  @Test func `parts become one record when the speed arrives`() {
    var assembler = IndoorBikeDataAssembler()
    #expect(assembler.add(first) == [])
    #expect(assembler.add(second) == [])
    #expect(assembler.pending == first.merging(second))
    let records = assembler.add(last)
    #expect(records == [first.merging(second).merging(last)])
    #expect(records.first?.isPartial == false)
    #expect(assembler.pending == nil)
  }

  @Test func `a machine that always sets More Data gets a record for each notification but the last`() {
    var assembler = IndoorBikeDataAssembler()
    #expect(assembler.add(first) == [])
    for watts in Int16(151)...160 {
      let records = assembler.add(part { $0.instantaneousPowerWatts = watts })
      #expect(records == [part { $0.instantaneousPowerWatts = watts - 1 }])
    }
    #expect(assembler.pending?.instantaneousPowerWatts == 160)
  }

  @Test func `a record that lost its end is returned before the next one`() {
    var assembler = IndoorBikeDataAssembler()
    _ = assembler.add(first)
    let next = part {
      $0.instantaneousPowerWatts = 200
      $0.instantaneousSpeed = Speed(kmh: 31)
    }
    #expect(assembler.add(next) == [first, next])
  }

  @Test func `a part without fields leaves nothing pending`() {
    var assembler = IndoorBikeDataAssembler()
    #expect(assembler.add(IndoorBikeData()) == [])
    #expect(assembler.pending == nil)
  }
}

private func part(_ fill: (inout IndoorBikeData) -> Void) -> IndoorBikeData {
  var data = IndoorBikeData()
  fill(&data)
  return data
}
