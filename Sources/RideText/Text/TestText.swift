import ControlWire
import Rides

/// The state of a test of the functional threshold power (FTP).
enum TestText {
  /// Describes a test: its state, or at its end the result with the command that sets FTP.
  static func text(_ test: TestStatus) -> String {
    guard test.over != true else {
      return result(test) ?? String(localized: "the test was not ridden to its end")
    }
    let share = Int((test.test.thresholdShare * 100).rounded())
    let watts = test.meanWatts.map { Figure.text($0, decimals: 0) }
    switch (test.test, watts) {
    case (.ramp, let watts?):
      guard let threshold = test.thresholdWatts else { return String(localized: "best minute \(watts) W") }
      return String(localized: "best minute \(watts) W, FTP \(threshold) W")
    case (.ramp, nil): return String(localized: "FTP will be \(share) % of the best minute")
    case (.twentyMinutes, let watts?): return String(localized: "average \(watts) W so far")
    case (.twentyMinutes, nil): return String(localized: "FTP will be \(share) % of the 20 minutes")
    }
  }

  /// Formats the result of a test of FTP: the FTP, and the command that sets it.
  static func result(_ status: TestStatus) -> String? {
    guard let watts = status.meanWatts else { return nil }
    let mean = Figure.text(watts, decimals: 0)
    guard let threshold = status.thresholdWatts else {
      return String(localized: "the test was not ridden to its end")
    }
    return switch status.test {
    case .ramp:
      String(
        localized: "\(threshold) W, 75 % of the best minute (\(mean) W); `jz2ctl settings --ftp \(threshold)` sets it")
    case .twentyMinutes:
      String(
        localized: "\(threshold) W, 95 % of the 20 minutes (\(mean) W); `jz2ctl settings --ftp \(threshold)` sets it")
    }
  }
}
