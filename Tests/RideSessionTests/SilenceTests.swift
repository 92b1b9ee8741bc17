import BluetoothLE
import Testing

@testable import RideSession

@Suite("Silence on a living link")
struct SilenceTests {
  private func riding(seconds: Int = 600) -> RideBench {
    var bench = RideBench()
    bench.start(watts: 150, seconds: seconds)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  @Test func ofTheTrainerIsNoticedInFiveSecondsAndSubscribedAway() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .milliseconds(5100))
    #expect(bench.resubscriptions.map(\.role) == [.trainer])
    #expect(bench.snapshot.problems == [.trainerSilent])
    bench.silent = []
    bench.run(for: .seconds(1))
    #expect(bench.snapshot.problems.isEmpty)
    #expect(bench.events.last { $0.kind == .silent }?.detail == "trainer")
    #expect(bench.connects.filter { $0.role == .trainer }.count == 1, "the link was kept")
  }

  @Test func thatLastsIsAnsweredByANewLink() {
    var bench = riding()
    bench.silent = [.trainer]
    bench.run(for: .seconds(11))
    #expect(bench.connects.filter { $0.role == .trainer }.count == 2)
    bench.silent = []
    bench.run(for: .seconds(2))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func withoutEndMakesNewLinksEverMoreSeldom() {
    var bench = riding(seconds: 3600)
    bench.silent = [.trainer]
    bench.run(for: .seconds(600))
    let instants = bench.connects.filter { $0.role == .trainer }.dropFirst().map(\.at)
    let pauses = zip(instants, instants.dropFirst()).map { $1 - $0 }
    #expect(pauses.count > 3)
    #expect(pauses.allSatisfy { $0 >= .seconds(20) })
    #expect(pauses.last.map { $0 >= .seconds(100) } == true)
  }

  @Test func ofTheStrapNeverTouchesTheTrainer() {
    var bench = riding()
    bench.silent = [.heartRate]
    bench.run(for: .seconds(60))
    #expect(bench.connects.filter { $0.role == .trainer }.count == 1)
    #expect(bench.connects.filter { $0.role == .heartRate }.count > 1)
    #expect(bench.snapshot.phase == .riding)
    #expect(!bench.events.contains { $0.kind == .trainerLost })
  }
}
