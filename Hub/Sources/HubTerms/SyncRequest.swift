package import FoundationEssentials
import Rides

/// The body of `POST /api/v1/workouts/sync`.
package struct SyncRequest: Hashable, Sendable {
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// The changes since the last success.
    case incremental
    /// All workouts of the client.
    case full
  }

  package enum Limit {
    /// The maximum size of the body, in bytes.
    package static let bytes = 1 << 20
    package static let workouts = 1...100
    static let keyCharacters = 64
    /// The maximum number of faults in a response.
    ///
    /// More would not help a person.
    static let namedFaults = 100
  }

  package let workouts: [Workout]
  package let mode: Mode
  package let idempotencyKey: String
  /// The client's clock, which may be wrong; nil if the client does not send it.
  package let clientTimestamp: Instant?

  /// Reads a body.
  ///
  /// - Throws: `validationError` with the first hundred invalid fields.
  package init(_ body: Data) throws(HubFault) {
    guard let json = JSONValue(body) else {
      throw HubFault(.validationError, "The body is not JSON, or has too many values.")
    }
    guard case .object = json else {
      throw HubFault(.validationError, "The body must be an object, not \(json.kind).")
    }
    var fields = FieldReader(json)
    let key = fields.text("idempotency_key", most: Limit.keyCharacters)
    clientTimestamp = fields.instant("client_sync_timestamp", required: false)
    let mode = fields.text("mode", most: 16, required: false) ?? Mode.incremental.rawValue
    if Mode(rawValue: mode) == nil { fields.refuse("mode", "must be incremental or full") }
    var items: [JSONValue] = []
    switch json["workouts"] {
    case .list(let found): items = found
    case .null: fields.refuse("workouts", "is missing")
    case let other: fields.refuse("workouts", "must be an array, not \(other.kind)")
    }
    if case .list = json["workouts"], !Limit.workouts.contains(items.count) {
      fields.refuse("workouts", "must have 1 to \(Limit.workouts.upperBound) items, not \(items.count)")
      items = []
    }
    var faults = fields.faults
    var workouts: [Workout] = []
    for (place, item) in items.enumerated() {
      if let workout = Workout(item, path: "workouts[\(place)].", faults: &faults) { workouts.append(workout) }
    }
    guard faults.isEmpty, let key, let mode = Mode(rawValue: mode) else {
      throw .invalid(Array(faults.prefix(Limit.namedFaults)))
    }
    self.workouts = workouts
    self.mode = mode
    idempotencyKey = key
  }
}
