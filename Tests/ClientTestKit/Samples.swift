package import ControlWire
package import RideText
import Rides

/// Statuses, rides and clocks that several tests use.
package enum Samples {
  package static let trainer = DeviceStatus(
    address: "C0:FF:EE:00:00:01", name: "KICKR 1A2B", state: .connected, powerWatts: 148, cadenceRpm: 87.5,
    speedKmh: 31.42)
  package static let strap = DeviceStatus(
    address: "C0:FF:EE:00:00:02", name: "TICKR 77F0", state: .connected, beatsPerMinute: 132, batteryPercent: 80)

  package static let riding = Status(
    phase: .riding,
    ride: RideStatus(id: 12, targetWatts: 150, timerSeconds: 1727, elapsedSeconds: 1802, remainingSeconds: 1873),
    trainer: trainer, heartRate: strap)

  /// A ride whose target is reduced because the heart rate is above its limit.
  package static let eased: Status = {
    var status = riding
    status.ride?.targetWatts = 100
    status.ride?.wantedWatts = 200
    status.ride?.easedBy = .heartRate
    status.trainer?.powerWatts = 101
    return status
  }()

  package static let strapLost: Status = {
    var status = riding
    status.heartRate?.state = .connecting
    status.heartRate?.beatsPerMinute = nil
    status.problems = [
      Problem(.strapLost, subject: "TICKR 77F0")
    ]
    return status
  }()

  package static let ride = RideSummary(
    id: 12, start: "2026-11-21T06:45:12Z", timerSeconds: 3600, elapsedSeconds: 3725, averageWatts: 149.4,
    averageHeartRate: 131.6, kilojoules: 537.8, distanceMeters: 31_402, state: .finished)

  package static let intervals = RideLinks.Intervals(
    device: .trainer, count: 240, shortestSeconds: 0.2, longestSeconds: 0.301, meanSeconds: 0.25,
    deviationSeconds: 0.0125)

  package static let bareRide = RideSummary(
    id: 3, start: "2026-11-20T06:45:12Z", timerSeconds: 61, elapsedSeconds: 61, averageWatts: nil,
    averageHeartRate: nil, kilojoules: 0, distanceMeters: nil, state: .suspended)

  /// The page of a program without UTF-8 that writes to a file or a pipe.
  package static let pipe = Page(columns: nil, glyphs: .ascii)

  /// A clock that shows UTC.
  package static let utc = LocalTime { _ in 0 }

  /// A clock for Central European Time; in 2026, summer time lasts from 29 March to 25 October, each at 1:00 UTC.
  package static let berlin = LocalTime { moment in (1_774_746_000..<1_792_890_000).contains(moment) ? 7200 : 3600 }
}
