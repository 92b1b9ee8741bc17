package import BluetoothLE
package import RideSession

/// What is known of a ride when it begins.
package struct NewRide: Hashable, Sendable {
  /// When the first row begins, by the wall clock of the moment; `setStart` corrects it.
  package var start: UnixTime
  /// Seconds the timer is to run.
  package var plannedSeconds: Int
  /// The target asked for, in watts.
  package var targetWatts: Int
  package var trainerAddress: DeviceAddress?
  /// The name that the trainer advertised.
  package var trainerName: String?
  /// The strap of the ride; nil where none is chosen.
  package var strapAddress: DeviceAddress?

  package init(
    start: UnixTime, plannedSeconds: Int, targetWatts: Int, trainerAddress: DeviceAddress?, trainerName: String?,
    strapAddress: DeviceAddress?
  ) {
    self.start = start
    self.plannedSeconds = plannedSeconds
    self.targetWatts = targetWatts
    self.trainerAddress = trainerAddress
    self.trainerName = trainerName
    self.strapAddress = strapAddress
  }
}
