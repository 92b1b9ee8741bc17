import Testing

@testable import RideFiles

@Suite struct RideFileProbeTests {
  @Test(
    arguments: [
      ("\u{0E}\u{10}\0\0\0\0\0\0.FIT", .fit), ("<?xml version='1.0'?><TrainingCenterDatabase>", .tcx),
      (" \r\n\t<TrainingCenterDatabase>", .tcx), (String(repeating: " ", count: 99) + "<gpx>", .gpx),
      ("\u{FEFF} <a>", .tcx), ("<?xml version='1.0'?><!-- a --><gpx>", .gpx),
      ("<x:gpx xmlns:x='http://www.topografix.com/GPX/1/1'>", .gpx),
    ] as [(String, RideFileFormat?)], [1, 5, .max])
  func `a format is told by the first bytes, and markup by its root`(_ file: (String, RideFileFormat?), piece: Int)
    throws
  {
    #expect(try format(of: file.0, piece: piece) == file.1)
  }

  @Test(arguments: ["", "   ", "x<", "\u{0E}\u{10}\0\0\0\0\0\0.FI", "PK\u{3}\u{4}", "{\"a\": 1, \"b\": 2}"])
  func `a file of another format is none of these`(text: String) {
    let error = #expect(throws: RideFileError.self) { try format(of: text, piece: .max) }
    #expect(error?.code == .notThisFormat)
  }

  @Test func `markup that ends before its root is left to a decoder to refuse`() throws {
    #expect(try format(of: "<?xml version='1.0'?><!-- a -->", piece: 3) == .tcx)
  }

  private func format(of text: String, piece: Int) throws(RideFileError) -> RideFileFormat {
    var probe = RideFileProbe()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      if let format = try probe.take(Array(rest.prefix(piece))) { return format }
      rest = rest.dropFirst(piece)
    }
    return try probe.finish()
  }
}
