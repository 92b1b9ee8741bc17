package import RideSession

/// Reads and writes plans and routes as files of every format, told by what is in them.
package enum WorkoutFile {
  /// What a file holds.
  package enum Content: Hashable, Sendable {
    case plan(Plan)
    case route(Route)
  }

  /// How large a file may be, in bytes.
  package static let mostBytes = WorkoutCharacters.mostBytes

  /// Reads a file: `workout_file` and `gpx` by their root element, ERG and MRC by `[COURSE HEADER]`, anything else as
  /// `PlanText`; in UTF-8 or Windows-1252.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - fileName: What it is called, from which a plan without a name gets one; with or without a path.
  /// - Returns: A plan with an interval at least, or a route; either can be ridden.
  /// - Throws: The first obstacle, with its line.
  package static func decode(_ bytes: [UInt8], fileName: String?) throws(WorkoutFileError) -> Content {
    guard bytes.count <= mostBytes else { throw WorkoutFileError(.tooLarge, "more than \(mostBytes) bytes") }
    let bytes = WorkoutCharacters.utf8(bytes)
    switch try WorkoutFileKind.of(bytes) {
    case .gpx: return .route(try GPXRoute.decode(bytes))
    case .zwo: return .plan(try whole(ZWOWorkout.decode(bytes), fileName))
    case .course: return .plan(try whole(ERGWorkout.decode(bytes), fileName))
    case .text: return .plan(try whole(PlanText.decode(bytes), fileName))
    }
  }

  /// Writes a plan, without its route.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - format: Its format; what each leaves out is said where it is written.
  ///   - thresholdWatts: The functional threshold power, where the format counts in the other kind of power; nil for the
  ///     plan's own.
  /// - Returns: The bytes of the file.
  /// - Throws: `badPlan`, `noIntervals`, `notExpressible` with the interval, `needsThreshold`.
  package static func encode(
    _ plan: Plan, as format: WorkoutFileFormat, thresholdWatts: Int?
  ) throws(WorkoutFileError) -> [UInt8] {
    do throws(PlanError) { try plan.check() } catch { throw WorkoutFileError(error, line: nil) }
    if format == .text { return PlanText.encode(plan) }
    let thresholdWatts = thresholdWatts ?? plan.thresholdWatts
    guard !plan.intervals.isEmpty else { throw WorkoutFileError(.noIntervals) }
    switch format {
    case .text: return PlanText.encode(plan)
    case .zwo: return try ZWOWorkout.encode(plan, thresholdWatts: thresholdWatts)
    case .erg: return try ERGWorkout.encode(plan, in: .watts, thresholdWatts: thresholdWatts)
    case .mrc: return try ERGWorkout.encode(plan, in: .thresholdPercent, thresholdWatts: thresholdWatts)
    }
  }

  /// Gives a plan a name, and says whether it can be ridden.
  private static func whole(_ plan: Plan, _ fileName: String?) throws(WorkoutFileError) -> Plan {
    guard !plan.intervals.isEmpty else { throw WorkoutFileError(.noIntervals) }
    var plan = plan
    if plan.name.isEmpty { plan.name = fileName.flatMap(stem) ?? "Workout" }
    do throws(PlanError) { try plan.check() } catch { throw WorkoutFileError(error, line: nil) }
    return plan
  }

  /// A file's name without its path and its extension.
  private static func stem(of fileName: String) -> String? {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let stem = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : name[..<$0] } ?? name[...]
    return WorkoutWords.given(String(stem), atMost: Limits.nameLength)
  }
}

/// The formats in which plans are written.
package enum WorkoutFileFormat: String, Hashable, Sendable, CaseIterable {
  /// The project's own, `PlanText`.
  case text
  case zwo
  case erg
  case mrc

  /// How the name of such a file ends, without the dot.
  package var fileExtension: String { self == .text ? "txt" : rawValue }
}

/// What a file seems to be, by how it begins.
private enum WorkoutFileKind: Hashable {
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
      reader.readLeniently()
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
private enum WorkoutRoot: String, XMLVocabulary {
  case workout = "workout_file"
  case gpx

  static func covers(namespace: String) -> Bool { true }
}
