import ControlWire
import Locks
import Rides
import TrainerClient

/// Receives the daemon's responses to the requests of a view; called on another thread.
protocol ErrandReceiver: AnyObject, Sendable {
  /// Handles the outcome of a key.
  func take(_ outcome: Result<String, ControlError>)
  /// Handles the answer to a question.
  func take(_ answer: LiveScene.Answer)
}

/// Sends the requests of keys and views to the daemon, one after the other, on a thread of its own.
final class ViewErrands<Source: DaemonConnection>: Sendable {
  private struct Waiting {
    var actions = RideActions()
    var questions: [LiveScene.Question] = []
    var isRunning = false
  }

  private let daemon: Source
  private let waiting = Lock(Waiting())

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

  /// Adds work, and starts a thread for it unless one is running.
  private func begin(for view: some ErrandReceiver, _ add: (inout Waiting) -> Void) {
    let isIdle = waiting.withLock { waiting in
      add(&waiting)
      defer { waiting.isRunning = true }
      return !waiting.isRunning
    }
    if isIdle { PosixThread.start { [self] in while runNext(for: view) {} } }
  }

  /// Processes the oldest action, else the oldest question; false if there is no work.
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
    // Without an answer, the view is only less complete.
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
      var rows: [RideSample] = []
      try daemon.stream(Show(ride: "\(ride)", fromSeconds: from)) { part throws(ControlError) in
        rows += part.samples
        return true
      }
      return .seconds(ride: ride, rows: rows)
    case .route(let plan): return .route(try daemon.call(ShowRoute(name: plan)))
    case .zones: return .zones(try daemon.call(GetSettings()).zones)
    case .alpha1(let ride): return .alpha1(isUsed: try daemon.usesAlpha1(ride))
    }
  }
}
