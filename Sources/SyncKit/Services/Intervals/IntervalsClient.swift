package import FoundationEssentials
package import Rides

/// The location of the rider's account at intervals.icu.
package struct IntervalsSite: Codable, Hashable, Sendable {
  /// The default address.
  package static let usualURL = "https://intervals.icu"

  /// The address, without a slash at its end.
  package var url: String
  /// PEM text of authorities to trust in addition to the system's, if any.
  package var certificates: String?
  /// The rider's name there; nil if unknown.
  package var account: String?
  /// The direction in which body values are exchanged; nil for no exchange.
  package var wellness: WellnessDirection?

  package init(url: String = Self.usualURL, certificates: String? = nil, account: String? = nil) {
    self.url = url
    self.certificates = certificates
    self.account = account
  }

  /// Returns the page of an activity.
  package func page(of activity: String) -> String { "\(url)/activities/\(FormEncoding.escaped(activity))" }
}

/// Sends requests to intervals.icu with the rider's key, within its rate limit.
actor IntervalsClient {
  /// A request without address and key.
  struct Question: Sendable {
    var method = HTTPRequest.Method.get
    /// The path below `/api/v1/`.
    var path: String
    var query: [(name: String, value: String)] = []
    var body = HTTPRequest.Body.none
  }

  private let http: any HTTPSending
  private let clock: any SyncClock
  private var pace = RequestPace()

  init(http: any HTTPSending, clock: any SyncClock) {
    self.http = http
    self.clock = clock
  }

  /// Sends a request and returns the successful response.
  func ask(_ question: Question, at site: IntervalsSite, key: String) async throws(IntervalsFailure) -> HTTPResponse {
    let wait = pace.wait(at: clock.now)
    if wait > .zero {
      do { try await clock.sleep(for: wait) } catch {
        throw .later(SyncFault(.offline), after: nil)
      }
    }
    let query = question.query.isEmpty ? "" : "?\(FormEncoding.text(question.query))"
    let request = HTTPRequest(
      question.method, "\(site.url)/api/v1/\(question.path)\(query)",
      headers: [
        (name: "Authorization", value: HTTPRequest.basicAuthorization(user: "API_KEY", password: key)),
        (name: "Accept", value: "application/json"),
      ], body: question.body, trust: HTTPTrust(authorities: site.certificates))
    let answer: HTTPResponse
    do throws(HTTPFailure) { answer = try await http.send(request) } catch { throw IntervalsFailure(error) }
    if let failure = IntervalsFailure(answer, now: clock.now) { throw failure }
    return answer
  }
}

/// Spreads requests so that a server gets a limited number in any second.
///
/// The caller passes the time. A clock that leaps does not stop the requests: no request waits for longer than twice
/// the window.
package struct RequestPace: Sendable {
  /// The maximum number of requests in a window: the limit of intervals.icu for an address and second.
  package static let most = 10
  /// The length of a window, in seconds.
  package static let windowSeconds = 1.0

  /// The times of the last requests, including future ones, oldest first; at most `most`.
  private var times: [Date] = []

  package init() {}

  /// Reserves the time of the next request.
  ///
  /// - Returns: The delay before the request; zero in most cases.
  package mutating func wait(at now: Date) -> Duration {
    // After a clock is set back, all times would be in the far future.
    let latest = now.addingTimeInterval(Self.windowSeconds)
    times = times.map { min($0, latest) }
    var place = now
    if times.count == Self.most, let oldest = times.first {
      place = max(now, oldest.addingTimeInterval(Self.windowSeconds))
      times.removeFirst()
    }
    times.append(place)
    return .seconds(place.timeIntervalSince(now))
  }
}
