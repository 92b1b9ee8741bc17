import ControlWire
import Locks
import Loop
import RideRuntime
import RideStore
import Rides

/// Reminds a rider who usually measures in the morning and has not measured today.
///
/// A status needs it every second, so the library is only read again after it changed, or on another day.
final class MorningReminder: Sendable {
  /// The time of day for reminders, in seconds since local midnight.
  private static let morning = 4 * 3600..<11 * 3600
  /// The number of days in which one measurement makes a habit.
  private static let habitDays = 14

  private let access: StoreAccess
  private let wallClock: any WallClock
  private let memory = Lock<Memory?>(nil)

  /// The last result.
  private struct Memory {
    /// The library's change count before the read.
    var changes: Int
    var day: CalendarDay
    var isDue: Bool
  }

  init(access: StoreAccess, wallClock: any WallClock) {
    self.access = access
    self.wallClock = wallClock
  }

  /// True if a measurement is due now; nil if not, if the clock is not synchronised, or if the library cannot be read.
  var isDue: Bool? {
    get async {
      let now = wallClock.moment
      guard Self.morning.contains(now.secondOfDay) else { return nil }
      let changes = access.store.changeCount
      var due = memory.withLock(\.self).flatMap { $0.changes == changes && $0.day == now.day ? $0.isDue : nil }
      if due == nil {
        due = await read(now.day)
        if let due { memory.withLock { $0 = Memory(changes: changes, day: now.day, isDue: due) } }
      }
      return due == true && wallClock.isSynchronised ? true : nil
    }
  }

  private func read(_ today: CalendarDay) async -> Bool? {
    try? await access.read { library throws(StoreError) in
      guard try await library.settings().hrvSource == .strap else { return false }
      let first = today.advanced(by: -Self.habitDays)
      let days = try await library.measurements(from: first, to: today).filter { $0.source == .strap }.map(\.day)
      return !days.isEmpty && !days.contains(today)
    }
  }
}
