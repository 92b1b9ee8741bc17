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
