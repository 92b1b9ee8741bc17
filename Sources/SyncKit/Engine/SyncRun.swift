package import ControlWire
import Rides

/// The state of the current or last synchronisation, over all services.
package actor SyncRun {
  private var busy: Set<SyncService> = []
  /// The number of callers that wait for the end of a run.
  private var calls = 0
  private var carried = 0
  private var backlogs: [SyncService: Backlog] = [:]
  private var faults: [SyncService: SyncFault] = [:]
  private var hasRun = false
  private var watchers: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
  private var lastWatcher = 0

  package init() {}

  /// Starts a caller's run.
  ///
  /// Its rides are counted from 0, unless a run is in progress.
  func asked() {
    if busy.isEmpty, calls == 0 { carried = 0 }
    calls += 1
    publish()
  }

  /// Ends a caller's run.
  func answered() { calls -= 1 }

  /// Records that a service begins to work.
  func began(_ service: SyncService, _ backlog: Backlog) {
    if busy.isEmpty, calls == 0 { carried = 0 }
    hasRun = true
    busy.insert(service)
    backlogs[service] = backlog
    publish()
  }

  /// Records that a ride reached a service.
  func carried(to service: SyncService, _ backlog: Backlog) {
    carried += 1
    backlogs[service] = backlog
    publish()
  }

  /// Records that a service has no work, or cannot do it now.
  func rested(_ service: SyncService, _ backlog: Backlog, fault: SyncFault?) {
    guard busy.remove(service) != nil || faults[service] != fault || backlogs[service] != backlog else { return }
    backlogs[service] = backlog
    faults[service] = fault
    if fault != nil { hasRun = true }
    publish()
  }

  /// Records that a service is no longer connected.
  func ended(_ service: SyncService) {
    busy.remove(service)
    backlogs[service] = nil
    faults[service] = nil
    publish()
  }

  /// The present status.
  package var status: SyncStatus {
    let waiting = backlogs.values.reduce(0) { $0 + $1.waiting }
    let refused = backlogs.values.reduce(0) { $0 + $1.refused }
    guard busy.isEmpty else {
      let progress = Double(carried) / Double(max(1, carried + waiting))
      return SyncStatus(.syncing, progress: progress, count: carried, waiting: waiting, refused: refused)
    }
    guard hasRun else { return SyncStatus(.idle, waiting: waiting, refused: refused) }
    for service in SyncService.allCases {
      guard let fault = faults[service] else { continue }
      return SyncStatus(.error, count: carried, fault: fault, of: service, waiting: waiting, refused: refused)
    }
    return SyncStatus(.success, count: carried, waiting: waiting, refused: refused)
  }

  /// Returns the present status and all later ones.
  ///
  /// A slow reader gets the newest.
  package func statuses() -> AsyncStream<SyncStatus> {
    let (stream, continuation) = AsyncStream.makeStream(of: SyncStatus.self, bufferingPolicy: .bufferingNewest(1))
    lastWatcher += 1
    let number = lastWatcher
    watchers[number] = continuation
    continuation.onTermination = { [weak self] _ in Task { await self?.leave(number) } }
    continuation.yield(status)
    return stream
  }

  private func leave(_ number: Int) { watchers[number] = nil }

  private func publish() {
    let status = status
    for watcher in watchers.values { watcher.yield(status) }
  }
}
