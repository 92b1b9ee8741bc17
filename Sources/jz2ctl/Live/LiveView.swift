import ControlWire
import Glibc
import Locks
import RideText
import Rides
import TrainerClient

/// The live view on a terminal: a separate screen, redrawn at each status, at each key, each second and after each
/// change of size.
///
/// The main thread waits for the daemon's statuses. Other threads wait for signals and for the next second, read keys
/// and send requests to the daemon.
final class LiveView<Source: DaemonConnection>: StatusDisplay, ErrandReceiver {
  private struct Contents {
    var scene = LiveScene()
    /// The size of the terminal at the last drawing.
    var size = (columns: 0, rows: 0)
    var hasEnded = false
  }

  private let terminal: Terminal
  private let isQuiet: Bool
  private let modes: TerminalModes
  private let errands: ViewErrands<Source>
  private let contents = Lock(Contents())

  /// - Parameters:
  ///   - terminal: The terminal to draw on.
  ///   - daemon: The connection for the requests of keys.
  ///   - isQuiet: Whether the bell is off.
  ///   - isBig: Whether big digits are also shown in a smaller terminal.
  init(terminal: Terminal, daemon: Source, isQuiet: Bool, isBig: Bool) {
    self.terminal = terminal
    self.isQuiet = isQuiet
    modes = TerminalModes()
    errands = ViewErrands(daemon)
    contents.withLock { contents in
      (contents.scene.hasKeys, contents.scene.prefersBig) = (modes.hasTerminal, isBig)
      begin()
    }
    SignalThread.start { [self] in handle($0) }
    if modes.hasTerminal { KeyThread.start { [self] in press($0) } }
  }

  // MARK: Messages of the daemon

  func show(_ status: Status) {
    let questions = contents.withLock { contents in
      let before = contents.scene.status
      let questions = contents.scene.show(status, at: Self.now())
      if !isQuiet, !contents.hasEnded, contents.scene.isCountedDown(since: before) {
        StandardStream.output.write(Screen.bell)
      }
      draw(&contents)
      return questions
    }
    errands.ask(questions, for: self)
  }

  func hear() { contents.withLock { $0.scene.hear(at: Self.now()) } }

  func announce(_ news: PlanNews) {
    guard !isQuiet else { return }
    contents.withLock { if !$0.hasEnded { StandardStream.output.write(Screen.bell) } }
  }

  func detach(_ reason: ControlError) {
    change { $0.detach(reason, at: Self.now()) }
  }

  var showsLastRide: Bool { true }

  func rest(after ride: RideSummary, _ review: RideReview?) {
    change { $0.rest(after: ride, review) }
  }

  func finish(_ ride: RideSummary, _ review: RideReview?) {
    change { scene in
      scene.rest(after: ride, review)
      scene.finish()
    }
  }

  var tellsEnd: Bool { true }

  func end() {
    contents.withLock { contents in
      guard !contents.hasEnded else { return }
      contents.hasEnded = true
      part(contents.scene)
    }
  }

  // MARK: Keys

  private func press(_ key: RideKey) {
    let response = contents.withLock { contents in
      guard !contents.hasEnded else { return LiveScene.Response.nothing }
      let response = contents.scene.press(key, at: Self.now())
      draw(&contents)
      return response
    }
    switch response {
    case .nothing: break
    case .ask(let action): errands.ask(action, for: self)
    case .leave: leave()
    }
  }

  func take(_ outcome: Result<String, ControlError>) {
    change { scene in
      switch outcome {
      case .success(let text): scene.say(text, at: Self.now())
      case .failure(let error): scene.say(KeyText.refusal(error), isRefusal: true, at: Self.now())
      }
    }
  }

  func take(_ answer: LiveScene.Answer) {
    change { $0.take(answer) }
  }

  private func change(_ body: (inout LiveScene) -> Void) {
    contents.withLock { contents in
      body(&contents.scene)
      draw(&contents)
    }
  }

  // MARK: The terminal

  private func handle(_ signal: Int32?) {
    switch signal {
    case nil, SIGWINCH: contents.withLock { draw(&$0) }
    case SIGTSTP: suspend()
    case SIGCONT: contents.withLock { resume(&$0) }
    default: leave()
    }
  }

  /// Ends the view and the program; the ride continues in the daemon.
  private func leave() -> Never {
    contents.withLock { contents in
      if !contents.hasEnded {
        contents.hasEnded = true
        part(contents.scene)
        if contents.scene.hasRide { StandardStream.output.write(KeyText.goingOn + "\n") }
      }
      _exit(ExitStatus.ok.rawValue)
    }
  }

  /// Restores the terminal while the program is stopped.
  private func suspend() {
    contents.withLock { contents in
      guard !contents.hasEnded else { return SignalThread.leave(to: SIGTSTP) }
      restore()
      kill(getpid(), SIGSTOP)
      resume(&contents)
    }
  }

  private func resume(_ contents: inout Contents) {
    guard !contents.hasEnded else { return }
    begin()
    contents.size = (0, 0)
    draw(&contents)
  }

  private func begin() {
    modes.quieten()
    StandardStream.output.write(AlternateScreen.enter + KeyDecoder.markPastes)
  }

  private func restore() {
    StandardStream.output.write(KeyDecoder.leavePastes + AlternateScreen.leave)
    modes.restore()
  }

  /// Prints the last frame on the terminal's normal screen.
  private func part(_ scene: LiveScene) {
    restore()
    let size = Terminal.size
    guard let frame = scene.frame(at: Self.now(), time: nil, columns: size.columns, glyphs: terminal.glyphs) else {
      return
    }
    let lines = frame.parting.map { $0.encoded(isColoured: terminal.isColoured) + "\n" }
    StandardStream.output.write(lines.joined())
  }

  private func draw(_ contents: inout Contents) {
    guard !contents.hasEnded else { return }
    let size = Terminal.size
    let frame = contents.scene.frame(
      at: Self.now(), time: LocalTime.now, columns: size.columns, glyphs: terminal.glyphs)
    guard let frame else { return }
    let isResized = size != contents.size
    contents.size = size
    StandardStream.output.write(
      AlternateScreen.frame(frame.lines(rows: size.rows), isColoured: terminal.isColoured, isCleared: isResized))
  }

  /// The monotonic clock in seconds.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}

/// Reads keys from standard input until it ends.
enum KeyThread {
  /// The timeout for the rest of a sequence, in milliseconds; a slow line may split one.
  private static let patience: Int32 = 300

  static func start(_ press: @escaping @Sendable (RideKey) -> Void) {
    PosixThread.start {
      var decoder = KeyDecoder()
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let ready = poll(&input, 1, decoder.isInSequence ? patience : -1)
        if ready == 0 {
          decoder.giveUp().forEach { press(RideKey($0)) }
          continue
        }
        let count = ready > 0 ? read(STDIN_FILENO, &buffer, buffer.count) : -1
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return }
        decoder.take(buffer.prefix(count)).forEach { press(RideKey($0)) }
      }
    }
  }
}
