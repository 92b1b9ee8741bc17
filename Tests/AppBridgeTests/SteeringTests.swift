import AppBridge
import BluetoothLE
import ControlWire
import FitnessGATT
import Rides
import Testing

private let idle = Status(phase: .idle)
private let free = BridgeCall.start(RideRequest(free: true))
private let erg200 = BridgeCall.start(RideRequest(watts: 200, endless: true))

@Suite struct StartTests {
  private func waiting() -> Bench {
    var bench = Bench()
    bench.join(Bench.zwift)
    _ = bench.take(.status(idle))
    return bench
  }

  @Test func `Zwift's sequence 00, 01, 07, 05 begins one ride with its target`() {
    var bench = waiting()
    for bytes: [UInt8] in [[0], [1], [7], [5, 0xB4, 0]] {
      #expect(bench.write(bytes, after: 100) == [0x80, bytes[0], 1])
    }
    #expect(bench.takeCalls() == [.start(RideRequest(watts: 180, endless: true))])
    _ = bench.pass(seconds: 5)
    #expect(bench.takeCalls().isEmpty)
  }

  @Test func `MyWhoosh's sequence 00, 01, 11 with zeros begins a ride on the flat`() {
    var bench = waiting()
    for bytes: [UInt8] in [[0], [1], [0x11, 0, 0, 0, 0, 0, 0]] {
      #expect(bench.write(bytes, after: 100) == [0x80, bytes[0], 1])
    }
    var flat = RideRequest(free: true)
    flat.slopePercent = 0
    #expect(bench.takeCalls() == [.start(flat)])
    _ = bench.accept(.start(flat), ride: 7)
    for _ in 0..<5 { #expect(bench.write([0x11, 0, 0, 0, 0, 0, 0], after: 1000) == [0x80, 0x11, 1]) }
    _ = bench.take(.status(.riding(.ready, target: nil, slope: 0)))
    #expect(bench.takeCalls().isEmpty)
  }

  @Test func `a start without a target begins a free ride after a second`() {
    var bench = waiting()
    _ = bench.write([0])
    _ = bench.write([7])
    #expect(bench.takeCalls().isEmpty)
    _ = bench.pass(seconds: 1)
    #expect(bench.takeCalls() == [free])
  }

  @Test func `a request for control, a reset and a reader begin no ride`() {
    var bench = waiting()
    _ = bench.write([0])
    _ = bench.write([1])
    _ = bench.pass(seconds: 100)
    #expect(bench.takeCalls().isEmpty)
  }

  @Test func `the newest target during a start is sent after it`() {
    var bench = waiting()
    _ = bench.write([0])
    for watts: UInt8 in [200, 210, 220] { _ = bench.write([5, watts, 0], after: 1000) }
    #expect(bench.takeCalls() == [erg200])
    _ = bench.take(.status(Status(phase: .connecting)))
    _ = bench.accept(erg200, ride: 7)
    _ = bench.take(.status(.riding(.ready)))
    #expect(bench.takeCalls() == [.setWatts(220)])
  }

  @Test func `after a refused start requests fail for 30 s, then the next one tries again`() {
    var bench = waiting()
    _ = bench.write([0])
    #expect(bench.write([5, 200, 0]) == [0x80, 5, 1])
    _ = bench.refuse(erg200, .noTrainerInRange)
    _ = bench.takeCalls()
    #expect(bench.write([5, 200, 0], after: 2000) == [0x80, 5, 4])
    #expect(bench.write([7], after: 2000) == [0x80, 7, 4])
    #expect(bench.write([0], after: 2000) == [0x80, 0, 1])
    #expect(bench.takeCalls().isEmpty)
    #expect(bench.write([5, 200, 0], after: 26_000) == [0x80, 5, 1])
    #expect(bench.takeCalls() == [erg200])
  }

  @Test func `a ride without the brake that the app requested begins freely, and such requests are not supported`() {
    var bench = waiting()
    _ = bench.write([0])
    #expect(bench.write([4, 100, 0]) == [0x80, 4, 1])
    guard let start = bench.takeCalls().first else { return #expect(Bool(false), "no start") }
    _ = bench.refuse(start, .modeUnsupported)
    #expect(bench.takeCalls() == [free])
    #expect(bench.write([4, 110, 0], after: 1000) == [0x80, 4, 2])
    _ = bench.accept(free, ride: 7)
    _ = bench.take(.status(.riding(target: nil, slope: 0)))
    #expect(bench.write([5, 200, 0], after: 1000) == [0x80, 5, 1])
    #expect(bench.takeCalls() == [.setWatts(200)])
  }

  @Test func `if the rider begins a ride at the same time, the app's target follows`() {
    var bench = waiting()
    _ = bench.write([0])
    _ = bench.write([5, 200, 0])
    _ = bench.takeCalls()
    _ = bench.refuse(erg200, .rideInProgress)
    _ = bench.pass(seconds: 2)
    #expect(bench.takeCalls().isEmpty)
    _ = bench.take(.status(.riding(.ready, ride: 9, target: 150)))
    #expect(bench.takeCalls() == [.setWatts(200)])
  }

  @Test func `a target without jz2d begins the ride when jz2d is there`() {
    var bench = Bench()
    bench.join(Bench.zwift)
    _ = bench.write([0])
    #expect(bench.write([5, 200, 0]) == [0x80, 5, 1])
    #expect(bench.takeCalls().isEmpty)
    _ = bench.take(.status(idle), after: 20_000)
    #expect(bench.takeCalls() == [erg200])
  }
}

@Suite struct TargetTests {
  @Test func `only a changed target is sent, and the rider's keys overrule until then`() {
    var bench = Bench()
    bench.begin()
    for _ in 0..<5 { #expect(bench.write([5, 200, 0], after: 2000) == [0x80, 5, 1]) }
    _ = bench.take(.status(.riding(target: 140)))
    for _ in 0..<5 { #expect(bench.write([5, 200, 0], after: 2000) == [0x80, 5, 1]) }
    #expect(bench.takeCalls().isEmpty)
    _ = bench.write([5, 210, 0])
    #expect(bench.takeCalls() == [.setWatts(210)])
  }

  @Test func `one call is pending at a time, and the newest target wins`() {
    var bench = Bench()
    bench.begin()
    for watts: UInt8 in 201...230 { _ = bench.write([5, watts, 0], after: 10) }
    #expect(bench.takeCalls() == [.setWatts(201)])
    _ = bench.accept(.setWatts(201))
    #expect(bench.takeCalls() == [.setWatts(230)])
    _ = bench.accept(.setWatts(230))
    #expect(bench.takeCalls().isEmpty)
  }

  @Test(
    arguments: [
      ([0x11, 0, 0, 0x0D, 2, 0x28, 0x33], .setSlope(percent: 5.25)),
      ([0x11, 0, 0, 6, 0xFF, 0x28, 0x27], .setSlope(percent: -2.5)),
      ([0x11, 0, 0, 0xFF, 0x7F, 0, 0], .setSlope(percent: 25)), ([0x11, 0, 0, 0, 0x80, 0, 0], .setSlope(percent: -25)),
      ([4, 0x64], .setResistance(percent: 10)), ([4, 0xE8, 3], .setResistance(percent: 100)),
      ([5, 0, 0], .setWatts(1)), ([5, 0xB8, 0x0B], .setWatts(3000)),
    ] as [([UInt8], BridgeCall)])
  func `each target has its call`(_ request: [UInt8], _ call: BridgeCall) {
    var bench = Bench()
    bench.begin()
    _ = bench.write(request)
    #expect(bench.takeCalls() == [call])
  }

  @Test func `wind and resistances of the road are not passed on, so that only a new grade is a new target`() {
    var bench = Bench()
    bench.begin([0x11, 0, 0, 0x64, 0, 0x28, 0x33])
    _ = bench.write([0x11, 0xC4, 9, 0x64, 0, 0x21, 0x27])
    #expect(bench.takeCalls().isEmpty)
  }

  @Test func `after a refused target its kind fails for 30 s, and another kind does not`() {
    var bench = Bench()
    bench.begin()
    _ = bench.write([0x11, 0, 0, 0x64, 0, 0x28, 0x33])
    _ = bench.refuse(.setSlope(percent: 1), .modeUnsupported)
    _ = bench.takeCalls()
    #expect(bench.write([0x11, 0, 0, 0x65, 0, 0x28, 0x33]) == [0x80, 0x11, 2])
    #expect(bench.write([5, 210, 0]) == [0x80, 5, 1])
    #expect(bench.write([0x11, 0, 0, 0x66, 0, 0x28, 0x33], after: 31_000) == [0x80, 0x11, 1])
  }

  @Test func `a target waits for jz2d that is away`() {
    var bench = Bench()
    bench.begin()
    _ = bench.take(.daemonLost)
    #expect(bench.write([5, 210, 0]) == [0x80, 5, 1])
    #expect(bench.takeCalls().isEmpty)
    _ = bench.take(.status(.riding(.reconnecting)), after: 4000)
    #expect(bench.takeCalls() == [.setWatts(210)])
  }

  @Test func `a reset makes the ride free, unless another target follows within 2 s`() {
    var bench = Bench()
    bench.begin()
    _ = bench.write([1])
    _ = bench.pass(seconds: 1.9)
    #expect(bench.takeCalls().isEmpty)
    _ = bench.write([0x11, 0, 0, 0x64, 0, 0x28, 0x33])
    #expect(bench.takeCalls() == [.setSlope(percent: 1)])
    _ = bench.accept(.setSlope(percent: 1))
    _ = bench.write([1])
    _ = bench.pass(seconds: 2)
    #expect(bench.takeCalls() == [.rideFree])
  }

  @Test func `after a reset the same target is new`() {
    var bench = Bench()
    bench.begin()
    _ = bench.take(.status(.riding(target: 140)), after: 3000)
    for bytes: [UInt8] in [[0], [1], [7], [5, 200, 0]] { _ = bench.write(bytes) }
    #expect(bench.takeCalls() == [.setWatts(200)])
  }
}

@Suite struct SessionTests {
  @Test func `an app's pause pauses, and its start resumes`() {
    var bench = Bench()
    bench.begin()
    #expect(bench.write([8, 2]) == [0x80, 8, 1])
    #expect(bench.takeCalls() == [.pause])
    _ = bench.accept(.pause)
    _ = bench.take(.status(.riding(.paused)))
    #expect(bench.write([7]) == [0x80, 7, 1])
    #expect(bench.takeCalls() == [.resume])
  }

  @Test func `a pause of an app is known, whether the answer or the status comes first`() {
    for statusFirst in [false, true] {
      var bench = Bench()
      bench.begin()
      _ = bench.write([8, 2])
      if statusFirst { _ = bench.take(.status(.riding(.paused))) }
      _ = bench.accept(.pause)
      if !statusFirst {
        _ = bench.take(.status(.riding()))
        _ = bench.take(.status(.riding(.paused)), after: 300)
      }
      _ = bench.takeCalls()
      _ = bench.write([7], after: 5000)
      #expect(bench.takeCalls() == [.resume])
    }
  }

  @Test func `an app does not resume from the rider's pause`() {
    var bench = Bench()
    bench.begin()
    _ = bench.take(.status(.riding(.paused)))
    #expect(bench.write([7]) == [0x80, 7, 1])
    #expect(bench.takeCalls().isEmpty)
  }

  @Test func `an app's stop ends its ride, and only another request for control or start begins the next one`() {
    var bench = Bench()
    bench.begin()
    #expect(bench.write([8, 1]) == [0x80, 8, 1])
    #expect(bench.takeCalls() == [.stop])
    _ = bench.write([5, 210, 0])
    _ = bench.accept(.stop)
    _ = bench.take(.status(idle))
    #expect(bench.write([5, 220, 0]) == [0x80, 5, 1])
    #expect(bench.takeCalls().isEmpty)
    _ = bench.write([0])
    _ = bench.write([5, 0xC8, 0])
    #expect(bench.takeCalls() == [erg200])
  }

  @Test func `a ride of the rider is never ended by an app`() {
    var bench = Bench()
    bench.join(Bench.zwift)
    _ = bench.take(.status(.riding(ride: 3)))
    _ = bench.write([0])
    _ = bench.write([5, 210, 0])
    #expect(bench.takeCalls() == [.setWatts(210)])
    _ = bench.accept(.setWatts(210))
    #expect(bench.write([8, 1]) == [0x80, 8, 4])
    _ = bench.take(.left(Bench.zwift))
    _ = bench.ride(.riding(.paused, ride: 3, power: 0, cadence: 0, target: 210, autoPaused: true), seconds: 300)
    #expect(bench.takeCalls() == [.rideFree])
  }

  @Test func `after the rider has ended the ride, targets begin no other one`() {
    var bench = Bench()
    bench.begin([0x11, 0, 0, 0, 0, 0x28, 0x33])
    _ = bench.take(.status(.riding(.finishing)))
    _ = bench.take(.status(idle))
    for grade: UInt8 in 1...20 {
      #expect(bench.write([0x11, 0, 0, grade, 0, 0x28, 0x33], after: 2000) == [0x80, 0x11, 1])
    }
    #expect(bench.takeCalls().isEmpty)
    // The rider's next ride is not changed by the old target either.
    _ = bench.take(.status(.riding(ride: 8, target: 150)))
    #expect(bench.takeCalls().isEmpty)
    _ = bench.write([0x11, 0, 0, 50, 0, 0x28, 0x33])
    #expect(bench.takeCalls() == [.setSlope(percent: 0.5)])
  }

  @Test func `after a long rest, at whose end jz2d ended the ride, the next changed target begins a ride`() {
    var bench = Bench()
    bench.begin()
    _ = bench.ride(.riding(.paused, power: 0, cadence: 0, autoPaused: true), seconds: 310)
    _ = bench.take(.status(.riding(.finishing, power: 0, cadence: 0)))
    _ = bench.take(.status(idle))
    _ = bench.write([5, 0xC8, 0])
    #expect(bench.takeCalls().isEmpty)
    _ = bench.write([5, 210, 0])
    #expect(bench.takeCalls() == [.start(RideRequest(watts: 210, endless: true))])
  }

  @Test func `a start that was forgotten is repeated by the next changed target only`() {
    var bench = Bench()
    bench.begin()
    var forgotten = idle
    forgotten.problems = [Problem(code: ProblemCode.startForgotten.rawValue, message: "", remedy: "")]
    _ = bench.take(.status(forgotten))
    for _ in 0..<10 { _ = bench.write([5, 0xC8, 0], after: 2000) }
    #expect(bench.takeCalls().isEmpty)
    _ = bench.write([5, 210, 0])
    #expect(bench.takeCalls() == [.start(RideRequest(watts: 210, endless: true))])
  }
}

@Suite struct SilenceTests {
  private let still = Status.riding(.paused, power: 0, cadence: 0, speed: 0, autoPaused: true)

  @Test func `a ride of an app ends when the app is gone and the legs are still, each for a minute`() {
    var bench = Bench()
    bench.begin()
    _ = bench.ride(.riding(), seconds: 5)
    _ = bench.take(.left(Bench.zwift))
    _ = bench.ride(still, seconds: 58)
    #expect(bench.takeCalls().isEmpty)
    _ = bench.ride(still, seconds: 4)
    #expect(bench.takeCalls() == [.stop])
    _ = bench.accept(.stop)
    _ = bench.ride(still, seconds: 100)
    #expect(bench.takeCalls().isEmpty)
  }

  @Test func `pedalling without the app goes on as a free ride, and the ride ends with the legs`() {
    var bench = Bench()
    bench.begin()
    _ = bench.take(.left(Bench.zwift))
    _ = bench.ride(.riding(), seconds: 59)
    #expect(bench.takeCalls().isEmpty)
    _ = bench.ride(.riding(), seconds: 2)
    #expect(bench.takeCalls() == [.rideFree])
    _ = bench.accept(.rideFree)
    _ = bench.ride(.riding(target: nil), seconds: 600)
    #expect(bench.takeCalls().isEmpty)
    _ = bench.ride(still, seconds: 62)
    #expect(bench.takeCalls() == [.stop])
  }

  @Test func `a connected app that is silent keeps its ride and its target`() {
    var bench = Bench()
    bench.begin()
    _ = bench.ride(.riding(), seconds: 600)
    _ = bench.ride(still, seconds: 600)
    #expect(bench.takeCalls().isEmpty)
  }

  @Test func `an app that returns within a minute goes on with its ride`() {
    var bench = Bench()
    bench.begin()
    _ = bench.take(.left(Bench.zwift))
    _ = bench.ride(still, seconds: 50)
    let again = BridgeMachine.AppID(rawValue: 3)
    bench.join(again)
    #expect(bench.write([0], from: again) == [0x80, 0, 1])
    _ = bench.ride(still, seconds: 100)
    #expect(bench.takeCalls().isEmpty)
    _ = bench.write([5, 210, 0], from: again)
    #expect(bench.takeCalls() == [.setWatts(210)])
    _ = bench.accept(.setWatts(210))
    #expect(bench.write([8, 1], from: again) == [0x80, 8, 1])
    #expect(bench.takeCalls() == [.stop])
  }

  @Test func `while the trainer is lost, legs do not count as still`() {
    var bench = Bench()
    bench.begin()
    _ = bench.take(.left(Bench.zwift))
    let lost = Status.riding(.reconnecting, power: nil, cadence: nil, speed: nil, target: nil, link: .connecting)
    _ = bench.ride(lost, seconds: 300)
    #expect(!bench.takeCalls().contains(.stop))
  }

  @Test func `the rider's own target stays when the app goes`() {
    var bench = Bench()
    bench.begin()
    _ = bench.take(.status(.riding(target: 140)), after: 3000)
    _ = bench.take(.left(Bench.zwift))
    _ = bench.ride(.riding(target: 140), seconds: 100)
    #expect(bench.takeCalls().isEmpty)
  }
}
