/// What a file seems to be, by how it begins.
enum WorkoutFileKind: Hashable {
  case zwo
  case gpx
  /// ERG or MRC.
  case course
  case text

  /// Tells by the first character, by a line that is `[COURSE HEADER]` and, of XML, by the root element.
  ///
  /// - Throws: `unsupported` for XML of another kind, and what stands in the way of its root.
  static func of(_ bytes: [UInt8]) throws(WorkoutFileError) -> Self {
    let text = bytes.starts(with: WorkoutCharacters.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    switch text.first(where: { !$0.isXMLSpace }) {
    case UInt8(ascii: "<"): return try ofMarkup(bytes)
    case UInt8(ascii: "["): return .course
    default: return hasCourseHeader(text) ? .course : .text
    }
  }

  /// Whether a course begins below what else a program has to say.
  private static func hasCourseHeader(_ text: ArraySlice<UInt8>) -> Bool {
    text.split { $0 == 0x0A || $0 == 0x0D }.contains { line in
      line.contains(UInt8(ascii: "[")) && ERGFile.isHeader(String(decoding: line, as: UTF8.self))
    }
  }

  private static func ofMarkup(_ bytes: [UInt8]) throws(WorkoutFileError) -> Self {
    do throws(RideFileError) {
      var reader = XMLReader<WorkoutRoot>(mostBytes: WorkoutFile.mostBytes)
      reader.takesWhatProgramsWrite()
      try reader.append(bytes)
      guard try reader.next() != nil else { try reader.finish(); return .zwo }
      let name = reader.openName
      switch WorkoutRoot(rawValue: name.lowercased()) {
      case .workout: return .zwo
      case .gpx: return .gpx
      case nil: throw RideFileError(.noActivity, at: reader.place, name)
      }
    } catch {
      guard error.code == .noActivity else { throw WorkoutFileError(error) }
      throw WorkoutFileError(.unsupported, line: error.place.line, "`\(error.detail.prefix(32))` is no workout")
    }
  }
}

/// The root elements of the formats that are XML.
enum WorkoutRoot: String, XMLVocabulary {
  case workout = "workout_file"
  case gpx

  static func covers(namespace: String) -> Bool { true }
}

extension XMLReader {
  /// Reads XML as programs write it that put a text together without looking into it: an `&` or a `<` that can begin
  /// nothing stands for itself, and an encoding is not believed, since what is fed is UTF-8 by now.
  mutating func takesWhatProgramsWrite() {
    leavesStrayReferences = true
    scanner.leavesStrayBrackets = true
    ignoresEncoding = true
  }
}
