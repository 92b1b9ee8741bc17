import BluetoothLE
import FitnessGATT
import RideSession
import Rides
import Testing

/// A Headwind during a ride.
@Suite struct FanTests {
  private static let fan = RideDevice(address: DeviceAddress(0xA3), name: "HEADWIND")

  private func riding(
    _ rule: FanRule, seconds: Int = 20, _ prepare: (inout RideBench) -> Void = { _ in }
  ) -> RideBench {
    var bench = RideBench()
    (bench.sensors, bench.fanRule) = ([.fan: Self.fan], rule)
    prepare(&bench)
    bench.start(watts: 200, seconds: 3600)
    run(&bench, seconds: seconds)
    return bench
  }

  /// Lets seconds pass.
  ///
  /// The fan answers correctly.
  private func run(_ bench: inout RideBench, seconds: Int) {
    var answered = bench.sent.count
    for _ in 0..<seconds {
      bench.run(for: .seconds(1))
      for sent in bench.sent[answered...] {
        guard let answer = answer(to: sent.write.value) else { continue }
        bench.notify(.fan, .headwindControlPoint, answer.encoded())
      }
      answered = bench.sent.count
    }
  }

  private func answer(to value: [UInt8]) -> HeadwindNews? {
    switch try? HeadwindRequest(decoding: value) {
    case .setMode(let mode): .modeSet(status: 1, mode: mode)
    case .setSpeed(let percent): .speedSet(status: 1, percent: UInt8(percent))
    case .getMode, .getSpeed, nil: nil
    }
  }

  private func requests(_ bench: RideBench) -> [HeadwindRequest] {
    bench.sent.compactMap { try? HeadwindRequest(decoding: $0.write.value) }
  }

  @Test func `the fan is set to manual mode and gets its speed once`() {
    let bench = riding(.percent(40), seconds: 120)
    #expect(requests(bench) == [.setMode(.manual), .setSpeed(percent: 40)])
    #expect(bench.snapshot.sensors[.fan]?.fanPercent == 40)
  }

  @Test func `a fan whose rule is off is connected and gets no requests`() {
    let bench = riding(.off, seconds: 60)
    #expect(bench.sent.isEmpty)
    #expect(bench.snapshot.sensors[.fan]?.link == .connected)
  }

  @Test func `speeds by power are sent at least ten seconds apart`() {
    var bench = riding(.power(ftpWatts: 200), seconds: 40)
    bench.send(.setWatts(260))
    run(&bench, seconds: 60)
    let times = zip(bench.sent, requests(bench)).filter { if case .setSpeed = $1 { true } else { false } }.map(\.0.at)
    #expect(times.count > 1)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= .seconds(10) })
    #expect(bench.snapshot.sensors[.fan]?.fanPercent == 80)
  }

  @Test func `a fan that does not answer gets a request every ten seconds and does not affect the ride`() {
    var bench = riding(.percent(40), seconds: 5)
    let sent = bench.sent.count
    bench.run(for: .seconds(60))
    #expect((0...7).contains(bench.sent.count - sent))
    #expect(bench.snapshot.phase == .riding && bench.snapshot.problems.isEmpty)
  }

  @Test func `a speed that the fan refuses is sent again`() {
    var bench = riding(.percent(40), seconds: 0)
    for _ in 0..<30 where requests(bench).last != .setSpeed(percent: 40) {
      bench.run(for: .seconds(1))
      if requests(bench).last == .setMode(.manual) {
        bench.notify(.fan, .headwindControlPoint, HeadwindNews.modeSet(status: 1, mode: .manual).encoded())
      }
    }
    bench.notify(.fan, .headwindControlPoint, HeadwindNews.speedSet(status: 1, percent: 0).encoded())
    let sent = bench.sent.count
    bench.run(for: .seconds(15))
    #expect(bench.sent.count == sent + 1 && requests(bench).last == .setSpeed(percent: 40))
  }

  @Test func `a press of the fan's button leaves the fan to the rider`() {
    var bench = riding(.percent(40), seconds: 30)
    bench.notify(.fan, .headwindControlPoint, HeadwindNews.state(percent: 60, mode: .heartRate).encoded())
    let sent = bench.sent.count
    run(&bench, seconds: 60)
    #expect(bench.sent.count == sent)
    #expect(bench.snapshot.sensors[.fan]?.fanPercent == 60)
  }

  @Test func `a new rule takes back control of the fan`() {
    var bench = riding(.percent(40), seconds: 30)
    bench.notify(.fan, .headwindControlPoint, HeadwindNews.state(percent: 60, mode: .heartRate).encoded())
    bench.send(.fan(.percent(70)))
    run(&bench, seconds: 20)
    #expect(requests(bench).suffix(2) == [.setMode(.manual), .setSpeed(percent: 70)])
  }

  @Test func `the off rule stops a running fan`() {
    var bench = riding(.percent(40), seconds: 30)
    bench.send(.fan(.off))
    run(&bench, seconds: 20)
    #expect(requests(bench).last == .setSpeed(percent: 0))
  }

  @Test func `a fan that reconnects gets its mode and speed again`() {
    var bench = riding(.percent(40), seconds: 30)
    bench.drop(.fan, for: .seconds(5))
    run(&bench, seconds: 20)
    #expect(requests(bench).suffix(2) == [.setMode(.manual), .setSpeed(percent: 40)])
    #expect(bench.snapshot.problems.isEmpty, "nobody needs a fan")
  }

  @Test func `the fan stops when the ride ends`() {
    var bench = riding(.percent(40), seconds: 30)
    bench.send(.stop)
    bench.run(for: .seconds(10))
    #expect(requests(bench).last == .setSpeed(percent: 0))
    #expect(bench.snapshot.phase == .idle)
  }

  @Test func `a rule for the fan is accepted without a ride`() {
    var bench = RideBench()
    let token = bench.send(.fan(.percent(20)))
    #expect(bench.replies[token] == .success(.done))
  }
}
