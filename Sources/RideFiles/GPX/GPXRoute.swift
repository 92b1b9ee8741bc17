internal import Rides

/// Reads a route from GPX: all segments of the first track with points; without such a track, the first route with
/// points.
///
/// Waypoints with a name become the route's waypoints. A height that cannot be read, or that no road has, counts as
/// missing.
enum GPXRoute {
  /// Reads a whole file.
  ///
  /// Points equal to the point before them are left out.
  ///
  /// - Throws: The first error; `empty` without a point, and the faults of `check`.
  static func decode(_ bytes: [UInt8]) throws(PlanFault) -> Route {
    var reader = XMLReader<GPXElement>(mostBytes: WorkoutCharacters.mostBytes)
    reader.characters = .utf8
    var paths = GPXPaths()
    do throws(FileFault) {
      try reader.append(bytes)
      while let event = try reader.next() {
        switch event {
        case .start(let element): try paths.begin(element, reader)
        case .end: try paths.end(reader)
        }
      }
      try reader.finish()
    } catch {
      throw paths.refusal ?? PlanFault(error)
    }
    guard let route = paths.route else { throw PlanFault(.empty, detail: "no track and no route") }
    try route.check()
    return route
  }
}

/// The tracks and routes of a GPX file being read.
private struct GPXPaths {
  private var open: [GPXElement?] = []
  private var name: String?
  /// The open track or route.
  private var path = Route(points: [])
  /// Whether the open point belongs to it, and was not left out.
  private var isInPath = false
  private var track: Route?
  private var plannedRoute: Route?
  /// The position of the open waypoint; nil if invalid.
  private var waypoint: Place?
  private var waypoints: [Waypoint] = []
  private(set) var refusal: PlanFault?

  /// The route to ride.
  var route: Route? {
    guard var route = track ?? plannedRoute else { return nil }
    route.name = route.name ?? name
    route.waypoints = waypoints
    if route.altitudes.allSatisfy({ $0 == nil }) { route.altitudes = [] }
    return route
  }

  mutating func begin(_ element: GPXElement?, _ reader: XMLReader<GPXElement>) throws(FileFault) {
    let parent = open.last ?? nil
    if open.isEmpty, element != .gpx { throw FileFault(.malformed, at: reader.place, "its root element is not `gpx`") }
    open.append(element)
    switch (element, parent) {
    case (.track, .gpx), (.route, .gpx): path = Route(points: [])
    case (.trackPoint, .segment), (.routePoint, .route): try add(try place(of: reader), reader)
    case (.waypoint, .gpx):
      // A bad waypoint is skipped: the route can be ridden without it.
      waypoint = try reader.pointPlace().flatMap { (try? $0.check()) == nil ? nil : $0 }
    default: break
    }
  }

  mutating func end(_ reader: XMLReader<GPXElement>) throws(FileFault) {
    guard let element = open.popLast() else { return }
    switch (element, open.last ?? nil) {
    case (.name, .track), (.name, .route):
      path.name = WorkoutValues.trimmed(reader.text, atMost: Limits.nameLength)
    case (.elevation, .trackPoint), (.elevation, .routePoint): takeHeight(reader)
    case (.name, .waypoint): nameWaypoint(WorkoutValues.trimmed(reader.text, atMost: Limits.nameLength))
    case (.name, .metadata), (.name, .gpx): name = WorkoutValues.trimmed(reader.text, atMost: Limits.nameLength)
    case (.track, .gpx): if track == nil, !path.points.isEmpty { track = path }
    case (.route, .gpx): if plannedRoute == nil, !path.points.isEmpty { plannedRoute = path }
    default: break
    }
  }

  private mutating func nameWaypoint(_ name: String?) {
    guard let name, let waypoint, waypoints.count < Limits.waypoints else { return }
    waypoints.append(Waypoint(name: name, place: waypoint))
  }

  private mutating func takeHeight(_ reader: XMLReader<GPXElement>) {
    let height = reader.withText { text in DecimalText.value(text.extracting(text.boundsOfText)) }
    guard isInPath, let last = path.altitudes.indices.last, let height, Route.altitudes.contains(height) else { return }
    // To a millimetre, as it is stored.
    path.altitudes[last] = (height * 1000).rounded() / 1000
  }

  private mutating func add(_ point: Place, _ reader: XMLReader<GPXElement>) throws(FileFault) {
    isInPath = false
    guard point != path.points.last else { return }
    guard path.points.count < Limits.routePoints else {
      throw FileFault(
        .tooManyPoints, at: reader.place, found: path.points.count + 1, allowed: Limits.routePoints, "points")
    }
    path.points.append(point)
    path.altitudes.append(nil)
    isInPath = true
  }

  private mutating func place(of reader: XMLReader<GPXElement>) throws(FileFault) -> Place {
    guard let place = try reader.pointPlace() else {
      throw FileFault(.malformed, at: reader.place, "a point without lat and lon")
    }
    do throws(PlanFault) {
      try place.check()
    } catch {
      refusal = error.inLine(reader.tagLine)
      throw FileFault(.outOfRange, at: reader.place, error.detail)
    }
    return place
  }
}
