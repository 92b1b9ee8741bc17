extension XMLReader {
  /// Passes over an instruction, but for what the XML declaration says of the encoding.
  func readInstruction(_ run: XMLRun) throws(RideFileError) {
    try check(run)
    let targetEnd = try endOfName(in: run.range, of: run)
    guard scanner.buffer[run.range.lowerBound..<targetEnd].elementsEqual("xml".utf8) else { return }
    guard isBeforeAll else {
      throw RideFileError(.malformed, at: scanner.place(of: run), "an XML declaration that is not the first thing")
    }
    for attribute in try readAttributes(targetEnd..<run.range.upperBound, of: run)
    where scanner.buffer[attribute.name].elementsEqual("encoding".utf8) {
      let encoding = String(decoding: scanner.buffer[attribute.value.range], as: UTF8.self)
      guard ignoresEncoding || ["utf-8", "us-ascii", "ascii"].contains(encoding.lowercased()) else {
        throw RideFileError(.notThisFormat, at: scanner.place(of: run), "text in \(encoding.prefix(32)), not in UTF-8")
      }
    }
  }
}
