import ControlWire
import Glibc
import RideText

/// Follows what goes on, through restarts of the daemon.
struct WatchLoop<Source: Daemon, Display: StatusDisplay> {
  /// Who is asked.
  let daemon: Source
  /// Where it is shown.
  let display: Display
  /// The ride after whose end the loop ends; nil for a loop without an end.
  let ride: Int?
  /// Waits before the next try.
  let wait: () -> Void

  /// Shows every status until the ride is finished.
  ///
  /// - Returns: The finished ride.
  /// - Throws: Why the daemon could not be asked the first time; once it was, only what no waiting mends.
  func run() throws(ControlError) -> RideSummary {
    var isAttached = false
    var hasAnswered = false
    while true {
      do throws(ControlError) {
        let last = try showStatuses { (isAttached, hasAnswered) = (true, true) }
        if let finished = try finishedRide() {
          display.finish()
          return finished
        }
        if let last { display.show(last) }
      } catch {
        guard hasAnswered, error.isPassing else { throw error }
        // Said once: a display of lines would say it each second.
        if isAttached { display.detach(error) }
        isAttached = false
      }
      wait()
    }
  }

  /// Shows what the daemon says for as long as it speaks of the ride.
  ///
  /// - Parameter answered: Called at each status.
  /// - Returns: The first status that is not of the ride; it is not shown, so that a finished ride stays in view.
  /// - Throws: Why the daemon said no more.
  private func showStatuses(answered: () -> Void) throws(ControlError) -> Status? {
    var other: Status?
    try daemon.stream(.watch) { reply throws(ControlError) in
      guard case .status(let status) = reply else { throw .unexpectedReply }
      answered()
      // The plan's end may come with the first status that is not of the ride any more.
      defer { status.news?.forEach(display.tell) }
      guard ride == nil || status.ride?.id == ride else {
        other = status
        return false
      }
      display.show(status)
      if status.ride == nil, status.phase == .idle, display.showsLastRide, let last = daemon.lastRide {
        display.rest(after: last)
      }
      return true
    }
    return other
  }

  private func finishedRide() throws(ControlError) -> RideSummary? {
    guard let ride, let summary = try daemon.summary(ofRide: ride) else { return nil }
    return summary.state == .finished ? summary : nil
  }
}

extension WatchLoop where Display == LineDisplay {
  /// Follows a ride to its end, or all rides without one, and prints the finished ride below.
  static func follow(ride: Int?, with daemon: Source, output: Output, view: ViewOptions) throws(ControlError) {
    if !output.json, let terminal = Terminal.current {
      let display = LiveView(terminal: terminal, isQuiet: view.quiet)
      try follow(ride: ride, with: daemon, output: output, display: display, command: view.command(writing: .nowhere))
    } else {
      let command = view.command(writing: .standardError)
      let display = LineDisplay(json: output.json)
      display.watchSignals()
      try follow(ride: ride, with: daemon, output: output, display: display, command: command)
    }
  }

  private static func follow(
    ride: Int?, with daemon: Source, output: Output, display: some StatusDisplay, command: EventCommand?
  ) throws(ControlError) {
    if let command {
      let display = EventDisplay(base: display, command: command)
      try follow(ride: ride, with: daemon, output: output, display: display)
    } else {
      try follow(ride: ride, with: daemon, output: output, display: display)
    }
  }

  private static func follow(
    ride: Int?, with daemon: Source, output: Output, display: some StatusDisplay
  ) throws(ControlError) {
    defer { display.end() }
    let loop = WatchLoop<Source, _>(daemon: daemon, display: display, ride: ride, wait: { sleep(1) })
    let finished = try loop.run()
    display.end()
    output.answer(finished, text: RideLine.stopped(finished))
  }
}

extension ControlError {
  /// Whether the same question may be answered later: the daemon is away, going down or coming up.
  var isPassing: Bool {
    switch code {
    case .noDaemon, .noAnswer, .connectionLost, .shuttingDown: true
    default: false
    }
  }
}
