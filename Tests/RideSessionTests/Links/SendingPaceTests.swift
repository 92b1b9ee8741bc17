import BluetoothLE
import RadioSim
import Rides
import Testing

@testable import RideSession

@Suite struct SendingPaceTests {
  private func pace(of role: DeviceRole, every period: Duration, count: Int = 20) -> SendingPace {
    var pace = SendingPace(of: role)
    for number in 0..<count { pace.receive(at: .origin.advanced(by: period * number)) }
    return pace
  }

  @Test func `a trainer's values count for 3 s and its silence is reported after 5 s`() {
    let pace = pace(of: .trainer, every: .milliseconds(250))
    #expect(pace.valueAge == .seconds(3))
    #expect(pace.patience == .seconds(5))
    #expect(SendingPace(of: .trainer).valueAge == .seconds(3))
  }

  @Test func `a strap's values count for 5 s and its silence is reported after 5 s`() {
    let pace = pace(of: .heartRate, every: .seconds(1))
    #expect(pace.valueAge == .seconds(5))
    #expect(pace.patience == .seconds(5))
  }

  @Test(arguments: [DeviceRole.trainer, .heartRate])
  func `a slow device's values count for three of its intervals, up to 20 s`(role: DeviceRole) {
    #expect(pace(of: role, every: .seconds(4)).valueAge == .seconds(12))
    #expect(pace(of: role, every: .seconds(6)).patience == .seconds(18))
    #expect(pace(of: role, every: .seconds(15)).valueAge == .seconds(20))
  }

  @Test func `a single long interval or an outage does not change how long values count`() {
    var pace = pace(of: .trainer, every: .milliseconds(250))
    pace.receive(at: .origin.advanced(by: .seconds(15)))
    pace.receive(at: .origin.advanced(by: .seconds(100)))
    #expect(pace.valueAge == .seconds(3))
  }

  @Test func `a strap that begins to send every 6 s keeps its heart rate from the third value on`() {
    var pace = pace(of: .heartRate, every: .seconds(1))
    for number in 1...3 { pace.receive(at: .origin.advanced(by: .seconds(19 + 6 * number))) }
    #expect(pace.valueAge == .seconds(18))
  }

  @Test func `two notifications in quick succession count as one`() {
    var pace = SendingPace(of: .trainer)
    for number in 0..<10 {
      let at = MonotonicInstant.origin.advanced(by: .seconds(4 * number))
      pace.receive(at: at)
      pace.receive(at: at.advanced(by: .milliseconds(20)))
    }
    #expect(pace.valueAge == .seconds(12))
  }

  @Test func `the gap between two links does not count as an interval`() {
    var pace = SendingPace(of: .trainer)
    for number in 0..<10 {
      pace.receive(at: .origin.advanced(by: .seconds(10 * number)))
      pace.linkLost()
    }
    #expect(pace.valueAge == .seconds(3))
    #expect(pace.receivedAt == nil)
  }
}

@Suite struct SlowStrapTests {
  @Test func `a strap that sends every 6 s keeps its heart rate and causes no event`() {
    var bench = RideBench()
    bench.strapPeriod = .seconds(6)
    bench.start(watts: 150, seconds: 600)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 240)
    let first = bench.samples.firstIndex { $0.beatsPerMinute != nil } ?? 0
    #expect(first < 10)
    #expect(bench.samples.dropFirst(first).allSatisfy { $0.beatsPerMinute == 124 })
    #expect(bench.resubscriptions.isEmpty)
    #expect(!bench.events.contains { $0.kind.name == .silent || $0.kind.name == .strapLost })
    bench.silent = [.heartRate]
    bench.run(for: .seconds(30))
    #expect(bench.events.contains { $0.kind == .silent(.heartRate) })
  }

  @Test func `a silent strap that sent every second is reported after 5 s`() {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 600)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 60)
    bench.silent = [.heartRate]
    bench.run(for: .milliseconds(5500))
    #expect(bench.snapshot.problems == [.strapSilent])
    bench.run(for: .seconds(1))
    #expect(bench.samples.last?.beatsPerMinute == nil)
  }

  @Test func `the heart-rate ceiling acts on a strap that sends every 6 s`() {
    var bench = RideBench()
    bench.strapPeriod = .seconds(6)
    bench.beatsPerMinute = 170
    bench.start(watts: 200, seconds: 600, ceiling: 140)
    bench.run(for: .seconds(90))
    #expect((bench.trainer.targetWatts ?? 200) < 200)
  }
}
