import BluetoothLE
import RideSession
import Rides
import Testing

/// Devices that answer and refuse, or are useless.
@Suite struct RefusalTests {
  private static let answers = CharacteristicID.fitnessMachineControlPoint
  private static let stream = CharacteristicID.indoorBikeData

  private static func refusal(_ code: LinkError.Code, attError: UInt8? = nil) -> LinkError {
    LinkError(code, operation: "StartNotify", detail: "org.bluez.Error.NotPermitted: no", attError: attError)
  }

  /// Errors from the device or another program that no repetition changes.
  static let finalErrors: [LinkError] = [
    refusal(.occupied), refusal(.unsupported), refusal(.bondMissing, attError: 0x05), refusal(.refused),
    refusal(.refused, attError: 0x03), refusal(.refused, attError: 0x08), refusal(.refused, attError: 0xFD),
  ]

  private func riding(strap: Bool = false) -> RideBench {
    var bench = RideBench()
    bench.start(watts: 150, seconds: 36_000, strap: strap)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 30)
    return bench
  }

  // MARK: A start

  @Test(arguments: finalErrors, [answers, stream])
  func `a start fails after three refused subscriptions, with the reason and without a radio remedy`(
    error: LinkError, characteristic: CharacteristicID
  ) {
    var bench = RideBench()
    bench.refusals = [.trainer: [characteristic: error]]
    let token = bench.start(strap: false)
    bench.run(for: .seconds(8))
    #expect(bench.replies[token] == .failure(.trainerNotFound(error)))
    #expect(bench.connects.count == 3)
    #expect(bench.remedies.isEmpty)
    #expect(bench.snapshot.phase == .idle)
  }

  @Test func `a start succeeds after a single refusal`() {
    var bench = RideBench()
    bench.refusals = [.trainer: [Self.answers: Self.refusal(.occupied)]]
    let token = bench.start(strap: false)
    bench.run(for: .seconds(1))
    bench.refusals = [:]
    bench.run(for: .seconds(5))
    #expect((try? bench.replies[token]?.get()) != nil)
  }

  @Test(arguments: [
    refusal(.busy), refusal(.refused, attError: 0x0E), refusal(.refused, attError: 0x11),
    refusal(.refused, attError: 0x80),
  ])
  func `a start retries a trainer that is not ready for 60 s, with growing pauses`(error: LinkError) {
    var bench = RideBench()
    bench.refusals = [.trainer: [Self.answers: error]]
    let token = bench.start(strap: false)
    bench.run(for: .seconds(61))
    #expect(bench.replies[token] == .failure(.trainerNotFound(error)))
    #expect((4...8).contains(bench.connects.count))
    #expect(bench.remedies.isEmpty)
  }

  @Test func `a start does not power-cycle the adapter for a trainer that answers as classic Bluetooth`() {
    var bench = RideBench()
    bench.connectFailures = Array(repeating: .classic, count: 1000)
    let token = bench.start(strap: false)
    bench.run(for: .seconds(61))
    #expect(bench.replies[token] == .failure(.trainerNotFound(LinkError(.classic, operation: "connect"))))
    #expect((4...8).contains(bench.connects.count))
    #expect(bench.remedies.isEmpty)
  }

  @Test(arguments: [0, 2, 5, 12, 30, 50])
  func `a start waits for a trainer whose services appear late`(seconds: Int) {
    var bench = RideBench()
    bench.completeAt = .origin.advanced(by: .seconds(seconds))
    let token = bench.start(strap: false)
    bench.run(for: .seconds(seconds + 9))
    #expect((try? bench.replies[token]?.get()) != nil)
    #expect(bench.connects.count <= 14)
    #expect(bench.remedies.count <= 2)
  }

  @Test func `a start makes the radio forget a trainer without services twice`() {
    var bench = RideBench()
    bench.trainerCharacteristics = [.batteryLevel]
    bench.start(strap: false)
    bench.run(for: .seconds(61))
    #expect(bench.remedies == Array(repeating: .forget(RideBench.trainer.address), count: 2))
    #expect(bench.connects.count >= 9, "after three and after six links")
  }

  // MARK: A ride

  @Test(arguments: finalErrors, [answers, stream])
  func `a trainer that refuses after a drop is reported and retried ever more rarely, without a remedy`(
    error: LinkError, characteristic: CharacteristicID
  ) {
    var bench = riding()
    bench.refusals = [.trainer: [characteristic: error]]
    bench.drop(.trainer, for: .milliseconds(1))
    let before = bench.connects.count
    for _ in 0..<240 {
      bench.run(for: .milliseconds(250))
      #expect(bench.snapshot.phase == .reconnecting)
    }
    #expect(bench.snapshot.problems == [.trainerLost(error)])
    #expect((4...7).contains(bench.connects.count - before))
    #expect(bench.remedies.isEmpty)
    let refusals = bench.events.filter { $0.kind.name == .linkRefused }
    #expect(refusals.map(\.kind.detail) == ["trainer StartNotify: org.bluez.Error.NotPermitted: no"])
    bench.refusals = [:]
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.phase == .riding)
    #expect(bench.snapshot.problems.isEmpty)
  }

  @Test func `a trainer that refuses stays reported throughout its reconnections`() {
    var bench = riding()
    let error = Self.refusal(.occupied)
    bench.refusals = [.trainer: [Self.stream: error]]
    bench.drop(.trainer, for: .milliseconds(1))
    bench.run(for: .milliseconds(200))
    for _ in 0..<3000 {
      bench.run(for: .milliseconds(10))
      #expect(bench.snapshot.problems == [.trainerLost(error)])
    }
  }

  // MARK: Devices other than the trainer

  @Test(arguments: [
    LinkError.Code.connectFailed, .servicesUnresolved, .busy, .failed, .refused, .bondMissing, .classic, .lost,
  ])
  func `a strap whose connections fail is retried ever more rarely`(code: LinkError.Code) {
    var bench = RideBench()
    (bench.strapFailures, bench.strapFailureTime) = (Array(repeating: code, count: 1000), .milliseconds(100))
    bench.start(watts: 150, seconds: 36_000)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 300)
    let asked = bench.connects.filter { $0.role == .heartRate }.map(\.at)
    let pauses = zip(asked, asked.dropFirst()).map { $1 - $0 }
    #expect((6...14).contains(asked.count))
    #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $1 >= $0 - .milliseconds(50) })
    #expect(bench.snapshot.problems == [.strapAway(LinkError(code, operation: "connect"))])
    #expect(bench.snapshot.phase == .riding)
  }

  @Test(arguments: finalErrors)
  func `a strap that refuses notifications is retried ever more rarely and reported with its reason`(error: LinkError) {
    var bench = RideBench()
    bench.refusals = [.heartRate: [.heartRateMeasurement: error]]
    bench.start(watts: 150, seconds: 36_000)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 300)
    #expect((6...14).contains(bench.connects.count { $0.role == .heartRate }))
    for _ in 0..<500 {
      bench.run(for: .milliseconds(100))
      #expect(bench.snapshot.problems == [.strapAway(error)])
    }
    let incidents = LinkIncident.incidents(in: bench.events)
    #expect(incidents.map(\.kind) == [.refusal] && incidents.map(\.device) == [.heartRate])
    bench.refusals = [:]
    bench.run(for: .seconds(60))
    #expect(bench.snapshot.problems.isEmpty)
    #expect(bench.snapshot.heartRate?.link == .connected)
  }

  @Test func `a strap that refused and is now out of range is reported as not answering`() {
    var bench = RideBench()
    bench.refusals = [.heartRate: [.heartRateMeasurement: Self.refusal(.refused)]]
    bench.start(watts: 150, seconds: 36_000)
    bench.run(for: .seconds(30))
    bench.away = [.heartRate]
    bench.run(for: .seconds(120))
    #expect(bench.snapshot.problems == [.strapAway(LinkError(.timedOut, operation: "connect"))])
  }

  @Test(arguments: [DeviceRole.power, .cadence, .fan])
  func `a sensor that refuses notifications is retried ever more rarely`(role: DeviceRole) {
    var bench = RideBench()
    bench.sensors = [role: RideDevice(address: DeviceAddress(0xA1), name: "SENSOR")]
    let stream = bench.characteristics[role]?.first ?? .batteryLevel
    bench.refusals = [role: [stream: Self.refusal(.refused)]]
    bench.start(watts: 150, seconds: 36_000, strap: false)
    bench.run(for: .seconds(5))
    bench.run(untilSecond: 300)
    #expect((6...14).contains(bench.connects.count { $0.role == role }))
    #expect(bench.snapshot.problems == (role == .fan ? [] : [.sensorAway(role, Self.refusal(.refused))]))
  }
}
