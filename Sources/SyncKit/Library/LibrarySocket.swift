import ControlSocket
package import ControlWire
import FoundationEssentials
import Loop
package import Rides

/// jz2d behind its socket for synchronising; each call has a connection of its own.
///
/// The calls block, so they have threads of their own: one for questions, one for following.
package actor LibrarySocket: TrainerLibrary {
  private let paths: [String]
  private let loop: EventLoop
  private let following: EventLoop

  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// - Parameter paths: Where jz2d's socket may be, in order.
  package init(at paths: [String]) {
    self.paths = paths
    loop = EventLoop(name: "jz2-library", pace: .real)
    following = EventLoop(name: "jz2-follow", pace: .real)
  }

  package func ride(_ name: String) throws(ControlError) -> RideSummary? {
    do throws(ControlError) {
      // Beyond its end: the ride without its seconds.
      return try call(Show(ride: name, fromSeconds: Int(Int32.max))).ride
    } catch  where error.code == .unknownRide {
      return nil
    }
  }

  package func rides() throws(ControlError) -> [RideSummary] {
    var rides: [RideSummary] = []
    for deleted in [nil, true] {
      var page = Rides(deleted: deleted)
      var isLast = false
      while !isLast {
        let answer = try call(page)
        rides += answer.rides
        page.offset = (page.offset ?? 0) + answer.rides.count
        isLast = answer.rides.isEmpty || answer.more != true
      }
    }
    return rides
  }

  package func uploads(of ride: Int) throws(ControlError) -> [Upload] { try call(Review(ride: String(ride))).uploads }

  package func file(of ride: Int, format: String, whole: Bool) throws(ControlError) -> ExportedRide {
    var (name, activity): (String?, String?) = (nil, nil)
    var bytes: [UInt8] = []
    var next = 0
    try ControlClient(connectingTo: paths).stream(Export(ride: String(ride), format: format, whole: whole)) {
      piece throws(ControlError) in
      guard piece.sequence == next, let data = Data(base64Encoded: piece.data) else {
        throw ControlError(.protocolViolated, detail: "piece \(piece.sequence) of the file, where \(next) was due")
      }
      next += 1
      (name, activity) = (piece.fileName, piece.activity ?? activity)
      bytes += data
      return true
    }
    guard let name else { throw ControlError(.connectionLost) }
    return ExportedRide(file: ParcelFile(name: name, bytes: bytes), activity: activity)
  }

  package func take(_ ride: ArchivedRide) throws(ControlError) -> RideSummary? {
    var client = try ControlClient(connectingTo: paths)
    var (number, sequence, sent) = (Int?.none, 0, 0)
    var rides: [ImportedRide] = []
    do throws(ControlError) {
      repeat {
        let piece = ride.json[sent...].prefix(Self.pieceBytes)
        sent += piece.count
        let call = Import(
          number: number, sequence: sequence, data: Data(piece).base64EncodedString(), last: sent == ride.json.count)
        let progress = try client.call(call)
        (number, sequence) = (progress.number, sequence + 1)
        rides = progress.rides ?? []
      } while sent < ride.json.count
    } catch  where [.duplicateRide, .differentRide].contains(error.code) {
      return nil
    }
    return rides.first?.ride
  }

  /// The bytes of a piece: two thirds of a message in Base64.
  private static let pieceBytes = 512 << 10

  package func note(_ upload: NoteUpload) throws(ControlError) { _ = try call(upload) }

  package func plan(_ workouts: SetPlannedWorkouts) throws(ControlError) -> PlannedWorkoutsSet { try call(workouts) }

  package func forgetPlanned(by service: SyncService) throws(ControlError) {
    _ = try call(ForgetPlannedWorkouts(source: service.rawValue))
  }

  package func take(_ body: ImportBody) throws(ControlError) -> BodyImported { try call(body) }

  package func measurements(of source: BodySource, since day: CalendarDay) throws(ControlError) -> [HRVMeasurement] {
    try call(Measurements(from: day, source: source)).measurements
  }

  package func status() throws(ControlError) -> Status { try call(GetStatus()) }

  package func settings() throws(ControlError) -> RiderSettings { try call(GetSettings()).settings }

  package nonisolated func changes(after cursor: String?) -> AsyncThrowingStream<ChangeList, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: ChangeList.self)
    let task = Task(executorPreference: following) { [paths] in
      do {
        try ControlClient(connectingTo: paths).stream(Changes(after: cursor)) { page in
          continuation.yield(page)
          return !Task.isCancelled
        }
        continuation.finish(throwing: ControlError(.connectionLost))
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func call<C: VarlinkCall>(_ call: C) throws(ControlError) -> C.Reply {
    var client = try ControlClient(connectingTo: paths)
    return try client.call(call)
  }
}
