import ControlWire
import Glibc
import RideText
import Rides
import Synchronization

/// A display of the statuses that `watch` receives.
protocol StatusDisplay {
  /// Shows a new status.
  func show(_ status: Status)
  /// Announces an event of the plan, once, after its status is shown.
  func announce(_ news: PlanNews)
  /// Reports that the connection is lost and that the client keeps trying.
  func detach(_ reason: ControlError)
  /// Whether the last ride is shown while no ride is on.
  var showsLastRide: Bool { get }
  /// Records that the daemon is connected and has no news.
  func hear()
  /// Shows the last ride, with its review if there is one, together with a status without a ride.
  func rest(after ride: RideSummary, _ review: RideReview?)
  /// Shows the followed ride as finished.
  func finish(_ ride: RideSummary, _ review: RideReview?)
  /// Whether the summary of the finished ride is printed at its end.
  var tellsEnd: Bool { get }
  /// Ends the display; the last frame stays, and further output follows below it.
  func end()
}

extension StatusDisplay {
  var showsLastRide: Bool { false }
  var tellsEnd: Bool { false }
  func hear() {}
  func rest(after ride: RideSummary, _ review: RideReview?) {}
  func finish(_ ride: RideSummary, _ review: RideReview?) {}
}

/// A display that prints one line per status, for a pipe, a log or a program.
final class LineDisplay: StatusDisplay, Sendable {
  /// Whether the lines are JSON objects.
  let json: Bool
  /// Whether a ride is on.
  private let hasRide = Atomic(false)

  init(json: Bool) {
    self.json = json
  }

  /// Handles signals; at Ctrl-C during a ride it prints that the ride continues.
  func watchSignals() {
    SignalThread.start { [self] signal in
      if signal == SIGINT, hasRide.load(ordering: .acquiring) {
        StandardStream.error.write("\n\(KeyText.goingOn)\n")
      }
      SignalThread.leave(to: signal)
    }
  }

  /// Returns the output for a status.
  func line(of status: Status) -> String {
    json ? Output.line(of: status) : StatusLine.text(status, columns: Page.current.columns) + "\n"
  }

  func show(_ status: Status) {
    hasRide.store(status.ride != nil, ordering: .releasing)
    StandardStream.output.write(line(of: status))
  }

  func announce(_ news: PlanNews) {
    // A JSON status contains its news.
    if !json { StandardStream.output.write(NewsText.line(news) + "\n") }
  }

  func detach(_ reason: ControlError) {
    let text = String(localized: "\(reason.explanation.message.printable) Trying again every second.")
    StandardStream.error.write("jz2ctl: \(text)\n")
  }

  func end() {}
}
