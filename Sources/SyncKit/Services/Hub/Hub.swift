import ControlSocket
package import ControlWire
import FoundationEssentials
import Logging
package import Rides

/// A server of the rider's own, by the contract that the project documents in `docs/sync.md`.
///
/// **One key a batch.** A batch with its key and its exact bytes is kept before it is sent, and stays until `settled`. Killed
/// at any instruction, or without an answer, the same bytes go out again with the same key, and the server repeats its
/// answer. What is forgotten too early, for example since a batch in two halves keeps only the second, costs one more
/// request and nothing else: the server knows each ride by its `client_id`, which never changes.
///
/// **The server wins.** A conflict is logged; the recording is never touched.
///
/// **A whole ride, or its summary.** A server that takes whole rides makes the summaries itself, and gets no batch.
package actor Hub: BatchService, ConnectedByRider, RideArchive, LiveAudience {
  /// The names of what is kept.
  private enum Key {
    static let batch = "hub-batch"
    static let success = "hub-success"
    static let full = "hub-full"
  }

  /// The last answer of success, by the server's clock.
  struct Success: Codable, Hashable, Sendable {
    let server: String
    let timestamp: String?
    let cursor: String?
  }

  package nonisolated let service = SyncService.hub
  package nonisolated let mostRides = HubBatch.mostRides

  /// The rides that are sent whole before their outcomes are returned, so that these are known soon on a bad network too.
  private static let mostWholeRides = 10
  /// How long nothing is sent while the clock is not set.
  private static let patienceForClock = Duration.seconds(30)

  private let tools: ServiceTools
  private let access: HubAccess
  private let wholeRides: HubWholeRides
  private let versions: HubVersions
  /// The key of the batch that an answer has decided, with the answer if the server took it.
  private var decided: (key: String, receipt: HubReceipt?)?

  /// - Parameters:
  ///   - tools: What it works with.
  ///   - hostName: How the server shall call this computer.
  package init(_ tools: ServiceTools, hostName: String = Hub.hostName) {
    self.tools = tools
    access = HubAccess(tools: tools, hostName: hostName)
    wholeRides = HubWholeRides(tools: tools, access: access)
    versions = HubVersions(memory: tools.memory)
  }

  /// The name of this computer.
  package static var hostName: String { HostName.own ?? "jz2" }

  // MARK: Connecting

  /// Connects with an address and a code for pairing, a token, or the token of the credential `hub-token-file`.
  ///
  /// Certificates, source and spelling stay those of the connection before if the address is the same.
  package func connect(_ call: Connect) async throws(SyncFault) -> ConnectOutcome {
    let previous = try access.connection()
    guard let address = call.url ?? previous?.url else { throw SyncFault(.badOption, detail: "--url") }
    let url = try HubAddress.checked(address)
    let same = previous.flatMap { $0.url == url ? $0 : nil }
    // The administrator's token is sent to nobody whom the caller of the socket has trusted.
    let isOfFile = call.code == nil && call.token == nil
    let former = isOfFile ? try access.authoritiesOfFile() : same?.certificates
    let certificates = call.certificates ?? former
    guard certificates?.utf8.count ?? 0 <= HubConnection.mostCertificateBytes else {
      throw SyncFault(.badOption, detail: "--ca-file with at most 32 KiB")
    }
    let tokens: HubConnection.Tokens?
    var riderID: String?
    switch (call.code, call.token) {
    case (.some, .some): throw SyncFault(.badOption, detail: "--code beside --token-file")
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
      tools.log.warning("the way to the server is not encrypted", metadata: ["url": "\(url)"])
    }
    return .connected(account: nil)
  }

  /// Deletes the tokens; the contract has no way to take them back there.
  package func disconnect() async -> Bool {
    do throws(SyncFault) {
      try access.keep(nil)
      try await tools.memory.keep([Key.batch: nil, Key.success: nil, Key.full: nil])
      // Names and notes stand in it.
      try await wholeRides.beginAnew()
    } catch {
      tools.log.warning("the connection could not be deleted", metadata: ["reason": "\(error)"])
    }
    return false
  }

  // MARK: Sending

  package func destination() throws(SyncFault) -> String? { try access.connection()?.destination }

  /// Says of the requests from now on that they are a run with all rides, until one has left nothing behind.
  package func startFull() async throws(SyncFault) {
    try await wholeRides.beginAnew()
    try await tools.memory.keep([Key.full: [1]])
  }

  /// Sends the first 100 rides; before them the batch that was kept, if there is one.
  ///
  /// Before the clock is set nothing is sent: what is said of it would have a wrong time.
  package func send(_ parcels: [Parcel]) async -> [Int: Delivery] {
    guard tools.clock.isSet else {
      let waits = Delivery.later(SyncFault(.startUnconfirmed), after: Self.patienceForClock)
      return Dictionary(parcels.map { ($0.ride.id, waits) }) { $1 }
    }
    var run = Run(tools.log)
    do throws(SyncFault) {
      guard let connection = try access.connection() else { throw SyncFault(.unauthorized) }
      run.connection = connection
      // The outcomes of the kept batch, for a server without whole rides.
      var summarized: [Int: Delivery] = [:]
      if let kept = try await keptBatch(for: connection) {
        try await deliver(kept, isKept: true, &run)
        // Those that changed since go on with what they are now.
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

  /// Sends a batch; where the server does not take it as a whole, its parts, one after the other.
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

  /// Keeps the versions that the server has now, before anybody hears of the rides.
  private func note(_ receipt: HubReceipt, of batch: HubBatch) async throws(SyncFault) {
    tools.log.info(
      "the server has the rides",
      metadata: [
        "key": "\(batch.key)", "sent": "\(batch.rides.count)", "created": "\(receipt.created)",
        "updated": "\(receipt.updated)", "unchanged": "\(receipt.unchanged)",
        "conflicts": "\(receipt.conflicts.count)", "replayed": "\(receipt.isReplayed)",
      ])
    try await versions.keep(receipt, at: batch.server)
    for conflict in receipt.conflicts {
      let ride = batch.rides.first { $0.workout.clientID == conflict.clientID }
      tools.log.notice(
        "the server keeps its own data of a ride",
        metadata: [
          "ride": "\(ride.map { String($0.number) } ?? "?")", "reason": "\(conflict.reason ?? "?")",
          "resolution": "\(conflict.resolution ?? "?")",
        ])
    }
  }

  /// Forgets the batch that was decided, and keeps the server's time of it.
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
      // The batch is repeated, which does no harm.
      tools.log.warning("the batch could not be forgotten", metadata: ["reason": "\(error)"])
    }
  }

  // MARK: Giving back

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

  // MARK: Showing

  package func tell(_ ride: LiveRide) async throws(SyncFault) -> Duration? {
    guard var connection = try access.connection() else { return nil }
    var mayRenew = true
    let ask: (HubConnection) -> HTTPRequest = { connection in
      var request = connection.request(.post, "/api/v1/live", body: .json(ride))
      // What is late is of no use.
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

  // MARK: What is kept

  /// The last answer of success of this server that is settled.
  func lastSuccess() async throws(SyncFault) -> Success? {
    try await tools.memory.json(Success.self, Key.success)
  }

  private func keptBatch(for connection: HubConnection) async throws(SyncFault) -> HubBatch? {
    let kept = try await tools.memory.json(HubBatch.self, Key.batch)
    return kept?.server == connection.destination ? kept : nil
  }

  /// A server that took nothing yet gets all.
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
