import Rides
import Testing

@testable import RideFiles

/// Encodes text independently of the reader, with one or two bytes per character.
private func encoded(_ text: String, as name: String) -> [UInt8] {
  switch name {
  case "UTF-16LE": text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  case "UTF-16BE": text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  case "windows-1252": text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8(truncatingIfNeeded: $0.value) }
  default: Array(text.utf8)
  }
}

@Suite struct XMLCharactersTests {
  static let documents: [[UInt8]] = [
    encoded("<?xml version='1.0' encoding='ISO-8859-1'?><bed>süß</bed>", as: "windows-1252"),
    encoded("  \r\n<?xml version=\"1.0\" encoding = \"iso-8859-1\" ?>\n<bed>süß</bed>", as: "windows-1252"),
    encoded("<?xml version='1.0' encoding='Windows-1252'?><bed>süß</bed>", as: "windows-1252"),
    encoded("<?xml version='1.0' encoding='utf8'?>\n<bed>süß</bed>", as: "UTF-8"),
    encoded("<?xml version='1.0' encoding='utf-16'?>\n<bed>süß</bed>", as: "UTF-8"),
    encoded("\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?>\n<bed>süß</bed>", as: "UTF-8"),
    encoded("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?><bed>süß</bed>", as: "UTF-16LE"),
    encoded("\u{FEFF}<bed>süß</bed>", as: "UTF-16BE"),
    encoded("<?xml version='1.0' encoding='UTF-16'?><bed>süß</bed>", as: "UTF-16LE"),
    encoded("<bed>süß</bed>", as: "UTF-16BE"),
    [UInt8]("<?xml version='1.0' encoding='KOI8-R'?><bed>".utf8) + [0xC4, 0xC1] + [UInt8]("</bed>".utf8),
  ]

  @Test(arguments: documents.indices)
  func `XML is read in the encoding that it declares, in pieces of any size`(_ index: Int) throws {
    let bytes = Self.documents[index]
    let text = index == Self.documents.count - 1 ? "да" : "süß"
    for length in [1, 3, 16, bytes.count] {
      let pieces = stride(from: 0, to: bytes.count, by: length).map { Array(bytes[$0..<min($0 + length, bytes.count)]) }
      #expect(try xmlEvents(in: pieces) == ["<bed", "\(text)>bed"], "in pieces of \(length)")
    }
  }

  @Test func `a byte that is invalid in the declared encoding is refused`() {
    let bytes = [UInt8]("<?xml version='1.0' encoding='ISO-8859-1'?><bed>".utf8) + [0x81] + [UInt8]("</bed>".utf8)
    let error = #expect(throws: FileFault.self) { try xmlEvents(in: [bytes]) }
    #expect(error?.code == .malformed)
    #expect(error?.detail == "bytes that are not WINDOWS-1252")
  }

  @Test func `an unknown encoding is refused, and the error names it`() {
    let error = #expect(throws: FileFault.self) { try xmlEvents(in: "<?xml version='1.0' encoding='x-mine'?><bed/>") }
    #expect(error?.code == .unknownEncoding)
    #expect(error?.detail == "x-mine")
  }

  @Test func `UTF-16 that ends within a character is refused as cut off`() {
    let bytes = encoded("\u{FEFF}<bed/>\n", as: "UTF-16LE")
    let error = #expect(throws: FileFault.self) { try xmlEvents(in: [bytes.dropLast()]) }
    #expect(error?.code == .cut)
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE", "windows-1252", "UTF-8"])
  func `rides, routes and workouts are read in their encodings`(_ name: String) throws {
    let mark = name.hasPrefix("UTF-16") ? "\u{FEFF}" : ""
    let opening = "\(mark)<?xml version='1.0' encoding='\(name.hasPrefix("UTF-16") ? "UTF-16" : name)'?>\n"
    let gpx =
      "<gpx><trk><name>März</name><trkseg><trkpt lat='48' lon='16'><time>2026-01-15T08:00:00Z</time></trkpt>"
      + "<trkpt lat='48.001' lon='16'><time>2026-01-15T08:01:00Z</time></trkpt></trkseg></trk></gpx>"
    var decoder = RideFileDecoder()
    for byte in encoded(opening + gpx, as: name) { try decoder.feed([byte]) }
    #expect(try decoder.finish().rides.first?.name == "März")
    guard case .route(let route) = try WorkoutFile.decode(encoded(opening + gpx, as: name), fileName: nil) else {
      Issue.record("no route")
      return
    }
    #expect(route.name == "März")
    let steps = "<FreeRide Duration='60'><textevent message='Über'/></FreeRide>"
    let plan = try workout(encoded(opening + zwo(steps), as: name))
    #expect(plan.intervals.first?.cues.map(\.text) == ["Über"])
    let course = course("0 100\n1 100", header: "DESCRIPTION = für")
    #expect(try workout(encoded(mark + course, as: name)).summary == "für")
  }

  @Test func `a workout in an unknown encoding is refused`() {
    let steps = zwo("<FreeRide Duration='60'/>", header: "<author>\u{FC}</author>")
    let text = "<?xml version='1.0' encoding='x-mine'?>" + steps
    let error = #expect(throws: PlanFault.self) { try workout(encoded(text, as: "windows-1252")) }
    #expect(error?.code == .unknownEncoding)
  }
}
