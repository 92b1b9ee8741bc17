/// A bias of all watts as it is typed: `+5` and `-5` change it, `5` and `0` set it; in percent.
enum BiasArgument: Equatable {
  case absolute(Int)
  case change(Int)

  /// Reads what was typed.
  ///
  /// - Returns: Nil for what is no such number, for a bias beyond 50 % and for a change beyond 100 %.
  init?(_ text: String) {
    let text = text.hasSuffix("%") ? String(text.dropLast()) : text
    guard let percent = Int(text) else { return nil }
    let isChange = text.hasPrefix("+") || text.hasPrefix("-")
    guard (isChange ? -100...100 : 0...50).contains(percent) else { return nil }
    self = isChange ? .change(percent) : .absolute(percent)
  }
}
