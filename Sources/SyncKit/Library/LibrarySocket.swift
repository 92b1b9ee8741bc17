package import ControlWire
import Loop
package import Rides
package import TrainerClient

/// jz2d's library through its socket; each call opens its own connection.
///
/// The calls block, so there are two dedicated threads: one for requests, one for following changes.
package actor LibrarySocket: TrainerLibrary {
  private let daemon: DaemonSocket
  private let loop: EventLoop
  private let following: EventLoop

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// - Parameter paths: The possible paths of jz2d's socket, in order.
  package init(at paths: [String]) {
    daemon = DaemonSocket(at: paths)
    loop = EventLoop(name: "jz2-library", pace: .real)
    following = EventLoop(name: "jz2-follow", pace: .real)
  }

  package func ride(_ name: String) throws(ControlError) -> RideSummary? {
    do throws(ControlError) {
      // A start after the ride's end returns the ride without its seconds.
      return try daemon.call(Show(ride: name, fromSeconds: Int(Int32.max))).ride
    } catch  where error.code == .unknownRide {
      return nil
    }
  }

  package func rides() throws(ControlError) -> [RideSummary] {
    try daemon.rides(Rides()) + daemon.rides(Rides(deleted: true))
  }

  package func uploads(of ride: Int) throws(ControlError) -> [Upload] {
    try daemon.call(Review(ride: String(ride))).uploads
  }

  package func file(of ride: Int, format: String, whole: Bool) throws(ControlError) -> NamedFile {
    try daemon.file(by: Export(ride: String(ride), format: format, whole: whole))
  }

  package func take(_ ride: ArchivedRide) throws(ControlError) -> RideSummary? {
    var rest = ride.json[...]
    do throws(ControlError) {
      return try daemon.send(Import()) { () throws(ControlError) in
        defer { rest = rest.dropFirst(Self.pieceBytes) }
        return Array(rest.prefix(Self.pieceBytes))
      } result: { progress in
        progress.rides
      }.first?.ride
    } catch  where [.duplicateRide, .differentRide].contains(error.code) {
      return nil
    }
  }

  /// The size of a piece: two thirds of a message in Base64.
  private static let pieceBytes = 512 << 10

  package func note(_ upload: NoteUpload) throws(ControlError) { _ = try daemon.call(upload) }

  package func plan(_ workouts: SetPlannedWorkouts) throws(ControlError) -> PlannedWorkoutsSet {
    try daemon.call(workouts)
  }

  package func forgetPlanned(by service: SyncService) throws(ControlError) {
    _ = try daemon.call(ForgetPlannedWorkouts(source: service.rawValue))
  }

  package func take(_ body: ImportBody) throws(ControlError) -> BodyImported { try daemon.call(body) }

  package func measurements(of source: BodySource, since day: CalendarDay) throws(ControlError) -> [HRVMeasurement] {
    try daemon.call(Measurements(from: day, source: source)).measurements
  }

  package func status() throws(ControlError) -> Status { try daemon.call(GetStatus()) }

  package func settings() throws(ControlError) -> RiderSettings { try daemon.call(GetSettings()).settings }

  package nonisolated func changes(after cursor: String?) -> AsyncThrowingStream<ChangeList, any Error> {
    Changes(after: cursor).replies(of: daemon, on: following)
  }
}
