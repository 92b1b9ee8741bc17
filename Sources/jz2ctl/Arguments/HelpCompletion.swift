import ArgumentParser

extension CompletionShell {
  /// Extends a completion script of swift-argument-parser to complete the verb after `help`, which the parser's own
  /// script does not.
  ///
  /// - Parameters:
  ///   - script: The parser's script for this shell.
  ///   - verbs: The verbs.
  /// - Returns: The extended script, or `script` if its form differs from that of version 1.8.
  func completingHelp(_ script: String, verbs: [String]) -> String {
    switch self {
    case .zsh:
      return script.replacingFirst("'*:subcommands:'", with: "'*:subcommands:(\(verbs.joined(separator: " ")))'")
    case .bash:
      let body = "    __jz2ctl_offer_flags_options -1\n}\n\ncomplete "
      let words = "    __jz2ctl_add_completions -W $'\(verbs.joined(separator: "\\n"))'\n"
      return script.replacingFirst(body, with: "    __jz2ctl_offer_flags_options -1\n\(words)}\n\ncomplete ")
    case .fish:
      let isVerb = "__jz2ctl_should_offer_completions_for_positional \"jz2ctl help\" -ge 1"
      return script + "\ncomplete -c 'jz2ctl' -n '\(isVerb)' -fka '\(verbs.joined(separator: " "))'\n"
    default: return script
    }
  }
}

extension String {
  fileprivate func replacingFirst(_ text: String, with other: String) -> String {
    guard let place = ranges(of: text).first else { return self }
    return String(self[..<place.lowerBound]) + other + String(self[place.upperBound...])
  }
}
