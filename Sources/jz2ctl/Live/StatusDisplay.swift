import ControlWire
import Glibc
import RideText
import Synchronization

/// Where `watch` shows what the daemon says.
protocol StatusDisplay {
  /// Shows the status that just came.
  func show(_ status: Status)
  /// Says what happened to the plan, once; its status is shown before.
  func tell(_ news: PlanNews)
  /// Says that the connection is lost and is tried again.
  func detach(_ reason: ControlError)
  /// Whether it has a use for the last ride while none is on.
  var showsLastRide: Bool { get }
  /// Shows the last ride, beside a status without one.
  func rest(after ride: RideSummary)
  /// Leaves the ride that was followed in view as one that is over.
  func finish()
  /// Leaves what was shown last, ready for lines below it.
  func end()
}

extension StatusDisplay {
  var showsLastRide: Bool { false }
  func rest(after ride: RideSummary) {}
  func finish() {}
}

/// A line for each status, for a pipe, a log or a program.
final class LineDisplay: StatusDisplay, Sendable {
  /// Whether the lines are JSON.
  let json: Bool
  /// Whether a ride is on.
  private let hasRide = Atomic(false)

  init(json: Bool) {
    self.json = json
  }

  /// Says at Ctrl-C that the ride goes on.
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
    // An object has its news itself.
    if !json { StandardStream.output.write(NewsText.line(news) + "\n") }
  }

  func detach(_ reason: ControlError) {
    StandardStream.error.write("jz2ctl: \(reason.sentence.message.printable) Trying again each second.\n")
  }

  func end() {}
}
