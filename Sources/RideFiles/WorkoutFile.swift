package import Rides

/// Reads and writes plans and routes in every supported file format.
///
/// The format is detected from the content.
package enum WorkoutFile {
  /// The content of a file.
  package enum Content: Hashable, Sendable {
    case plan(Plan)
    case route(Route)
  }

  /// The largest file that is read, in bytes.
  package static let mostBytes = WorkoutCharacters.mostBytes

  /// Reads a file in UTF-8, in the encoding that it declares, or in Windows-1252.
  ///
  /// FIT is recognised by its header, `workout_file` and `gpx` by their root element, ERG and MRC by `[COURSE HEADER]`;
  /// anything else is read as `WorkoutText`.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - fileName: The file's name, with or without its path. A plan without a name is named after it.
  /// - Returns: A plan with at least one interval, or a route. Both can be ridden.
  /// - Throws: The first error, with its line.
  package static func decode(_ bytes: [UInt8], fileName: String?) throws(PlanFault) -> Content {
    guard bytes.count <= mostBytes else { throw PlanFault(.tooLarge, detail: "more than \(mostBytes) bytes") }
    if FITHeader.begins(bytes) { return .plan(try whole(FITWorkoutDecoder.decode(bytes), fileName)) }
    let bytes = try WorkoutCharacters.utf8(bytes)
    switch try WorkoutFileKind.of(bytes) {
    case .gpx: return .route(try GPXRoute.decode(bytes))
    case .zwo: return .plan(try whole(ZWOWorkout.decode(bytes), fileName))
    case .course: return .plan(try whole(ERGWorkout.decode(bytes), fileName))
    case .text: return .plan(try whole(WorkoutText.decode(bytes), fileName))
    }
  }

  /// Returns the plan that rides a route once, named after its file, else after the route.
  package static func road(_ route: Route, fileName: String?) -> Plan {
    Plan.road(route, name: fileName.flatMap(stem) ?? route.name ?? "Route")
  }

  /// Writes a plan, without its route.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - format: The format. The encoder of each format documents its omissions.
  ///   - thresholdWatts: Functional threshold power, needed if the format and the plan use different units of power;
  ///     nil for the plan's own threshold.
  ///   - created: The time of the file, for FIT only; nil to leave it out.
  /// - Returns: The bytes of the file.
  /// - Throws: The faults of `check`, `empty`, `notExpressible` with the interval, `formatWantsThreshold`.
  package static func encode(
    _ plan: Plan, as format: WorkoutFileFormat, thresholdWatts: Int?, created: UnixTime? = nil
  ) throws(PlanFault) -> [UInt8] {
    try plan.check()
    if format == .text { return WorkoutText.encode(plan) }
    let thresholdWatts = thresholdWatts ?? plan.thresholdWatts
    guard !plan.intervals.isEmpty else { throw PlanFault(.empty) }
    switch format {
    case .text: return WorkoutText.encode(plan)
    case .fit: return try FITWorkout.encode(plan, created: created)
    case .zwo: return try ZWOWorkout.encode(plan, thresholdWatts: thresholdWatts)
    case .erg: return try ERGWorkout.encode(plan, in: .watts, thresholdWatts: thresholdWatts)
    case .mrc: return try ERGWorkout.encode(plan, in: .percent, thresholdWatts: thresholdWatts)
    }
  }

  /// Names a plan without a name, and checks that the plan can be ridden.
  private static func whole(_ plan: Plan, _ fileName: String?) throws(PlanFault) -> Plan {
    guard !plan.intervals.isEmpty else { throw PlanFault(.empty) }
    var plan = plan
    if plan.name.isEmpty { plan.name = fileName.flatMap(stem) ?? "Workout" }
    try plan.check()
    return plan
  }

  /// Returns the file's name without path and extension.
  private static func stem(of fileName: String) -> String? {
    let name = fileName.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let stem = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : name[..<$0] } ?? name[...]
    return WorkoutValues.trimmed(String(stem), atMost: Limits.nameLength)
  }
}

/// The kind of file, guessed from its beginning.
private enum WorkoutFileKind: Hashable {
  case zwo
  case gpx
  /// ERG or MRC.
  case course
  case text

  /// Finds the kind by the first character, by a `[COURSE HEADER]` line and, for XML, by the root element.
  ///
  /// - Throws: `unsupported` for any other XML, and XML errors before the root element.
  static func of(_ bytes: [UInt8]) throws(PlanFault) -> Self {
    let text = bytes.starts(with: WorkoutCharacters.byteOrderMark) ? bytes.dropFirst(3) : bytes[...]
    switch text.first(where: { !$0.isXMLSpace }) {
    case UInt8(ascii: "<"): return try ofMarkup(bytes)
    case UInt8(ascii: "["): return .course
    default: return hasCourseHeader(text) ? .course : .text
    }
  }

  /// Returns whether a course header follows later in the file: some programs write a preamble.
  private static func hasCourseHeader(_ text: ArraySlice<UInt8>) -> Bool {
    text.split { $0 == 0x0A || $0 == 0x0D }.contains { line in
      line.contains(UInt8(ascii: "[")) && ERGFile.isHeader(String(decoding: line, as: UTF8.self))
    }
  }

  private static func ofMarkup(_ bytes: [UInt8]) throws(PlanFault) -> Self {
    do throws(FileFault) {
      var reader = XMLReader<WorkoutRoot>(mostBytes: WorkoutFile.mostBytes)
      reader.readLeniently()
      try reader.append(bytes)
      guard try reader.next() != nil else { try reader.finish(); return .zwo }
      let name = reader.openName
      switch WorkoutRoot(rawValue: name.lowercased()) {
      case .workout: return .zwo
      case .gpx: return .gpx
      case nil: throw FileFault(.noActivity, at: reader.place, name)
      }
    } catch {
      guard error.code == .noActivity else { throw PlanFault(error) }
      throw PlanFault(.unsupported, line: error.place.line, detail: "`\(error.detail.prefix(32))` is not a workout")
    }
  }
}

/// The root elements of the XML formats.
private enum WorkoutRoot: String, XMLVocabulary {
  case workout = "workout_file"
  case gpx

  static func covers(namespace: String) -> Bool { true }
}
