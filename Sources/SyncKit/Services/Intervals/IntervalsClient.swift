package import FoundationEssentials
package import Rides

/// Where the rider's account at intervals.icu is.
package struct IntervalsSite: Codable, Hashable, Sendable {
  /// The address that riders without another one use.
  package static let usualURL = "https://intervals.icu"

  /// The address, without a slash at its end.
  package var url: String
  /// PEM text of authorities to trust beside the system's; nil for none.
  package var certificates: String?
  /// The rider's name there; nil if it is not known.
  package var account: String?
  /// Which way values of the body go; nil for none.
  package var wellness: WellnessDirection?

  package init(url: String = Self.usualURL, certificates: String? = nil, account: String? = nil) {
    self.url = url
    self.certificates = certificates
    self.account = account
  }

  /// The page of an activity.
  package func page(of activity: String) -> String { "\(url)/activities/\(FormEncoding.escaped(activity))" }
}

/// Asks intervals.icu, with the rider's key and no faster than it takes requests.
actor IntervalsClient {
  /// One request, without address and key.
  struct Question: Sendable {
    var method = HTTPRequest.Method.get
    /// Below `/api/v1/`.
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

  /// Asks, and returns a success.
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

/// Spreads requests so that a server gets only so many in any second.
///
/// Time is handed in. A clock that leaps does not stop the requests: none waits for longer than twice the window.
package struct RequestPace: Sendable {
  /// The most requests of a window: what intervals.icu takes from an address in a second.
  package static let most = 10
  /// The length of a window, in seconds.
  package static let windowSeconds = 1.0

  /// When the last requests went, or are to go, the oldest first; at most `most`.
  private var times: [Date] = []

  package init() {}

  /// Takes the next place.
  ///
  /// - Returns: How long to wait before the request is sent; zero in most cases.
  package mutating func wait(at now: Date) -> Duration {
    // A clock that was set back would have all places in the far future.
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
