package import BluetoothLE
package import Rides

/// A ride at its start.
package struct NewRide: Hashable, Sendable {
  package var order: RideOrder
  package var start: StartTime
  /// The first target, in watts.
  package var targetWatts: Int
  /// The last requested power, in watts.
  package var askedWatts: Int

  /// Without `askedWatts`, the last requested power is the target.
  package init(_ order: RideOrder, start: StartTime, targetWatts: Int, askedWatts: Int? = nil) {
    self.order = order
    self.start = start
    self.targetWatts = targetWatts
    self.askedWatts = askedWatts ?? targetWatts
  }
}

/// The time at which a ride's first row begins.
package struct StartTime: Hashable, Sendable {
  /// By the wall clock of that moment; corrected during the ride and after it.
  package var time: UnixTime
  /// By the machine's clock; nil before the first row, and if the ride clock is simulated.
  package var instant: BootInstant?
  /// Whether the wall clock was known to be right when `time` was last set.
  ///
  /// Nil for rides recorded before this was stored, and for rides from files.
  package var isConfirmed: Bool?
  /// Local time minus UTC at `time`, in seconds; nil if the time zone is not known.
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

/// A point on the ride clock that a later process can interpret: the clock counts from one boot of the machine.
package struct BootInstant: Hashable, Sendable {
  /// The kernel's identifier of the boot (`/proc/sys/kernel/random/boot_id`); not empty.
  package var bootID: String
  /// Time since that boot (`CLOCK_BOOTTIME`).
  package var instant: MonotonicInstant

  package init(bootID: String, instant: MonotonicInstant) {
    self.bootID = bootID
    self.instant = instant
  }
}

/// The progress of a ride, stored with the rows of the same second, so that another process can resume there.
package struct RideStanding: Hashable, Sendable {
  /// The last requested power, in watts.
  package var askedWatts: Int
  /// The progress in the ride's plan, in the machine's own format; nil keeps the stored text.
  package var document: String?
  /// The power that heart-rate steering has learnt, in watts; nil until then.
  package var learntWatts: Int?

  package init(askedWatts: Int, document: String? = nil, learntWatts: Int? = nil) {
    self.askedWatts = askedWatts
    self.document = document
    self.learntWatts = learntWatts
  }
}
