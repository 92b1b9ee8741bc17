import FitnessGATT
import RadioSim
import Testing

@Suite struct SimulatedTrainerTests {
  private typealias Request = FitnessMachineControlPoint.Request

  private func controlled() -> SimulatedTrainer {
    var trainer = SimulatedTrainer()
    _ = trainer.answer(Request.requestControl.encoded())
    return trainer
  }

  @discardableResult
  private func ask(_ trainer: inout SimulatedTrainer, _ request: Request) -> FitnessMachineControlPoint.ResultCode? {
    try? FitnessMachineControlPoint.Response(decoding: trainer.answer(request.encoded()).response).resultCode
  }

  @Test func `the simulated trainer simulates a flat road instead of a target`() throws {
    var trainer = controlled()
    ask(&trainer, .set(.power(watts: 200)))
    let request = Request.set(.indoorBikeSimulation(.flatRoad))
    #expect(request.encoded() == [0x11, 0, 0, 0, 0, 40, 39])
    let (response, status) = trainer.answer(request.encoded())
    #expect(response == [0x80, 0x11, 0x01])
    #expect(status == [0x12, 0, 0, 0, 0, 40, 39])
    #expect(trainer.isOnFlatRoad)
    #expect(trainer.targetWatts == nil)
    #expect(trainer.brake.askedWatts == SimulatedBrake.freeWatts)
  }

  @Test(arguments: [
    Request.set(.power(watts: 150)), Request.stopOrPause(.stop), Request.stopOrPause(.pause), Request.reset,
  ])
  func `the simulated trainer leaves the flat road for another request`(_ request: FitnessMachineControlPoint.Request) {
    var trainer = controlled()
    ask(&trainer, .set(.indoorBikeSimulation(.flatRoad)))
    #expect(ask(&trainer, request) == .success)
    #expect(!trainer.isOnFlatRoad)
  }

  @Test func `the simulated trainer refuses a road without the feature or without control`() {
    var trainer = SimulatedTrainer()
    #expect(ask(&trainer, .set(.indoorBikeSimulation(.flatRoad))) == .controlNotPermitted)
    trainer = controlled()
    trainer.feature = FitnessMachineFeature(machine: [.powerMeasurement], targetSetting: [.powerTarget])
    #expect(ask(&trainer, .set(.indoorBikeSimulation(.flatRoad))) == .opCodeNotSupported)
    #expect(!trainer.isOnFlatRoad)
  }

  @Test func `the simulated trainer sends speed and distance or neither`() throws {
    var trainer = controlled()
    let with = try IndoorBikeData(decoding: trainer.advance(seconds: 1, cadenceRpm: 90))
    #expect(with.instantaneousSpeed != nil && with.totalDistanceMeters != nil)
    trainer.sendsSpeed = false
    let without = try IndoorBikeData(decoding: trainer.advance(seconds: 1, cadenceRpm: 90))
    #expect(without.instantaneousSpeed == nil && without.totalDistanceMeters == nil)
    #expect(without.instantaneousPowerWatts != nil && without.instantaneousCadence != nil)
  }
}

@Suite struct SimulatedStrapTests {
  @Test(arguments: [60.0, 100, 150, 180])
  func `the simulated strap sends the intervals of the beats that it counts`(beatsPerMinute: Double) throws {
    var strap = SimulatedStrap()
    (strap.gain, strap.driftPerHour, strap.restingBeatsPerMinute) = (0, 0, beatsPerMinute)
    var (beats, ticks) = (0, 0)
    for second in 0..<900 {
      let value = try HeartRateMeasurement(decoding: strap.advance(watts: 100))
      guard second >= 300 else { continue }
      #expect(abs(Double(value.heartRateBpm) - beatsPerMinute) <= 3)
      beats += value.rrIntervalTicks.count
      ticks += value.rrIntervalTicks.reduce(0) { $0 + Int($1) }
    }
    #expect(abs(Double(beats) - beatsPerMinute * 10) <= beatsPerMinute / 20)
    #expect(abs(Double(ticks) / 1024 - 600) < 1.5)
  }
}
