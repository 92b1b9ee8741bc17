/// A change of target as it is typed: `150`, `+5`, `-5`.
enum WattsArgument: Equatable {
  case absolute(Int)
  case change(Int)

  /// Reads what was typed.
  ///
  /// - Returns: Nil for what is no such number, for a target outside 1…3000 W and for a change beyond 3000 W.
  init?(_ text: String) {
    guard let watts = Int(text), (-3000...3000).contains(watts) else { return nil }
    if text.hasPrefix("+") || text.hasPrefix("-") {
      self = .change(watts)
    } else {
      guard watts > 0 else { return nil }
      self = .absolute(watts)
    }
  }
}
