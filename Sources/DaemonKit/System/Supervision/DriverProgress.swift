package import BluetoothLE
package import RideSession

/// Whether the ride's machine is kept going, judged by looks at it some seconds apart.
///
/// A look alone says little: after a suspend of the computer, or while the disk is slow, a deadline may have passed a
/// moment ago. What stands still from one look to a later one does not move by itself any more.
package struct DriverProgress: Sendable {
  /// What one look sees.
  package struct Look: Hashable, Sendable {
    /// The ride clock, and by when on it the machine wants to be called.
    package var now: MonotonicInstant
    package var deadline: MonotonicInstant?
    package var phase: RidePhase
    /// The rows that the ride has; nil without a ride.
    package var elapsedSeconds: Int?

    package init(now: MonotonicInstant, deadline: MonotonicInstant?, phase: RidePhase, elapsedSeconds: Int?) {
      self.now = now
      self.deadline = deadline
      self.phase = phase
      self.elapsedSeconds = elapsedSeconds
    }
  }

  /// What stands still.
  package enum Stall: Hashable, Sendable {
    /// The machine wanted to be called at this point, and was not.
    case overdue(MonotonicInstant)
    /// The ride is being ridden and stays at this second.
    case rows(Int)
  }

  /// How late something may be, on the ride clock, before it is suspected, and how long it may then remain so.
  private static let tolerance = Duration.seconds(5)

  /// The first look that saw the present number of rows.
  private var lastRow: Look?
  private var suspected: [Stall: SuspendingClock.Instant] = [:]

  package init() {}

  /// Takes a look in, made at `instant`; returns what stands still, nil where all moves.
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
  /// For the journal.
  package var description: String {
    switch self {
    case .overdue(let deadline): "a deadline has passed unheard, \(deadline.sinceOrigin.seconds) s on the ride clock"
    case .rows(let second): "the ride is being ridden and stays at second \(second)"
    }
  }
}
