import ControlWire
import RideText
import Rides
import TrainerClient

@testable import jz2ctl

/// A daemon with a list of replies, which records the requests; a test uses it on one thread at a time.
final class ScriptedDaemon: DaemonConnection, @unchecked Sendable {
  /// The response to one request: its parts, and the error that ends them, if there is one.
  struct Answer {
    var parts: [any Sendable]
    var error: ControlError?

    init(_ parts: any Sendable..., error: ControlError? = nil) {
      self.parts = parts
      self.error = error
    }
  }

  /// The requests, in order.
  private(set) var requests: [AnyHashable] = []
  private var answers: [Answer]

  init(_ answers: Answer...) {
    self.answers = answers
  }

  init(_ answers: [Answer]) {
    self.answers = answers
  }

  /// Whether every reply was used.
  var isFinished: Bool { answers.isEmpty }

  func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply {
    var first: C.Reply?
    try answer(call) {
      first = first ?? $0; return false
    }
    guard let first else { throw ControlError(.connectionLost) }
    return first
  }

  func stream<C: StreamedCall>(_ call: C, each: (C.Reply) throws(ControlError) -> Bool) throws(ControlError) {
    try answer(call, each)
  }

  func converse<C: VarlinkCall>(_ next: (C.Reply?) throws(ControlError) -> C?) throws(ControlError) {
    var reply: C.Reply?
    while let following = try next(reply) { reply = try call(following) }
  }

  private func answer<C: VarlinkCall>(
    _ call: C, _ each: (C.Reply) throws(ControlError) -> Bool
  ) throws(ControlError) {
    requests.append(call)
    guard !answers.isEmpty else { throw ControlError(.methodNotFound, subject: "the script is at its end") }
    let answer = answers.removeFirst()
    for part in answer.parts {
      guard let reply = part as? C.Reply else {
        throw ControlError(.protocolViolated, detail: "the script answers \(C.method) with \(type(of: part))")
      }
      guard try each(reply) else { return }
    }
    if let error = answer.error { throw error }
  }
}

/// A display that records its calls.
final class NotedDisplay: StatusDisplay {
  private(set) var notes: [String] = []

  func show(_ status: Status) { notes.append(status.phase.rawValue) }
  func announce(_ news: PlanNews) { notes.append(NewsText.line(news)) }
  func detach(_ reason: ControlError) { notes.append(reason.code.rawValue) }
  func end() { notes.append("end") }
}
