import ControlWire
import RideText

@testable import jz2ctl

/// A daemon that answers from a list, and notes what it was asked.
final class ScriptedDaemon: Daemon {
  /// What is said to one request: the replies, and the error that ends them, if one does.
  struct Answer {
    var replies: [ControlReply]
    var error: ControlError?

    init(_ replies: ControlReply..., error: ControlError? = nil) {
      self.replies = replies
      self.error = error
    }
  }

  private(set) var requests: [ControlRequest] = []
  private var answers: [Answer]

  init(_ answers: Answer...) {
    self.answers = answers
  }

  func call(_ request: ControlRequest) throws(ControlError) -> ControlReply {
    var first: ControlReply?
    try stream(request) { reply in
      first = reply
      return false
    }
    guard let first else { throw ControlError(.connectionLost) }
    return first
  }

  func stream(
    _ request: ControlRequest, each: (ControlReply) throws(ControlError) -> Bool
  ) throws(ControlError) {
    requests.append(request)
    guard !answers.isEmpty else { throw ControlError(.methodNotFound, subject: "the script is at its end") }
    let answer = answers.removeFirst()
    for reply in answer.replies {
      guard try each(reply) else { return }
    }
    if let error = answer.error { throw error }
  }

  func converse(_ next: (ControlReply?) throws(ControlError) -> ControlRequest?) throws(ControlError) {
    var answer: ControlReply?
    while let request = try next(answer) { answer = try call(request) }
  }
}

/// A display that notes what it is shown.
final class NotedDisplay: StatusDisplay {
  private(set) var notes: [String] = []

  func show(_ status: Status) { notes.append(status.phase.rawValue) }
  func tell(_ news: PlanNews) { notes.append(NewsText.line(news)) }
  func detach(_ reason: ControlError) { notes.append(reason.code.rawValue) }
  func end() { notes.append("end") }
}
