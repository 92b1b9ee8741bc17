import AppBridge
import BluetoothLE
import ControlWire
import FitnessGATT
import Rides
import Testing

/// The power, cadence and speed of a value of Indoor Bike Data.
private struct Shown: Hashable {
  var watts: Int16?
  var rpm: Double?
  var kmh: Double?

  init(_ bytes: [UInt8]) throws {
    let data = try IndoorBikeData(decoding: bytes)
    (watts, rpm, kmh) = (
      data.instantaneousPowerWatts, data.instantaneousCadence?.rpm, data.instantaneousSpeed?.kmh
    )
  }

  init(_ watts: Int16, _ rpm: Double, _ kmh: Double) { (self.watts, self.rpm, self.kmh) = (watts, rpm, kmh) }
}

extension Bench {
  /// Returns the values of Indoor Bike Data that Zwift receives while time passes.
  fileprivate mutating func shown(seconds: Double) throws -> [(at: Duration, values: Shown)] {
    try pass(seconds: seconds).flatMap { at, effect in
      try [effect].values(of: .indoorBikeData, to: Self.zwift).map { (at, try Shown($0)) }
    }
  }
}

@Suite struct ValueTests {
  private let zwift = Bench.zwift

  @Test func `the first value comes on subscribing, and never before`() throws {
    var bench = Bench()
    #expect(bench.take(.joined(zwift, .network)).isEmpty)
    #expect(bench.take(.status(.riding())).isEmpty)
    #expect(bench.bridge.deadline == nil)
    let values = bench.take(.subscribed(zwift, .indoorBikeData, true)).values(of: .indoorBikeData, to: zwift)
    #expect(try values.map { try Shown($0) } == [Shown(200, 90, 31.87)])
  }

  @Test func `a value has speed, cadence, distance, power, heart rate and time, in 14 bytes`() throws {
    var bench = Bench()
    bench.join(zwift)
    let value = bench.take(.status(.riding(heartRate: 132))).values(of: .indoorBikeData, to: zwift)
    let data = try IndoorBikeData(decoding: try #require(value.first))
    #expect(value.first?.count == 14)
    #expect(data.heartRateBpm == 132)
    #expect(data.totalDistanceMeters == 89)
    #expect(data.elapsedTimeSeconds == 10)
  }

  @Test func `a new value is sent at once, and an unchanged one every second`() {
    var bench = Bench()
    bench.join(zwift)
    #expect(bench.take(.status(.riding()), after: 250).values(of: .indoorBikeData, to: zwift).count == 1)
    #expect(bench.take(.status(.riding()), after: 250).values(of: .indoorBikeData, to: zwift).isEmpty)
    #expect(bench.take(.status(.riding(power: 201)), after: 10).values(of: .indoorBikeData, to: zwift).count == 1)
    #expect(
      bench.ride(.riding(power: 201), seconds: 10).map(\.effect).values(of: .indoorBikeData, to: zwift).count == 10)
  }

  @Test func `an app that waits for a ride gets zeros every second`() throws {
    var bench = Bench()
    bench.join(zwift)
    _ = bench.take(.status(Status(phase: .idle)))
    let shown = try bench.shown(seconds: 5)
    #expect(shown.count == 5)
    #expect(shown.allSatisfy { $0.values == Shown(0, 0, 0) })
  }

  @Test func `only subscribers get values, and unsubscribing ends them`() {
    var bench = Bench()
    bench.join(zwift)
    bench.join(Bench.other, subscribing: [.heartRateMeasurement])
    let effects = bench.take(.status(.riding(heartRate: 132)))
    #expect(effects.values(of: .indoorBikeData, to: Bench.other).isEmpty)
    #expect(effects.values(of: .heartRateMeasurement, to: Bench.other) == [[0, 132]])
    #expect(effects.values(of: .heartRateMeasurement, to: zwift).isEmpty)
    _ = bench.take(.subscribed(zwift, .indoorBikeData, false))
    #expect(bench.take(.status(.riding(power: 250))).values(of: .indoorBikeData, to: zwift).isEmpty)
  }

  @Test func `heart rate is silent until a strap sends, and silent again when it stops`() {
    var bench = Bench()
    bench.join(zwift, subscribing: [.heartRateMeasurement])
    #expect(bench.ride(.riding(), seconds: 3).isEmpty)
    #expect(bench.ride(.riding(heartRate: 132), seconds: 3).count >= 3)
    #expect(bench.ride(.riding(), seconds: 3).isEmpty)
  }

  @Test func `a power meter's value comes before the trainer's`() throws {
    var bench = Bench()
    bench.join(zwift)
    var status = Status.riding()
    status.power = DeviceStatus(address: "C0:FF:EE:00:00:03", state: .connected, powerWatts: 222)
    let value = bench.take(.status(status)).values(of: .indoorBikeData, to: zwift)
    #expect(try value.map { try Shown($0).watts } == [222])
  }

  @Test func `numbers that fit no field never trap`() {
    var bench = Bench()
    bench.join(zwift, subscribing: [.indoorBikeData, .cyclingPowerMeasurement, .cscMeasurement, .heartRateMeasurement])
    for number in [-Double.infinity, -1e300, -1, 0, 1e9, 1e300, .infinity, .nan] {
      let power = number.isFinite ? Int(max(-1e15, min(number, 1e15))) : 0
      var status = Status.riding(power: power, cadence: number, speed: number, heartRate: power)
      status.ride?.distanceMeters = number
      _ = bench.take(.status(status), after: 500)
      _ = bench.pass(seconds: 5)
    }
  }
}

@Suite struct DropTests {
  private let zwift = Bench.zwift
  /// The ride without its trainer, after jz2d has dropped the values.
  private let lost = Status.riding(.reconnecting, power: nil, cadence: nil, speed: nil, link: .connecting)
  /// The same while jz2d still has them.
  private let justLost = Status.riding(.reconnecting, link: .connecting)

  private func riding() -> Bench {
    var bench = Bench()
    bench.join(Bench.zwift)
    _ = bench.take(.status(.riding()))
    return bench
  }

  @Test func `a drop of 1 s is not seen`() throws {
    var bench = riding()
    _ = bench.take(.status(justLost), after: 500)
    let shown = try bench.shown(seconds: 1)
    #expect(shown.allSatisfy { $0.values == Shown(200, 90, 31.87) })
    let values = bench.take(.status(.riding(power: 210))).values(of: .indoorBikeData, to: zwift)
    #expect(try values.map { try Shown($0) } == [Shown(210, 90, 31.87)])
  }

  @Test func `values are held for 3 s, then power and cadence are 0 and the speed falls to 0`() throws {
    var bench = riding()
    _ = bench.take(.status(justLost))
    let shown = try bench.shown(seconds: 10)
    for (at, values) in shown {
      #expect((values.watts == 200) == (at < .seconds(3)), "\(at)")
      #expect((values.rpm == 90) == (at < .seconds(3)), "\(at)")
    }
    #expect(shown.contains { $0.at == .seconds(3) })
    #expect(zip(shown, shown.dropFirst()).allSatisfy { ($0.values.kmh ?? 0) >= ($1.values.kmh ?? 0) })
    #expect(shown.last?.values == Shown(0, 0, 0))
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $1.at - $0.at <= .seconds(1) })
  }

  @Test func `repeated statuses of a lost trainer do not extend its values`() throws {
    var bench = riding()
    let effects = bench.ride(justLost, seconds: 5)
    let late = effects.filter { $0.at >= .seconds(3) }.map(\.effect).values(of: .indoorBikeData, to: zwift)
    #expect(try late.allSatisfy { try Shown($0).watts == 0 })
    #expect(!late.isEmpty)
  }

  @Test func `a value that jz2d no longer has is over`() throws {
    var bench = riding()
    let values = bench.take(.status(lost), after: 500).values(of: .indoorBikeData, to: zwift)
    #expect(try values.map { try Shown($0).watts } == [0])
  }

  @Test func `a drop of 10 s ends with the first new value`() throws {
    var bench = riding()
    _ = bench.ride(justLost, seconds: 3)
    _ = bench.ride(lost, seconds: 7)
    let values = bench.take(.status(.riding(power: 190))).values(of: .indoorBikeData, to: zwift)
    #expect(try values.map { try Shown($0) } == [Shown(190, 90, 31.87)])
  }

  @Test func `a jz2d that is away is bridged like a drop, also while the new one has no values yet`() throws {
    var bench = riding()
    _ = bench.take(.daemonLost)
    _ = bench.take(.status(lost), after: 1500)
    #expect(try bench.shown(seconds: 1).allSatisfy { $0.values == Shown(200, 90, 31.87) })
    #expect(try bench.shown(seconds: 5).last?.values == Shown(0, 0, 0))
    let values = bench.take(.status(.riding(power: 190))).values(of: .indoorBikeData, to: zwift)
    #expect(try values.map { try Shown($0).watts } == [190])
  }

  @Test func `a power meter's value stays current while the trainer is lost`() throws {
    var bench = riding()
    var status = justLost
    status.power = DeviceStatus(address: "C0:FF:EE:00:00:03", state: .connected, powerWatts: 222)
    let late = bench.ride(status, seconds: 8).filter { $0.at > .seconds(4) }.map(\.effect)
    let shown = try late.values(of: .indoorBikeData, to: zwift).map { try Shown($0) }
    #expect(shown.allSatisfy { $0.watts == 222 && $0.rpm == 0 })
    #expect(!shown.isEmpty)
  }

  @Test func `a drop is no event for apps`() {
    var bench = riding()
    bench.join(Bench.other, subscribing: [.fitnessMachineStatus, .trainingStatus])
    let effects = bench.ride(lost, seconds: 20).map(\.effect) + bench.take(.status(.riding()))
    #expect(effects.values(of: .fitnessMachineStatus, to: Bench.other).isEmpty)
    #expect(effects.values(of: .trainingStatus, to: Bench.other).isEmpty)
  }
}

@Suite struct RevolutionTests {
  private let app = Bench.zwift

  @Test func `an app gets cadence and speed back from the revolutions`() throws {
    var bench = Bench()
    bench.join(app, subscribing: [.cscMeasurement])
    let values = try bench.ride(.riding(), seconds: 100).map(\.effect).values(of: .cscMeasurement, to: app)
      .map { try CSCMeasurement(decoding: $0) }
    let (first, last) = (try #require(values.dropFirst(5).first), try #require(values.last))
    let (crank, wheel) = (try #require(first.crank), try #require(first.wheel))
    let (crankEnd, wheelEnd) = (try #require(last.crank), try #require(last.wheel))
    // The event time wraps after 64 s.
    let crankSeconds = Double(crankEnd.eventTicks &- crank.eventTicks) / 1024 + 64
    #expect(abs(Double(crankEnd.count - crank.count) * 60 / crankSeconds - 90) < 0.1)
    let wheelSeconds = Double(wheelEnd.eventTicks &- wheel.eventTicks) / 1024 + 64
    let kmh = Double(wheelEnd.count - wheel.count) * 2.096 * 3.6 / wheelSeconds
    #expect(abs(kmh - 31.87) < 0.02)
  }

  @Test func `counts and event times never go back, whatever cadence and speed do`() throws {
    var bench = Bench()
    bench.join(app, subscribing: [.cyclingPowerMeasurement])
    var (last, seconds): (CrankRevolutions?, Int) = (nil, 0)
    for cadence in [90, 0, 30, 180, 0, 0, 60, 61.5, 250, 1] {
      let effects = bench.ride(.riding(power: Int(cadence), cadence: cadence, speed: cadence / 3), seconds: 5)
      for value in effects.map(\.effect).values(of: .cyclingPowerMeasurement, to: app) {
        let crank = try #require(try CyclingPowerMeasurement(decoding: value).crank)
        if let last {
          #expect(crank.count >= last.count)
          #expect((crank.count == last.count) == (crank.eventTicks == last.eventTicks))
          #expect(crank.eventTicks &- last.eventTicks < 40 * 1024)
        }
        last = crank
        seconds += 1
      }
    }
    #expect(seconds >= 50)
    #expect(try #require(last).count > 50)
  }
}
