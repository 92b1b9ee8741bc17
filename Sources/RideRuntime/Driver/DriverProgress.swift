package import BluetoothLE
package import Rides

/// Judges whether the ride machine makes progress, from looks at it some seconds apart.
///
/// One look proves little: after a suspend of the computer, or while the disk is slow, a deadline may have just passed.
/// A state that is the same in a later look is stuck.
package struct DriverProgress: Sendable {
  /// The state at one moment.
  package struct Look: Hashable, Sendable {
    /// The ride clock, and the machine's deadline on it.
    package var now: MonotonicInstant
    package var deadline: MonotonicInstant?
    package var phase: RidePhase
    /// The number of rows of the ride; nil without a ride.
    package var elapsedSeconds: Int?

    package init(now: MonotonicInstant, deadline: MonotonicInstant?, phase: RidePhase, elapsedSeconds: Int?) {
      self.now = now
      self.deadline = deadline
      self.phase = phase
      self.elapsedSeconds = elapsedSeconds
    }
  }

  /// The part that is stuck.
  package enum Stall: Hashable, Sendable {
    /// The machine was not called at this deadline.
    case overdue(MonotonicInstant)
    /// The phase is riding, and the ride stays at this second.
    case rows(Int)
  }

  /// The tolerated delay on the ride clock, and the time for which it must last to count as a stall.
  private static let tolerance = Duration.seconds(5)

  /// The first look with the present number of rows.
  private var lastRow: Look?
  private var suspected: [Stall: SuspendingClock.Instant] = [:]

  package init() {}

  /// Adds a look made at `instant`.
  ///
  /// Returns the stall; nil if there is progress.
  package mutating func take(_ look: Look, at instant: SuspendingClock.Instant) -> Stall? {
    if look.phase != .riding || look.elapsedSeconds != lastRow?.elapsedSeconds || lastRow?.phase != .riding {
      lastRow = look
    }
    let suspicions = suspicions(of: look)
    suspected = Dictionary(uniqueKeysWithValues: suspicions.map { ($0, suspected[$0] ?? instant) })
    return suspicions.first { suspected[$0].map { instant - $0 >= Self.tolerance } ?? false }
  }

  private func suspicions(of look: Look) -> [Stall] {
    var suspicions: [Stall] = []
    if let deadline = look.deadline, look.now - deadline > Self.tolerance { suspicions.append(.overdue(deadline)) }
    if look.phase == .riding, let lastRow, let seconds = look.elapsedSeconds, look.now - lastRow.now > Self.tolerance {
      suspicions.append(.rows(seconds))
    }
    return suspicions
  }
}

extension DriverProgress.Stall: CustomStringConvertible {
  /// The text for the journal.
  package var description: String {
    switch self {
    case .overdue(let deadline): "a deadline was missed, at \(deadline.sinceOrigin.seconds) s of the ride clock"
    case .rows(let second): "the ride does not advance past second \(second)"
    }
  }
}
