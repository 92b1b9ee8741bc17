import FoundationEssentials
import Logging
import Rides

/// Sends requests with a token to the server.
///
/// The token is renewed once if the server rejects it.
struct HubAccess: Sendable {
  private enum Path {
    static let sync = "/api/v1/workouts/sync"
    static let status = "/api/v1/sync/status"
    static let pair = "/api/v1/devices/pair"
    static let refresh = "/api/v1/devices/refresh"
  }

  private enum Name {
    static let connection = "hub-token"
    /// A file with a token that the administrator renews, given as a credential of systemd.
    static let file = "hub-token-file"
    /// The address for which the file's token is valid, another credential.
    static let address = "hub-url"
    /// PEM text of the authorities to trust for that address in addition to the system's, a third credential.
    static let authorities = "hub-ca"
  }

  let tools: ServiceTools
  /// The name of this computer, which the server shows.
  let hostName: String
  /// Serialises renewals: batches, whole rides and live reports share the tokens.
  private let renewals = Turn()

  init(tools: ServiceTools, hostName: String) {
    self.tools = tools
    self.hostName = hostName
  }

  /// Returns the stored connection; nil if the hub is not connected.
  func connection() throws(SyncFault) -> HubConnection? {
    guard let text = try tools.secrets.secret(Name.connection) else { return nil }
    return try? JSONDecoder().decode(HubConnection.self, from: Data(text.utf8))
  }

  /// Stores a connection; nil deletes it.
  ///
  /// The change is on the disk when the call returns.
  func keep(_ connection: HubConnection?) throws(SyncFault) {
    let data = connection.flatMap { try? JSONEncoder().encode($0) }
    try tools.secrets.keep(data.map { String(decoding: $0, as: UTF8.self) }, Name.connection)
  }

  /// Returns the authorities that the administrator gave for the file's token; nil for the system's.
  func authoritiesOfFile() throws(SyncFault) -> String? { try tools.secrets.secret(Name.authorities) }

  /// Returns the tokens of the administrator's file.
  ///
  /// Nil if it is missing, or for another origin or other authorities.
  func tokensOfFile(for url: String, _ certificates: String?) throws(SyncFault) -> HubConnection.Tokens? {
    guard let file = try tools.secrets.secret(Name.file) else { return nil }
    guard let origin = try tools.secrets.secret(Name.address).flatMap(URLParts.init)?.origin,
      origin == URLParts(url)?.origin, try authoritiesOfFile() == certificates
    else {
      tools.log.warning(
        "the credential hub-token-file is not used: hub-url must name this server, and hub-ca its authorities",
        metadata: ["url": "\(url)"])
      return nil
    }
    return HubConnection.Tokens(file: file, now: tools.clock.now)
  }

  /// Sends a batch.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - connection: The connection; its tokens are replaced if they were renewed.
  ///   - mayRenew: Whether the tokens may be renewed; set to false if they were.
  /// - Returns: The decision of the response; `later` if there is no response.
  func send(_ batch: HubBatch, by connection: inout HubConnection, mayRenew: inout Bool) async -> HubAnswer {
    let body = HTTPRequest.Body.bytes(Array(batch.body.utf8), contentType: "application/json")
    switch await send({ $0.request(.post, Path.sync, body: body) }, by: &connection, mayRenew: &mayRenew) {
    case .answered(let response): return HubAnswer(response, sent: batch.rides.count, now: tools.clock.now)
    case .failed(let answer): return answer
    }
  }

  /// The result of a request.
  enum Reply {
    /// A response, whatever its status.
    case answered(HTTPResponse)
    /// There is no response or no token, for this reason.
    case failed(HubAnswer)
  }

  /// Sends a request with the token, and once more with a new token if the server rejects it.
  ///
  /// - Parameters:
  ///   - request: Returns the request for a connection.
  ///   - connection: The connection; its tokens are replaced if they were renewed.
  ///   - mayRenew: Whether the tokens may be renewed; set to false if they were.
  /// - Returns: The response, or the failure.
  func send(
    _ request: (HubConnection) -> HTTPRequest, by connection: inout HubConnection, mayRenew: inout Bool
  ) async -> Reply {
    if mayRenew, connection.tokens.refresh != nil, connection.isExpired(by: tools.clock) {
      mayRenew = false
      if let failure = await renew(&connection) { return .failed(failure) }
    }
    let reply = await answer(to: request(connection))
    guard case .answered(let response) = reply, response.status == 401, mayRenew else { return reply }
    mayRenew = false
    if let failure = await renew(&connection) { return .failed(failure) }
    return await answer(to: request(connection))
  }

  private func answer(to request: HTTPRequest) async -> Reply {
    do throws(HTTPFailure) { return .answered(try await tools.http.send(request)) } catch {
      return .failed(.later(SyncFault(error), after: nil))
    }
  }

  /// Renews the tokens, and stores the new ones before they are used: the old ones may be invalid from now on.
  ///
  /// - Returns: The failure; nil for success.
  private func renew(_ connection: inout HubConnection) async -> HubAnswer? {
    await renewals.take()
    let failure = await renewInTurn(&connection)
    await renewals.leave()
    return failure
  }

  private func renewInTurn(_ connection: inout HubConnection) async -> HubAnswer? {
    do throws(SyncFault) {
      if let kept = try self.connection(), kept.tokens != connection.tokens {
        // Another request has renewed the tokens, or the rider has connected again.
        connection = kept
        return nil
      }
      let tokens: HubConnection.Tokens
      if let refresh = connection.tokens.refresh {
        let response = try await ask(connection.url + Path.refresh, ["refresh_token": refresh], connection.certificates)
        if let failure = Self.failure(of: response, now: tools.clock.now) { return failure }
        guard let answer = HubConnection.Tokens(answer: response.body, keeping: refresh, now: tools.clock.now) else {
          return .later(SyncFault(.badAnswer, detail: "no token in the response"), after: nil)
        }
        tokens = answer
      } else {
        guard let file = try tokensOfFile(for: connection.url, connection.certificates),
          file.access != connection.tokens.access
        else {
          return .unauthorized(SyncFault(.unauthorized))
        }
        tokens = file
      }
      guard try self.connection()?.tokens == connection.tokens else {
        // The rider connected again or disconnected during the renewal.
        return .later(SyncFault(.unauthorized), after: .seconds(1))
      }
      let renewed = connection.with(tokens)
      try keep(renewed)
      connection = renewed
      return nil
    } catch {
      return .later(error, after: nil)
    }
  }

  /// Exchanges a pairing code for tokens.
  ///
  /// The server accepts a code once: if its response is lost, another code is needed.
  ///
  /// - Returns: The tokens, and the server's `rider_id` if it gave one.
  func pair(
    _ code: String, at url: String, _ certificates: String?
  ) async throws(SyncFault) -> (tokens: HubConnection.Tokens, riderID: String?) {
    let response = try await ask(url + Path.pair, ["code": code, "name": hostName], certificates)
    switch Self.failure(of: response, now: tools.clock.now) {
    case nil: break
    case .unauthorized(let fault): throw SyncFault(.unauthorized, detail: fault.detail ?? "the pairing code")
    case .later(let fault, _), .stopped(let fault), .contradictory(let fault): throw fault
    case .taken, .invalid, .tooLarge, .keyTaken: throw SyncFault(.badAnswer, detail: "status \(response.status)")
    }
    guard let tokens = HubConnection.Tokens(answer: response.body, now: tools.clock.now) else {
      throw SyncFault(.badAnswer, detail: "no token in the response")
    }
    return (tokens, JSONValue(response.body)?["rider_id"].text)
  }

  /// Checks that the server accepts a token.
  ///
  /// Some servers do not implement `GET /api/v1/sync/status`. The token counts as accepted unless the server rejects
  /// it.
  ///
  /// - Returns: The server's `rider_id`; nil if it does not have one.
  func check(
    _ tokens: HubConnection.Tokens, at url: String, _ certificates: String?
  ) async throws(SyncFault) -> String? {
    let connection = HubConnection(
      url: url, certificates: certificates, source: "", camelCase: nil, riderID: nil, tokens: tokens)
    let response: HTTPResponse
    do throws(HTTPFailure) { response = try await tools.http.send(connection.request(.get, Path.status)) } catch {
      throw SyncFault(error)
    }
    let status = response.status
    if status == 401 || status == 403 { throw SyncFault(.unauthorized, detail: "status \(status)") }
    return response.isSuccess ? JSONValue(response.body)?["rider_id"].text : nil
  }

  /// Returns the failure that a response outside of a batch means; nil for success.
  private static func failure(of response: HTTPResponse, now: Date) -> HubAnswer? {
    switch response.status {
    case 200...299: return nil
    case 400, 401, 403, 410, 422:
      let said = JSONValue(response.body)
      if said?["error"]["code"].text == "TOKEN_UNUSED" { return .unauthorized(SyncFault(.connectionUnused)) }
      return .unauthorized(SyncFault(.unauthorized, detail: said?.problemReason))
    default: return HubAnswer(response, sent: 0, now: now)
    }
  }

  private func ask(
    _ url: String, _ members: [String: String], _ certificates: String?
  ) async throws(SyncFault) -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(members) else { throw SyncFault(.badOption, detail: "--code") }
    let request = HTTPRequest(
      .post, url, headers: [HubConnection.acceptsJSON], body: .bytes(Array(body), contentType: "application/json"),
      trust: HTTPTrust(authorities: certificates))
    do throws(HTTPFailure) { return try await tools.http.send(request) } catch { throw SyncFault(error) }
  }
}

/// A lock for tasks, in the order of their requests.
private actor Turn {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
