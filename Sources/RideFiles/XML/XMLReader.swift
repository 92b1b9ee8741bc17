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
    var place: RideFileError.Place
  }

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

  /// The text between the last event and the tag before it: of an element without children, all there is in it.
  var text: ArraySlice<UInt8> { isCollected ? collected[...] : scanner.buffer[plainText] }

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
    while let token = try scanner.next() {
      try take(token.text, isWhole: token.kind == .tag)
      isAtBeginning = false
      switch token.kind {
      case .comment: try check(token.body)
      case .instruction: try readInstruction(token.body)
      case .characterData: try takeSection(token.body)
      case .tag:
        isTextNew = true
        return try read(tag: token.body)
      }
    }
    return nil
  }

  /// Ends the document.
  ///
  /// - Throws: `cut` where it is not complete, `malformed` where something follows the last tag.
  mutating func finish() throws(RideFileError) {
    if let open = levels.last {
      let name = String(decoding: openNames.suffix(open.length), as: UTF8.self)
      throw RideFileError(.cut, at: scanner.end, "the file ends within `\(name)` of line \(open.place.line ?? 0)")
    }
    guard hasRoot, !scanner.isInMarkup else { throw RideFileError(.cut, at: scanner.end, "the file ends too early") }
    try passOver(scanner.rest)
  }
}

extension XMLReader {
  private mutating func forgetText() {
    collected.removeAll(keepingCapacity: true)
    (plainText, isCollected) = (0..<0, false)
  }

  /// Takes text, which stays in the buffer where nothing but it stands between two tags; outside the root there is none
  /// but space.
  private mutating func take(_ run: XMLRun, isWhole: Bool) throws(RideFileError) {
    if isTextNew {
      forgetText()
      (isTextNew, textPlace) = (false, run.place)
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
    guard !levels.isEmpty else { throw RideFileError(.malformed, at: run.place, "text outside the root element") }
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

  private mutating func read(tag run: XMLRun) throws(RideFileError) -> Event {
    try check(run)
    attributes.removeAll(keepingCapacity: true)
    if scanner.buffer[run.range].first == UInt8(ascii: "/") { return try readEnd(run) }
    guard !levels.isEmpty || !hasRoot else {
      throw RideFileError(.malformed, at: run.place, "an element after the root element")
    }
    hasRoot = true
    return try readStart(run)
  }
}
