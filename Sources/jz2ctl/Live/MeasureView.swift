import ControlWire
import Glibc
import Locks
import RideText
import Rides

/// A display of the current measurement.
protocol MeasureDisplay {
  func show(_ reply: MeasureReply)
  /// Ends the display; later output replaces it.
  func end()
}

/// The live view of a measurement: a frame that is redrawn in place at each reply, and five times a second for the
/// pacer.
final class MeasureView: MeasureDisplay, Sendable {
  private struct Contents {
    var screen = Screen()
    var progress = MeasuringProgress(.connecting)
    var arrival: Double
    /// The time of the first beats, at which the pacer starts.
    var breathingFrom: Double?
    var hasEnded = false
  }

  private let terminal: Terminal
  private let call: Measure
  private let hasPacer: Bool
  private let modes = TerminalModes()
  private let contents: Lock<Contents>

  /// The time between two frames of the pacer.
  private static let framePeriod = Duration.milliseconds(200)

  init(terminal: Terminal, call: Measure, hasPacer: Bool) {
    (self.terminal, self.call, self.hasPacer) = (terminal, call, hasPacer)
    contents = Lock(Contents(arrival: Self.now()))
    modes.quieten()
    StandardStream.output.write(Screen.hideCursor)
    SignalThread.start(every: Self.framePeriod) { [self] in handle($0) }
    contents.withLock { draw(&$0) }
  }

  func show(_ reply: MeasureReply) {
    contents.withLock { contents in
      contents.progress = reply.progress
      contents.arrival = Self.now()
      if reply.progress.phase == .settling || reply.progress.phase == .measuring {
        contents.breathingFrom = contents.breathingFrom ?? contents.arrival
      }
      draw(&contents)
    }
  }

  func end() {
    contents.withLock { clear(&$0) }
  }

  private func handle(_ signal: Int32?) {
    switch signal {
    case nil, SIGWINCH, SIGCONT: contents.withLock { draw(&$0) }
    case SIGTSTP: suspend()
    case let signal?: leave(signal)
    }
  }

  /// Ends the program; the measurement ends with its connection.
  private func leave(_ signal: Int32) {
    contents.withLock { contents in
      guard !contents.hasEnded else { return SignalThread.leave(to: signal) }
      clear(&contents)
      StandardStream.error.write(MeasuringText.ended + "\n")
      SignalThread.leave(to: signal)
    }
  }

  /// Restores the terminal while the program is stopped; the daemon continues to measure.
  private func suspend() {
    contents.withLock { contents in
      guard !contents.hasEnded else { return SignalThread.leave(to: SIGTSTP) }
      restore()
      kill(getpid(), SIGSTOP)
      modes.quieten()
      contents.screen.release()
      StandardStream.output.write(Screen.hideCursor)
      draw(&contents)
    }
  }

  private func clear(_ contents: inout Contents) {
    guard !contents.hasEnded else { return }
    contents.hasEnded = true
    StandardStream.output.write(contents.screen.frame([], columns: Terminal.size.columns, isColoured: false))
    restore()
  }

  private func restore() {
    StandardStream.output.write(Screen.showCursor)
    modes.restore()
  }

  private func draw(_ contents: inout Contents) {
    guard !contents.hasEnded else { return }
    let now = Self.now()
    let pacer = hasPacer ? contents.breathingFrom.map { BreathingPacer(seconds: now - $0) } : nil
    let columns = Terminal.size.columns
    let frame = MeasuringFrame(
      contents.progress, age: now - contents.arrival, seconds: call.seconds ?? Limits.usualMeasurementSeconds,
      position: call.position, pacer: pacer, columns: columns, glyphs: terminal.glyphs)
    StandardStream.output.write(
      contents.screen.frame(frame.lines, columns: columns, isColoured: terminal.isColoured))
  }

  /// The monotonic clock in seconds.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A display without a terminal: a line at the start of each phase, or each reply as JSON.
final class MeasureLines: MeasureDisplay {
  private let output: Output
  private var phase: MeasuringPhase?

  init(_ output: Output) {
    self.output = output
  }

  /// Handles signals; at Ctrl-C it prints that the measurement was not stored.
  static func watchSignals() {
    SignalThread.start { signal in
      if signal == SIGINT { StandardStream.error.write("\n\(MeasuringText.ended)\n") }
      SignalThread.leave(to: signal)
    }
  }

  func show(_ reply: MeasureReply) {
    if output.json { return output.answer(reply, text: "") }
    guard reply.progress.phase != phase, reply.measurement == nil else { return }
    phase = reply.progress.phase
    output.say(MeasuringText.line(reply.progress) + "\n")
  }

  func end() {}
}
