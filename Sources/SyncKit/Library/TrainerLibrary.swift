package import ControlWire
package import Rides
package import TrainerClient

/// jz2d's library of rides.
package protocol TrainerLibrary: Sendable {
  /// Returns the summary of a ride, by its number or as `last`; nil for an unknown ride.
  func ride(_ name: String) async throws(ControlError) -> RideSummary?
  /// Returns all rides, including deleted ones.
  func rides() async throws(ControlError) -> [RideSummary]
  /// Returns the uploads of a ride that jz2d has noted.
  func uploads(of ride: Int) async throws(ControlError) -> [Upload]
  /// Returns a ride as a file of the format `fit`, `tcx`, `csv` or `json`, trimmed or whole.
  func file(of ride: Int, format: String, whole: Bool) async throws(ControlError) -> NamedFile
  /// Stores a whole ride in jz2d.
  ///
  /// - Returns: The ride; nil if the library already has it, or has a ride that began in the same second.
  func take(_ ride: ArchivedRide) async throws(ControlError) -> RideSummary?
  /// Notes the state of an upload in jz2d.
  func note(_ upload: NoteUpload) async throws(ControlError)
  /// Stores planned workouts in jz2d.
  func plan(_ workouts: SetPlannedWorkouts) async throws(ControlError) -> PlannedWorkoutsSet
  /// Deletes the planned workouts of a service from jz2d.
  func forgetPlanned(by service: SyncService) async throws(ControlError)
  /// Stores nights, measurements and values of a service in jz2d.
  func take(_ body: ImportBody) async throws(ControlError) -> BodyImported
  /// Returns the measurements of a source since a day.
  func measurements(of source: BodySource, since day: CalendarDay) async throws(ControlError) -> [HRVMeasurement]
  func status() async throws(ControlError) -> Status
  func settings() async throws(ControlError) -> RiderSettings
  /// Returns the changes after a cursor, then later ones as they occur. The stream ends with the error when jz2d goes
  /// away.
  func changes(after cursor: String?) -> AsyncThrowingStream<ChangeList, any Error>
}
