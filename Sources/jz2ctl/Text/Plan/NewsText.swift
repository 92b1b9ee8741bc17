import ControlWire

/// What happened to a plan, in a line for a log or a pipe.
enum NewsText {
  /// The line, without its end: `news interval-ended 3 "Over"`, with the outcome behind where it is not as planned.
  static func line(_ news: PlanNews) -> String {
    let words: [String?] = [
      "news", name(news.kind), news.interval.map { "\($0.number)" }, news.interval?.label.map(quoted),
      news.interval.flatMap { $0.outcome == .expired ? nil : $0.outcome.rawValue },
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// A text in quotes, of which there are none within.
  static func quoted(_ text: String) -> String {
    "\"\(text.printable.map { $0 == "\"" ? "'" : String($0) }.joined())\""
  }

  private static func name(_ kind: PlanNews.Kind) -> String {
    switch kind {
    case .intervalEnded: "interval-ended"
    case .planEnded: "plan-ended"
    }
  }
}
