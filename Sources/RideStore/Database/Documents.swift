internal import FoundationEssentials
internal import Rides

/// A plan as it is stored: JSON, and the points of its route beside it.
extension Plan {
  /// A stored plan; its route, if it has one, has no points.
  ///
  /// - Throws: If it cannot be read, or not be ridden.
  init(json text: String) throws {
    self = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    try check()
  }

  /// Its JSON, without the points of its route.
  var json: String {
    get throws {
      var plan = self
      plan.route?.points = []
      return String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    }
  }
}

/// A plan as it is ridden, stored in the same way.
extension RidePlan {
  /// A stored plan; nil if there is none, or damage leaves nothing to ride.
  init?(json text: String?, points: Data?) {
    guard let text, var plan = try? JSONDecoder().decode(RidePlan.self, from: Data(text.utf8)) else { return nil }
    do { plan.route = try plan.route.map { try Route($0, points: points) } } catch { return nil }
    guard plan.isSound else { return nil }
    self = plan
  }

  /// Its JSON, without the points of its route and the workout of a calendar, which have columns of their own.
  var json: String {
    get throws {
      var plan = self
      plan.route?.points = []
      plan.calendar = nil
      return String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    }
  }
}

/// The points of a route as bytes: latitude and longitude of each as doubles, little-endian.
///
/// JSON would take four times as much.
extension [Place] {
  private static let placeSize = 16

  /// Nil if the bytes are no points of a route.
  init?(points data: Data) {
    guard data.count.isMultiple(of: Self.placeSize), data.count / Self.placeSize <= Limits.routePoints else {
      return nil
    }
    var places: [Place] = []
    places.reserveCapacity(data.count / Self.placeSize)
    data.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: Self.placeSize) {
        places.append(
          Place(latitudeDegrees: Self.degrees(bytes, offset), longitudeDegrees: Self.degrees(bytes, offset + 8)))
      }
    }
    guard places.allSatisfy({ (try? $0.check()) != nil }) else { return nil }
    self = places
  }

  var points: Data {
    var data = Data(capacity: count * Self.placeSize)
    for degrees in lazy.flatMap({ [$0.latitudeDegrees, $0.longitudeDegrees] }) {
      Swift.withUnsafeBytes(of: degrees.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  private static func degrees(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double {
    Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
  }
}

extension Route {
  /// A stored route with its points.
  ///
  /// - Throws: If the points are missing or damaged.
  init(_ route: Route, points: Data?) throws {
    guard let places = points.flatMap([Place].init(points:)) else { throw PlanFault(.badPlace, detail: "route") }
    self.init(name: route.name, points: places, waypoints: route.waypoints)
  }
}

/// An origin as a JSON object.
extension RideOrigin {
  /// Nil if there is no text, or it is damaged.
  init?(json text: String?) {
    guard let text, let origin = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = origin
  }

  var json: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }
}

extension Sport {
  /// SQL for the sport of a ride by the columns `sport` and `origin`, as `Sport.init(_:of:)` tells it.
  static let sql: String = {
    let known = allCases.filter { $0 != .other }.map { "WHEN \($0.fitNumber) THEN '\($0.rawValue)'" }
    let open = RideOrigin.Format.allCases.map { "WHEN '\($0.rawValue)' THEN '\(unspecified(in: $0).rawValue)'" }
    return """
      CASE WHEN sport IS NOT NULL THEN sport
        WHEN origin IS NULL OR NOT json_valid(origin) THEN '\(cycling.rawValue)'
        ELSE CASE json_extract(origin, '$.sport') \(known.joined(separator: " "))
          WHEN 0 THEN CASE json_extract(origin, '$.format') \(open.joined(separator: " ")) END
          ELSE '\(other.rawValue)' END END
      """
  }()

  /// SQL that tells whether a ride is one on a bicycle.
  static let isCyclingSQL = "(\(sql)) IN (\(onBicycle.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
}

/// Figures as a JSON object by their names.
extension [SummaryField: Double] {
  /// Empty if there is no text, or it is damaged; figures of a later version are skipped.
  init(json text: String?) {
    let object = text.flatMap { try? JSONDecoder().decode([String: Double].self, from: Data($0.utf8)) }
    self = [:]
    for (name, value) in object ?? [:] {
      if let figure = SummaryField(rawValue: name) { self[figure] = value }
    }
  }

  /// Nil if there are none; values that JSON cannot express are left out.
  var json: String? {
    let object = [String: Double](uniqueKeysWithValues: filter(\.value.isFinite).map { ($0.key.rawValue, $0.value) })
    guard !object.isEmpty, let data = try? JSONEncoder().encode(object) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
