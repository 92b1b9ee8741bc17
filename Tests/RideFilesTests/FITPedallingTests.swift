import Rides
import Testing

@testable import RideFiles

@Suite struct FITPedallingTests {
  /// The pedalling that is read from a `record` with this field, in percent.
  private static func reading(_ fields: [FITFile.Field]) throws -> (Pedalling?, leftOut: Int) {
    var file = FITFile.empty
    file.add(20, [.init(253, .uint32, FITFile.start), .init(7, .uint16, 200)] + fields)
    let imported = try importFIT(file.bytes())
    return (try #require(imported.rides.first?.samples.first).pedalling, imported.leftOut.count)
  }

  private static let pedalling = {
    var pedalling = Pedalling()
    pedalling.leftPercent = 48
    pedalling.leftTorqueEffectivenessPercent = 71.5
    pedalling.rightTorqueEffectivenessPercent = 68
    pedalling.leftPedalSmoothnessPercent = 22.5
    pedalling.rightPedalSmoothnessPercent = 0
    return pedalling
  }()

  /// A recorded ride of two laps, the second without power and without pedalling.
  static var record: RideRecord {
    var other = pedalling
    (other.leftPercent, other.leftTorqueEffectivenessPercent) = (60, 73.5)
    var record = ride(
      (0..<6).map { second in
        RideSample(
          second: second, timerRunning: true, powerWatts: second < 3 ? 300 : 0,
          pedalling: second < 2 ? pedalling : second == 2 ? other : nil)
      })
    record.samples[2].powerWatts = 150
    record.laps = [RideLap(second: 0, trigger: .time), RideLap(second: 3, trigger: .end)]
    return record
  }

  /// The values that Garmin's SDK reads from the file, as printed by `Proof/Clients/fit.py`: the left leg did 50.4 % of
  /// the work, and a share with the bit 0x8000 is the right leg's, in 0.01 %.
  static let reading = """
    pedalling session 0 avg_left_pedal_smoothness=22.5 avg_left_torque_effectiveness=72.0 \
    avg_right_pedal_smoothness=0.0 avg_right_torque_effectiveness=68.0 left_right_balance=37728
    pedalling lap 0 avg_left_pedal_smoothness=22.5 avg_left_torque_effectiveness=72.0 \
    avg_right_pedal_smoothness=0.0 avg_right_torque_effectiveness=68.0 left_right_balance=37728

    """

  @Test func `the pedalling of each second is the same after writing and reading FIT`() throws {
    let read = try decodeFIT(FITEncoderTests.encoder.encode(Self.record))
    #expect(read.samples.map(\.pedalling) == Self.record.samples.map(\.pedalling))
  }

  @Test func `a smoothness without the right leg's one is written as that of both legs`() throws {
    var both = Pedalling()
    both.leftPedalSmoothnessPercent = 25
    let rows = [RideSample(second: 0, timerRunning: true, powerWatts: 200, pedalling: both)]
    let bytes = FITEncoderTests.encoder.encode(ride(rows))
    #expect(bytes.firstRange(of: [47, 1, 2]) != nil && bytes.firstRange(of: [45, 1, 2]) == nil)
    #expect(try decodeFIT(bytes).samples.first?.pedalling == both)
  }

  @Test(arguments: [(0x80 | 52, 48), (0x80, 100), (0x80 | 100, 0)] as [(UInt64, Double)])
  func `a share of the right leg in FIT gives the left leg's share`(_ value: UInt64, _ left: Double) throws {
    let (pedalling, leftOut) = try Self.reading([.init(30, .uint8, value)])
    #expect(pedalling?.leftPercent == left && leftOut == 0)
  }

  @Test(arguments: [0, 48, 100, 127, 0x80 | 101, 0xFE, 0xFF])
  func `a share of an unknown leg in FIT is not read, and neither is an impossible one`(_ value: UInt64) throws {
    let (pedalling, leftOut) = try Self.reading([.init(30, .uint8, value)])
    #expect(pedalling == nil && leftOut == 0)
  }

  @Test func `a percentage above 100 in FIT is left out`() throws {
    let (pedalling, leftOut) = try Self.reading([.init(43, .uint8, 201), .init(44, .uint8, 200)])
    #expect(pedalling?.leftTorqueEffectivenessPercent == nil && pedalling?.rightTorqueEffectivenessPercent == 100)
    #expect(leftOut == 1)
  }

  @Test func `the smoothness of the left leg in FIT precedes that of both legs`() throws {
    let (pedalling, _) = try Self.reading([.init(47, .uint8, 60), .init(45, .uint8, 40), .init(46, .uint8, 50)])
    #expect(pedalling?.leftPedalSmoothnessPercent == 20 && pedalling?.rightPedalSmoothnessPercent == 25)
  }

  @Test(arguments: [-0.5, 100.5, .nan, .infinity])
  func `an impossible share is absent from FIT`(_ percent: Double) throws {
    var pedalling = Pedalling()
    pedalling.leftPercent = percent
    let rows = [RideSample(second: 0, timerRunning: true, powerWatts: 200, pedalling: pedalling)]
    #expect(try decodeFIT(FITEncoderTests.encoder.encode(ride(rows))).samples.first?.pedalling == nil)
  }

  @Test func `CSV and JSON have the columns of the pedalling only for a ride with such a meter`() {
    let csv = String(decoding: CSVEncoder().encode(Self.record), as: UTF8.self).split(separator: "\r\n")
    let headings = [
      "left_percent", "left_torque_effectiveness_percent", "right_torque_effectiveness_percent",
      "left_pedal_smoothness_percent", "right_pedal_smoothness_percent",
    ]
    #expect(csv[0].hasSuffix(headings.joined(separator: ",")))
    #expect(csv[1].hasSuffix(",48,71.5,68,22.5,0") && csv[6].hasSuffix(",,,,,"))
    let json = String(decoding: RideJSONEncoder().encode(Self.record), as: UTF8.self)
    #expect(json.contains(#""leftPercent":48,"leftTorqueEffectivenessPercent":71.5"#))
    let plain = String(decoding: CSVEncoder().encode(ride(goldenSamples)), as: UTF8.self)
    #expect(plain.hasPrefix(CSVTests.recordedHeader + "\r\n"))
  }
}
