import BluetoothLE
import FitnessGATT
import Rides

@testable import RideSession

/// The kinds of command.
///
/// A new command of the machine does not compile without a kind and samples here.
enum CommandKind: CaseIterable {
  case start, setWatts, changeWatts, rideFree, brake, changeSlope, changeResistance, pause, resume, step, lap, fan
  case calibrate, cancelCalibration, use, stop, suspend, resumeUnfinished

  init(_ command: RideCommand) {
    switch command {
    case .start: self = .start
    case .setWatts: self = .setWatts
    case .changeWatts: self = .changeWatts
    case .rideFree: self = .rideFree
    case .brake: self = .brake
    case .changeSlope: self = .changeSlope
    case .changeResistance: self = .changeResistance
    case .calibrate: self = .calibrate
    case .cancelCalibration: self = .cancelCalibration
    case .pause: self = .pause
    case .resume: self = .resume
    case .step: self = .step
    case .lap: self = .lap
    case .fan: self = .fan
    case .use: self = .use
    case .stop: self = .stop
    case .suspend: self = .suspend
    case .resumeUnfinished: self = .resumeUnfinished
    }
  }

  func samples(at now: MonotonicInstant) -> [RideCommand] {
    switch self {
    case .start: [.start(Self.order(Self.plan)), .start(Self.order(.steady(watts: 200, seconds: 60)))]
    case .setWatts: [Int.min, -1, 0, 1, 250, 3000, .max].map { .setWatts($0) }
    case .changeWatts: [Int.min, -5000, -10, 0, 10, .max].map { .changeWatts($0) }
    case .rideFree: [.rideFree]
    case .brake:
      [-25.0, 0, 25].map { .brake(.slope(percent: $0)) } + [0.0, 100].map { .brake(.resistance(percent: $0)) }
    case .changeSlope: [-50.0, 0, 50].map { .changeSlope($0) }
    case .changeResistance: [-100.0, 0, 100].map { .changeResistance($0) }
    case .calibrate: DeviceRole.allCases.map { .calibrate($0) }
    case .cancelCalibration: [.cancelCalibration]
    case .pause: [.pause]
    case .resume: [.resume]
    case .step: Self.steps.map { .step($0) }
    case .lap: [.lap]
    case .fan:
      [.off, .percent(.min), .percent(40), .percent(.max), .power(ftpWatts: 0), .heart(beatsPerMinute: 100...160)]
        .map { .fan($0) }
    case .use:
      DeviceRole.allCases.flatMap { role in
        [InputKind.address(of: role), DeviceAddress(0x99)].map { .use(role, RideDevice(address: $0)) }
      }
    case .stop: [.stop]
    case .suspend: [.suspend]
    case .resumeUnfinished:
      [(false, false), (true, false), (false, true)].flatMap { wasPaused, isAfterReboot in
        [Duration.seconds(5), .seconds(3600), .seconds(40 * 3600)].map { gap in
          .resumeUnfinished(Self.unfinished(wasPaused: wasPaused, isAfterReboot: isAfterReboot, gap: gap, at: now))
        }
      }
    }
  }
}

extension CommandKind {
  /// A free interval, one by heart rate, one that the rider ends, and one by distance.
  static let plan = RidePlan(
    name: "Everything",
    intervals: [
      RideInterval(end: .timer(seconds: 10), aim: .hold(watts: 150)),
      RideInterval(end: .activity, aim: .free),
      RideInterval(
        end: .timer(seconds: 600),
        aim: .heartRate(
          HeartRateTarget(zone: 2, beatsPerMinute: 120...140, start: .usual(watts: 150), watts: 50...250))),
      RideInterval(end: .distance(meters: 5000), aim: .ramp(fromWatts: 100, toWatts: 300)),
    ])

  /// An order with every device and every guard.
  static func order(_ plan: RidePlan) -> RideOrder {
    var order = RideOrder(
      plan: plan, trainer: RideDevice(address: InputKind.address(of: .trainer)),
      heartRate: RideDevice(address: InputKind.address(of: .heartRate)),
      guards: TargetGuards(maximumBeatsPerMinute: 170, dfa: true))
    for role in DeviceRole.chosenOnly { order.sensors[role] = RideDevice(address: InputKind.address(of: role)) }
    order.fanRule = .power(ftpWatts: 250)
    return order
  }

  private static let steps: [PlanStep] = {
    let lengths = [Int.min, -60, 0, 60, .max]
    return [.done, .skip, .back, .label(""), .label("again")]
      + lengths.flatMap { length -> [PlanStep] in
        [
          .extend(.seconds(length)), .extend(.meters(Double(length))), .bias(percent: length),
          .changeBias(percent: length),
        ]
      } + [.extend(.meters(.nan)), .extend(.meters(.infinity))]
  }()

  private static func unfinished(
    wasPaused: Bool, isAfterReboot: Bool, gap: Duration, at now: MonotonicInstant
  ) -> UnfinishedRide {
    let samples = (0..<90).map {
      RideSample(second: $0, timerRunning: true, powerWatts: 150, distanceMeters: Double($0) * 8)
    }
    var run = PlanRun(plan)
    run.catchUp(with: samples)
    return UnfinishedRide(
      id: 3, order: order(plan), run: run, start: now.advanced(by: .zero - gap - .seconds(90)),
      totals: RideTotals(samples), isAfterReboot: isAfterReboot, wasPaused: wasPaused)
  }
}
