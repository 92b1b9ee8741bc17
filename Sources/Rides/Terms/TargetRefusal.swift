/// How a trainer refuses control or a target; the raw value is the detail of the problem and the refusal
/// `targetRefused`.
package enum TargetRefusal: RawRepresentable, Hashable, Sendable {
  /// Another program controls the trainer.
  case notPermitted
  /// The trainer does not respond.
  case noAnswer
  /// The trainer's result code, or the radio's message: `Operation Failed`.
  case other(String)

  package init(rawValue: String) {
    self = [Self.notPermitted, .noAnswer].first { $0.rawValue == rawValue } ?? .other(rawValue)
  }

  package var rawValue: String {
    switch self {
    case .notPermitted: "control not permitted"
    case .noAnswer: "no answer"
    case .other(let text): text
    }
  }
}
