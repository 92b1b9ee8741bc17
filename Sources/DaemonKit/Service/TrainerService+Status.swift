import BluetoothLE
import ControlWire
import RideSession
import RideStore

extension TrainerService {
  /// What is going on now.
  func status() async -> Status { await status(of: await driver.snapshot) }

  /// The status that follows from a snapshot of the ride and from what keeps a ride from working.
  func status(of snapshot: RideSnapshot) async -> Status {
    var problems: [ProblemCode: Problem] = [:]
    for problem in snapshot.problems { problems[problem.code] = problem.spoken }
    if let failure = await recorder.failure {
      problems[.storeFailing] = Problem(.storeFailing, failure)
    }
    if let problem = Problem(ofDamage: store) { problems[.libraryReplaced] = problem }
    let radio = await central.state()
    // A simulated ride may be kept anywhere.
    if let volatile, radio.radio == "bluez" {
      problems[.stateVolatile] = Problem(.stateVolatile, subject: stateDirectory, detail: volatile.rawValue)
    }
    if let problem = Problem(of: radio), let code = ProblemCode(rawValue: problem.code) {
      problems[code] = problem
    }
    if snapshot.figures?.id != nil, !wallClock.isSynchronised {
      problems[.clockUnsynchronised] = Problem(.clockUnsynchronised)
    }
    if let low = Problem(ofBatteries: [snapshot.trainer, snapshot.heartRate].compactMap(\.self)) {
      problems[.batteryLow] = low
    }
    let chosen = (try? await chosenDevices()) ?? [:]
    return Status(
      phase: search == nil || snapshot.phase != .idle ? snapshot.phase : .connecting,
      autoPaused: snapshot.isAutoPaused ? true : nil,
      problems: problems.sorted { $0.key < $1.key }.map(\.value),
      ride: snapshot.figures.flatMap(RideStatus.init),
      trainer: snapshot.trainer.map(DeviceStatus.init) ?? chosen[.trainer].map(DeviceStatus.init(away:)),
      heartRate: snapshot.heartRate.map(DeviceStatus.init) ?? chosen[.heartRate].map(DeviceStatus.init(away:)),
      plan: snapshot.plan.map(PlanStatus.init), alpha1: snapshot.alpha1.map(Alpha1Status.init))
  }

  /// The status now and at every change; a client that reads slowly misses some, never the newest, and no news.
  func watch() async -> AsyncThrowingStream<ControlReply, any Error> {
    let feed = StatusFeed(self, await driver.snapshots())
    return AsyncThrowingStream { try await feed.next().map(ControlReply.status) }
  }
}

extension DeviceStatus {
  fileprivate init(_ device: RideSnapshot.Device) {
    self.init(
      address: device.device.address.description, name: device.device.name, state: device.link,
      powerWatts: device.powerWatts, cadenceRpm: device.cadenceRpm, speedKmh: device.speedKmh,
      beatsPerMinute: device.beatsPerMinute, batteryPercent: device.batteryPercent)
  }

  fileprivate init(away device: RideDevice) {
    self.init(address: device.address.description, name: device.name, state: .away)
  }
}

extension Problem {
  /// A charge below which a battery is nearly empty, in percent.
  private static let lowCharge = 15

  /// The emptiest of the devices' batteries, where that is nearly empty.
  init?(ofBatteries devices: [RideSnapshot.Device]) {
    let charged = devices.compactMap { device in device.batteryPercent.map { (device: device.device, percent: $0) } }
    guard let least = charged.min(by: { $0.percent < $1.percent }), least.percent < Self.lowCharge else { return nil }
    self.init(
      .batteryLow, subject: least.device.name ?? least.device.address.description, detail: "\(least.percent) %")
  }
}

extension RideSnapshot.Problem {
  fileprivate var code: ProblemCode {
    switch self {
    case .trainerLost: .trainerLost
    case .strapLost: .strapLost
    case .strapAway: .strapAway
    case .trainerSilent: .trainerSilent
    case .cadenceMissing: .cadenceMissing
    case .strapSilent: .strapSilent
    case .adapterStuck: .adapterStuck
    case .radioMending: .radioMending
    case .targetUnconfirmed: .targetUnconfirmed
    case .heartRateCeiling: .heartRateCeiling
    case .legsSpared: .legsSpared
    case .steeringEased: .steeringEased
    case .steeringFrozen: .steeringFrozen
    case .alpha1Low: .alpha1Low
    case .controlLost: .controlLost
    case .targetRefused: .targetRefused
    }
  }

  var spoken: Problem {
    switch self {
    case .trainerLost(let error), .strapLost(let error), .strapAway(let error):
      Problem(code, detail: error?.code.rawValue)
    case .controlLost, .trainerSilent, .cadenceMissing, .strapSilent: Problem(code)
    case .adapterStuck(let detail): Problem(code, detail: detail)
    case .radioMending(let measure): Problem(code, detail: measure)
    case .targetUnconfirmed(let watts), .legsSpared(let watts), .steeringEased(let watts), .steeringFrozen(let watts),
      .alpha1Low(let watts):
      Problem(code, detail: "\(watts) W")
    case .heartRateCeiling(let beatsPerMinute): Problem(code, detail: "\(beatsPerMinute) bpm")
    case .targetRefused(let how): Problem(code, detail: how)
    }
  }
}
