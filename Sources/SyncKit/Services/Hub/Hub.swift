import ControlSocket
package import ControlWire
import FoundationEssentials
import Logging
package import Rides

/// The rider's own server, with the protocol in `docs/sync.md`.
///
/// **One key a batch.** A batch is stored with its key and its exact bytes before it is sent, and kept until `settled`.
/// After a kill at any point, or without a response, the same bytes are sent again with the same key, and the server
/// repeats its response. If a batch is forgotten too early, for example because a split batch keeps only its second
/// half, the only cost is one more request: the server identifies each ride by its `client_id`, which never changes.
///
/// **The server wins.** A conflict is logged; the recording is never changed.
///
/// **A whole ride, or its summary.** A server that accepts whole rides computes the summaries itself, and gets no
/// batch.
package actor Hub: BatchService, ConnectedByRider, RideArchive, LiveAudience {
  /// The keys in the service's memory.
  private enum Key {
    static let batch = "hub-batch"
    static let success = "hub-success"
    static let full = "hub-full"
  }

  /// The last successful response, by the server's clock.
  struct Success: Codable, Hashable, Sendable {
    let server: String
    let timestamp: String?
    let cursor: String?
  }

  package nonisolated let service = SyncService.hub
  package nonisolated let mostRides = HubBatch.mostRides

  /// The maximum number of whole rides in one run, so that their outcomes are known soon on a bad network too.
  private static let mostWholeRides = 10
  /// The delay before the next attempt while the clock is not set.
  private static let patienceForClock = Duration.seconds(30)

  private let tools: ServiceTools
  private let access: HubAccess
  private let wholeRides: HubWholeRides
  private let versions: HubVersions
  /// The key of the batch that a response has decided, with the receipt if the server accepted it.
  private var decided: (key: String, receipt: HubReceipt?)?

  /// - Parameters:
  ///   - tools: The tools of the service.
  ///   - hostName: The name of this computer, for the server.
  package init(_ tools: ServiceTools, hostName: String = Hub.hostName) {
    self.tools = tools
    access = HubAccess(tools: tools, hostName: hostName)
    wholeRides = HubWholeRides(tools: tools, access: access)
    versions = HubVersions(memory: tools.memory)
  }

  /// The name of this computer.
  package static var hostName: String { HostName.own ?? "jz2" }

  // MARK: Connecting

  /// Connects with an address and a pairing code, a token, or the token of the credential `hub-token-file`.
  ///
  /// If the address is the same as before, certificates, source and spelling are kept.
  package func connect(_ call: Connect) async throws(SyncFault) -> ConnectOutcome {
    let previous = try access.connection()
    guard let address = call.url ?? previous?.url else { throw SyncFault(.badOption, detail: "--url") }
    let url = try HubAddress.checked(address)
    let same = previous.flatMap { $0.url == url ? $0 : nil }
    // The administrator's token is never sent to a server whose certificates the caller supplied.
    let isOfFile = call.code == nil && call.token == nil
    let former = isOfFile ? try access.authoritiesOfFile() : same?.certificates
    let certificates = call.certificates ?? former
    guard certificates?.utf8.count ?? 0 <= HubConnection.mostCertificateBytes else {
      throw SyncFault(.badOption, detail: "--ca-file (at most 32 KiB)")
    }
    let tokens: HubConnection.Tokens?
    var riderID: String?
    switch (call.code, call.token) {
    case (.some, .some): throw SyncFault(.badOption, detail: "--code, which excludes --token-file,")
    case (let code?, nil): (tokens, riderID) = try await access.pair(code.printableLine(), at: url, certificates)
    case (nil, let file?): tokens = HubConnection.Tokens(file: file, now: tools.clock.now)
    case (nil, nil): tokens = try access.tokensOfFile(for: url, certificates)
    }
    guard let tokens else { throw SyncFault(.badOption, detail: call.token == nil ? "--code" : "--token-file") }
    let camelCase = call.camelCase ?? same?.camelCase
    let isSpelledAlike = camelCase == same?.camelCase
    let source = call.source ?? (isSpelledAlike ? same?.source : nil) ?? (camelCase == true ? "manual" : "jz2d")
    if call.code == nil { riderID = try await access.check(tokens, at: url, certificates) }
    try access.keep(
      HubConnection(
        url: url, certificates: certificates, source: source, camelCase: camelCase, riderID: riderID, tokens: tokens))
    try await wholeRides.beginAnew()
    if url.hasPrefix("http:") {
      tools.log.warning("the connection to the server is not encrypted", metadata: ["url": "\(url)"])
    }
    return .connected(account: nil)
  }

  /// Deletes the tokens.
  ///
  /// The protocol has no way to revoke them at the server.
  package func disconnect() async -> Bool {
    do throws(SyncFault) {
      try access.keep(nil)
      try await tools.memory.keep([Key.batch: nil, Key.success: nil, Key.full: nil])
      // The marks contain names and notes.
      try await wholeRides.beginAnew()
    } catch {
      tools.log.warning("the connection could not be deleted", metadata: ["reason": "\(error)"])
    }
    return false
  }

  // MARK: Sending

  package func destination() throws(SyncFault) -> String? { try access.connection()?.destination }

  /// Marks the requests from now on as a run with all rides, until no ride is left to send.
  package func startFull() async throws(SyncFault) {
    try await wholeRides.beginAnew()
    try await tools.memory.keep([Key.full: [1]])
  }

  /// Sends the first 100 rides, and before them the stored batch, if there is one.
  ///
  /// No request is sent before the clock is set, since the request's time would be wrong.
  package func send(_ parcels: [Parcel]) async -> [Int: Delivery] {
    guard tools.clock.isSet else {
      let waits = Delivery.later(SyncFault(.startUnconfirmed), after: Self.patienceForClock)
      return Dictionary(parcels.map { ($0.ride.id, waits) }) { $1 }
    }
    var run = Run(tools.log)
    do throws(SyncFault) {
      guard let connection = try access.connection() else { throw SyncFault(.unauthorized) }
      run.connection = connection
      // The outcomes of the stored batch, for a server without whole rides.
      var summarized: [Int: Delivery] = [:]
      if let kept = try await keptBatch(for: connection) {
        try await deliver(kept, isKept: true, &run)
        // Rides that have changed since are sent in their present form.
        let forms = Dictionary(kept.rides.map { ($0.number, $0.form) }) { $1 }
        for parcel in parcels {
          guard let form = forms[parcel.ride.id] else { continue }
          let isDue = try await wholeRides.isDue(parcel, at: connection.destination)
          if form == parcel.externalID, isDue { summarized[parcel.ride.id] = run.results[parcel.ride.id] }
          if form != parcel.externalID || isDue { run.results[parcel.ride.id] = nil }
        }
      }
      if run.mayGoOn { try await sendNew(parcels.filter { run.results[$0.ride.id] == nil }, summarized, &run) }
    } catch {
      for parcel in parcels where run.results[parcel.ride.id] == nil {
        run.results[parcel.ride.id] = error.code == .unauthorized ? .stopped(error) : .later(error, after: nil)
      }
    }
    return run.results
  }

  private func sendNew(
    _ parcels: [Parcel], _ summarized: [Int: Delivery], _ run: inout Run
  ) async throws(SyncFault) {
    guard var connection = run.connection else { return }
    var rides: [HubBatch.Ride] = []
    var sent = 0
    for parcel in parcels.prefix(mostRides) {
      if try await wholeRides.isDue(parcel, at: connection.destination) {
        if sent == Self.mostWholeRides { break }
        sent += 1
      }
      let outcome = try await wholeRides.put(parcel, by: &connection, mayRenew: &run.mayRenew)
      run.connection = connection
      switch outcome {
      case .ended(let delivery): run.results[parcel.ride.id] = delivery
      case .blocked(let delivery): return run.block(parcel.ride.id, delivery)
      case .untaken:
        if let delivery = summarized[parcel.ride.id] {
          run.results[parcel.ride.id] = delivery
          continue
        }
        guard var workout = HubWorkout(parcel, source: connection.source) else {
          run.results[parcel.ride.id] = .refused(SyncFault(.refused, detail: "start \(parcel.ride.start)"))
          continue
        }
        workout.baseVersion = try await versions.version(of: workout.clientID, at: connection.destination)
        rides.append(HubBatch.Ride(number: parcel.ride.id, form: parcel.externalID, workout: workout))
      }
    }
    if rides.isEmpty { return }
    let mode = try await mode(at: connection.destination)
    let batch = batch(rides, connection.destination, mode, camelCase: connection.camelCase)
    try await deliver(batch, isKept: false, &run)
  }

  /// Sends a batch.
  ///
  /// If the server rejects it as a whole, its parts are sent one after the other.
  private func deliver(_ first: HubBatch, isKept: Bool, _ run: inout Run) async throws(SyncFault) {
    var next: HubBatch? = first
    var isKept = isKept
    var waiting: [[HubBatch.Ride]] = []
    while let batch = next {
      if !isKept {
        if batch.body.utf8.count > HubBatch.mostBytes, let halves = batch.halves {
          waiting += halves
          next = waiting.popLast().map { self.batch($0, like: batch) }
          continue
        }
        try await tools.memory.keep(json: batch, Key.batch)
      }
      isKept = false
      guard var connection = run.connection else { return }
      let answer = await access.send(batch, by: &connection, mayRenew: &run.mayRenew)
      run.connection = connection
      if case .taken(let receipt) = answer { try await note(receipt, of: batch) }
      switch run.take(answer, to: batch) {
      case .over: decided = (batch.key, answer.receipt)
      case .parts(let parts):
        decided = (batch.key, nil)
        waiting += parts.reversed()
      case .rekeyed:
        next = self.batch(batch.rides, like: batch, isRekeyed: true)
        continue
      case .stays: return
      }
      if !run.mayGoOn { return }
      next = waiting.popLast().map { self.batch($0, like: batch) }
    }
  }

  /// Stores the versions that the server has now, before the outcomes are returned.
  private func note(_ receipt: HubReceipt, of batch: HubBatch) async throws(SyncFault) {
    tools.log.info(
      "server accepted the rides",
      metadata: [
        "key": "\(batch.key)", "sent": "\(batch.rides.count)", "created": "\(receipt.created)",
        "updated": "\(receipt.updated)", "unchanged": "\(receipt.unchanged)",
        "conflicts": "\(receipt.conflicts.count)", "replayed": "\(receipt.isReplayed)",
      ])
    try await versions.keep(receipt, at: batch.server)
    for conflict in receipt.conflicts {
      let ride = batch.rides.first { $0.workout.clientID == conflict.clientID }
      tools.log.notice(
        "server kept its own version of a ride",
        metadata: [
          "ride": "\(ride.map { String($0.number) } ?? "?")", "reason": "\(conflict.reason ?? "?")",
          "resolution": "\(conflict.resolution ?? "?")",
        ])
    }
  }

  /// Deletes the decided batch, and stores the server's time of it.
  package func settled(nothingWaits: Bool) async {
    do throws(SyncFault) {
      var changes: [String: [UInt8]?] = nothingWaits ? [Key.full: nil] : [:]
      if let decided, let kept = try await tools.memory.json(HubBatch.self, Key.batch), kept.key == decided.key {
        changes[Key.batch] = .some(nil)
        if let receipt = decided.receipt {
          let success = Success(server: kept.server, timestamp: receipt.serverTimestamp, cursor: receipt.nextCursor)
          if let data = try? JSONEncoder().encode(success) { changes[Key.success] = Array(data) }
        }
      }
      if !changes.isEmpty { try await tools.memory.keep(changes) }
      decided = nil
    } catch {
      // The next run repeats the batch; this is harmless.
      tools.log.warning("the sent batch could not be deleted", metadata: ["reason": "\(error)"])
    }
  }

  // MARK: Restoring

  package func archived(after cursor: String?) async throws(SyncFault) -> ArchivedRides {
    var connection = try connected()
    return try await wholeRides.list(after: cursor, by: &connection)
  }

  package func archived(_ uuid: String) async throws(SyncFault) -> ArchivedRide {
    var connection = try connected()
    return try await wholeRides.ride(uuid, by: &connection)
  }

  package func note(_ parcel: Parcel, cameAs revision: Int) async throws(SyncFault) {
    try await wholeRides.note(parcel, revision, at: try connected().destination)
  }

  private func connected() throws(SyncFault) -> HubConnection {
    guard let connection = try access.connection() else { throw SyncFault(.unauthorized) }
    return connection
  }

  // MARK: Live

  package func publish(_ ride: LiveRide) async throws(SyncFault) -> Duration? {
    guard var connection = try access.connection() else { return nil }
    var mayRenew = true
    let ask: (HubConnection) -> HTTPRequest = { connection in
      var request = connection.request(.post, "/api/v1/live", body: .json(ride))
      // A late report is useless.
      (request.limits.connect, request.limits.whole) = (.seconds(5), .seconds(10))
      return request
    }
    switch await access.send(ask, by: &connection, mayRenew: &mayRenew) {
    case .failed(let answer): throw answer.delivery.fault
    case .answered(let response) where response.status == 404 || response.status == 405: return nil
    case .answered(let response) where 200...299 ~= response.status:
      return .seconds(JSONValue(response.body)?["interval_seconds"].count ?? 15)
    case .answered(let response): throw HubAnswer(response, sent: 0, now: tools.clock.now).delivery.fault
    }
  }

  // MARK: Memory

  /// Returns the last settled successful response of this server.
  func lastSuccess() async throws(SyncFault) -> Success? {
    try await tools.memory.json(Success.self, Key.success)
  }

  private func keptBatch(for connection: HubConnection) async throws(SyncFault) -> HubBatch? {
    let kept = try await tools.memory.json(HubBatch.self, Key.batch)
    return kept?.server == connection.destination ? kept : nil
  }

  /// Returns `full` for a server that has not accepted any batch yet.
  private func mode(at server: String) async throws(SyncFault) -> HubBatch.Mode {
    if try await tools.memory.value(Key.full) != nil { return .full }
    if try await lastSuccess()?.server == server { return .incremental }
    try await tools.memory.keep([Key.full: [1]])
    return .full
  }

  private func batch(_ rides: [HubBatch.Ride], like former: HubBatch, isRekeyed: Bool = false) -> HubBatch {
    batch(rides, former.server, former.mode, camelCase: former.camelCase, isRekeyed: isRekeyed)
  }

  private func batch(
    _ rides: [HubBatch.Ride], _ server: String, _ mode: HubBatch.Mode, camelCase: Bool?, isRekeyed: Bool = false
  ) -> HubBatch {
    HubBatch(
      rides, to: server, mode, camelCase: camelCase, now: tools.clock.now, random: tools.random(),
      isRekeyed: isRekeyed)
  }
}
