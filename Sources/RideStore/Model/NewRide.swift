package import BluetoothLE
package import Rides

/// A ride as it is begun.
package struct NewRide: Hashable, Sendable {
  package var order: RideOrder
  package var start: StartTime
  /// The first target, in watts.
  package var targetWatts: Int
  /// The power asked for last, in watts.
  package var askedWatts: Int

  /// A ride; nil stands for the target as the power asked for.
  package init(_ order: RideOrder, start: StartTime, targetWatts: Int, askedWatts: Int? = nil) {
    self.order = order
    self.start = start
    self.targetWatts = targetWatts
    self.askedWatts = askedWatts ?? targetWatts
  }
}

/// The time at which a ride's first row begins.
package struct StartTime: Hashable, Sendable {
  /// By the wall clock of the moment; corrected while the ride goes on, and after it.
  package var time: UnixTime
  /// By the machine's clock; nil before the first row, and where the ride clock is a simulated one.
  package var instant: BootInstant?
  /// Whether the wall clock was known to be right when `time` was last set.
  ///
  /// Nil of rides recorded before this was kept, and of rides from files.
  package var isConfirmed: Bool?
  /// Local time minus UTC at `time`, in seconds; nil where the time zone is not known.
  package var utcOffsetSeconds: Int?

  package init(
    _ time: UnixTime, at instant: BootInstant? = nil, isConfirmed: Bool? = nil, utcOffsetSeconds: Int? = nil
  ) {
    self.time = time
    self.instant = instant
    self.isConfirmed = isConfirmed
    self.utcOffsetSeconds = utcOffsetSeconds
  }
}

/// A point of the ride clock that a later process can place: the clock counts from one boot of the machine.
package struct BootInstant: Hashable, Sendable {
  /// The kernel's name of the boot (`/proc/sys/kernel/random/boot_id`); not empty.
  package var bootID: String
  /// Time since that boot (`CLOCK_BOOTTIME`).
  package var instant: MonotonicInstant

  package init(bootID: String, instant: MonotonicInstant) {
    self.bootID = bootID
    self.instant = instant
  }
}

/// Where a ride stands: stored with the rows of the same second, so that another process can resume there.
package struct RideStanding: Hashable, Sendable {
  /// The power asked for last, in watts.
  package var askedWatts: Int
  /// Where the ride stands in its plan, in the machine's own words; nil keeps the text that is stored.
  package var document: String?
  /// The power that heart-rate steering has learnt to hold, in watts; nil while it has learnt none.
  package var learntWatts: Int?

  package init(askedWatts: Int, document: String? = nil, learntWatts: Int? = nil) {
    self.askedWatts = askedWatts
    self.document = document
    self.learntWatts = learntWatts
  }
}
