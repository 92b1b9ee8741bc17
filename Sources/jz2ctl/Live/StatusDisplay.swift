import ControlWire
import Glibc
import RideText
import Synchronization

/// A display of the statuses that `watch` receives.
protocol StatusDisplay {
  /// Shows a new status.
  func show(_ status: Status)
  /// Announces an event of the plan, once; its status is shown before.
  func tell(_ news: PlanNews)
  /// Announces that the connection is lost and that the client keeps trying.
  func detach(_ reason: ControlError)
  /// Whether it shows the last ride while none is on.
  var showsLastRide: Bool { get }
  /// Shows the last ride together with a status without a ride.
  func rest(after ride: RideSummary)
  /// Shows the followed ride as finished.
  func finish()
  /// Ends the display; the last frame stays, and further output follows below it.
  func end()
}

extension StatusDisplay {
  var showsLastRide: Bool { false }
  func rest(after ride: RideSummary) {}
  func finish() {}
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

  /// Handles signals; at Ctrl-C during a ride it says that the ride goes on.
  func watchSignals() {
    SignalThread.start { [self] signal in
      if signal == SIGINT, hasRide.load(ordering: .acquiring) {
        StandardStream.error.write("\n\(LiveView.goingOn)\n")
      }
      SignalThread.leave(to: signal)
    }
  }

  func show(_ status: Status) {
    hasRide.store(status.ride != nil, ordering: .releasing)
    StandardStream.output.write(json ? Output.line(of: status) : StatusLine.text(status) + "\n")
  }

  func tell(_ news: PlanNews) {
    // A JSON status contains its news.
    if !json { StandardStream.output.write(NewsText.line(news) + "\n") }
  }

  func detach(_ reason: ControlError) {
    StandardStream.error.write("jz2ctl: \(reason.sentence.message.printable) Trying again each second.\n")
  }

  func end() {}
}

/// A display that also runs the rider's command at each event of the plan.
struct EventDisplay<Base: StatusDisplay>: StatusDisplay {
  /// The display itself.
  let base: Base
  /// The rider's command.
  let command: ViewEventCommand

  func show(_ status: Status) {
    command.reap()
    base.show(status)
  }

  func tell(_ news: PlanNews) {
    base.tell(news)
    command.run(news)
  }

  func detach(_ reason: ControlError) { base.detach(reason) }

  var showsLastRide: Bool { base.showsLastRide }

  func rest(after ride: RideSummary) { base.rest(after: ride) }

  func finish() { base.finish() }

  func end() { base.end() }
}
