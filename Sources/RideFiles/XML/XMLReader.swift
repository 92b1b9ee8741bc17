/// Reads XML 1.0 in UTF-8 that comes in pieces of any size.
///
/// No document type and no entities of its own, so that nothing is larger than it looks: what a document costs is bounded
/// by `XMLLimits`, whatever it says. Names and namespaces are those of `Name`; comments and instructions are passed over.
struct XMLReader<Name: XMLVocabulary> {
  /// An element begins or ends; nil where its name is not among those known.
  enum Event: Hashable {
    case start(Name?)
    case end(Name?)
  }

  struct Level {
    var name: Name?
    /// Bytes of its name as written, the last of `openNames`.
    var length: Int
    /// Namespaces that were declared before it.
    var namespaces: Int
    var line: Int
  }

  /// Whether an `&` that begins no reference of XML's own stands for itself: some programs write text as it comes.
  var leavesStrayReferences = false
  /// Whether the bytes are UTF-8 whatever the XML declaration says.
  var ignoresEncoding = false
  var scanner: XMLScanner
  let names = XMLNameTable<Name>()
  var namespaces = XMLNamespaces()
  var levels: [Level] = []
  /// The names of the open elements, one after another.
  var openNames: [UInt8] = []
  /// The attributes of the element that began last.
  var attributes: [XMLAttribute] = []
  /// Whether the element that began last has ended with its tag.
  var endsAtOnce = false
  private var hasRoot = false
  private var isAtBeginning = true
  /// Whether nothing but space, which Strava writes there, stands before the last token.
  private(set) var isBeforeAll = true

  /// The text since the last tag, where it is not simply in the buffer.
  private var collected: [UInt8] = []
  private var isCollected = false
  private var plainText = 0..<0
  /// Where that text begins.
  private(set) var textPlace = RideFileError.Place(byte: 0, line: 1)
  private var isTextNew = true

  init(mostBytes: Int) {
    scanner = XMLScanner(mostBytes: mostBytes)
  }

  /// How far the document has been read.
  var place: RideFileError.Place { scanner.place }

  /// The name of the innermost element, as written and without its prefix.
  var openName: String {
    let name = openNames.suffix(levels.last?.length ?? 0)
    return String(
      decoding: name.suffix(from: name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex),
      as: UTF8.self)
  }

  /// The line on which the tag of the element begins that began last.
  var tagLine: Int { attributes.first?.value.line ?? scanner.line }

  /// What `read` makes of the text between the last event and the tag before it: of an element without children, all
  /// there is in it.
  func withText<Value>(_ read: (Span<UInt8>) -> Value) -> Value {
    isCollected ? read(collected.span) : read(scanner.buffer.span.extracting(plainText))
  }

  /// That text.
  var text: String { isCollected ? String(decoding: collected, as: UTF8.self) : string(plainText) }

  /// What a range of the scanner's buffer holds.
  func string(_ range: Range<Int>) -> String { String(decoding: scanner.buffer[range], as: UTF8.self) }

  /// Adds a piece of the document; the text and the attributes of the last event are forgotten.
  mutating func append(_ piece: some Collection<UInt8>) throws(RideFileError) {
    plainText = 0..<0
    attributes.removeAll(keepingCapacity: true)
    try scanner.append(piece)
  }

  /// The next event, or nil where more bytes are needed.
  ///
  /// - Throws: `malformed`, `forbidden`, `tooLarge`; `notThisFormat` for what does not begin as XML, or not in UTF-8.
  mutating func next() throws(RideFileError) -> Event? {
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
  /// - Throws: `cut` where it is not complete, `malformed` where something follows the last tag.
  mutating func finish() throws(RideFileError) {
    if scanner.leavesStrayBrackets, let place = scanner.placeOfOpenMarkup {
      throw RideFileError(.cut, at: place, "a tag without its end")
    }
    if let open = levels.last {
      let name = String(decoding: openNames.suffix(open.length), as: UTF8.self)
      throw RideFileError(.cut, at: scanner.end, "the file ends within `\(name)` of line \(open.line)")
    }
    guard hasRoot, !scanner.isInMarkup else { throw RideFileError(.cut, at: scanner.end, "the file ends too early") }
    try passOver(scanner.text)
  }
}

extension XMLReader {
  private mutating func forgetText() {
    if isCollected { collected.removeAll(keepingCapacity: true) }
    (plainText, isCollected) = (0..<0, false)
  }

  /// Takes text, which stays in the buffer where nothing but it stands between two tags; outside the root there is none
  /// but space.
  private mutating func takeText(isWhole: Bool) throws(RideFileError) {
    let run = scanner.text
    if isTextNew {
      forgetText()
      (isTextNew, textPlace) = (false, scanner.place(of: run))
    }
    if levels.isEmpty {
      try passOver(run)
    } else if isWhole, run.isPlain, !isCollected {
      plainText = run.range
    } else {
      try collect(run)
    }
  }

  private mutating func takeSection(_ run: XMLRun) throws(RideFileError) {
    guard !levels.isEmpty else {
      throw RideFileError(.malformed, at: scanner.place(of: run), "text outside the root element")
    }
    try collect(run, isLiteral: true)
  }

  private mutating func collect(_ run: XMLRun, isLiteral: Bool = false) throws(RideFileError) {
    isCollected = true
    collected.append(contentsOf: try resolved(run, isLiteral: isLiteral))
    guard collected.count <= XMLLimits.token else {
      throw RideFileError(.tooLarge, at: textPlace, "text of more than \(XMLLimits.token) bytes")
    }
  }

  /// Checks that there is nothing but space, and the byte order mark before it.
  private func passOver(_ run: XMLRun) throws(RideFileError) {
    var bytes = scanner.buffer[run.range]
    if isAtBeginning, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    guard let other = bytes.firstIndex(where: { !$0.isXMLSpace }) else { return }
    throw RideFileError(
      isAtBeginning ? .notThisFormat : .malformed, at: place(of: other, in: run), "text outside the root element")
  }

  private mutating func readTag() throws(RideFileError) -> Event {
    let run = scanner.body
    try check(run)
    if !attributes.isEmpty { attributes.removeAll(keepingCapacity: true) }
    if !run.range.isEmpty, scanner.buffer[run.range.lowerBound] == UInt8(ascii: "/") { return try readEnd(run) }
    guard !levels.isEmpty || !hasRoot else {
      throw RideFileError(.malformed, at: scanner.place(of: run), "an element after the root element")
    }
    hasRoot = true
    return try readStart(run)
  }
}
