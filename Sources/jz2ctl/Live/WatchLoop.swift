import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

/// Follows the daemon's statuses and reconnects after its restarts.
struct WatchLoop<Source: DaemonConnection, Display: StatusDisplay> {
  let daemon: Source
  let display: Display
  /// The ride with which the loop ends; nil for an endless loop.
  let ride: Int?
  /// The rider's command, started at each event of the plan.
  var command: ViewEventCommand?
  /// Waits before the next attempt.
  let wait: () -> Void

  /// Shows every status until the ride has finished.
  ///
  /// - Returns: The finished ride.
  /// - Throws: Any error of the first attempt; later only errors that do not go away by waiting.
  func run() throws(ControlError) -> RideSummary {
    var isAttached = false
    var hasAnswered = false
    while true {
      do throws(ControlError) {
        let last = try showStatuses { (isAttached, hasAnswered) = (true, true) }
        if let finished = try finishedRide() {
          display.finish(finished, review(of: finished))
          return finished
        }
        if let last { display.show(last) }
      } catch {
        guard hasAnswered, error.isPassing else { throw error }
        // Report it only once; a display of lines would repeat it each second.
        if isAttached { display.detach(error) }
        isAttached = false
      }
      wait()
    }
  }

  /// Shows the daemon's statuses as long as they belong to the ride, except heartbeats, which repeat a status.
  ///
  /// - Parameter answered: Called at each status.
  /// - Returns: The first status without the ride; it is not shown, so that a finished ride stays in view.
  /// - Throws: The error that ended the stream.
  private func showStatuses(answered: () -> Void) throws(ControlError) -> Status? {
    var other: Status?
    var shown: Status?
    try daemon.stream(Watch()) { status throws(ControlError) in
      answered()
      guard status != shown else {
        display.hear()
        return true
      }
      shown = status
      // The end of the plan may arrive with the first status after the ride.
      defer { status.news?.forEach(announce) }
      command?.reap()
      guard ride == nil || status.ride?.id == ride else {
        other = status
        return false
      }
      display.show(status)
      if status.ride == nil, status.phase == .idle, display.showsLastRide, let last = daemon.lastRide {
        display.rest(after: last, review(of: last))
      }
      return true
    }
    return other
  }

  private func announce(_ news: PlanNews) {
    display.announce(news)
    command?.run(news)
  }

  /// Returns the review of a ride for a display that shows reviews; nil if the review is missing.
  private func review(of ride: RideSummary) -> RideReview? {
    display.showsLastRide ? (try? daemon.call(Review(ride: "\(ride.id)")))?.review : nil
  }

  private func finishedRide() throws(ControlError) -> RideSummary? {
    guard let ride, let summary = try daemon.summary(ofRide: ride) else { return nil }
    return summary.state == .finished ? summary : nil
  }
}

extension WatchLoop where Display == LineDisplay {
  /// Follows a ride to its end and prints it; without `ride`, follows all rides endlessly.
  static func follow(ride: Int?, with daemon: Source, output: Output, view: ViewOptions) throws(ControlError) {
    if !output.json, let terminal = Terminal.current {
      let display = LiveView(terminal: terminal, daemon: daemon, isQuiet: view.quiet, isBig: view.big)
      try follow(ride: ride, with: daemon, output: output, display: display, command: view.command(writing: .nowhere))
    } else {
      let command = view.command(writing: .standardError)
      let display = LineDisplay(json: output.json)
      display.watchSignals()
      try follow(ride: ride, with: daemon, output: output, display: display, command: command)
    }
  }

  private static func follow(
    ride: Int?, with daemon: Source, output: Output, display: some StatusDisplay, command: ViewEventCommand?
  ) throws(ControlError) {
    defer { display.end() }
    let loop = WatchLoop<Source, _>(
      daemon: daemon, display: display, ride: ride, command: command, wait: { sleep(1) })
    let finished = try loop.run()
    display.end()
    guard !display.tellsEnd else { return }
    tellEnd(of: finished, with: daemon, output)
  }
}

extension WatchLoop {
  /// Prints the summary of the followed ride.
  static func tellEnd(of ride: RideSummary, with daemon: Source, _ output: Output) {
    let ended = EndedRide(ride: ride, folder: daemon.fileFolder)
    output.answer(ended, text: RideLine.stopped(ride, folder: ended.folder))
  }
}

extension ControlError {
  /// Whether a later attempt may succeed: the daemon is down, stopping, starting or being upgraded.
  var isPassing: Bool {
    switch code {
    case .noDaemon, .foreignListener, .noAnswer, .connectionLost, .shuttingDown: true
    default: false
    }
  }
}
