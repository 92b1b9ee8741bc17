package import ControlWire
internal import FoundationEssentials
internal import Logging
package import Rides

/// intervals.icu: accepts rides, has planned workouts, and stores body values by day.
///
/// The rider provides an API key. It is stored in `secrets` with its origin. The address is in `memory`.
package struct Intervals: Sendable {
  package let service = SyncService.intervals

  static let keyName = "intervals-key"
  static let siteName = "intervals-site"

  let tools: ServiceTools
  let client: IntervalsClient

  package init(_ tools: ServiceTools) {
    self.tools = tools
    client = IntervalsClient(http: tools.http, clock: tools.clock)
  }

  /// Returns the account's address and its key.
  ///
  /// - Throws: `unauthorized` if there is no key.
  func access() async throws(IntervalsFailure) -> (site: IntervalsSite, key: String) {
    do throws(SyncFault) {
      let site = try await tools.memory.json(IntervalsSite.self, Self.siteName) ?? IntervalsSite()
      guard let key = try keptKey(for: site), !key.isEmpty else { throw SyncFault(.unauthorized) }
      return (site, key)
    } catch {
      throw error.code == .unauthorized ? .stopped(error) : .later(error, after: nil)
    }
  }

  /// Sends a request as the connected rider.
  func answer(to question: IntervalsClient.Question) async throws(SyncFault) -> HTTPResponse {
    do throws(IntervalsFailure) {
      let (site, key) = try await access()
      return try await client.ask(question, at: site, key: key)
    } catch {
      throw error.fault
    }
  }

  private func keptKey(for site: IntervalsSite) throws(SyncFault) -> String? {
    try tools.secrets.secret(Self.keyName, for: site.url, usual: IntervalsSite.usualURL)
  }
}

extension Intervals: ConnectedByRider {
  /// Connects with the key of the call, or checks the stored one.
  ///
  /// Another origin, or other certificates, need the key in the same call. Without an address in the call, address and
  /// certificates stay the same.
  package func connect(_ call: Connect) async throws(SyncFault) -> ConnectOutcome {
    let before = try await tools.memory.json(IntervalsSite.self, Self.siteName)
    let oldKey = try tools.secrets.secret(Self.keyName)
    var site = before ?? IntervalsSite()
    if let url = call.url {
      site = IntervalsSite(url: try Self.address(url))
      site.wellness = before?.wellness
    }
    if let wellness = call.wellness { site.wellness = wellness }
    if let certificates = call.certificates { site.certificates = certificates }
    let hasSameTrust = call.certificates == nil || call.certificates == before?.certificates
    let former = hasSameTrust ? try keptKey(for: site) : nil
    guard let key = call.key ?? former, Self.isKey(key) else { throw SyncFault(.badOption, detail: "key") }

    let answer: HTTPResponse
    do throws(IntervalsFailure) {
      answer = try await client.ask(IntervalsClient.Question(path: "athlete/0"), at: site, key: key)
    } catch {
      throw error.fault
    }
    // A captive portal responds with its own page.
    guard let athlete = JSONValue(answer.body), case .object = athlete else { throw SyncFault(.badAnswer) }
    let name = athlete["name"].word ?? athlete["athlete"]["name"].word
    site.account = name.flatMap { $0.line(most: Limits.nameLength) }

    // Store the key first, so that the old key is never combined with other certificates.
    try tools.secrets.keep(key, Self.keyName, for: site.url)
    do throws(SyncFault) { try await tools.memory.keep(json: site, Self.siteName) } catch {
      try? tools.secrets.keep(oldKey, Self.keyName)
      throw error
    }
    return .connected(account: site.account)
  }

  /// Deletes the key.
  ///
  /// - Returns: False: the service cannot revoke a key for one client. The key stays valid until the rider creates
  ///   another.
  package func disconnect() async -> Bool {
    do throws(SyncFault) {
      try tools.secrets.keep(nil, Self.keyName)
      try await tools.memory.keep([Self.siteName: nil, Self.sentName: nil])
    } catch {
      tools.log.error("intervals.icu: cannot delete the key: \(error.code.rawValue) \(error.detail ?? "")")
    }
    return false
  }

  private static func isKey(_ key: String) -> Bool {
    (1...200).contains(key.utf8.count) && key.utf8.allSatisfy { 0x21...0x7E ~= $0 }
  }

  private static func address(_ text: String) throws(SyncFault) -> String {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    guard let parts = URLParts(text), parts.isPrivate, parts.query == nil, !text.contains("#") else {
      throw SyncFault(.badOption, detail: "url")
    }
    return text
  }
}
