import FoundationEssentials
import Rides

/// The reason that Strava did not perform a request.
struct StravaFailure: Error, Hashable, Sendable {
  var fault: SyncFault
  /// The delay before the next request; nil if Strava did not ask for one.
  var after: Duration?

  init(_ fault: SyncFault, after: Duration? = nil) {
    self.fault = fault
    self.after = after
  }

  init(_ code: SyncFault.Code, _ detail: String? = nil) { self.init(SyncFault(code, detail: detail)) }

  /// The outcome for a ride.
  var delivery: Delivery {
    switch fault.code {
    case .offline, .timedOut, .certificate, .serverFailed, .rateLimited, .badAnswer, .redirected, .startUnconfirmed,
      .unfinished, .notWritable, .commandFailed, .commandTimedOut, .notInstalled, .badOption:
      .later(fault, after: after)
    case .unauthorized, .connectionUnused, .missingScope, .inactive, .tooManyAthletes, .consentDenied,
      .consentOutdated, .consentMissing:
      .stopped(fault)
    case .refused, .tooLarge, .deletedThere, .empty, .deleted, .conflict: .refused(fault)
    }
  }
}

extension StravaFailure {
  /// Classifies a response that is not a success.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - now: The clock of this computer, for a response without `Date`.
  ///   - random: From 0 up to 1; spreads the next requests of many clients after a pause.
  init(_ response: HTTPResponse, now: Date, random: Double) {
    let words = StravaErrorBody(response.body)
    let status = "status \(response.status)"
    switch response.status {
    case 300...399:
      self.init(.redirected, response.headers["Location"].map { String($0.prefix { $0 != "?" && $0 != "#" }).plain })
    case 400, 422: self.init(.refused, words?.text ?? response.body.plainBeginning ?? status)
    case 401: self.init(words?.missingScope.map { SyncFault(.missingScope, detail: $0) } ?? SyncFault(.unauthorized))
    case 403:
      // A proxy may also send 403, without any relation to permissions.
      guard let words else { self.init(.badAnswer, status); return }
      if words.has("inactive") {
        self.init(.inactive)
      } else if words.has("limit of connected athletes") {
        self.init(.tooManyAthletes)
      } else {
        self.init(.missingScope, words.missingScope)
      }
    case 408: self.init(.timedOut, status)
    case 413: self.init(.tooLarge)
    case 429:
      let pause = StravaPause(response.headers, now: now)
      self.init(SyncFault(.rateLimited), after: pause.length + .milliseconds(Int64(random * 10_000)))
    case 500...599:
      let pause = RetryAfter.delay(response.headers, now: now.wholeSeconds)
      self.init(SyncFault(.serverFailed, detail: status), after: pause)
    default: self.init(.badAnswer, words?.text.map { "\(status): \($0)" } ?? status)
    }
  }
}

/// The pause after 429: developers.strava.com/docs/rate-limits.
struct StravaPause {
  /// The pause that Strava asks for.
  ///
  /// Otherwise until the next quarter of an hour, or until midnight UTC if the daily limit is used up.
  let length: Duration

  init(_ headers: HTTPFields, now: Date) {
    let clock = now.wholeSeconds
    if let asked = RetryAfter.delay(headers, now: clock) {
      length = max(asked, .seconds(1))
      return
    }
    // The quarter of an hour is the server's, regardless of this computer's clock.
    let present = headers["Date"].flatMap { HTTPDate($0, near: clock)?.seconds } ?? clock
    let isDayOver = ["X-RateLimit", "X-ReadRateLimit"].contains { name in
      guard let limit = Self.ofDay(headers["\(name)-Limit"]), let usage = Self.ofDay(headers["\(name)-Usage"]) else {
        return false
      }
      return usage >= limit
    }
    let period: Int64 = isDayOver ? 86_400 : 900
    let gone = present % period
    length = .seconds(period - (gone < 0 ? gone + period : gone))
  }

  /// Returns the second number of `200,2000`.
  private static func ofDay(_ value: String?) -> Int? {
    let numbers = value?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    return numbers.count == 2 ? Int(String(numbers[1].filter { $0 != " " })) : nil
  }
}

/// Strava's description of a failure: its Fault, or the `error` of an upload.
struct StravaErrorBody {
  private let message: String?
  private let error: String?
  private let items: [(resource: String, field: String, code: String)]

  /// Reads a body; nil if it is not a JSON object.
  init?(_ body: [UInt8]) {
    guard let json = JSONValue(body), case .object = json else { return nil }
    message = json["message"].text
    error = json["error"].text
    items = (json["errors"].list ?? []).filter { $0.members != nil }.map { item in
      (item["resource"].text ?? "", item["field"].text ?? "", item["code"].text ?? "")
    }
  }

  /// The description for people, if any.
  var text: String? {
    let details = items.prefix(3).map {
      [$0.resource, $0.field, $0.code].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let parts = [error ?? message].compactMap(\.self) + details
    let text = parts.filter { !$0.isEmpty }.joined(separator: "; ").plain
    return text.isEmpty ? nil : text
  }

  /// The missing permission: `activity:write` for the field `activity:write_permission`, if any.
  var missingScope: String? {
    items.first { $0.code == "missing" && $0.field.hasSuffix("_permission") }
      .map { String($0.field.dropLast("_permission".count)).plain }
  }

  /// Whether any part contains a lower-case text, ignoring case.
  func has(_ words: String) -> Bool {
    let all = [message, error].compactMap(\.self) + items.flatMap { [$0.resource, $0.field, $0.code] }
    return all.contains { $0.lowercased().contains(words) }
  }
}
