package import FoundationEssentials

/// What the hub reads of a whole ride when it comes: the beginning of what `export --format json --whole` gives.
package struct RideSummary: Decodable, Hashable, Sendable {
  private struct Totals: Decodable, Hashable, Sendable {
    let timerSeconds: Int?
    let elapsedSeconds: Int?
    let distanceMeters: Double?
    let averageWatts: Double?
    let averageBeatsPerMinute: Double?
  }

  /// The seconds to which the rider has cut it.
  private struct Trim: Decodable, Hashable, Sendable {
    let fromSecond: Int
    let toSecond: Int
  }

  private enum Limit {
    static let characters = 10_000
  }

  package let uuid: String
  package let name: String?
  package let note: String?
  private let start: String
  private let totals: Totals?
  private let trim: Trim?

  /// Reads a ride.
  ///
  /// - Throws: `validationError` if it is no ride, or another one than the address says.
  package init(_ content: Data, uuid: String) throws(HubFault) {
    let decoded: RideSummary
    do {
      decoded = try JSONDecoder().decode(RideSummary.self, from: content)
    } catch let error as DecodingError {
      throw HubFault(
        .validationError, "This is no ride as `jz2ctl export --format json --whole` writes it: \(error.place).")
    } catch {
      throw HubFault(.validationError, "This is no ride as `jz2ctl export --format json --whole` writes it.")
    }
    guard decoded.uuid == uuid else {
      throw .invalid([HubFault.Field("uuid", "is \(decoded.uuid), and the address names \(uuid)")])
    }
    guard decoded.startTime != nil else {
      throw .invalid([HubFault.Field("start", "has to be a time with its offset from UTC")])
    }
    guard max(decoded.name?.utf8.count ?? 0, decoded.note?.utf8.count ?? 0) <= Limit.characters else {
      throw .invalid([HubFault.Field("note", "name and note have at most \(Limit.characters) bytes")])
    }
    self = decoded
  }

  private var startTime: Instant? { Instant(start) }

  /// When it began; the beginning of time for a ride whose start is not a time, which `init` lets through nowhere.
  package var began: Instant { startTime ?? Instant(milliseconds: 0) }
  package var timerSeconds: Int { totals?.timerSeconds ?? 0 }
  package var elapsedSeconds: Int { totals?.elapsedSeconds ?? 0 }
  package var distanceMeters: Double { totals?.distanceMeters ?? 0 }
  package var averageWatts: Double? { totals?.averageWatts }
  package var averageBeatsPerMinute: Double? { totals?.averageBeatsPerMinute }

  /// What the rider changed about it, in words: kept where an edit is not taken.
  package var edits: String {
    var words = ["name: \(name ?? "none")", "note: \(note ?? "none")"]
    if let trim { words.append("cut to seconds \(trim.fromSecond) to \(trim.toSecond)") }
    return words.joined(separator: "; ")
  }
}

extension DecodingError {
  /// What is wrong, and where.
  fileprivate var place: String {
    switch self {
    case .keyNotFound(let key, _): "it has no \(key.stringValue)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.isEmpty ? "it is not JSON" : context.codingPath.map(\.stringValue).joined(separator: ".")
    @unknown default: "it is not JSON"
    }
  }
}
