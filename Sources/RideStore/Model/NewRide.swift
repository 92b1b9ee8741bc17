package import BluetoothLE
package import RideSession

/// What is known of a ride when it begins, and what of it is corrected as the ride goes.
package struct NewRide: Hashable, Sendable {
  /// When the first row begins, by the wall clock of the moment; `setStart` corrects it.
  package var start: UnixTime
  /// When the first row begins, by the machine's clock; nil before it does, and where the ride clock is a simulated one.
  package var startInstant: BootInstant?
  /// What is ridden; a steady ride for one that a version before plans recorded, and in a list of rides.
  package var plan: RidePlan
  /// Where the ride stood in its plan when it was last written, `RideStanding.document`; nil where nothing was said.
  package var standing: String?
  /// The target at the beginning, in watts.
  package var targetWatts: Int
  /// The power asked for last, in watts.
  package var askedWatts: Int
  /// The heart rate above which the target is eased, in beats a minute; nil where none was given.
  package var maximumBeatsPerMinute: Int?
  /// Whether the target is eased while DFA alpha-1 stays low.
  package var guardsAlpha1: Bool
  /// What the rider weighs, in kilograms; speed on a flat road is reckoned with it.
  package var riderKilograms: Double
  /// What the rider could hold for an hour, in watts (FTP); nil where they had not said it.
  package var thresholdWatts: Int?
  /// Whether the wall clock was known to be right when `start` was noted; nil where that is not known.
  package var isStartSet: Bool?
  /// What local time is ahead of UTC at the start, in seconds; nil where that is not known.
  package var utcOffsetSeconds: Int?
  package var trainerAddress: DeviceAddress?
  /// The name that the trainer advertised.
  package var trainerName: String?
  /// The strap of the ride; nil where none is chosen.
  package var strapAddress: DeviceAddress?
  /// The name that the strap advertised.
  package var strapName: String?

  package init(
    start: UnixTime, startInstant: BootInstant? = nil, plan: RidePlan, standing: String? = nil, targetWatts: Int,
    askedWatts: Int? = nil, maximumBeatsPerMinute: Int? = nil, guardsAlpha1: Bool = false,
    riderKilograms: Double = VirtualSpeed.usualRiderKilograms, trainerAddress: DeviceAddress?, trainerName: String?,
    strapAddress: DeviceAddress?, strapName: String? = nil
  ) {
    self.start = start
    self.startInstant = startInstant
    self.plan = plan
    self.standing = standing
    self.targetWatts = targetWatts
    self.askedWatts = askedWatts ?? targetWatts
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
    self.guardsAlpha1 = guardsAlpha1
    self.riderKilograms = riderKilograms
    self.trainerAddress = trainerAddress
    self.trainerName = trainerName
    self.strapAddress = strapAddress
    self.strapName = strapName
  }

  /// Seconds the timer is to run; 0 where the plan is open-ended.
  package var plannedSeconds: Int { plan.timerSeconds ?? 0 }
}

/// Where a ride stands, kept with the rows of the same second, so that it goes on from there in another process.
package struct RideStanding: Hashable, Sendable {
  /// The power asked for last, in watts.
  package var askedWatts: Int
  /// Where the ride stands in its plan, in words of the machine's own; nil leaves what was said before.
  package var document: String?
  /// What the heart-rate steering has learnt to hold, in watts; nil where it has learnt nothing.
  package var learntWatts: Int?

  package init(askedWatts: Int, document: String? = nil, learntWatts: Int? = nil) {
    self.askedWatts = askedWatts
    self.document = document
    self.learntWatts = learntWatts
  }
}

/// A point of the ride clock that a later process can place: the clock counts from a certain boot of the machine.
package struct BootInstant: Hashable, Sendable {
  /// The kernel's name of the boot (`/proc/sys/kernel/random/boot_id`); not empty.
  package var bootID: String
  /// The point, as time since that boot (`CLOCK_BOOTTIME`).
  package var instant: MonotonicInstant

  package init(bootID: String, instant: MonotonicInstant) {
    self.bootID = bootID
    self.instant = instant
  }
}
