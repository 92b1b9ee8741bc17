internal import FoundationEssentials
internal import Rides

/// A plan in its stored form: JSON, with the points of its route in a column of their own.
extension Plan {
  /// Decodes a stored plan; its route, if it has one, has no points.
  ///
  /// - Throws: An error if the plan cannot be read, or cannot be ridden.
  init(json text: String) throws {
    self = try JSONDecoder().decode(Plan.self, from: Data(text.utf8))
    try check()
  }

  /// The JSON, without the points of the route.
  var json: String {
    get throws {
      var plan = self
      plan.route?.removePoints()
      return String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    }
  }
}

/// The plan of a ride, stored in the same way.
extension RidePlan {
  /// Decodes a stored plan; nil if it is missing, damaged or cannot be ridden.
  init?(json text: String?, points: Data?) {
    guard let text, var plan = try? JSONDecoder().decode(RidePlan.self, from: Data(text.utf8)) else { return nil }
    do { plan.route = try plan.route.map { try Route($0, points: points) } } catch { return nil }
    guard plan.isSound else { return nil }
    self = plan
  }

  /// The JSON, without the points of the route and the workout of a calendar, which have columns of their own.
  var json: String {
    get throws {
      var plan = self
      plan.route?.removePoints()
      plan.calendar = nil
      return String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    }
  }
}

/// An origin as a JSON object.
extension RideOrigin {
  /// Nil if the text is missing or damaged.
  init?(json text: String?) {
    guard let text, let origin = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
    self = origin
  }

  var json: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }
}

extension Sport {
  /// SQL for the sport of a ride from the columns `sport` and `origin`, with the result of `Sport.init(_:of:)`.
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

  /// SQL for whether a ride is a bicycle ride.
  static let isCyclingSQL = "(\(sql)) IN (\(onBicycle.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
}

/// Figures as a JSON object, by name.
extension [SummaryField: Double] {
  /// Empty if the text is missing or damaged; figures of a later version are skipped.
  init(json text: String?) {
    let object = text.flatMap { try? JSONDecoder().decode([String: Double].self, from: Data($0.utf8)) }
    self = [:]
    for (name, value) in object ?? [:] {
      if let figure = SummaryField(rawValue: name) { self[figure] = value }
    }
  }

  /// Nil without figures; values that JSON cannot express are left out.
  var json: String? {
    let object = [String: Double](uniqueKeysWithValues: filter(\.value.isFinite).map { ($0.key.rawValue, $0.value) })
    guard !object.isEmpty, let data = try? JSONEncoder().encode(object) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
