internal import FoundationEssentials
package import RideTerms

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
