import Testing

@testable import jz2ctl

@Suite struct FileKindTests {
  private static let fit: [UInt8] = [14, 32, 0, 0, 0, 0, 0, 0] + Array(".FIT".utf8) + [0, 0]

  private static let appleDocument = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export <workout_file> -->
    <!ELEMENT HealthData (ExportDate,Me)>
    \(String(repeating: "<!ATTLIST Record type CDATA #REQUIRED>\n", count: 400))]>
    <HealthData locale="en_US">
    """

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  @Test(arguments: [
    ("<?xml version='1.0'?>\n<TrainingCenterDatabase xmlns='x'>", FileKind.activity),
    ("<gpx creator='<workout_file'>", .activity), ("<x:gpx xmlns:x='y'>", .activity), ("<svg/>", .activity),
    ("\u{FEFF}<!-- <HealthData> -->\n <workout_file>", .workout), (Self.appleDocument, .health),
    ("[COURSE HEADER]\nVERSION = 2\n", .workout), ("made by x\r\n[Course Header]\r\n", .workout),
    ("timer 10:00 150W\n", .workout), ("{\"whole\":true}", .json), (" [\n{\"date\":\"2026-11-25\"}]", .json),
    ("# of this morning\n\n812\n840\n", .variability), ("0.812\n0.840\n", .variability),
    ("Datetime,Rmssd,HR\n2026-11-25 06:45:12,50,48\n", .variability), ("a,b\n1,2\n", .workout),
    ("SQLite format 3\0\u{10}\0", .backup), ("", .activity), (" \n", .activity), ("\u{1}\u{2}", .activity),
  ])
  func `a file's kind is detected from its beginning`(text: String, kind: FileKind) {
    #expect(FileKind(beginning: Array(text.utf8)) == kind)
  }

  @Test func `FIT is detected by its header, and UTF-16 XML by its root element`() {
    #expect(FileKind(beginning: Self.fit) == .fit)
    #expect(FileKind(beginning: Self.utf16("<?xml version='1.0'?><workout_file/>")) == .workout)
    #expect(FileKind(beginning: Self.utf16("<HealthData>")) == .health)
  }

  @Test(arguments: [1, 7, 1000, 100_000])
  func `a file in pieces of any size shows its kind, and can be read whole twice`(size: Int) throws {
    let bytes = Self.fit + [UInt8](repeating: 7, count: 2000)
    var rest = bytes[...]
    let source: Pieces = {
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    let file = try OpenedFile(source, beginning: try source(), bytes: nil)
    #expect(file.kind == .fit)
    func all() throws -> [UInt8]? {
      try PieceReader.all(of: { () throws(ImportFailure) in try file.next() }, upTo: 9999)
    }
    #expect(try all() == bytes)
    #expect(file.rewind())
    #expect(try all() == bytes)
  }

  @Test func `a FIT file larger than 4 MiB cannot be read again`() throws {
    var pieces = [Self.fit, [UInt8](repeating: 7, count: 5 << 20)]
    let source: Pieces = { pieces.isEmpty ? [] : pieces.removeFirst() }
    let file = try OpenedFile(source, beginning: try source(), bytes: nil)
    while !(try file.next().isEmpty) {}
    #expect(!file.rewind())
  }
}
