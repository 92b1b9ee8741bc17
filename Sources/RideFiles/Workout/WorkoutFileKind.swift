/// What a file seems to be, by how it begins.
enum WorkoutFileKind: Hashable {
  case zwo
  case gpx
  /// ERG or MRC.
  case course
  case text

  /// Tells by the first character and, of XML, by the root element.
  ///
  /// - Throws: `unsupported` for XML of another kind, and what stands in the way of its root.
  static func of(_ bytes: [UInt8]) throws(WorkoutFileError) -> Self {
    let text = bytes.starts(with: WorkoutLines.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    switch text.first(where: { !$0.isXMLSpace }) {
    case UInt8(ascii: "<"): return try ofMarkup(bytes)
    case UInt8(ascii: "["): return .course
    default: return .text
    }
  }

  private static func ofMarkup(_ bytes: [UInt8]) throws(WorkoutFileError) -> Self {
    do throws(RideFileError) {
      var reader = XMLReader<WorkoutRoot>(mostBytes: WorkoutFile.mostBytes)
      reader.leavesStrayReferences = true
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
