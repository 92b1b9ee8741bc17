internal import RideSession

/// Routes as GPX has them: the first track that has points, all its segments joined; else the first such route.
enum GPXRoute {
  /// Reads a whole file; points that are where the one before is are left out.
  ///
  /// - Throws: What is wrong with it, `noIntervals` without a point, `badPlan` for a route that no ride could be made of.
  static func decode(_ bytes: [UInt8]) throws(WorkoutFileError) -> Route {
    var reader = XMLReader<GPXElement>(mostBytes: WorkoutFile.mostBytes)
    reader.ignoresEncoding = true
    var paths = GPXPaths()
    do throws(RideFileError) {
      try reader.append(bytes)
      while let event = try reader.next() {
        switch event {
        case .start(let element): try paths.begin(element, reader)
        case .end: try paths.end(reader)
        }
      }
      try reader.finish()
    } catch {
      throw paths.refusal ?? WorkoutFileError(error)
    }
    guard let route = paths.route else { throw WorkoutFileError(.noIntervals, "no track and no route") }
    do throws(PlanError) { try route.check() } catch { throw WorkoutFileError(error, line: nil) }
    return route
  }
}
