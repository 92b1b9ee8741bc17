package import ControlSocket
package import ControlWire
import FoundationEssentials
import Locks
package import Logging
import Loop
package import Rides

/// Answers the calls of `org.justzone2.Sync`.
package struct SyncCallHandlers: ControlService {
  private let engine: SyncEngine
  private let outbox: Outbox
  private let connecting: [SyncService: any ConnectedByRider]
  private let activities: (any ActivitySource)?
  private let archive: any RideArchive
  /// Makes the next run send all rides to the rider's own server again.
  private let beginAnew: @Sendable () async throws(SyncFault) -> Void
  private let log: Logger

  package init(
    engine: SyncEngine, outbox: Outbox, connecting: [SyncService: any ConnectedByRider],
    activities: (any ActivitySource)?, archive: any RideArchive,
    beginAnew: @escaping @Sendable () async throws(SyncFault) -> Void, log: Logger
  ) {
    self.engine = engine
    self.outbox = outbox
    self.connecting = connecting
    self.activities = activities
    self.archive = archive
    self.beginAnew = beginAnew
    self.log = log
  }

  package func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply> {
    try await router.answer(call, from: peer, more: more)
  }

  package func cutOff(_ peer: Peer, because error: ControlError) {
    log.warning("client connection closed", metadata: ["pid": "\(peer.pid)", "reason": "\(error.code.rawValue)"])
  }

  package var router: CallRouter {
    var router = CallRouter()
    router.answer(Services.self) { _, _ throws(ControlError) in ServiceList(try await statuses()) }
    router.answer(Connect.self) { call, peer throws(ControlError) in try await connect(call, peer) }
    router.answer(Disconnect.self) { call, peer throws(ControlError) in try await disconnect(call, peer) }
    router.answer(SyncAgain.self) { call, _ throws(ControlError) in SentAgain(try await sendAgain(call)) }
    router.stream(GetSyncStatus.self) { call, _, more throws(ControlError) in
      guard more else { return .reply(SyncStatusReply(await engine.run.status)) }
      return .stream(Feed(await engine.run.statuses()).replies, answering: call)
    }
    router.stream(SyncNow.self) { call, _, more throws(ControlError) in try await synchronise(call, more: more) }
    router.stream(RestoreRides.self) { call, peer, more throws(ControlError) in
      try await restore(call, peer, more: more)
    }
    router.answer(Activities.self) { call, _ throws(ControlError) in try await list(call) }
    router.answer(ShowActivity.self) { call, _ throws(ControlError) in
      let activities = try await source()
      do throws(SyncFault) { return try await activities.activity(call.id) } catch {
        throw .connectRefused(error, by: .strava)
      }
    }
    return router
  }
}

// MARK: - Services

extension SyncCallHandlers {
  private func statuses() async throws(ControlError) -> [ServiceStatus] {
    var statuses: [ServiceStatus] = []
    for service in SyncService.allCases { statuses.append(try await status(of: service)) }
    return statuses
  }

  private func status(of service: SyncService) async throws(ControlError) -> ServiceStatus {
    let (record, queued, refused) = try await kept { () throws(SyncFault) in
      (
        try await outbox.record(of: service), try await outbox.queued(for: service),
        try await outbox.refused(for: service)
      )
    }
    return ServiceStatus(
      service, record.state, account: record.account, queued: queued,
      lastSuccess: record.lastSuccess?.rfc3339,
      fault: record.fault, pausedUntil: record.pausedUntil?.rfc3339, refused: refused)
  }

  private func connect(_ call: Connect, _ peer: Peer) async throws(ControlError) -> ConnectedService {
    let service = call.service
    guard let connector = connecting[service] else { throw ControlError(.notConnected, subject: service.rawValue) }
    let since = try call.since.map { text throws(ControlError) in
      guard let date = Date(rfc3339: text) else {
        throw ControlError(.invalidParameter, subject: "since")
      }
      return date
    }
    // Read before connecting: a connected service needs to know its first ride.
    let next = try await engine.nextRide()
    let connection: ConnectOutcome
    do throws(SyncFault) { connection = try await connector.connect(call) } catch {
      throw .connectRefused(error, by: service)
    }
    switch connection {
    case .consent(let consent):
      // An earlier connection stays valid until the rider has agreed.
      _ = try await kept { () throws(SyncFault) in
        try await outbox.change(service) { record in
          if let since { record.since = since }
          record.fault = nil
          if record.state == .disconnected { record.state = .authRequired }
        }
      }
      return ConnectedService(try await status(of: service), consent: consent)
    case .connected(let account):
      try await engine.connected(service, account: account, from: next, since: since)
      log.notice("service connected", metadata: ["service": "\(service.rawValue)", "uid": "\(peer.uid)"])
      return ConnectedService(try await status(of: service))
    }
  }

  /// Continues a consent with the response that the browser delivered.
  func caught(_ call: Connect, by connector: any ConnectedByRider) async throws(SyncFault) -> ConnectOutcome {
    let connection: ConnectOutcome
    do throws(SyncFault) { connection = try await connector.connect(call) } catch {
      // No caller waits for the browser's response. The rider sees the fault in the list of services.
      let fault = error
      try await outbox.change(call.service) { $0.fault = fault }
      throw error
    }
    guard case .connected(let account) = connection else { return connection }
    do throws(ControlError) {
      try await engine.connected(call.service, account: account, from: engine.nextRide(), since: nil)
    } catch {
      throw SyncFault(.offline, detail: "jz2d: \(error.code.rawValue)")
    }
    log.notice("service connected", metadata: ["service": "\(call.service.rawValue)", "by": "browser"])
    return connection
  }

  private func disconnect(_ call: Disconnect, _ peer: Peer) async throws(ControlError) -> DisconnectedService {
    let service = call.service
    guard let connector = connecting[service] else { throw ControlError(.notConnected, subject: service.rawValue) }
    guard try await status(of: service).state != .disconnected else {
      // An interrupted disconnection may have left a key.
      _ = await connector.disconnect()
      throw ControlError(.notConnected, subject: service.rawValue)
    }
    try await engine.disconnected(service)
    let isRevoked = await connector.disconnect()
    log.notice("service disconnected", metadata: ["service": "\(service.rawValue)", "uid": "\(peer.uid)"])
    return DisconnectedService(try await status(of: service), revoked: isRevoked)
  }

  /// Runs work on the outbox, and turns its faults into `storeFailed`.
  private func kept<Value>(_ body: () async throws(SyncFault) -> Value) async throws(ControlError) -> Value {
    do throws(SyncFault) { return try await body() } catch {
      throw .storeFailed(StoreObstacle(.failed, path: "sync.sqlite", user: "jz2sync", context: error.detail))
    }
  }
}

// MARK: - Rides

extension SyncCallHandlers {
  private func synchronise(
    _ call: SyncNow, more: Bool
  ) async throws(ControlError) -> ControlAnswer<SyncStatusReply> {
    if let service = call.service {
      let state = try await status(of: service).state
      guard state != .disconnected else { throw ControlError(.notConnected, subject: service.rawValue) }
    }
    if call.full == true {
      try await kept(beginAnew)
      try await engine.sendAllAgain(to: .hub)
    }
    guard more else {
      Task { await engine.synchronise(call.service) }
      return .reply(SyncStatusReply(await engine.run.status))
    }
    let statuses = await engine.run.statuses()
    return .stream(Feed(statuses) { await engine.synchronise(call.service) }.replies, answering: call)
  }

  private func restore(
    _ call: RestoreRides, _ peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<RideRestoringReply> {
    guard try await status(of: .hub).state != .disconnected else {
      throw ControlError(.notConnected, subject: SyncService.hub.rawValue)
    }
    log.notice("fetching rides", metadata: ["uid": "\(peer.uid)"])
    guard more else { return .reply(RideRestoringReply(try await engine.restore(from: archive) { _ in })) }
    let feed = Feed(RideRestoringReply(RideRestoring())) { report throws(ControlError) in
      report(RideRestoringReply(try await engine.restore(from: archive) { report(RideRestoringReply($0)) }))
    }
    return .stream(feed.replies, answering: call)
  }

  private func sendAgain(_ call: SyncAgain) async throws(ControlError) -> Upload {
    guard try await status(of: call.service).state != .disconnected else {
      throw ControlError(.notConnected, subject: call.service.rawValue)
    }
    return try await engine.sendAgain(call.ride, to: call.service)
  }

  private func source() async throws(ControlError) -> any ActivitySource {
    let strava = try await kept { () throws(SyncFault) in try await outbox.record(of: .strava) }
    guard let activities, strava.state != .disconnected else {
      throw ControlError(.notConnected, subject: SyncService.strava.rawValue)
    }
    // The first consent sets the library.
    guard strava.library != nil else { throw .connectRefused(SyncFault(.consentMissing), by: .strava) }
    return activities
  }

  private func list(_ call: Activities) async throws(ControlError) -> RemoteActivityList {
    func date(_ text: String?, _ name: String) throws(ControlError) -> Date? {
      guard let text else { return nil }
      guard let date = Date(rfc3339: text) else { throw ControlError(.invalidParameter, subject: name) }
      return date
    }
    let (since, before) = (try date(call.since, "since"), try date(call.before, "before"))
    let source = try await source()
    do throws(SyncFault) {
      let all = try await source.activities(since: since, before: before)
      let fitting = Array(all.prefix(Self.activitiesInMessage))
      return RemoteActivityList(fitting, more: fitting.count < all.count)
    } catch {
      throw .connectRefused(error, by: .strava)
    }
  }

  /// An activity is at most 700 bytes of JSON.
  private static var activitiesInMessage: Int { 1400 }
}

/// Replies to one caller while work is in progress.
///
/// A slow reader gets the newest reply; a caller that leaves cancels the work.
///
/// The last reply is repeated every five seconds, so that a caller notices when the program is gone.
private struct Feed<Reply: Sendable> {
  typealias Report = @Sendable (Reply) -> Void

  let replies: AsyncThrowingStream<Reply, any Error>

  /// - Parameters:
  ///   - first: The reply to repeat until the work reports one.
  ///   - work: Reports replies until it returns, which ends the stream, or throws the error that ends it.
  init(_ first: Reply, _ work: @escaping @Sendable (_ report: @escaping Report) async throws(ControlError) -> Void) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Reply.self, bufferingPolicy: .bufferingNewest(1))
    let latest = Lock(first)
    let beating = Task {
      while (try? await Task.sleep(for: .seconds(5))) != nil { continuation.yield(latest.withLock(\.self)) }
    }
    let working = Task {
      do throws(ControlError) {
        try await work { reply in
          latest.withLock { $0 = reply }
          continuation.yield(reply)
        }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in for task in [beating, working] { task.cancel() } }
    replies = stream
  }
}

extension Feed<SyncStatusReply> {
  /// The statuses, without end or until `work` is done.
  fileprivate init(_ statuses: AsyncStream<SyncStatus>, until work: (@Sendable () async -> Void)? = nil) {
    self.init(SyncStatusReply(SyncStatus(.idle))) { report in
      let forwarding = Task { for await status in statuses { report(SyncStatusReply(status)) } }
      await withTaskCancellationHandler {
        if let work {
          await work()
          forwarding.cancel()
        }
        await forwarding.value
      } onCancel: {
        forwarding.cancel()
      }
    }
  }
}
