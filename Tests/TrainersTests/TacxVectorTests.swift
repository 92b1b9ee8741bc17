import FitnessGATT
import Testing
import Trainers

/// Published frames and pages of FE-C over BLE.
///
/// T1 and so on are their numbers in this project.
@Suite struct TacxVectorTests {
  /// Frames of trainers.
  static let frames: [(source: String, hex: String, page: FitnessEquipmentPage)] = [
    ("T1: Tacx's own document", "A4 09 4E 05 10 19 04 00 00 00 FF 24 30", .general(.init(0, 0))),
    (
      "T2: a NEO 2T", "A4 09 4E 05 19 D5 00 31 01 00 00 20 3A",
      .trainer(.init(rpm: 0, watts: 0))
    ),
    ("T3: a NEO 2T", "A4 09 4E 05 10 19 3F 14 00 00 FF 24 1F", .general(.init(20, 0))),
    (
      "T4: a NEO 2T, nothing received yet", "A4 09 4E 05 47 FF FF FF 01 00 00 20 7F",
      .commandStatus(.init(command: 0xFF, sequence: 0xFF, status: 0xFF, quarterWatts: 0x2000))
    ),
    ("T5: a NEO 2T, its manufacturer", "A4 09 4E 05 50 FF FF 01 59 00 3B 0B DE", .other(0x50)),
    (
      "T6: Incyclist", "A4 09 4E 05 19 1F 00 00 00 00 40 20 80",
      .trainer(.init(rpm: 0, watts: 0, wantsUserConfiguration: true))
    ),
    ("T7: Incyclist", "A4 09 4E 05 10 19 00 00 00 00 FF 24 34", .general(.init(0, 0))),
    ("T8: Incyclist, its product", "A4 09 4E 05 51 FF 00 07 0F 57 00 00 17", .other(0x51)),
    ("T9: Incyclist", "A4 09 4E 05 19 A5 00 24 5C 00 00 20 02", .trainer(.init(rpm: 0, watts: 0))),
    ("T10: Incyclist, on channel 1", "A4 09 4E 01 19 4C FF 25 D2 6B 00 20 F4", .trainer(.init(rpm: nil, watts: 107))),
    (
      "T11", "A4 09 4E 05 19 01 5A 10 27 FA 00 30 59",
      .trainer(.init(rpm: 90, watts: 250, isInUse: true))
    ),
  ]

  @Test(arguments: frames)
  func `a frame from a trainer is decoded`(_ vector: (source: String, hex: String, page: FitnessEquipmentPage)) throws {
    let frame = try FitnessEquipmentFrame(decoding: try Bytes(vector.hex))
    #expect(frame.isChecked, "\(vector.source)")
    #expect(try FitnessEquipmentPage(decoding: frame.page) == vector.page, "\(vector.source)")
  }

  /// T24, from Incyclist's tests.
  @Test func `a frame with a wrong checksum is decoded, and marked as unchecked`() throws {
    let frame = try FitnessEquipmentFrame(decoding: try Bytes("A4 09 4E 05 10 19 00 00 00 00 30 35 34"))
    #expect(!frame.isChecked)
    #expect(frame.page.count == 8)
  }

  /// Pages alone, as in tests of other projects.
  static let pages: [(source: String, hex: String, page: FitnessEquipmentPage)] = [
    (
      "T12", "19 07 5A 34 12 23 21 31",
      .trainer(.init(rpm: 90, watts: 291, wantsCalibration: true, targetState: 1, isInUse: true))
    ),
    ("T13", "19 00 FF 00 00 FF 0F 00", .trainer(.init(rpm: nil, watts: nil))),
  ]

  @Test(arguments: pages)
  func `a page from a trainer is decoded`(_ vector: (source: String, hex: String, page: FitnessEquipmentPage)) throws {
    #expect(try FitnessEquipmentPage(decoding: try Bytes(vector.hex)) == vector.page, "\(vector.source)")
  }

  /// Frames for trainers.
  static let commands: [(source: String, hex: String, command: FitnessEquipmentCommand)] = [
    ("T15", "A4 09 4F 05 31 FF FF FF FF FF 90 01 B8", .targetPower(quarterWatts: 400)),
    ("T16", "A4 09 4F 05 31 FF FF FF FF FF 58 02 73", .targetPower(quarterWatts: 600)),
    ("T17", "A4 09 4F 05 31 FF FF FF FF FF 20 03 0A", .targetPower(quarterWatts: 800)),
    ("T18", "A4 09 4F 05 31 FF FF FF FF FF E8 03 C2", .targetPower(quarterWatts: 1000)),
    (
      "T19: Incyclist", "A4 09 4F 05 33 FF FF FF FF 20 4E 42 F8", .track(gradeHundredths: 0, rollingStep: 0x42)
    ),
    ("T20: capabilities", "A4 09 4F 05 46 FF FF FF FF 80 36 01 16", .request(page: 0x36)),
    ("T21: command status", "A4 09 4F 05 46 FF FF FF FF 80 47 01 67", .request(page: 0x47)),
  ]

  @Test(arguments: commands)
  func `a frame for a trainer has the published bytes`(
    _ vector: (source: String, hex: String, command: FitnessEquipmentCommand)
  ) throws {
    let frame = FitnessEquipmentFrame(page: vector.command.page)
    #expect(frame.encoded() == (try Bytes(vector.hex)), "\(vector.source)")
    #expect(try FitnessEquipmentFrame(decoding: frame.encoded()) == frame)
  }

  /// T22: 75 kg, a bicycle of 9 kg, wheels of 0.70 m.
  ///
  /// A Go and a Swift project agree.
  @Test func `the user configuration has the published bytes`() throws {
    let page = FitnessEquipmentCommand.userConfiguration(
      riderHundredthsKilogram: 7500, bicycleTwentiethsKilogram: 180, wheelCentimeters: 70
    ).page
    #expect(page == (try Bytes("37 4C 1D FF 4F 0B 46 00")))
  }

  /// T17 as Pycycling sends it, and T23, which Zwift sent to a NEO.
  ///
  /// Both add, and a trainer's own frames use exclusive or.
  @Test(arguments: ["A4 09 4F 05 31 FF FF FF FF FF 20 03 AC", "A4 09 4E 05 FC 00 00 64 00 00 54 00 10"])
  func `a frame with a sum as its checksum is decoded, and marked as unchecked`(_ hex: String) throws {
    #expect(try !FitnessEquipmentFrame(decoding: try Bytes(hex)).isChecked)
  }

  @Test func `other bytes are not a frame`() throws {
    let frame = try Bytes("A4 09 4E 05 10 19 04 00 00 00 FF 24 30")
    for length in 0..<frame.count {
      #expect(throws: (any Error).self) { try FitnessEquipmentFrame(decoding: Array(frame.prefix(length))) }
    }
    for index in [0, 1, 2] {
      var other = frame
      other[index] ^= 0x80
      #expect(throws: (any Error).self) { try FitnessEquipmentFrame(decoding: other) }
    }
  }
}

extension FitnessEquipmentPage.GeneralData {
  fileprivate init(_ meters: UInt8?, _ millimetersPerSecond: UInt16?) {
    self.init(meters: meters, millimetersPerSecond: millimetersPerSecond)
  }
}
