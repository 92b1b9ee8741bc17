import Rides
import Testing

@testable import RideFiles

/// A vocabulary for these tests, independent of TCX.
enum Plant: String, XMLVocabulary {
  case garden
  case bed
  case rose

  static func covers(namespace: String) -> Bool { namespace == "urn:plants" }
}

/// Returns the events of a reader in order; text precedes the end of its element.
func xmlEvents(in pieces: [[UInt8]], mostBytes: Int = 1 << 20) throws(FileFault) -> [String] {
  var reader = XMLReader<Plant>(mostBytes: mostBytes)
  var events: [String] = []
  for piece in pieces {
    try reader.append(piece)
    while let event = try reader.next() {
      switch event {
      case .start(let name):
        let attribute = try reader.attribute("name").map { "[\($0)]" } ?? ""
        events.append("<\(name?.rawValue ?? "?")\(attribute)")
      case .end(let name):
        events.append("\(reader.text)>\(name?.rawValue ?? "?")")
      }
    }
  }
  try reader.finish()
  return events
}

func xmlEvents(in text: String) throws(FileFault) -> [String] { try xmlEvents(in: [Array(text.utf8)]) }

@Suite struct XMLReaderTests {
  static let document = """
    \u{FEFF}<?xml version="1.0" encoding='UTF-8' standalone="yes"?>\r
    <!-- a > b - -> < & -->
    <garden xmlns:p="urn:plants" xmlns:o="urn:other"
      name = "A &amp; B&#x20;&quot;&#8364;&quot; > '" >
      <bed name='x'><rose/><p:rose a="1" >red &lt;<!-- in --> 5 &#13;\r\n<![CDATA[<&amp;>]]> ö</p:rose  ><o:rose>no</o:rose></bed>
      <?ask what? ?><thorn.x>1</thorn.x>
    </garden><!-- after --> <?done?>\n
    """

  static let events = [
    "<garden[A & B \"€\" > ']", "<bed[x]", "<rose", ">rose", "<rose", "red < 5 \r\n<&amp;> ö>rose", "<?", "no>?",
    ">bed", "<?", "1>?", "\n>garden",
  ]

  @Test func `an XML document is read as elements, text and attributes`() throws {
    #expect(try xmlEvents(in: Self.document) == Self.events)
  }

  @Test func `an XML document split anywhere gives the same events`() throws {
    let bytes = Array(Self.document.utf8)
    for split in 0...bytes.count {
      let pieces = [Array(bytes[..<split]), Array(bytes[split...])]
      let found = try xmlEvents(in: pieces)
      #expect(found == Self.events, "split at \(split)")
    }
    #expect(try xmlEvents(in: bytes.map { [$0] }) == Self.events)
  }

  @Test func `every prefix of an XML document is refused as cut off`() throws {
    let bytes = Array(Self.document.utf8)
    let end = try #require(Self.document.firstRange(of: "</garden>")).upperBound
    let length = Self.document.utf8.distance(from: Self.document.startIndex, to: end)
    for count in 0..<length {
      let error = #expect(throws: FileFault.self) { try xmlEvents(in: [Array(bytes[..<count])]) }
      #expect(error?.code == .cut, "of \(count) bytes: \(error?.description ?? "")")
      #expect(error?.place.byte == count)
    }
    #expect(try xmlEvents(in: [Array(bytes[..<length])]) == Self.events)
  }

  @Test func `an XML namespace applies within its element`() throws {
    let text = """
      <garden xmlns="urn:plants"><bed xmlns="urn:other"><rose xmlns=""/></bed><q:bed/><rose/></garden>
      """
    #expect(
      try xmlEvents(in: text) == [
        "<garden", "<?", "<rose", ">rose", ">?", "<bed", ">bed", "<rose", ">rose", ">garden",
      ])
  }

  @Test func `XML lines are counted`() throws {
    var reader = XMLReader<Plant>(mostBytes: 1000)
    try reader.append(Array("<garden>\n\n<bed>\n x</bed></garden>".utf8))
    var lines: [Int?] = []
    while try reader.next() != nil { lines.append(reader.textPlace.line) }
    #expect(lines == [1, 1, 3, 4])
  }
}

@Suite struct XMLRefusalTests {
  @Test(arguments: [
    ("", FileFault.Code.cut, 1),
    ("\n\n", .cut, 3),
    ("garden", .cut, 1),
    ("garden <bed/>", .notThisFormat, 1),
    ("\u{1}\u{2}", .notThisFormat, 1),
    ("<?xml version='1.0' encoding='UTF-7'?><bed/>", .unknownEncoding, 1),
    ("<?xml version='1.0' encoding='ISO-2022-JP'?><bed/>", .unknownEncoding, 1),
    ("<?xml version='1.0' encoding='ISO-8859-99'?><bed/>", .unknownEncoding, 1),
    ("<?xml version='1.0' encoding='../x'?><bed/>", .unknownEncoding, 1),
    ("<garden>\n</bed>", .malformed, 2),
    ("<garden>\n</garden x>", .malformed, 2),
    ("</garden>", .malformed, 1),
    ("<garden/>\n<garden/>", .malformed, 2),
    ("<garden/>\n\nrose", .malformed, 3),
    ("<garden/>\n<![CDATA[rose]]>", .malformed, 2),
    ("<garden>\n<bed<rose/>", .malformed, 2),
    ("<garden>\n< bed/>", .malformed, 2),
    ("<garden>\n<1bed/>", .malformed, 2),
    ("<garden>\n<bed*/>", .malformed, 2),
    ("<garden>\n<:bed/>", .malformed, 2),
    ("<garden>\n<a:b:bed/>", .malformed, 2),
    ("<garden>\n<>", .malformed, 2),
    ("<garden>\n<bed name/>", .malformed, 2),
    ("<garden>\n<bed name=x/>", .malformed, 2),
    ("<garden>\n<bed name='x'id='y'/>", .malformed, 2),
    ("<garden>\n<bed name='x' name='y'/>", .malformed, 2),
    ("<garden>\n<bed name='&'/>", .malformed, 2),
    ("<garden>\na & b</garden>", .malformed, 2),
    ("<garden>\na &#0; b</garden>", .malformed, 2),
    ("<garden>\na &#xD800; b</garden>", .malformed, 2),
    ("<garden>\na &#x110000; b</garden>", .malformed, 2),
    ("<garden>\na &#-5; b</garden>", .malformed, 2),
    ("<garden>\na ]]> b</garden>", .malformed, 2),
    ("<garden>\n\u{8}</garden>", .malformed, 2),
    ("<garden>\n<? what?></garden>", .malformed, 2),
    ("<garden>\n<?xml version='1.0'?></garden>", .malformed, 2),
    ("<garden>\n&euro;</garden>", .forbidden, 2),
    ("<garden name='&euro;'/>", .forbidden, 1),
    ("<garden>\n<!ELEMENT bed>", .forbidden, 2),
  ])
  func `invalid XML is refused with its line number`(_ text: String, _ code: FileFault.Code, _ line: Int) {
    let error = #expect(throws: FileFault.self) { try xmlEvents(in: text) }
    #expect(error?.code == code, "\(error?.description ?? "")")
    #expect(error?.place.line == line)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are refused anywhere in XML`(_ bytes: [UInt8]) {
    for (before, after) in [
      ("<garden>\n", "</garden>"), ("<garden name='\n", "'/>"), ("<garden>\n<!--", "--></garden>"),
      ("<garden>\n<?x ", "?></garden>"), ("<garden>\n<![CDATA[", "]]></garden>"), ("<garden>\n<a", "/></garden>"),
    ] {
      let error = #expect(throws: FileFault.self) {
        try xmlEvents(in: [Array(before.utf8) + bytes + Array(after.utf8)])
      }
      #expect(error?.code == .malformed, "in \(before): \(error?.description ?? "")")
    }
  }

  @Test(arguments: [
    "<?xml version='1.0'?><!DOCTYPE lolz [<!ENTITY lol 'lol'><!ENTITY lol1 '&lol;&lol;&lol;'>]><garden>&lol1;</garden>",
    "<!DOCTYPE garden SYSTEM 'file:///etc/passwd'><garden/>",
    "<!DOCTYPE garden [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><garden>&x;</garden>",
    "<!DOCTYPE garden PUBLIC '-//W3C//DTD' 'http://127.0.0.1/'><garden/>",
    "<garden><!DOCTYPE garden></garden>",
  ])
  func `a document type declaration in XML is refused`(_ text: String) {
    let error = #expect(throws: FileFault.self) { try xmlEvents(in: text) }
    #expect(error?.code == .forbidden)
  }

  /// Regardless of the size of the pieces, and of the number that would follow.
  @Test(
    arguments: [
      ("<garden>", "<a>", "", .tooDeep), ("<garden ", "a", "", .textTooLong), ("<garden a='", "b", "", .textTooLong),
      ("<garden><!-- ", "c", "", .textTooLong), ("<garden><?", "c", "", .textTooLong),
      ("<garden></", "g", "", .textTooLong), ("<garden", " xmlns:abc='urn:plants'", "/>", .textTooLong),
    ] as [(String, String, String, FileFault.Code)])
  func `every part of an XML document has a size limit`(
    _ beginning: String, _ repeated: String, _ end: String, _ code: FileFault.Code
  ) {
    let text = Array((beginning + String(repeating: repeated, count: 70_000) + end).utf8)
    for length in [text.count, 4096, 7] {
      let pieces = stride(from: 0, to: text.count, by: length).map { Array(text[$0..<min($0 + length, text.count)]) }
      let error = #expect(throws: FileFault.self) { try xmlEvents(in: pieces, mostBytes: 10 << 20) }
      #expect(error?.code == code, "in pieces of \(length): \(error?.description ?? "")")
      #expect(error?.allowed ?? .max < error?.found ?? 0)
    }
  }

  @Test(arguments: [
    ("", "x", ""), ("", "ö", ""), ("", "&amp;", ""), ("<![CDATA[", "c", "]]>"), ("a<![CDATA[", "]ö", "]]>"),
    ("", "<![CDATA[cccccccccccccccccccccccccccccccccccc]]>", ""), ("a<![CDATA[b]]>", "t", ""),
  ])
  func `XML text beyond the limit is truncated`(_ beginning: String, _ repeated: String, _ end: String) throws {
    let content = beginning + String(repeating: repeated, count: 110_000 / repeated.utf8.count) + end
    let text = Array("<garden><bed>\(content)</bed><rose>red</rose></garden>".utf8)
    for length in [text.count, 4096, 7] {
      let pieces = stride(from: 0, to: text.count, by: length).map { Array(text[$0..<min($0 + length, text.count)]) }
      let events = try xmlEvents(in: pieces, mostBytes: 10 << 20)
      #expect(events.suffix(3) == ["<rose", "red>rose", ">garden"])
      let cut = try #require(events.first { $0.hasSuffix(">bed") }).dropLast(4)
      #expect(cut.utf8.count <= XMLLimits.token, "in pieces of \(length)")
      // A reference is shorter than its text.
      #expect(cut.utf8.count > (repeated == "&amp;" ? 10_000 : XMLLimits.token - 32), "in pieces of \(length)")
      #expect(!cut.unicodeScalars.contains("\u{FFFD}"))
    }
  }

  @Test func `too many XML attributes and namespaces are refused`() {
    let attributes = (0...XMLLimits.attributes).map { " a\($0)='x'" }.joined()
    let beds = (0...XMLLimits.namespaces / 2).map { "<bed xmlns:a\($0)='u' xmlns:b\($0)='u'>" }.joined()
    for text in ["<garden\(attributes)/>", "<garden>\(beds)"] {
      let error = #expect(throws: FileFault.self) { try xmlEvents(in: text) }
      #expect(error?.code == .tooManyParts)
      #expect((error?.found, error?.allowed) == (65, 64))
    }
  }

  @Test func `an XML file beyond the limit is refused as too large`() throws {
    let bytes = Array("<garden>  </garden>".utf8)
    #expect(try xmlEvents(in: [bytes], mostBytes: bytes.count).count == 2)
    let error = #expect(throws: FileFault.self) {
      try xmlEvents(in: bytes.map { [$0] }, mostBytes: bytes.count - 1)
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.place.byte == bytes.count - 1)
  }
}
