package import FoundationEssentials
package import Rides

/// The reason that intervals.icu did not perform a request.
package enum IntervalsFailure: Error, Hashable, Sendable {
  /// The request will never succeed.
  case refused(SyncFault)
  /// The request may succeed later; after the delay that the service asked for, if any.
  case later(SyncFault, after: Duration?)
  /// All requests fail until the rider provides another key.
  case stopped(SyncFault)
  /// The resource does not exist (404): the address is wrong, or the activity is gone.
  case missing(SyncFault)

  package var fault: SyncFault {
    switch self {
    case .refused(let fault), .later(let fault, _), .stopped(let fault), .missing(let fault): fault
    }
  }

  /// The outcome for a ride.
  package var delivery: Delivery {
    switch self {
    case .refused(let fault): .refused(fault)
    case .later(let fault, let after): .later(fault, after: after)
    case .stopped(let fault): .stopped(fault)
    case .missing(let fault): .later(fault, after: nil)
    }
  }

  /// Classifies a response; nil for success.
  ///
  /// - Parameters:
  ///   - answer: The response.
  ///   - now: The wall clock, for a `Retry-After` that names a date.
  package init?(_ answer: HTTPResponse, now: Date) {
    let said = Self.reason(answer)
    let seconds = Int64(exactly: now.timeIntervalSince1970.rounded()) ?? 0
    switch answer.status {
    case 200...299: return nil
    case 300...399:
      // The query may contain a secret.
      let address = answer.headers["Location"].map { $0.prefix { $0 != "?" && $0 != "#" } }
        .flatMap { String($0).line() }
      self = .later(SyncFault(.redirected, detail: address), after: nil)
    case 401, 403: self = .stopped(SyncFault(.unauthorized, detail: said))
    case 404: self = .missing(SyncFault(.serverFailed, detail: said))
    case 413: self = .refused(SyncFault(.tooLarge, detail: said))
    case 400, 415, 422: self = .refused(SyncFault(.refused, detail: said))
    case 429:
      self = .later(SyncFault(.rateLimited, detail: said), after: RetryAfter.delay(answer.headers, now: seconds))
    case 408: self = .later(SyncFault(.timedOut, detail: said), after: nil)
    default:
      self = .later(SyncFault(.serverFailed, detail: said), after: RetryAfter.delay(answer.headers, now: seconds))
    }
  }

  /// Converts a failure without a response.
  package init(_ failure: HTTPFailure) { self = .later(SyncFault(failure), after: nil) }

  /// Returns the service's message, `{"status":422,"error":"…"}`; without one only the status.
  private static func reason(_ answer: HTTPResponse) -> String {
    let body = answer.body.count < 10_000 ? JSONValue(answer.body) : nil
    let text = body.flatMap { $0["error"].word ?? $0["message"].word }.flatMap { $0.line() }
    return text.map { "\(answer.status): \($0)" } ?? String(answer.status)
  }
}
