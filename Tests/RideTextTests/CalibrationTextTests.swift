import ControlWire
import Rides
import Testing

@testable import RideText

/// Texts of calibrations, in `calibrate`, `status` and the live view.
@Suite struct CalibrationTextTests {
  private func calibration(
    _ step: CalibrationStatus.Step, _ device: DeviceRole = .trainer,
    _ change: (inout CalibrationStatus) -> Void = { _ in }
  ) -> CalibrationStatus {
    var calibration = CalibrationStatus(device: device, step: step)
    change(&calibration)
    return calibration
  }

  @Test(arguments: [
    ("Operation Failed", "Operation Failed"), ("no answer", "no answer"),
    ("control not permitted", "another program controls the trainer"),
    ("supervisionTimeout", "the connection was lost (out of range)"),
  ])
  func `a failure has its reason`(_ reason: String, _ text: String) {
    let failed = calibration(.failed) { $0.reason = reason }
    #expect(CalibrationText.line(failed) == "The calibration failed: \(text).")
  }

  @Test func `the rider's own end is no failure`() {
    #expect(CalibrationText.line(calibration(.failed) { $0.reason = "cancelled" }) == "The calibration is cancelled.")
  }

  @Test func `a result has what the device reports`() {
    let done = calibration(.done) { $0.spinDownSeconds = 18.24 }
    #expect(CalibrationText.line(done) == "Calibrated: the wheel ran down in 18.2 s.")
    #expect(CalibrationText.line(calibration(.done)) == "The trainer is calibrated.")
    #expect(CalibrationText.line(calibration(.done, .power) { $0.offset = -3 }) == "Calibrated: the zero offset is -3.")
    #expect(CalibrationText.line(calibration(.done, .power)) == "The power meter is calibrated.")
  }

  @Test func `the speed is shown while it matters, next to the one that is needed`() {
    let fast = calibration(.speedUp) { $0.targetKmh = 35 }
    #expect(CalibrationText.speed(fast, kmh: 31.4) == "31.4 of 35.0 km/h")
    #expect(CalibrationText.speed(calibration(.speedUp), kmh: 31.4) == "31.4 km/h")
    #expect(CalibrationText.speed(calibration(.stopPedalling), kmh: 36) == "36.0 km/h")
    #expect(CalibrationText.speed(calibration(.done), kmh: 20) == nil && CalibrationText.speed(fast, kmh: nil) == nil)
  }

  @Test func `status, its line and the live view have the step`() {
    var ride = RideStatus(id: 7, targetWatts: nil, timerSeconds: 1, elapsedSeconds: 1, remainingSeconds: nil)
    ride.calibration = calibration(.stopPedalling)
    var status = Status(phase: .riding)
    status.ride = ride
    let text = CalibrationText.line(calibration(.stopPedalling))
    #expect(StatusText.full(status).contains("Calibration  \(text)"))
    #expect(StatusLine.text(status).contains("calibration=stopPedalling"))
    for (columns, rows) in [(80, 24), (110, 32)] {
      let frame = LiveFrame(status: status, news: .fresh, columns: columns, glyphs: .ascii)
      #expect(frame.lines(rows: rows).contains { $0.plain.contains(text) })
    }
  }
}
