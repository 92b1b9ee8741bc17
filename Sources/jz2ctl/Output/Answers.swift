import ControlWire
import Rides

// What verbs answer with `--json` beyond the daemon's replies; `Shapes.txt` documents each key.

/// The version of the shapes of `--json`.
enum JSONVersion {
  /// Rises when a key is taken away, or means something else; not when one is added.
  static let current = 1
}

/// A thing under its name, and its keys beside it, as version 0.1 had them alone.
struct NamedAnswer<Value: Encodable>: Encodable {
  let name: String
  let value: Value

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var container = encoder.container(keyedBy: AnswerKey.self)
    try container.encode(value, forKey: AnswerKey(stringValue: name))
  }
}

extension NamedAnswer where Value == RideSummary {
  init(_ ride: RideSummary) { self.init(name: "ride", value: ride) }
}

extension NamedAnswer where Value == PlanSummary {
  init(_ plan: PlanSummary) { self.init(name: "plan", value: plan) }
}

extension NamedAnswer where Value == Device {
  init(_ device: Device) { self.init(name: "device", value: device) }
}

/// A key by its name.
private struct AnswerKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

/// A line of an answer that has several, which says what it is.
struct StreamLine<Value: Encodable>: Encodable {
  let kind: LineKind
  let value: Value

  init(_ kind: LineKind, _ value: Value) { (self.kind, self.value) = (kind, value) }

  private enum CodingKeys: CodingKey {
    case kind
  }

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
  }
}

/// What a line tells.
enum LineKind: String, Encodable {
  /// A ride that began, and its devices.
  case started
  /// What goes on now.
  case status
  /// A ride that has ended.
  case finished
  /// A ride that came in from a file.
  case imported
  /// Something that was refused, and the remedy.
  case refusal
  /// What an import came to.
  case totals
  /// How far a measurement is.
  case progress
  /// A measurement that was stored.
  case measurement
  /// A plan as it is saved.
  case plan
  /// An export of Apple Health.
  case health
  /// Nights.
  case nights
  /// Daily values of an HRV app.
  case mornings
  /// A library that took the place of another.
  case library
}

/// What goes on now, the version of the shapes, and before a ride the last one.
struct StatusAnswer: Encodable {
  let status: Status
  var lastRide: RideSummary?

  private enum CodingKeys: CodingKey {
    case jsonVersion, lastRide
  }

  func encode(to encoder: any Encoder) throws {
    try status.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(JSONVersion.current, forKey: .jsonVersion)
    try container.encodeIfPresent(lastRide, forKey: .lastRide)
  }
}

/// A device that is forgotten.
struct ForgottenDevice: Encodable {
  let address: String
  /// What it was known as; absent if that cannot be told.
  let device: Device?
}

/// A plan that is deleted, or a line of it.
struct DeletedPlan: Encodable {
  let name: String
  /// The plan as it is now; absent if it cannot be read.
  let plan: PlanSummary?
  /// The line, as `plan show` numbers it; absent for the whole plan.
  var line: String?
}

/// A night that is deleted.
struct DeletedNight: Encodable {
  let date: CalendarDay
  /// What it was; absent if that cannot be told.
  let night: Night?
}

/// A ride in figures, what befell its links, and how evenly its devices spoke, in one object.
struct RideWithLinks: Encodable {
  let links: RideLinks

  private enum CodingKeys: CodingKey {
    case ride, incidents, intervals
  }

  func encode(to encoder: any Encoder) throws {
    try links.ride.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(links.ride, forKey: .ride)
    try container.encode(links.incidents, forKey: .incidents)
    try container.encode(links.intervals, forKey: .intervals)
  }
}
