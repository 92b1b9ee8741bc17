internal import RideSession

/// Reads a route from GPX: all segments of the first track with points; if there is none, the first route with points.
enum GPXRoute {
  /// Reads a whole file.
  ///
  /// Points equal to the point before them are left out.
  ///
  /// - Throws: The first error; `noIntervals` without a point, `badPlan` for a route that cannot be ridden.
  static func decode(_ bytes: [UInt8]) throws(WorkoutFileError) -> Route {
    var reader = XMLReader<GPXElement>(mostBytes: WorkoutCharacters.mostBytes)
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

/// The tracks and routes of a GPX file being read.
private struct GPXPaths {
  private var open: [GPXElement?] = []
  private var name: String?
  /// The open track or route.
  private var path = Route(points: [])
  private var track: Route?
  private var plannedRoute: Route?
  private(set) var refusal: WorkoutFileError?

  /// The route to ride.
  var route: Route? {
    guard var route = track ?? plannedRoute else { return nil }
    route.name = route.name ?? name
    return route
  }

  mutating func begin(_ element: GPXElement?, _ reader: XMLReader<GPXElement>) throws(RideFileError) {
    let parent = open.last ?? nil
    if open.isEmpty, element != .gpx { throw RideFileError(.malformed, at: reader.place, "its root is not of GPX") }
    open.append(element)
    switch (element, parent) {
    case (.track, .gpx), (.route, .gpx): path = Route(points: [])
    case (.trackPoint, .segment), (.routePoint, .route): try add(try place(of: reader), reader)
    default: break
    }
  }

  mutating func end(_ reader: XMLReader<GPXElement>) throws(RideFileError) {
    guard let element = open.popLast() else { return }
    switch (element, open.last ?? nil) {
    case (.name, .track), (.name, .route):
      path.name = WorkoutWords.trimmed(reader.text, atMost: Limits.nameLength)
    case (.name, .metadata), (.name, .gpx): name = WorkoutWords.trimmed(reader.text, atMost: Limits.nameLength)
    case (.track, .gpx): if track == nil, !path.points.isEmpty { track = path }
    case (.route, .gpx): if plannedRoute == nil, !path.points.isEmpty { plannedRoute = path }
    default: break
    }
  }

  private mutating func add(_ point: Place, _ reader: XMLReader<GPXElement>) throws(RideFileError) {
    guard point != path.points.last else { return }
    guard path.points.count < Limits.routePoints else {
      throw RideFileError(.tooLarge, at: reader.place, "more than \(Limits.routePoints) points")
    }
    path.points.append(point)
  }

  private mutating func place(of reader: XMLReader<GPXElement>) throws(RideFileError) -> Place {
    guard let place = try reader.pointPlace() else {
      throw RideFileError(.malformed, at: reader.place, "a point without lat and lon")
    }
    do throws(PlanError) {
      try place.check()
    } catch {
      refusal = WorkoutFileError(error, line: reader.tagLine)
      throw RideFileError(.outOfRange, at: reader.place, error.detail)
    }
    return place
  }
}
