import ControlWire
import Glibc
import RideText
import Synchronization

/// The live view on a terminal: a frame that is redrawn in place at each status, each second and each change of size.
///
/// Another thread waits for signals and for the second, since the main thread waits for the daemon.
final class LiveView: StatusDisplay, Sendable {
  private struct Contents {
    var screen = Screen()
    var status: Status?
    var last: RideSummary?
    var isFinished = false
    /// The time at which the connection was lost, in seconds of the monotonic clock; nil while it is up.
    var detachedAt: Int?
    var arrival = LiveView.now()
    var hasEnded = false
  }

  private let terminal: Terminal
  private let isQuiet: Bool
  private let modes: TerminalModes
  private let contents = Mutex(Contents())

  /// - Parameters:
  ///   - terminal: The terminal to draw on.
  ///   - isQuiet: Whether the bell stays silent at events of the plan.
  init(terminal: Terminal, isQuiet: Bool) {
    self.terminal = terminal
    self.isQuiet = isQuiet
    modes = TerminalModes()
    modes.quieten()
    StandardStream.output.write(Screen.hideCursor)
    SignalThread.start { [self] in handle($0) }
  }

  func show(_ status: Status) {
    contents.withLock { contents in
      contents.status = status
      contents.detachedAt = nil
      contents.arrival = Self.now()
      draw(&contents)
    }
  }

  func tell(_ news: PlanNews) {
    guard !isQuiet else { return }
    contents.withLock { if !$0.hasEnded { StandardStream.output.write(Screen.bell) } }
  }

  func detach(_ reason: ControlError) {
    contents.withLock { contents in
      contents.detachedAt = contents.detachedAt ?? Self.now()
      draw(&contents)
    }
  }

  var showsLastRide: Bool { true }

  func rest(after ride: RideSummary) {
    contents.withLock { contents in
      contents.last = ride
      draw(&contents)
    }
  }

  func finish() {
    contents.withLock { contents in
      contents.isFinished = true
      draw(&contents)
    }
  }

  /// Printed when a view is left during a ride.
  static let goingOn = "The ride goes on. `jz2ctl watch` shows it, `jz2ctl stop` ends it."

  func end() {
    contents.withLock { contents in
      guard !contents.hasEnded else { return }
      contents.hasEnded = true
      restore()
    }
  }

  private func handle(_ signal: Int32?) {
    switch signal {
    case nil, SIGWINCH: contents.withLock { draw(&$0) }
    case SIGTSTP: suspend()
    default: leave()
    }
  }

  /// Ends the view and the program; the ride goes on in the daemon.
  private func leave() -> Never {
    contents.withLock { contents in
      restore()
      if contents.status?.ride != nil {
        StandardStream.output.write(Self.goingOn + "\n")
      }
      _exit(ExitStatus.ok.rawValue)
    }
  }

  /// Restores the terminal while the program is stopped.
  private func suspend() {
    contents.withLock { contents in
      restore()
      kill(getpid(), SIGSTOP)
      modes.quieten()
      contents.screen.release()
      StandardStream.output.write(Screen.hideCursor)
      draw(&contents)
    }
  }

  private func restore() {
    StandardStream.output.write(Screen.showCursor)
    modes.restore()
  }

  private func draw(_ contents: inout Contents) {
    guard !contents.hasEnded, let status = contents.status else { return }
    let size = Terminal.size
    let frame = LiveFrame(
      status: status, news: news(contents), columns: size.columns, glyphs: terminal.glyphs, last: contents.last)
    let text = contents.screen.frame(
      frame.lines(rows: size.rows - 1), columns: size.columns, isColoured: terminal.isColoured)
    StandardStream.output.write(text)
  }

  private func news(_ contents: Contents) -> LiveFrame.News {
    guard !contents.isFinished else { return .finished }
    if let detachedAt = contents.detachedAt { return .detached(seconds: Self.now() - detachedAt) }
    // Without a ride the daemon sends a status only when something changes.
    let silence = Self.now() - contents.arrival
    return contents.status?.ride != nil && silence >= 5 ? .silent(seconds: silence) : .fresh
  }

  /// The monotonic clock in seconds.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
