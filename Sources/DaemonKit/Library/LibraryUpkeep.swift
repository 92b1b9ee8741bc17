import BluetoothLE
import EventLoop
import Logging
import RideSession
import RideStore
import ServiceLifecycle

/// Drops deleted rides for good once nobody can want them back.
struct LibraryUpkeep: Service {
  /// How long a deleted ride can be had back.
  static let keeping = Duration.seconds(30 * 86_400)
  private static let interval = Duration.seconds(6 * 3600)

  let service: FrontService
  let clock: EventLoop
  let wallClock: any WallClock
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      repeat {
        guard let store = await service.parts?.store else { continue }
        await Self.purge(store, at: wallClock, log: log)
      } while (try? await clock.sleep(for: Self.interval)) != nil
    }
    try await gracefulShutdown()
  }

  /// Drops what was deleted long enough ago; by a clock that is not set right nothing is.
  static func purge(_ store: RideStore, at wallClock: any WallClock, log: Logger) async {
    guard wallClock.isSynchronised else { return }
    let limit = wallClock.now.advanced(by: .zero - keeping)
    do throws(StoreError) {
      for id in try await store.purge(deletedBefore: limit) {
        log.notice("a deleted ride is gone for good", metadata: ["ride": "\(id)"])
      }
    } catch {
      log.error("deleted rides could not be dropped", metadata: ["error": "\(error)"])
    }
  }
}
