import ControlWire

@testable import jz2ctl

/// Statuses and rides that several tests show.
enum Samples {
  static let trainer = DeviceStatus(
    address: "C0:FF:EE:00:00:01", name: "KICKR 1A2B", state: .connected, powerWatts: 148, cadenceRpm: 87.5,
    speedKmh: 31.42)
  static let strap = DeviceStatus(
    address: "C0:FF:EE:00:00:02", name: "TICKR 77F0", state: .connected, beatsPerMinute: 132, batteryPercent: 80)

  static let riding = Status(
    phase: .riding,
    ride: RideStatus(id: 12, targetWatts: 150, timerSeconds: 1727, elapsedSeconds: 1802, remainingSeconds: 1873),
    trainer: trainer, heartRate: strap)

  /// A ride whose target a fast heart has eased.
  static let eased: Status = {
    var status = riding
    status.ride?.targetWatts = 100
    status.ride?.wantedWatts = 200
    status.ride?.easedBy = .heartRate
    status.trainer?.powerWatts = 101
    return status
  }()

  static let strapLost: Status = {
    var status = riding
    status.heartRate?.state = .connecting
    status.heartRate?.beatsPerMinute = nil
    status.problems = [
      Problem(code: "strapLost", message: "TICKR 77F0 is gone.", remedy: "Moisten its electrodes and see that it sits.")
    ]
    return status
  }()

  static let ride = RideSummary(
    id: 12, start: "2026-11-21T06:45:12Z", timerSeconds: 3600, elapsedSeconds: 3725, averageWatts: 149.4,
    averageHeartRate: 131.6, kilojoules: 537.8, distanceMeters: 31_402, state: .finished)

  static let intervals = LinkIntervals(
    device: .trainer, count: 240, shortestSeconds: 0.2, longestSeconds: 0.301, meanSeconds: 0.25,
    deviationSeconds: 0.0125)

  static let bareRide = RideSummary(
    id: 3, start: "2026-11-20T06:45:12Z", timerSeconds: 61, elapsedSeconds: 61, averageWatts: nil,
    averageHeartRate: nil, kilojoules: 0, distanceMeters: nil, state: .suspended)

  /// A clock that shows UTC.
  static let utc = LocalTime { _ in 0 }

  /// A clock that shows Central European Time: in 2026, summer from 29 March to 25 October, each at 1:00 UTC.
  static let berlin = LocalTime { moment in (1_774_746_000..<1_792_890_000).contains(moment) ? 7200 : 3600 }

  /// What a verb printed and complained of.
  final class Printed {
    var output = ""
    var error = ""

    func stream(json: Bool = false) -> Output {
      Output(json: json, say: { self.output += $0 }, complain: { self.error += $0 })
    }
  }
}
