extension XMLReader {
  /// Opens an element.
  mutating func readStart(_ run: XMLRun) throws(RideFileError) -> Event {
    var body = run.range
    endsAtOnce = scanner.buffer[body].last == UInt8(ascii: "/")
    if endsAtOnce { body = body.lowerBound..<body.upperBound - 1 }
    let nameEnd = try endOfName(in: body, of: run)
    guard levels.count < XMLLimits.depth else {
      throw RideFileError(.tooLarge, at: run.place, "more than \(XMLLimits.depth) elements within each other")
    }
    let namespacesBefore = namespaces.count
    if nameEnd < body.upperBound {
      attributes = try readAttributes(nameEnd..<body.upperBound, of: run)
      try declareNamespaces(at: run.place)
    }
    let written = scanner.buffer[body.lowerBound..<nameEnd]
    let name = try known(written, at: run.place)
    openNames.append(contentsOf: written)
    levels.append(Level(name: name, length: written.count, namespaces: namespacesBefore, place: run.place))
    return .start(name)
  }

  /// Closes the element that the tag names, which is the innermost or the document is wrong.
  mutating func readEnd(_ run: XMLRun) throws(RideFileError) -> Event {
    let body = run.range.lowerBound + 1..<run.range.upperBound
    let nameEnd = try endOfName(in: body, of: run)
    let written = scanner.buffer[body.lowerBound..<nameEnd]
    guard scanner.buffer[nameEnd..<body.upperBound].allSatisfy(\.isXMLSpace) else {
      throw RideFileError(.malformed, at: run.place, "something after a name in an end tag")
    }
    guard let level = levels.last, openNames.suffix(level.length).elementsEqual(written) else {
      let name = String(decoding: written.prefix(64), as: UTF8.self)
      throw RideFileError(.malformed, at: run.place, "`\(name)` ends where it has not begun")
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
    let bytes = scanner.buffer[range]
    guard let first = bytes.first, first.startsXMLName else {
      throw RideFileError(.malformed, at: place(of: range.lowerBound, in: run), "no name where one was expected")
    }
    let end = bytes.firstIndex { !$0.isXMLName } ?? range.upperBound
    guard end == range.upperBound || bytes[end].isXMLSpace || bytes[end] == UInt8(ascii: "=") else {
      throw RideFileError(.malformed, at: place(of: end, in: run), "a name with a character that none has")
    }
    return end
  }

  /// The known name that an element goes by, or nil for another or one of a namespace that is not covered.
  private func known(_ written: ArraySlice<UInt8>, at place: RideFileError.Place) throws(RideFileError) -> Name? {
    guard let colon = written.firstIndex(of: UInt8(ascii: ":")) else {
      return namespaces.isDefaultCovered ? names[written] : nil
    }
    let (prefix, local) = (written[..<colon], written[(colon + 1)...])
    guard !prefix.isEmpty, let first = local.first, first.startsXMLName, !local.contains(UInt8(ascii: ":")) else {
      throw RideFileError(.malformed, at: place, "a prefix without a name, or a name with two")
    }
    return namespaces.covers(prefix) ? names[local] : nil
  }
}
