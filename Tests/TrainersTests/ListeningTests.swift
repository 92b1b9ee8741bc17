import BluetoothLE
import Testing
import Trainers

/// Machines that only report.
@Suite struct ListeningTests {
  /// Returns a machine that only reports, linked with these characteristics.
  private func listening(
    to characteristics: Set<CharacteristicID>
  ) throws -> (trainer: AnyTrainer, requests: [TrainerRequest]) {
    var trainer = try #require(AnyTrainer(.listening, rider: TrainerRider(kilograms: 75)))
    let requests = trainer.update { $0.linked(with: characteristics) }
    return (trainer, requests)
  }

  private func records(
    _ trainer: inout AnyTrainer, _ value: [UInt8], _ characteristic: CharacteristicID, second: Double = 0
  ) -> [TrainerValues] {
    let now = MonotonicInstant.origin.advanced(by: .seconds(second))
    let news = trainer.update { $0.take(value, from: characteristic, outstanding: nil, at: now) }
    return news.compactMap { if case .record(let values) = $0 { values } else { nil } }
  }

  @Test func `a machine is only listened to if that is enough and it has no control`() {
    let bike: Set<CharacteristicID> = [.indoorBikeData, .fitnessMachineFeature]
    let meter: Set<CharacteristicID> = [.cyclingPowerMeasurement, .batteryLevel]
    for characteristics in [bike, meter, bike.union(meter)] {
      #expect(TrainerProtocols.supported(on: characteristics) == nil)
      #expect(TrainerProtocols.supported(on: characteristics, isListeningEnough: true) == .listening)
      let controlled = characteristics.union([.indoorBikeData, .fitnessMachineControlPoint])
      #expect(TrainerProtocols.supported(on: controlled, isListeningEnough: true) == .fitnessMachine)
    }
    #expect(
      TrainerProtocols.supported(on: meter.union([.wahooControlPoint]), isListeningEnough: true) == .wahoo)
    #expect(TrainerProtocols.supported(on: [.heartRateMeasurement], isListeningEnough: true) == nil)
  }

  /// Indoor Bike Data of the issue dundring#220: 14.5 km/h, 23 rpm, 24 W, 70 beats a minute.
  @Test func `a spin bike is only subscribed to, and its data are read`() throws {
    var (bike, requests) = try listening(to: [.indoorBikeData, .fitnessMachineFeature, .fitnessMachineStatus])
    #expect(requests == [.subscribe(.indoorBikeData)])
    let values = records(&bike, [0x44, 0x02, 0xAA, 0x05, 0x2E, 0x00, 0x18, 0x00, 0x46], .indoorBikeData)
    #expect(values.map(\.watts) == [24] && values.map(\.rpm) == [23] && values.map(\.kmh) == [14.5])
    let ability = bike.current.ability
    #expect(ability.takesPowerTargets == false && ability.simulatesRoad == false && ability.sendsAtRest)
  }

  @Test func `a power meter's power is read, and its cadence is computed from the crank`() throws {
    var (meter, requests) = try listening(to: [.cyclingPowerMeasurement, .batteryLevel])
    #expect(requests == [.subscribe(.cyclingPowerMeasurement)])
    _ = records(&meter, [0x20, 0x00, 0x96, 0x00, 0x0A, 0x00, 0x00, 0x04], .cyclingPowerMeasurement)
    let values = records(
      &meter, [0x20, 0x00, 0xAA, 0x00, 0x0B, 0x00, 0xAA, 0x06], .cyclingPowerMeasurement, second: 1)
    #expect(values.map(\.watts) == [170])
    #expect(abs((values.first?.rpm ?? 0) - 90) < 0.5)
    #expect(meter.current.ability.sendsCadence == true && !meter.current.ability.sendsAtRest)
  }

  @Test func `a power meter's balance is read if it is the left leg's`() throws {
    var (meter, _) = try listening(to: [.cyclingPowerMeasurement])
    let left = records(&meter, [0x03, 0x00, 0x96, 0x00, 0x61], .cyclingPowerMeasurement)
    let unknown = records(&meter, [0x01, 0x00, 0x96, 0x00, 0x61], .cyclingPowerMeasurement, second: 1)
    #expect(left.map(\.leftPercent) == [48.5] && unknown.map(\.leftPercent) == [nil])
  }

  @Test func `no procedure writes to a machine that is only listened to`() throws {
    let (bike, _) = try listening(to: [.indoorBikeData])
    for procedure in [
      ControlProcedure.requestControl, .setTargetPower(watts: 150), .setSlope(percent: 0), .pause, .stop,
    ] {
      #expect(bike.current.writes(for: procedure).isEmpty)
    }
  }

  @Test(arguments: [CharacteristicID.indoorBikeData, .cyclingPowerMeasurement])
  func `truncated values are ignored`(_ stream: CharacteristicID) throws {
    var (machine, _) = try listening(to: [stream])
    let value: [UInt8] =
      stream == .indoorBikeData
      ? [0x44, 0x02, 0xAA, 0x05, 0x2E, 0x00, 0x18, 0x00, 0x46] : [0x20, 0x00, 0x96, 0x00, 0x0A, 0x00, 0x00, 0x04]
    for length in 0..<value.count { #expect(records(&machine, Array(value.prefix(length)), stream).isEmpty) }
  }
}
