extension XMLReader {
  /// Opens an element.
  mutating func readStart(_ run: XMLRun) throws(RideFileError) -> Event {
    var body = run.range
    endsAtOnce = !body.isEmpty && scanner.buffer[body.upperBound - 1] == UInt8(ascii: "/")
    if endsAtOnce { body = body.lowerBound..<body.upperBound - 1 }
    let nameEnd = try endOfName(in: body, of: run)
    let namespacesBefore = namespaces.count
    if nameEnd < body.upperBound {
      attributes = try readAttributes(nameEnd..<body.upperBound, of: run)
      try declareNamespaces(at: scanner.place(of: run))
    }
    let name = body.lowerBound..<nameEnd
    let colon = scanner.buffer[name].firstIndex(of: UInt8(ascii: ":")) ?? nameEnd
    return try open(name, colon: colon, namespacesBefore: namespacesBefore)
  }

  /// Opens an element of a name with its prefix up to `colon`.
  mutating func open(_ written: Range<Int>, colon: Int, namespacesBefore: Int) throws(RideFileError) -> Event {
    guard levels.count < XMLLimits.depth else {
      throw refusal(.tooLarge, at: written, "more than \(XMLLimits.depth) elements within each other")
    }
    let name = try known(written, colon: colon)
    openNames.append(contentsOf: scanner.buffer[written])
    levels.append(Level(name: name, length: written.count, namespaces: namespacesBefore, line: scanner.line))
    return .start(name)
  }

  /// Closes the element that the tag names, which is the innermost or the document is wrong.
  mutating func readEnd(_ run: XMLRun) throws(RideFileError) -> Event {
    let body = run.range.lowerBound + 1..<run.range.upperBound
    let nameEnd = try endOfName(in: body, of: run)
    guard nameEnd == body.upperBound || scanner.buffer[nameEnd..<body.upperBound].allSatisfy(\.isXMLSpace) else {
      throw RideFileError(.malformed, at: scanner.place(of: run), "something after a name in an end tag")
    }
    return try end(body.lowerBound..<nameEnd)
  }

  /// Closes the innermost element, which is to be the one of the name.
  mutating func end(_ written: Range<Int>) throws(RideFileError) -> Event {
    guard isInnermost(written) else {
      throw refusal(.malformed, at: written, "`\(string(written).prefix(64))` ends where it has not begun")
    }
    return close()
  }

  mutating func close() -> Event {
    endsAtOnce = false
    guard let level = levels.popLast() else { return .end(nil) }
    openNames.removeLast(level.length)
    namespaces.drop(to: level.namespaces)
    return .end(level.name)
  }

  /// The place after the name with which a range begins.
  func endOfName(in range: Range<Int>, of run: XMLRun) throws(RideFileError) -> Int {
    let bytes = scanner.buffer.span
    guard !range.isEmpty, bytes[range.lowerBound].startsXMLName else {
      throw RideFileError(.malformed, at: place(of: range.lowerBound, in: run), "no name where one was expected")
    }
    var end = range.lowerBound + 1
    while end < range.upperBound, bytes[end].isXMLName { end += 1 }
    guard end == range.upperBound || bytes[end].isXMLSpace || bytes[end] == UInt8(ascii: "=") else {
      throw RideFileError(.malformed, at: place(of: end, in: run), "a name with a character that none has")
    }
    return end
  }

  private func isInnermost(_ written: Range<Int>) -> Bool {
    guard let level = levels.last, level.length == written.count else { return false }
    let (bytes, names) = (scanner.buffer.span, openNames.span)
    let begin = names.count - level.length
    for offset in 0..<level.length where bytes[written.lowerBound + offset] != names[begin + offset] { return false }
    return true
  }

  /// The known name that an element goes by, or nil for another or one of a namespace that is not covered.
  private func known(_ written: Range<Int>, colon: Int) throws(RideFileError) -> Name? {
    if colon == written.upperBound {
      return namespaces.isDefaultCovered ? names.name(in: scanner.buffer.span, at: written) : nil
    }
    let local = colon + 1..<written.upperBound
    guard colon > written.lowerBound, !local.isEmpty, scanner.buffer[local.lowerBound].startsXMLName,
      !scanner.buffer[local].contains(UInt8(ascii: ":"))
    else { throw refusal(.malformed, at: written, "a prefix without a name, or a name with two") }
    return namespaces.covers(scanner.buffer[written.lowerBound..<colon])
      ? names.name(in: scanner.buffer.span, at: local) : nil
  }

  private func refusal(_ code: RideFileError.Code, at written: Range<Int>, _ detail: String) -> RideFileError {
    RideFileError(code, at: scanner.place(of: XMLRun(range: written, line: scanner.line)), detail)
  }
}
