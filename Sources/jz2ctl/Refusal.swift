import ControlWire

/// A refusal as `--json` prints it.
struct Refusal: Encodable, Equatable {
  /// The code's name on the wire: `NoDaemon`.
  let error: String
  /// What went wrong, in a sentence.
  let message: String
  /// What to do about it, in a sentence.
  let remedy: String
  /// What it was about.
  let subject: String?
  /// What is known beyond the code.
  let detail: String?
}

extension Refusal {
  /// What the daemon answered instead, or why it did not.
  init(_ refusal: ControlError) {
    self.init(
      error: refusal.code.rawValue, message: refusal.sentence.message, remedy: refusal.sentence.remedy,
      subject: refusal.subject, detail: refusal.detail)
  }
}
