import ArgumentParser

/// A Bluetooth device address as it is typed: `C0:FF:EE:00:00:01`, in either case.
struct AddressArgument: ExpressibleByArgument {
  /// The address in capitals.
  let text: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 6, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }) else { return nil }
    text = argument.uppercased()
  }
}

/// A ride as it is typed: its number, or `last`.
struct RideArgument: ExpressibleByArgument {
  /// The name that the daemon takes.
  let text: String

  init?(argument: String) {
    guard argument == "last" || (Int(argument) ?? 0) > 0 else { return nil }
    text = argument
  }
}

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
