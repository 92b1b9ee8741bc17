import BluetoothLE
import FitnessGATT
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct RideStartTests {
  @Test func `a start requests control, then starts the session, then sets the target`() throws {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start(watts: 150)
    bench.run(for: .seconds(3))
    #expect(bench.requests.map(\.request) == [.requestControl, .startOrResume, .set(.power(watts: 75))])
  }

  @Test func `a start is answered once the target is acknowledged and the ride is stored`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    let token = bench.start(watts: 150)
    bench.run(for: .milliseconds(100))
    #expect(bench.replies[token] == nil)
    bench.run(for: .seconds(2))
    let figures = RideSnapshot.Figures(
      id: 7, targetWatts: 75, wantedWatts: 150, easing: .ramp, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: 60)
    #expect(
      bench.replies[token]
        == .success(.started(Target(targetWatts: 150, askedWatts: 150, minimumWatts: 25, maximumWatts: 1500), figures)))
    #expect(bench.snapshot.phase == .ready)
    #expect(bench.snapshot.figures == figures)
  }

  @Test func `a start is answered with the ride's state at that moment`() throws {
    var bench = RideBench()
    let token = bench.start(seconds: 2)
    bench.run(for: .seconds(20))
    #expect(bench.snapshot.figures == nil)
    guard case .success(.started(_, let figures, _)) = try #require(bench.replies[token]) else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(figures.id == 7)
    #expect(figures.remainingSeconds == 2)
  }

  @Test func `a missing strap does not delay a start`() {
    var bench = RideBench()
    bench.away = [.heartRate]
    let token = bench.start()
    bench.run(for: .seconds(2))
    #expect(bench.replies[token] != nil)
    #expect(bench.connects.first?.role == .trainer)
  }

  @Test func `a ride waits for the first pedal stroke`() {
    var bench = RideBench()
    bench.cadenceRpm = 0
    bench.start()
    bench.run(for: .seconds(30))
    #expect(bench.snapshot.phase == .ready)
    #expect(bench.samples.isEmpty)
    bench.cadenceRpm = 80
    bench.run(for: .seconds(5))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.events.first?.kind.name == .started)
  }

  @Test(arguments: [(5, 25), (2000, 1500), (150, 150)])
  func `a start limits the target to the trainer's range`(askedWatts: Int, targetWatts: Int) {
    var bench = RideBench()
    let token = bench.start(watts: askedWatts)
    bench.run(for: .seconds(3))
    let taken = Target(targetWatts: targetWatts, askedWatts: askedWatts, minimumWatts: 25, maximumWatts: 1500)
    guard case .success(.started(let answered, _, _)) = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(answered == taken)
  }

  @Test func `a start ramps from half the target in ten seconds`() {
    var bench = RideBench()
    bench.start(watts: 200)
    bench.run(for: .seconds(20))
    let targets = bench.samples.prefix(12).map(\.targetWatts)
    #expect(targets == [100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200, 200])
  }

  @Test func `a start fails if the trainer is not found`() {
    var bench = RideBench()
    bench.away = [.trainer]
    let token = bench.start()
    bench.run(for: .seconds(59))
    #expect(bench.replies[token] == nil)
    bench.run(for: .seconds(2))
    #expect(bench.replies[token] == .failure(.trainerNotFound(nil)))
    #expect(bench.snapshot.phase == .idle)
    #expect(bench.pending.isEmpty)
  }

  @Test func `a start fails if the trainer has no Fitness Machine service`() {
    var bench = RideBench()
    bench.trainerCharacteristics = [.batteryLevel]
    let token = bench.start()
    bench.run(for: .seconds(59))
    #expect(bench.replies[token] == nil)
    bench.run(for: .seconds(2))
    #expect(bench.replies[token] == .failure(.noFitnessMachine))
    #expect(bench.snapshot.phase == .idle)
  }

  @Test func `a start fails if the trainer accepts no power targets`() {
    var bench = RideBench()
    bench.trainer.feature.targetSetting = [.indoorBikeSimulation]
    let token = bench.start()
    bench.run(for: .seconds(2))
    #expect(bench.replies[token] == .failure(.noPowerTargets))
    #expect(bench.closedRecords == [nil])
  }

  @Test func `a start without readable features sends an unlimited target, which the trainer may refuse`() {
    var bench = RideBench()
    bench.trainerCharacteristics = [.indoorBikeData, .fitnessMachineControlPoint]
    let token = bench.start(watts: 4000)
    bench.run(for: .seconds(2))
    #expect(bench.replies[token] == .failure(.targetRefused(.other("Invalid Parameter"))))
  }

  @Test func `a start fails with the trainer's refusal`() {
    var bench = RideBench()
    bench.trainer.refusals = 1000
    let token = bench.start()
    bench.run(for: .seconds(10))
    #expect(bench.replies[token] == .failure(.targetRefused(.other("Operation Failed"))))
    #expect(bench.snapshot.phase == .idle)
  }

  @Test(arguments: 1...3) func `a start survives up to three refusals`(refusals: Int) {
    var bench = RideBench()
    bench.trainer.refusals = refusals
    let token = bench.start()
    bench.run(for: .seconds(10))
    #expect((try? bench.replies[token]?.get()) != nil)
    #expect(bench.trainer.targetWatts != nil)
  }

  @Test func `a start survives one refusal of a target within the range as invalid`() {
    var bench = RideBench()
    bench.invalidTargets = 1
    let token = bench.start()
    bench.run(for: .seconds(10))
    #expect((try? bench.replies[token]?.get()) != nil)
  }

  @Test func `a start retries if the list of services is incomplete`() {
    var bench = RideBench()
    bench.incompleteLinks = 2
    let token = bench.start()
    bench.run(for: .seconds(5))
    #expect((try? bench.replies[token]?.get()) != nil)
    #expect(bench.remedies.isEmpty)
  }

  @Test func `a start makes the radio forget a trainer that does not connect`() {
    var bench = RideBench()
    bench.connectFailures = Array(repeating: .connectFailed, count: 4)
    let token = bench.start()
    bench.run(for: .seconds(10))
    #expect(bench.remedies == [.forget(RideBench.trainer.address)])
    #expect((try? bench.replies[token]?.get()) != nil)
  }

  @Test func `a start power-cycles an adapter that does not answer`() {
    var bench = RideBench()
    bench.isStuck = true
    let token = bench.start()
    bench.run(for: .seconds(5))
    #expect(bench.remedies == [.powerCycle(costing: [RideBench.trainer.address])])
    #expect((try? bench.replies[token]?.get()) != nil)
  }

  @Test func `a start fails if the adapter does not answer after power cycles either`() {
    var bench = RideBench()
    (bench.isStuck, bench.vainCycles) = (true, 100)
    let token = bench.start()
    bench.run(for: .seconds(61))
    guard case .failure(.radioUnavailable(let error))? = bench.replies[token] else {
      Issue.record("\(String(describing: bench.replies[token]))")
      return
    }
    #expect(error.code == .adapterStuck)
  }

  @Test func `a start fails with the reason if control is never permitted`() {
    var bench = RideBench()
    bench.reluctance = [.setTargetPower: .notPermitted]
    let token = bench.start()
    bench.run(for: .seconds(61))
    #expect(bench.replies[token] == .failure(.targetRefused(.notPermitted)))
    #expect(bench.requests.count < 20)
  }

  @Test func `a start repeats a procedure that is not answered`() {
    var bench = RideBench()
    bench.mutes = 1
    let token = bench.start()
    bench.run(for: .seconds(5))
    #expect(bench.requests.prefix(2).map(\.request) == [.requestControl, .requestControl])
    #expect(bench.replies[token] != nil)
  }

  @Test func `a start is refused while a ride is in progress`() {
    var bench = RideBench()
    bench.start()
    bench.run(for: .seconds(10))
    let before = bench.snapshot
    let token = bench.start(watts: 300)
    #expect(bench.replies[token] == .failure(.rideInProgress(id: 7)))
    #expect(bench.snapshot == before)
  }

  @Test func `a stop withdraws a start`() {
    var bench = RideBench()
    bench.away = [.trainer]
    let start = bench.start()
    bench.run(for: .seconds(2))
    let stop = bench.send(.stop)
    bench.run(for: .seconds(2))
    #expect(bench.replies[start] == .failure(.startWithdrawn))
    #expect(bench.replies[stop] == .success(.stopped(rideID: nil)))
    #expect(bench.pending.isEmpty)
  }
}
