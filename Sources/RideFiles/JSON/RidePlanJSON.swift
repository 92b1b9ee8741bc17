internal import Rides

// A ridden plan in JSON: its intervals have the names of the Varlink interface.

extension JSONWriter {
  mutating func append(membersOf plan: RidePlan) {
    member("name", plan.name)
    member("intervals", .array) { json in
      for interval in plan.intervals { json.append(.object) { $0.append(membersOf: interval) } }
    }
    if let route = plan.route { member("route", .object) { $0.append(membersOf: route) } }
    if let request = plan.request { member("request", .object) { $0.append(membersOf: request) } }
    guard let calendar = plan.calendar else { return }
    member("calendar", .object) { json in
      json.member("source", calendar.source)
      json.member("key", calendar.key)
    }
  }

  private mutating func append(membersOf interval: RideInterval) {
    member("label", interval.label)
    member("end", interval.end.kind.rawValue)
    switch interval.end {
    case .timer(let seconds): member("seconds", seconds)
    case .distance(let meters): member("meters", meters)
    case .location(let place): append(membersOf: place)
    case .activity: break
    }
    switch interval.aim {
    case .hold(let watts): member("watts", watts)
    case .ramp(let from, let to):
      member("watts", from)
      member("toWatts", to)
    case .heartRate(let target): append(membersOf: target)
    case .free: break
    }
    member("cadenceFrom", interval.cadence?.lowerBound)
    member("cadenceTo", interval.cadence?.upperBound)
    guard !interval.cues.isEmpty else { return }
    member("cues", .array) { json in
      for cue in interval.cues {
        json.append(.object) { json in
          json.member("atSeconds", cue.atSeconds)
          json.member("seconds", cue.seconds)
          json.member("text", cue.text)
        }
      }
    }
  }

  private mutating func append(membersOf target: HeartRateTarget) {
    member("zone", target.zone)
    member("bpmFrom", target.beatsPerMinute.lowerBound)
    member("bpmTo", target.beatsPerMinute.upperBound)
    member("watts", target.start.watts)
    if case .planned = target.start { member("startPlanned", true) }
    member("leastWatts", target.watts.lowerBound)
    member("mostWatts", target.watts.upperBound)
  }

  private mutating func append(membersOf place: Place) {
    member("latitudeDegrees", place.latitudeDegrees)
    member("longitudeDegrees", place.longitudeDegrees)
  }

  private mutating func append(membersOf route: Route) {
    member("name", route.name)
    member("points", .array) { json in
      for point in route.points { json.append(.object) { $0.append(membersOf: point) } }
    }
    guard !route.waypoints.isEmpty else { return }
    member("waypoints", .array) { json in
      for waypoint in route.waypoints {
        json.append(.object) { json in
          json.member("name", waypoint.name)
          json.append(membersOf: waypoint.place)
        }
      }
    }
  }

  private mutating func append(membersOf request: RideRequest) {
    for row in RideRequest.members {
      switch row.value {
      case .whole(let path): member(row.name, request[keyPath: path])
      case .decimal(let path): member(row.name, request[keyPath: path])
      case .flag(let path): member(row.name, request[keyPath: path])
      case .text(let path): member(row.name, request[keyPath: path])
      case .day(let path): member(row.name, request[keyPath: path]?.rawValue)
      }
    }
  }
}

extension RidePlan {
  /// Reads a plan.
  ///
  /// - Throws: `malformed` for one that nobody could have ridden.
  init(_ json: inout JSONReader) throws(FileFault) {
    self.init(intervals: [])
    let start = json.position
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "name": name = try json.string()
      case "intervals":
        intervals = []
        try json.array { (json) throws(FileFault) in
          guard intervals.count < Limits.intervals else {
            throw json.fault(.tooManyParts, found: intervals.count + 1, allowed: Limits.intervals, "intervals")
          }
          intervals.append(try RideInterval(&json))
        }
      case "route": route = try Route(&json)
      case "request": request = try RideRequest(&json)
      case "calendar": calendar = try CalendarKey(&json)
      default: try json.skip()
      }
    }
    let isRouteSound = route.map { $0.points.allSatisfy { (try? $0.check()) != nil } } ?? true
    guard isSound, isRouteSound else { throw json.fault(.malformed, at: start, "a plan that cannot be ridden") }
  }
}

extension CalendarKey {
  fileprivate init(_ json: inout JSONReader) throws(FileFault) {
    var (source, name): (String?, String?)
    let start = json.position
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "source": source = try json.string()
      case "key": name = try json.string()
      default: try json.skip()
      }
    }
    guard let source, let name else { throw json.fault(.malformed, at: start, "a calendar without its key") }
    self.init(source: source, key: name)
  }
}

extension RideRequest {
  fileprivate init(_ json: inout JSONReader) throws(FileFault) {
    self.init()
    try json.object { (json, key) throws(FileFault) in
      switch Self.members.first(where: { key == $0.name.description })?.value {
      case .whole(let path): self[keyPath: path] = try json.integer(in: 0...RideLimits.number)
      case .decimal(let path): self[keyPath: path] = try json.number(in: 0...1e9)
      case .flag(let path): self[keyPath: path] = try json.flag()
      case .text(let path): self[keyPath: path] = try json.string()
      case .day(let path): self[keyPath: path] = try json.word(PlannedDay.init)
      case nil: try json.skip()
      }
    }
  }
}

extension Route {
  fileprivate init(_ json: inout JSONReader) throws(FileFault) {
    self.init(points: [])
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "name": name = try json.string()
      case "points":
        points = []
        try json.array { (json) throws(FileFault) in
          guard points.count < Limits.routePoints else {
            throw json.fault(.tooManyPoints, found: points.count + 1, allowed: Limits.routePoints, "points")
          }
          points.append(try NamedPlaceDraft(&json).place)
        }
      case "waypoints":
        waypoints = []
        try json.array { (json) throws(FileFault) in
          let draft = try NamedPlaceDraft(&json)
          waypoints.append(Waypoint(name: draft.name, place: draft.place))
        }
      default: try json.skip()
      }
    }
  }
}

/// A place that is being read, with or without a name.
private struct NamedPlaceDraft {
  var name = ""
  var place: Place

  init(_ json: inout JSONReader) throws(FileFault) {
    var (name, latitude, longitude): (String?, Double?, Double?)
    let start = json.position
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "name": name = try json.string()
      case "latitudeDegrees": latitude = try json.number()
      case "longitudeDegrees": longitude = try json.number()
      default: try json.skip()
      }
    }
    guard let latitude, let longitude else { throw json.fault(.malformed, at: start, "half a place") }
    self.name = name ?? ""
    place = Place(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }
}
