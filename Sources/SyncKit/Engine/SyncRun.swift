package import ControlWire
import Rides

/// What synchronising does, over all services: the run that is on, or the last one.
package actor SyncRun {
  private var busy: Set<SyncService> = []
  /// The callers that wait for the end of a run.
  private var calls = 0
  private var carried = 0
  private var backlogs: [SyncService: Backlog] = [:]
  private var faults: [SyncService: SyncFault] = [:]
  private var hasRun = false
  private var watchers: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
  private var lastWatcher = 0

  package init() {}

  /// Counts a caller's run.
  ///
  /// Its rides are counted from 0, unless one is on already.
  func asked() {
    if busy.isEmpty, calls == 0 { carried = 0 }
    calls += 1
    tell()
  }

  /// The run that a caller asked for is over.
  func answered() { calls -= 1 }

  /// A service begins to work.
  func began(_ service: SyncService, _ backlog: Backlog) {
    if busy.isEmpty, calls == 0 { carried = 0 }
    hasRun = true
    busy.insert(service)
    backlogs[service] = backlog
    tell()
  }

  /// A ride reached a service.
  func carried(to service: SyncService, _ backlog: Backlog) {
    carried += 1
    backlogs[service] = backlog
    tell()
  }

  /// A service has nothing to do, or cannot do it now.
  func rested(_ service: SyncService, _ backlog: Backlog, fault: SyncFault?) {
    guard busy.remove(service) != nil || faults[service] != fault || backlogs[service] != backlog else { return }
    backlogs[service] = backlog
    faults[service] = fault
    if fault != nil { hasRun = true }
    tell()
  }

  /// A service is not connected any more.
  func ended(_ service: SyncService) {
    busy.remove(service)
    backlogs[service] = nil
    faults[service] = nil
    tell()
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

  /// The status now and at every change; a slow reader gets the newest.
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

  private func tell() {
    let status = status
    for watcher in watchers.values { watcher.yield(status) }
  }
}
