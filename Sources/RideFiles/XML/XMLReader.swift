internal import Rides

/// Reads XML 1.0 in pieces of any size.
///
/// Places count bytes of the text in UTF-8.
///
/// Document types and custom entities are refused, so that a document cannot expand; `XMLLimits` bounds its cost.
/// `Name` defines the known names and namespaces. Comments and instructions are skipped.
struct XMLReader<Name: XMLVocabulary> {
  /// The beginning or end of an element; the name is nil if it is unknown.
  enum Event: Hashable {
    case start(Name?)
    case end(Name?)
  }

  struct Level {
    var name: Name?
    /// Bytes of the name as written, at the end of `openNames`.
    var length: Int
    /// The number of namespaces declared before it.
    var namespaces: Int
    var line: Int
  }

  /// Whether an `&` that does not begin a valid reference is taken literally: some programs do not escape text.
  var leavesStrayReferences = false
  /// The conversion to UTF-8.
  var characters = XMLCharacters()
  var scanner: XMLScanner
  let names = XMLNameTable<Name>()
  var namespaces = XMLNamespaces()
  var levels: [Level] = []
  /// The names of all open elements, concatenated.
  var openNames: [UInt8] = []
  /// The attributes of the current start tag.
  var attributes: [XMLAttribute] = []
  /// Whether the current element ended with its own tag, `<a/>`.
  var endsAtOnce = false
  private var hasRoot = false
  private var isAtBeginning = true
  /// Whether only white space precedes the last token.
  ///
  /// Strava writes some before the declaration.
  private(set) var isBeforeAll = true

  /// The text since the last tag, if it is not one range of the buffer.
  private var collected: [UInt8] = []
  private var isCollected = false
  private var plainText = 0..<0
  /// Whether that text is cut, so that more of it is left out.
  private var isTextCut = false
  /// The place at which that text begins.
  private(set) var textPlace = FilePlace(byte: 0, line: 1)
  private var isTextNew = true

  init(mostBytes: Int) {
    scanner = XMLScanner(mostBytes: mostBytes)
  }

  /// Accepts XML from programs that do not escape text.
  ///
  /// A stray `&` or `<` is taken literally. The bytes have been converted to UTF-8.
  mutating func readLeniently() {
    leavesStrayReferences = true
    scanner.leavesStrayBrackets = true
    characters = .utf8
  }

  /// The current place in the document.
  var place: FilePlace { scanner.place }

  /// The name of the innermost element as written, without its prefix.
  var openName: String {
    let name = openNames.suffix(levels.last?.length ?? 0)
    return String(
      decoding: name.suffix(from: name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex),
      as: UTF8.self)
  }

  /// The line of the current start tag.
  var tagLine: Int { attributes.first?.value.line ?? scanner.line }

  /// Calls `read` with the text between the last event and the tag before it.
  ///
  /// For an element without children this is its whole content.
  func withText<Value>(_ read: (Span<UInt8>) -> Value) -> Value {
    isCollected ? read(collected.span) : read(scanner.buffer.span.extracting(plainText))
  }

  /// The same text as a `String`.
  var text: String { isCollected ? String(decoding: collected, as: UTF8.self) : string(plainText) }

  /// Returns the contents of a range of the scanner's buffer.
  func string(_ range: Range<Int>) -> String { String(decoding: scanner.buffer[range], as: UTF8.self) }

  /// Adds a piece of the document.
  ///
  /// The text and the attributes of the last event become invalid.
  mutating func append(_ piece: some Collection<UInt8>) throws(FileFault) {
    plainText = 0..<0
    attributes.removeAll(keepingCapacity: true)
    guard let text = try characters.converted(piece) else { return try scanner.append(piece) }
    try scanner.append(text)
  }

  /// Returns the next event; nil if more bytes are needed.
  ///
  /// - Throws: `malformed`, `forbidden`, a limit's fault; `notThisFormat` if it does not begin as XML.
  mutating func next() throws(FileFault) -> Event? {
    if endsAtOnce {
      forgetText()
      return close()
    }
    if isTextNew, !levels.isEmpty, let tag = scanner.nextPlainTag() {
      if isCollected { forgetText() }
      (plainText, textPlace) = (scanner.text.range, scanner.place(of: scanner.text))
      if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
      return tag.isEnd ? try end(tag.name) : try open(tag.name, colon: tag.colon, namespacesBefore: namespaces.count)
    }
    while let token = try scanner.next() {
      try takeText(isWhole: token == .tag)
      (isBeforeAll, isAtBeginning) = (isAtBeginning, false)
      switch token {
      case .text: break
      case .comment: try check(scanner.body)
      case .instruction: try readInstruction(scanner.body)
      case .characterData: try takeSection(scanner.body)
      case .tag:
        isTextNew = true
        return try readTag()
      }
    }
    return nil
  }

  /// Ends the document.
  ///
  /// - Throws: `cut` for an incomplete document, `malformed` for anything after the root element.
  mutating func finish() throws(FileFault) {
    let rest = try characters.finish(at: scanner.end)
    if !rest.isEmpty {
      try scanner.append(rest)
      _ = try next()
    }
    if scanner.leavesStrayBrackets, let place = scanner.placeOfOpenMarkup {
      throw FileFault(.cut, at: place, "a tag that is not closed")
    }
    if let open = levels.last {
      let name = String(decoding: openNames.suffix(open.length), as: UTF8.self)
      throw FileFault(.cut, at: scanner.end, "the file ends inside `\(name)`, which begins in line \(open.line)")
    }
    guard hasRoot, !scanner.isInMarkup else { throw FileFault(.cut, at: scanner.end, "the file ends too early") }
    try expectSpace(scanner.text)
  }
}

extension XMLReader {
  private mutating func forgetText() {
    if isCollected { collected.removeAll(keepingCapacity: true) }
    (plainText, isCollected) = (0..<0, false)
  }

  /// Stores the text before a token.
  ///
  /// It stays in the buffer if it is the whole text between two tags, and is cut at the limit. Outside the root element
  /// only white space is permitted.
  private mutating func takeText(isWhole: Bool) throws(FileFault) {
    let run = scanner.text
    if isTextNew {
      forgetText()
      (isTextNew, isTextCut, textPlace) = (false, false, scanner.place(of: run))
    }
    if levels.isEmpty {
      try expectSpace(run)
    } else if isWhole, run.isPlain, !isCollected {
      plainText = run.range.lowerBound..<min(run.range.upperBound, run.range.lowerBound + XMLLimits.token)
    } else {
      try collect(run)
    }
  }

  private mutating func takeSection(_ run: XMLRun) throws(FileFault) {
    guard !levels.isEmpty else {
      throw FileFault(.malformed, at: scanner.place(of: run), "text outside the root element")
    }
    try collect(run, isLiteral: true)
  }

  private mutating func collect(_ run: XMLRun, isLiteral: Bool = false) throws(FileFault) {
    guard !isTextCut else { return }
    isCollected = true
    var part = run
    if run.range.count > XMLLimits.token {
      part.range = run.range.lowerBound..<endOfPart(of: run)
      isTextCut = true
    }
    collected.append(contentsOf: try resolved(part, isLiteral: isLiteral))
    guard collected.count > XMLLimits.token else { return }
    isTextCut = true
    collected.removeSubrange(Self.beginningOfCharacter(at: XMLLimits.token, in: collected[...])...)
  }

  /// Returns the index at which to cut a run that is too long: before the character or the reference at the limit.
  private func endOfPart(of run: XMLRun) -> Int {
    let text = scanner.buffer[run.range]
    let end = Self.beginningOfCharacter(at: run.range.lowerBound + XMLLimits.token, in: text)
    let reference = text[..<end].suffix(Self.longestReference).lastIndex(of: UInt8(ascii: "&"))
    return reference ?? end
  }

  private static func beginningOfCharacter(at index: Int, in text: ArraySlice<UInt8>) -> Int {
    text[...index].lastIndex { $0 & 0xC0 != 0x80 } ?? index
  }

  /// Checks that there is only white space, after an optional byte order mark.
  private func expectSpace(_ run: XMLRun) throws(FileFault) {
    var bytes = scanner.buffer[run.range]
    if isAtBeginning, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard let other = bytes.firstIndex(where: { !$0.isXMLSpace }) else { return }
    throw FileFault(
      isAtBeginning ? .notThisFormat : .malformed, at: place(of: other, in: run), "text outside the root element")
  }

  private mutating func readTag() throws(FileFault) -> Event {
    let run = scanner.body
    try check(run)
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    if !run.range.isEmpty, scanner.buffer[run.range.lowerBound] == UInt8(ascii: "/") { return try readEnd(run) }
    guard !levels.isEmpty || !hasRoot else {
      throw FileFault(.malformed, at: scanner.place(of: run), "an element after the root element")
    }
    hasRoot = true
    return try readStart(run)
  }
}

extension XMLReader {
  /// Reads a start tag.
  mutating func readStart(_ run: XMLRun) throws(FileFault) -> Event {
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

  /// Opens an element whose prefix ends at `colon`.
  mutating func open(_ written: Range<Int>, colon: Int, namespacesBefore: Int) throws(FileFault) -> Event {
    guard levels.count < XMLLimits.depth else {
      let place = scanner.place(of: XMLRun(range: written, line: scanner.line))
      throw FileFault(
        .tooDeep, at: place, found: levels.count + 1, allowed: XMLLimits.depth, "nested elements")
    }
    let name = try known(written, colon: colon)
    openNames.append(contentsOf: scanner.buffer[written])
    levels.append(Level(name: name, length: written.count, namespaces: namespacesBefore, line: scanner.line))
    return .start(name)
  }

  /// Reads an end tag.
  mutating func readEnd(_ run: XMLRun) throws(FileFault) -> Event {
    let body = run.range.lowerBound + 1..<run.range.upperBound
    let nameEnd = try endOfName(in: body, of: run)
    guard nameEnd == body.upperBound || scanner.buffer[nameEnd..<body.upperBound].allSatisfy(\.isXMLSpace) else {
      throw FileFault(.malformed, at: scanner.place(of: run), "extra text in an end tag")
    }
    return try end(body.lowerBound..<nameEnd)
  }

  /// Closes the innermost element, which must have this name.
  mutating func end(_ written: Range<Int>) throws(FileFault) -> Event {
    guard isInnermost(written) else {
      throw refusal(.malformed, at: written, "`\(string(written).prefix(64))` is closed but not open")
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

  /// Returns the end of the name at the beginning of a range.
  func endOfName(in range: Range<Int>, of run: XMLRun) throws(FileFault) -> Int {
    let bytes = scanner.buffer.span
    guard !range.isEmpty, bytes[range.lowerBound].startsXMLName else {
      throw FileFault(.malformed, at: place(of: range.lowerBound, in: run), "a name is missing")
    }
    var end = range.lowerBound + 1
    while end < range.upperBound, bytes[end].isXMLName { end += 1 }
    guard end == range.upperBound || bytes[end].isXMLSpace || bytes[end] == UInt8(ascii: "=") else {
      throw FileFault(.malformed, at: place(of: end, in: run), "a name with an invalid character")
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

  /// Returns the known name of an element; nil if it is unknown or its namespace is not covered.
  private func known(_ written: Range<Int>, colon: Int) throws(FileFault) -> Name? {
    if colon == written.upperBound {
      return namespaces.isDefaultCovered ? names.name(in: scanner.buffer.span, at: written) : nil
    }
    let local = colon + 1..<written.upperBound
    guard colon > written.lowerBound, !local.isEmpty, scanner.buffer[local.lowerBound].startsXMLName,
      !scanner.buffer[local].contains(UInt8(ascii: ":"))
    else { throw refusal(.malformed, at: written, "an invalid namespace prefix") }
    return namespaces.covers(scanner.buffer[written.lowerBound..<colon])
      ? names.name(in: scanner.buffer.span, at: local) : nil
  }

  private func refusal(_ code: FileFault.Code, at written: Range<Int>, _ detail: String) -> FileFault {
    FileFault(code, at: scanner.place(of: XMLRun(range: written, line: scanner.line)), detail)
  }
}

extension XMLReader {
  /// Checks an instruction.
  ///
  /// `XMLCharacters` has read the encoding in the XML declaration.
  func readInstruction(_ run: XMLRun) throws(FileFault) {
    try check(run)
    let targetEnd = try endOfName(in: run.range, of: run)
    guard scanner.buffer[run.range.lowerBound..<targetEnd].elementsEqual("xml".utf8) else { return }
    guard isBeforeAll else {
      throw FileFault(.malformed, at: scanner.place(of: run), "an XML declaration that is not at the beginning")
    }
    _ = try readAttributes(targetEnd..<run.range.upperBound, of: run)
  }
}

/// Limits on a document; beyond them text is cut and anything else refused.
enum XMLLimits {
  /// Nested elements.
  static let depth = 64
  /// Bytes of a tag, a comment, an instruction, or the text between two tags.
  static let token = 65_536
  /// Attributes per element.
  static let attributes = 64
  /// Namespaces in scope.
  static let namespaces = 64
}
