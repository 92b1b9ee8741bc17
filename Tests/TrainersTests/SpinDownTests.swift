import BluetoothLE
import FitnessGATT
import Testing
import Trainers

/// The bytes of a spin-down: F10, E7, E9 and E10 are their numbers in `docs/road-and-apps.md`.
@Suite struct SpinDownTests {
  private func linked(_ name: TrainerProtocolName) throws -> AnyTrainer {
    var trainer = try #require(AnyTrainer(name, rider: TrainerRider(kilograms: 75)))
    _ = trainer.update { $0.linked(with: [.fitnessMachineControlPoint, .indoorBikeData, .fitnessMachineStatus]) }
    return trainer
  }

  private func take(
    _ trainer: inout AnyTrainer, _ hex: String, _ characteristic: CharacteristicID,
    outstanding: ControlProcedure? = nil
  ) throws -> [TrainerNews] {
    let value = try Bytes(hex)
    return trainer.update { $0.take(value, from: characteristic, outstanding: outstanding, at: .origin) }
  }

  private func writes(_ name: TrainerProtocolName, _ procedure: ControlProcedure) throws -> [[UInt8]] {
    try linked(name).current.writes(for: procedure).map(\.value)
  }

  // MARK: FTMS

  @Test func `FTMS starts and ignores a spin-down by op code 13`() throws {
    #expect(try writes(.fitnessMachine, .startSpinDown) == [[0x13, 0x01]])
    #expect(try writes(.fitnessMachine, .ignoreSpinDown) == [[0x13, 0x02]])
  }

  /// F10, the same with the speeds in the order of chart A.3.1, and a response without speeds.
  @Test(
    arguments: [
      ("80 13 01 B8 0B AC 0D", 35.0), ("80 13 01 AC 0D B8 0B", 35), ("80 13 01", nil), ("80 13 01 00 00 00 00", nil),
      ("80 13 01 B8 0B", nil),
    ] as [(String, Double?)])
  func `the higher speed of the response is the one to exceed`(_ hex: String, _ kmh: Double?) throws {
    var trainer = try linked(.fitnessMachine)
    let news = try take(&trainer, hex, .fitnessMachineControlPoint, outstanding: .startSpinDown)
    #expect(news == [.ended(.success), .spinDown(.speedUp(targetKmh: kmh))])
  }

  @Test(arguments: [("80 13 02", "Op Code not supported"), ("80 13 04", "Operation Failed")])
  func `a refused spin-down ends with the result code`(_ hex: String, _ reason: String) throws {
    var trainer = try linked(.fitnessMachine)
    let news = try take(&trainer, hex, .fitnessMachineControlPoint, outstanding: .startSpinDown)
    #expect(news == [.ended(.refused(reason))])
  }

  /// The last one carries a time after the status, as chart A.3.1 has it.
  @Test(arguments: [
    ("14 04", SpinDownReport.stopPedalling), ("14 02", .done(seconds: nil)), ("14 03", .failed(nil)),
    ("14 02 C4 09", .done(seconds: nil)),
  ])
  func `Fitness Machine Status reports the progress`(_ hex: String, _ report: SpinDownReport) throws {
    var trainer = try linked(.fitnessMachine)
    #expect(try take(&trainer, hex, .fitnessMachineStatus).contains(.spinDown(report)))
  }

  @Test(arguments: ["14 01", "14", "14 09", "13 01"])
  func `a request by the trainer and other statuses report no progress`(_ hex: String) throws {
    var trainer = try linked(.fitnessMachine)
    let news = try take(&trainer, hex, .fitnessMachineStatus)
    #expect(!news.contains { if case .spinDown = $0 { true } else { false } })
  }

  @Test(arguments: [("82 40 00 00 0C A0 00 00", true), ("82 40 00 00 0C 20 00 00", false)])
  func `bit 15 of the features declares a spin-down`(_ hex: String, _ spinsDown: Bool) throws {
    var trainer = try linked(.fitnessMachine)
    #expect(trainer.current.ability.spinsDown == nil)
    let value = try Bytes(hex)
    trainer.update { $0.learnt(value, from: .fitnessMachineFeature) }
    #expect(trainer.current.ability.spinsDown == spinsDown)
  }

  // MARK: FE-C

  /// E7.
  @Test func `FE-C starts a spin-down by page 1, and has no request that ends it`() throws {
    #expect(try writes(.tacx, .startSpinDown) == [Bytes("A4 09 4F 05 01 80 00 FF FF FF FF FF 99")])
    #expect(try writes(.tacx, .ignoreSpinDown).isEmpty)
  }

  private func page(_ hex: String) throws -> String {
    let frame = try FitnessEquipmentFrame(page: Bytes(hex)).broadcasted()
    return frame.map { String($0, radix: 16) }.joined(separator: " ")
  }

  /// E9, then the same while the wheel is too slow, too fast, and without a speed.
  @Test(arguments: [
    ("02 80 80 5A FA 25 FF FF", SpinDownReport.stopPedalling), ("02 80 40 5A FA 25 FF FF", .speedUp(targetKmh: 35)),
    ("02 80 C0 5A FA 25 FF FF", .stopPedalling), ("02 80 00 5A FF FF FF FF", .speedUp(targetKmh: nil)),
  ])
  func `page 2 reports whether the wheel is fast enough`(_ hex: String, _ report: SpinDownReport) throws {
    var trainer = try linked(.tacx)
    let news = try take(&trainer, page(hex), .fitnessEquipmentMessages, outstanding: .startSpinDown)
    #expect(news.first == .ended(.success))
    guard case .spinDown(.speedUp(let kmh)) = news.last, case .speedUp(let expected) = report else {
      #expect(news.last == .spinDown(report))
      return
    }
    #expect(kmh.map { ($0 * 10).rounded() / 10 } == expected)
  }

  @Test func `page 2 has the conditions, the temperature and the targets`() throws {
    let page = try FitnessEquipmentPage(decoding: Bytes("02 80 90 5A FA 25 D0 07"))
    guard case .calibrationProgress(let progress) = page else {
      Issue.record("\(page)")
      return
    }
    #expect(progress.temperature == .low && progress.speed == .right && progress.celsius == 20)
    #expect(progress.targetSeconds == 2 && progress.targetKmh == 9.722 * 3.6)
  }

  /// E10 in GoldenCheetah's order, and a failure.
  @Test(arguments: [
    ("01 80 00 5A FF FF D0 07", SpinDownReport.done(seconds: 2)), ("01 80 00 FF FF FF FF FF", .done(seconds: nil)),
    ("01 00 00 5A FF FF FF FF", .failed(nil)),
  ])
  func `page 1 ends the spin-down`(_ hex: String, _ report: SpinDownReport) throws {
    var trainer = try linked(.tacx)
    #expect(try take(&trainer, page(hex), .fitnessEquipmentMessages) == [.spinDown(report)])
  }

  @Test func `a zero offset in progress is no spin-down`() throws {
    var trainer = try linked(.tacx)
    #expect(try take(&trainer, page("02 40 00 5A FF FF FF FF"), .fitnessEquipmentMessages).isEmpty)
  }

  // MARK: Others

  @Test(arguments: [TrainerProtocolName.wahoo, .listening])
  func `a trainer with another protocol has no spin-down`(_ name: TrainerProtocolName) throws {
    #expect(try linked(name).current.ability.spinsDown == false)
    #expect(try writes(name, .startSpinDown).isEmpty)
  }
}
