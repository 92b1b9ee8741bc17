/// Just enough reading of XML for what the encoder writes; the schema check reads it properly.
extension String {
  /// What stands between each `<element>` and the next `</element>`, in order.
  func values(of element: String) -> [String] {
    var values: [String] = []
    var rest = self[...]
    while let opening = rest.firstRange(of: "<\(element)>") {
      rest = rest[opening.upperBound...]
      guard let closing = rest.firstRange(of: "</\(element)>") else { break }
      values.append(String(rest[..<closing.lowerBound]))
      rest = rest[closing.upperBound...]
    }
    return values
  }

  /// Which of `marks` occur, in order.
  func events(of marks: [String]) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      if let mark = marks.first(where: rest.hasPrefix) { found.append(mark) }
      rest = rest.dropFirst()
    }
    return found
  }

  /// The names of the direct children of the first `element`.
  func children(of element: String) -> [String] {
    var children: [String] = []
    var depth: Int?
    for tag in split(separator: "<").map({ $0.prefix { $0 != ">" } }) {
      let name = String(tag.prefix { $0 != " " })
      if let level = depth {
        if name.first == "/" {
          if level == 0 { return children }
          depth = level - 1
        } else {
          if level == 0 { children.append(name) }
          depth = level + 1
        }
      } else if name == element {
        depth = 0
      }
    }
    return children
  }
}
