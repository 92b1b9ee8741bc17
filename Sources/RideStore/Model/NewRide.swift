package import BluetoothLE
package import RideSession

/// What is known of a ride when it begins, and what of it is corrected as the ride goes.
package struct NewRide: Hashable, Sendable {
  /// When the first row begins, by the wall clock of the moment; `setStart` corrects it.
  package var start: UnixTime
  /// When the first row begins, by the machine's clock; nil before it does, and where the ride clock is a simulated one.
  package var startInstant: BootInstant?
  /// Seconds the timer is to run.
  package var plannedSeconds: Int
  /// The target at the beginning, in watts.
  package var targetWatts: Int
  /// The power asked for last, in watts.
  package var askedWatts: Int
  /// The heart rate above which the target is eased, in beats a minute; nil where none was given.
  package var maximumBeatsPerMinute: Int?
  package var trainerAddress: DeviceAddress?
  /// The name that the trainer advertised.
  package var trainerName: String?
  /// The strap of the ride; nil where none is chosen.
  package var strapAddress: DeviceAddress?
  /// The name that the strap advertised.
  package var strapName: String?

  package init(
    start: UnixTime, startInstant: BootInstant? = nil, plannedSeconds: Int, targetWatts: Int, askedWatts: Int? = nil,
    maximumBeatsPerMinute: Int? = nil, trainerAddress: DeviceAddress?, trainerName: String?,
    strapAddress: DeviceAddress?, strapName: String? = nil
  ) {
    self.start = start
    self.startInstant = startInstant
    self.plannedSeconds = plannedSeconds
    self.targetWatts = targetWatts
    self.askedWatts = askedWatts ?? targetWatts
    self.maximumBeatsPerMinute = maximumBeatsPerMinute
    self.trainerAddress = trainerAddress
    self.trainerName = trainerName
    self.strapAddress = strapAddress
    self.strapName = strapName
  }
}
