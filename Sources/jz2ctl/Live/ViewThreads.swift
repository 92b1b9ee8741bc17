import ControlWire
import Glibc
import Synchronization

/// Threads of a view beside the one that waits for the daemon.
enum ViewThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs something on a new thread.
  static func start(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    pthread_detach(thread)
  }
}

/// Reads keys from standard input until it ends.
enum KeyThread {
  /// How long the rest of a sequence is awaited, in milliseconds; a slow line may split one.
  private static let patience: Int32 = 300

  static func start(_ press: @escaping @Sendable (RideKey) -> Void) {
    ViewThread.start {
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

/// Takes what the daemon answers to the errands of a view; called on another thread.
protocol ErrandReceiver: AnyObject, Sendable {
  /// Takes the outcome of a key.
  func take(_ outcome: Result<String, ControlError>)
  /// Takes the answer to a question.
  func take(_ answer: LiveScene.Answer)
}

/// Asks the daemon what keys and pictures want, one call after the other, so that nobody waits for an answer.
final class ViewErrands<Source: DaemonConnection>: Sendable {
  private struct Waiting {
    var actions = RideActions()
    var questions: [LiveScene.Question] = []
    var isRunning = false
  }

  private let daemon: Source
  private let waiting = Mutex(Waiting())

  init(_ daemon: Source) { self.daemon = daemon }

  func ask(_ action: RideAction, for view: some ErrandReceiver) {
    begin(for: view) { $0.actions.add(action) }
  }

  func ask(_ questions: [LiveScene.Question], for view: some ErrandReceiver) {
    guard !questions.isEmpty else { return }
    begin(for: view) { waiting in
      for question in questions where !waiting.questions.contains(question) { waiting.questions.append(question) }
    }
  }

  /// Adds something to do, and begins a thread for it unless one is at work.
  private func begin(for view: some ErrandReceiver, _ add: (inout Waiting) -> Void) {
    let isIdle = waiting.withLock { waiting in
      add(&waiting)
      defer { waiting.isRunning = true }
      return !waiting.isRunning
    }
    if isIdle { ViewThread.start { [self] in while runNext(for: view) {} } }
  }

  /// Does what waits longest, actions first; false if nothing waits.
  private func runNext(for view: some ErrandReceiver) -> Bool {
    let next: (RideAction?, LiveScene.Question?) = waiting.withLock { waiting in
      if let action = waiting.actions.next() { return (action, nil) }
      if !waiting.questions.isEmpty { return (nil, waiting.questions.removeFirst()) }
      waiting.isRunning = false
      return (nil, nil)
    }
    if let action = next.0 {
      view.take(Result { () throws(ControlError) in try action.perform(with: daemon) })
      return true
    }
    guard let question = next.1 else { return false }
    // A picture without an answer is less complete, and nothing else.
    if let answer = try? question.answer(by: daemon) { view.take(answer) }
    return true
  }
}

extension LiveScene.Question {
  /// Asks the daemon.
  func answer(by daemon: some DaemonConnection) throws(ControlError) -> LiveScene.Answer {
    switch self {
    case .intervals: return .intervals(try daemon.intervals())
    case .seconds(let ride, let from):
      var rows: [SampleRow] = []
      try daemon.stream(Show(ride: "\(ride)", fromSeconds: from)) { part throws(ControlError) in
        rows += part.samples
        return true
      }
      return .seconds(ride: ride, rows: rows)
    case .zones: return .zones(try daemon.call(GetSettings()).zones)
    }
  }
}

extension DaemonConnection {
  /// Every interval of the ride in hand, asked for as often as it takes.
  fileprivate func intervals() throws(ControlError) -> IntervalList {
    var list = try call(GetIntervals())
    while list.more == true, let last = list.intervals.last {
      let rest = try call(GetIntervals(from: last.number + 1))
      guard rest.ride == list.ride else { break }
      list.intervals += rest.intervals
      list.more = rest.intervals.isEmpty ? nil : rest.more
    }
    return list
  }
}
