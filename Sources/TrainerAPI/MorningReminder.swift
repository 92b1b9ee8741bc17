import ControlWire
import Loop
import RideRuntime
import RideStore

/// Whether the rider has not measured this morning, who otherwise does.
///
/// A status asks every second: the library is read again only after it changed, or on another day.
final class MorningReminder: Sendable {
  /// The time of day in which it reminds, in seconds since local midnight.
  private static let morning = 4 * 3600..<11 * 3600
  /// A rider who has measured in so many days is one who measures.
  private static let habitDays = 14

  private let access: StoreAccess
  private let wallClock: any WallClock
  private let memory = Lock(Memory())

  private struct Memory {
    /// How often the library has changed.
    var changes = 0
    /// The answer that was read last, and the day that it is for; nil after a change of the library.
    var known: (day: CalendarDay, isDue: Bool)?
  }

  init(access: StoreAccess, wallClock: any WallClock) {
    self.access = access
    self.wallClock = wallClock
    let (news, memory) = (access.store.changeNews(), memory)
    Task {
      for await _ in news { memory.withLock { $0 = Memory(changes: $0.changes + 1) } }
    }
  }

  /// True if a measurement is due now; nil if not, and if the clock or the library does not say.
  var isDue: Bool? {
    get async {
      let now = wallClock.moment
      guard Self.morning.contains(now.secondOfDay) else { return nil }
      let (changes, known) = memory.withLock { ($0.changes, $0.known) }
      var due = known.flatMap { $0.day == now.day ? $0.isDue : nil }
      if due == nil {
        due = await read(now.day)
        if let due { memory.withLock { if $0.changes == changes { $0.known = (now.day, due) } } }
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
