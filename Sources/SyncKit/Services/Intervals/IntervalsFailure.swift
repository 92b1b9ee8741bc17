package import FoundationEssentials
package import Rides

/// Why intervals.icu did not do what a request asks.
package enum IntervalsFailure: Error, Hashable, Sendable {
  /// It never will.
  case refused(SyncFault)
  /// It may do so later; after a while that it named, if it did.
  case later(SyncFault, after: Duration?)
  /// It does nothing before the rider has given another key.
  case stopped(SyncFault)
  /// It does not have what is asked for (404): the address is wrong, or the activity is gone.
  case missing(SyncFault)

  package var fault: SyncFault {
    switch self {
    case .refused(let fault), .later(let fault, _), .stopped(let fault), .missing(let fault): fault
    }
  }

  /// What it means for a ride.
  package var delivery: Delivery {
    switch self {
    case .refused(let fault): .refused(fault)
    case .later(let fault, let after): .later(fault, after: after)
    case .stopped(let fault): .stopped(fault)
    case .missing(let fault): .later(fault, after: nil)
    }
  }

  /// Judges an answer; nil for success.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - now: The wall clock, for a `Retry-After` that names a date.
  package init?(_ answer: HTTPResponse, now: Date) {
    let said = Self.reason(answer)
    let seconds = Int64(exactly: now.timeIntervalSince1970.rounded()) ?? 0
    switch answer.status {
    case 200...299: return nil
    case 300...399:
      // The query may have a secret in it.
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

  /// What there is instead of an answer.
  package init(_ failure: HTTPFailure) { self = .later(SyncFault(failure), after: nil) }

  /// What the service said: `{"status":422,"error":"…"}`; else the status alone.
  private static func reason(_ answer: HTTPResponse) -> String {
    let body = answer.body.count < 10_000 ? JSONValue(answer.body) : nil
    let text = body.flatMap { $0["error"].word ?? $0["message"].word }.flatMap { $0.line() }
    return text.map { "\(answer.status): \($0)" } ?? String(answer.status)
  }
}
