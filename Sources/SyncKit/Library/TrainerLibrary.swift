package import ControlWire
package import Rides
package import TrainerClient

/// The library of rides, as jz2d answers for it.
package protocol TrainerLibrary: Sendable {
  /// A ride in figures, by its number or as `last`; nil if there is none.
  func ride(_ name: String) async throws(ControlError) -> RideSummary?
  /// All rides, the deleted ones too.
  func rides() async throws(ControlError) -> [RideSummary]
  /// Where a ride was uploaded to, as jz2d has noted it.
  func uploads(of ride: Int) async throws(ControlError) -> [Upload]
  /// A ride as a file of the format `fit`, `tcx`, `csv` or `json`, as it is trimmed or whole.
  func file(of ride: Int, format: String, whole: Bool) async throws(ControlError) -> NamedFile
  /// Has jz2d take in a whole ride.
  ///
  /// - Returns: The ride; nil if the library has it, or one that began in the same second.
  func take(_ ride: ArchivedRide) async throws(ControlError) -> RideSummary?
  /// Has jz2d note the state of an upload.
  func note(_ upload: NoteUpload) async throws(ControlError)
  /// Has jz2d keep planned workouts.
  func plan(_ workouts: SetPlannedWorkouts) async throws(ControlError) -> PlannedWorkoutsSet
  /// Has jz2d forget the planned workouts of a service.
  func forgetPlanned(by service: SyncService) async throws(ControlError)
  /// Has jz2d take nights, measurements and values of a service.
  func take(_ body: ImportBody) async throws(ControlError) -> BodyImported
  /// What was measured since a day.
  func measurements(of source: BodySource, since day: CalendarDay) async throws(ControlError) -> [HRVMeasurement]
  /// The present status.
  func status() async throws(ControlError) -> Status
  /// The settings of the rider.
  func settings() async throws(ControlError) -> RiderSettings
  /// The changes behind a cursor and those to come; ends, with the reason, when jz2d goes away.
  func changes(after cursor: String?) -> AsyncThrowingStream<ChangeList, any Error>
}
