package import ControlWire
import RideTerms

/// What synchronising does, over all services: the run that is on, or the last one.
package actor SyncRun {
  private var busy: Set<SyncService> = []
  private var carried = 0
  private var waiting: [SyncService: Int] = [:]
  private var faults: [SyncService: SyncFault] = [:]
  private var hasRun = false
  private var watchers: [Int: AsyncStream<SyncStatus>.Continuation] = [:]
  private var lastWatcher = 0

  package init() {}

  /// A service begins to work; `waiting` rides are in its queue.
  func began(_ service: SyncService, waiting count: Int) {
    if busy.isEmpty { (carried, hasRun) = (0, true) }
    busy.insert(service)
    waiting[service] = count
    tell()
  }

  /// A ride reached a service.
  func carried(to service: SyncService, waiting count: Int) {
    carried += 1
    waiting[service] = count
    tell()
  }

  /// A service has nothing to do, or cannot do it now.
  func rested(_ service: SyncService, waiting count: Int, fault: SyncFault?) {
    guard busy.remove(service) != nil || faults[service] != fault || waiting[service] != count else { return }
    waiting[service] = count
    faults[service] = fault
    if fault != nil { hasRun = true }
    tell()
  }

  /// A service is not connected any more.
  func ended(_ service: SyncService) {
    busy.remove(service)
    waiting[service] = nil
    faults[service] = nil
    tell()
  }

  /// The present status.
  package var status: SyncStatus {
    let left = waiting.values.reduce(0, +)
    guard busy.isEmpty else {
      return SyncStatus(.syncing, progress: Double(carried) / Double(max(1, carried + left)), count: carried)
    }
    guard hasRun else { return SyncStatus(.idle) }
    for service in SyncService.allCases {
      guard let fault = faults[service] else { continue }
      return SyncStatus(.error, count: carried, fault: fault, of: service)
    }
    return SyncStatus(.success, count: carried)
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
