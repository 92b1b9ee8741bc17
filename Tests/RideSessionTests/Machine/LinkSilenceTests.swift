import BluetoothLE
import Rides
import Testing

@testable import RideSession

@Suite struct LinkSilenceTests {
  private func riding(seconds: Int = 600) -> RideBench {
    var bench = RideBench()
    bench.start(watts: 150, seconds: seconds)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  @Test func `a silent trainer is reported after 5 s and subscribed to again`() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .milliseconds(5100))
    #expect(bench.resubscriptions.map(\.role) == [.trainer])
    #expect(bench.snapshot.problems == [.trainerSilent])
    bench.silent = []
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.problems.isEmpty)
    #expect(bench.events.last { $0.kind.name == .silent }?.kind.detail == "trainer")
    #expect(bench.connects.filter { $0.role == .trainer }.count == 1, "the link was kept")
  }

  @Test func `lasting silence causes a reconnection`() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .seconds(11))
    #expect(bench.connects.filter { $0.role == .trainer }.count == 2)
    bench.silent = []
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `endless silence causes ever rarer reconnections`() {
    var bench = riding(seconds: 3600)
    bench.silent = [.trainer]
    bench.run(for: .seconds(600))
    let instants = bench.connects.filter { $0.role == .trainer }.dropFirst().map(\.at)
    let pauses = zip(instants, instants.dropFirst()).map { $1 - $0 }
    #expect(pauses.count > 3)
    #expect(pauses.allSatisfy { $0 >= .seconds(20) })
    #expect(pauses.last.map { $0 >= .seconds(100) } == true)
  }

  @Test func `silence of the strap never affects the trainer`() {
    var bench = riding()
    bench.silent = [.heartRate]
    bench.run(for: .seconds(60))
    #expect(bench.connects.filter { $0.role == .trainer }.count == 1)
    #expect(bench.connects.filter { $0.role == .heartRate }.count > 1)
    #expect(bench.snapshot.phase == .riding)
    #expect(!bench.events.contains { $0.kind.name == .trainerLost })
  }

  @Test func `silence right after each reconnection causes ever rarer reconnections`() {
    var bench = riding(seconds: 3600)
    bench.silent = [.trainer]
    var links = 1
    for _ in 0..<4800 {
      bench.run(for: .milliseconds(125))
      let count = bench.connects.filter { $0.role == .trainer }.count
      // A second of data after each link, then silence again.
      if count > links {
        bench.silent = []
      } else if bench.snapshot.trainer?.powerWatts != nil {
        bench.silent = [.trainer]
      }
      links = count
    }
    let instants = bench.connects.filter { $0.role == .trainer }.dropFirst().map(\.at)
    #expect(instants.count > 2)
    #expect(zip(instants, instants.dropFirst()).allSatisfy { $1 - $0 >= .seconds(20) })
  }

  @Test func `a link that is being closed has no deadline for its silence`() {
    var machine = RideMachine(at: .origin)
    var now = MonotonicInstant.origin
    func order() -> RideOrder {
      RideOrder(askedWatts: 150, plannedSeconds: 60, trainer: RideBench.trainer, heartRate: nil)
    }
    _ = machine.handle(.command(.start(order()), CommandToken(1)), at: now)
    _ = machine.handle(.linked(.trainer, [.indoorBikeData, .fitnessMachineControlPoint]), at: now)
    _ = machine.handle(.subscribed(.trainer, .indoorBikeData, nil), at: now)
    _ = machine.handle(.command(.stop, CommandToken(2)), at: now)
    now = now.advanced(by: .seconds(20))
    _ = machine.handle(.deadline, at: now)
    #expect(machine.deadline.map { $0 > now } ?? true, "a deadline that has passed would be called for without end")
  }
}
