import FoundationEssentials
import Rides

/// The state of an upload at Strava.
struct StravaUpload: Sendable {
  /// The outcome of an upload.
  enum Outcome: Hashable, Sendable {
    case there(activity: String?, wasThere: Bool)
    case processing
    case refused(SyncFault)
  }

  /// The ID of the upload, if the response contains it.
  let id: String?
  let outcome: Outcome

  /// Reads a response; nil if it is not an object.
  init?(_ json: JSONValue) {
    guard case .object = json else { return nil }
    id = json["id"].identifier ?? json["id_str"].identifier
    outcome = Self.outcome(
      activity: json["activity_id"].identifier, error: json["error"].text ?? "", status: json["status"].text ?? "")
  }

  /// Returns the outcome.
  ///
  /// A duplicate is a success, whatever its status says.
  ///
  /// The absence of an error does not mean success: a deleted activity has no error either.
  static func outcome(activity: String?, error: String, status: String) -> Outcome {
    if let activity { return .there(activity: activity, wasThere: false) }
    let plain = error.plain
    if plain.lowercased().contains("duplicate") {
      return .there(activity: Self.activity(in: error), wasThere: true)
    }
    if !plain.isEmpty { return .refused(SyncFault(.refused, detail: plain)) }
    let status = status.lowercased()
    if status.contains("has been deleted") { return .refused(SyncFault(.deletedThere)) }
    if status.contains("there was an error processing") {
      return .refused(SyncFault(.refused, detail: "no reason given"))
    }
    return .processing
  }

  /// Returns the ID of the activity that the text about a duplicate names, as a link or in words.
  static func activity(in text: String) -> String? {
    for mark in ["/activities/", "activity "] {
      guard let found = text.firstRange(of: mark) else { continue }
      let digits = text[found.upperBound...].prefix { $0.isASCII && $0.isNumber }
      if digits.isIdentifier { return String(digits) }
    }
    return nil
  }
}

/// An upload that Strava is still processing, and the number of requests for its state.
struct StravaTicket: Hashable, Sendable {
  let upload: String
  let asked: Int

  init(upload: String, asked: Int = 0) {
    self.upload = upload
    self.asked = asked
  }

  /// Reads a ticket; nil if it is invalid.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0].isIdentifier, let asked = Int(words[1]), asked >= 0, asked < Int.max else {
      return nil
    }
    self.init(upload: String(words[0]), asked: asked)
  }

  /// The ticket as it is stored.
  var text: String { "\(upload) \(asked)" }

  /// The ticket after the next request.
  var next: StravaTicket { StravaTicket(upload: upload, asked: asked + 1) }

  /// The delay before the next request; nil after a day, when Strava has lost the upload.
  ///
  /// Strava usually needs about two seconds. After two minutes it probably has a problem, so the requests become rare.
  var wait: Duration? {
    let quick = [1, 2, 3, 5, 8, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10]
    if asked < quick.count { return .seconds(quick[asked]) }
    return asked < quick.count + 48 ? .seconds(1800) : nil
  }
}
