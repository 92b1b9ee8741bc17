import Testing

/// Finds expectations that the compiler miscompiles.
@Suite struct ExpectationTests {
  /// Swift 6.2 renumbers the closures in a macro's arguments: inside a closure, the closure of
  /// `#expect(list.contains { … })` gets the name of a neighbouring closure, and one of the two is called instead of
  /// both.
  @Test func `no expectation inside a closure contains a closure`() {
    for source in Checkout.tests {
      #expect(expectationsWithClosures(in: source.code) == [], "\(source.path): take it out of the expectation")
    }
  }

  @Test func `the check finds an expectation with a closure inside a closure`() {
    let code: [Substring] = [
      "  @Test func anything() {", "    #expect(list.contains { $0 > 0 })", "    for row in rows {",
      "      #expect(row.contains { $0 > 0 })", "    }", "    try run { scene in", "      if scene.isOpen {",
      "        #expect(scene.isOpen)", "        let first = try #require(", "          list.first { $0 > 0 })",
      "      }", "    }", "  }",
    ]
    #expect(expectationsWithClosures(in: code) == [9])
  }

  /// The lines, counted from 1, at which an expectation with a closure begins inside another closure.
  private func expectationsWithClosures(in code: [Substring]) -> [Int] {
    var found: [Int] = []
    // For each open brace, whether it opens a closure.
    var braces: [Bool] = []
    var expectation: (line: Int, parentheses: Int)?
    for (index, line) in code.enumerated() {
      let starts = line.utf8.contains(0x23) ? line.ranges(of: /#(expect|require)(?=\()/).map(\.upperBound) : []
      for position in line.utf8.indices {
        if expectation == nil, braces.contains(true), starts.contains(position) { expectation = (index + 1, 0) }
        switch Unicode.Scalar(line.utf8[position]) {
        case "{":
          if let begun = expectation, found.last != begun.line { found.append(begun.line) }
          braces.append(!opensABlock(line[..<position]))
        case "}": _ = braces.popLast()
        case "(": expectation?.parentheses += 1
        case ")": expectation?.parentheses -= 1
        default: break
        }
        if expectation?.parentheses == 0 { expectation = nil }
      }
    }
    return found
  }

  /// Whether a brace after the text belongs to a declaration or a statement.
  private func opensABlock(_ text: Substring) -> Bool {
    text.contains(/^\s*[\])]/)
      || text.contains(
        /\b(func|init|deinit|subscript|struct|class|enum|actor|extension|protocol|var|get|if|else|for|while|repeat|guard|do|catch|switch|defer)\b[^{]*$/
      )
  }
}
