import BluetoothLE
import Synchronization

/// One scan, and who hears it.
final class Scanner: Sendable {
  typealias Reports = AsyncThrowingStream<Advertisement, any Error>.Continuation

  private let reports: Reports
  private let isLeft = Atomic(false)

  init(_ reports: Reports) {
    self.reports = reports
  }

  /// Whether nobody hears it any more: it is about to end.
  var isEnding: Bool { isLeft.load(ordering: .acquiring) }

  /// Its consumer has gone; from any thread.
  func leave() { isLeft.store(true, ordering: .releasing) }

  func report(_ advertisement: Advertisement) { reports.yield(advertisement) }

  func fail(_ error: LinkError) { reports.finish(throwing: error) }
}
