import ControlWire
import Foundation
import GRDB
import Logging
import Loop
import Rides
import TestKit
import TrainerClient

@testable import SyncKit

/// A library that a test fills by hand.
actor ScriptedLibrary: TrainerLibrary {
  static let uuid = "0b5e"

  private(set) var all: [Int: RideSummary] = [:]
  private(set) var notes: [NoteUpload] = []
  private(set) var planned: [SetPlannedWorkouts] = []
  private(set) var forgotten: [SyncService] = []
  private(set) var taken: [ImportBody] = []
  private var measured: [HRVMeasurement] = []
  private var present = Status(phase: .idle)
  var noted: [Int: [Upload]] = [:]
  var isAway = false
  private var news: [Int: AsyncThrowingStream<ChangeList, any Error>.Continuation] = [:]
  private var cursor = 0

  func ride(_ name: String) throws(ControlError) -> RideSummary? {
    try check()
    return name == "last" ? all.values.max { $0.id < $1.id } : Int(name).flatMap { all[$0] }
  }
  func rides() throws(ControlError) -> [RideSummary] {
    try check()
    return all.values.sorted { $0.id < $1.id }
  }
  func uploads(of ride: Int) throws(ControlError) -> [Upload] { noted[ride] ?? [] }
  func file(of ride: Int, format: String, whole: Bool) throws(ControlError) -> NamedFile {
    try check()
    return NamedFile(name: "\(ride).\(format)", bytes: [1, 2], activity: all[ride]?.activity)
  }
  /// Stores a ride whose JSON is its UUID.
  ///
  /// `bad` is not a ride, `twin` exists under another name, and `huge` does not fit.
  func take(_ ride: ArchivedRide) throws(ControlError) -> RideSummary? {
    try check()
    let uuid = String(decoding: ride.json, as: UTF8.self)
    if uuid == "bad" { throw ControlError(.badFile) }
    if uuid == "twin" { return nil }
    if uuid == "huge" { throw .storeFailed(StoreObstacle(.diskFull, path: "/var/lib/jz2", user: "jz2")) }
    var summary = EngineBench.ride((all.keys.max() ?? 0) + 1)
    summary.uuid = uuid
    put(summary, .imported)
    return summary
  }
  func note(_ upload: NoteUpload) throws(ControlError) {
    try check()
    notes.append(upload)
  }
  func plan(_ workouts: SetPlannedWorkouts) throws(ControlError) -> PlannedWorkoutsSet {
    planned.append(workouts)
    return PlannedWorkoutsSet(saved: workouts.workouts.count, removed: 0)
  }
  func forgetPlanned(by service: SyncService) throws(ControlError) { forgotten.append(service) }
  func take(_ body: ImportBody) throws(ControlError) -> BodyImported {
    taken.append(body)
    return BodyImported()
  }
  func set(measured: [HRVMeasurement]) { self.measured = measured }
  func measure(_ measurement: HRVMeasurement) {
    measured.append(measurement)
    tell(.body(measurement.day, .changed))
  }
  func measurements(of source: BodySource, since day: CalendarDay) throws(ControlError) -> [HRVMeasurement] {
    measured.filter { $0.source == source && $0.day >= day }
  }
  func settings() throws(ControlError) -> RiderSettings { RiderSettings() }
  func status() throws(ControlError) -> Status {
    try check()
    return present
  }
  func show(_ status: Status) { present = status }

  nonisolated func changes(after cursor: String?) -> AsyncThrowingStream<ChangeList, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: ChangeList.self)
    Task { await follow(cursor, continuation) }
    return stream
  }

  private func follow(_ after: String?, _ continuation: AsyncThrowingStream<ChangeList, any Error>.Continuation) {
    continuation.yield(ChangeList(library: Self.uuid, changes: [], cursor: "\(cursor)", startsAnew: after == nil))
    news[news.count] = continuation
  }

  private func check() throws(ControlError) { if isAway { throw ControlError(.noDaemon) } }

  func leave(_ isAway: Bool) { self.isAway = isAway }
  func note(_ uploads: [Upload], of ride: Int) { noted[ride] = uploads }

  /// Adds or changes a ride, and reports the change.
  func put(_ ride: RideSummary, _ kind: ChangeKind = .finished) {
    all[ride.id] = ride
    tell(.ride(ride.id, kind))
  }

  private func tell(_ change: LibraryChange) {
    cursor += 1
    for follower in news.values {
      follower.yield(ChangeList(library: Self.uuid, changes: [change], cursor: "\(cursor)"))
    }
  }
}

/// A service that returns scripted outcomes and records the requests.
actor ScriptedService: UploadService {
  enum Asked: Hashable, Sendable {
    case send(ride: Int, external: String, mayBeThere: Bool)
    case follow(ride: Int, ticket: String)
    case rename(String, to: String)
  }

  nonisolated let service = SyncService.strava
  private(set) var asked: [Asked] = []
  private var answers: [Delivery]
  /// Runs during the next upload.
  private var meanwhile: (@Sendable () async -> Void)?

  /// Returns these outcomes in order, then `there` with the number of the ride.
  init(_ answers: [Delivery] = []) { self.answers = answers }

  func send(_ parcel: Parcel, mayBeThere: Bool) async -> Delivery {
    asked.append(.send(ride: parcel.ride.id, external: parcel.externalID, mayBeThere: mayBeThere))
    if let meanwhile {
      self.meanwhile = nil
      await meanwhile()
    }
    return next(parcel.ride.id)
  }
  func follow(_ ticket: String, of parcel: Parcel) async -> Delivery {
    asked.append(.follow(ride: parcel.ride.id, ticket: ticket))
    return next(parcel.ride.id)
  }
  func rename(_ remoteID: String, to parcel: Parcel) async -> Delivery {
    asked.append(.rename(remoteID, to: parcel.name))
    return next(parcel.ride.id)
  }

  func doMeanwhile(_ body: @escaping @Sendable () async -> Void) { meanwhile = body }

  private func next(_ ride: Int) -> Delivery {
    answers.isEmpty ? .there(remoteID: "r\(ride)", url: "https://s/r\(ride)", wasThere: false) : answers.removeFirst()
  }
}

/// The engine over a scripted library and a scripted service, with an outbox on the disk.
struct EngineBench {
  let place: TemporaryDirectory
  let outbox: Outbox
  let library: ScriptedLibrary
  let service: ScriptedService
  let engine: SyncEngine
  let clock = BenchClock()

  init(
    _ answers: [Delivery] = [], library: ScriptedLibrary = ScriptedLibrary(), in place: TemporaryDirectory? = nil,
    calendars: [SyncService: any WorkoutSource] = [:], wellness: [SyncService: any WellnessExchange] = [:],
    hub: (any BatchService)? = nil
  ) throws {
    self.place = try place ?? TemporaryDirectory()
    self.library = library
    outbox = try Outbox(
      in: self.place.path, executor: EventLoop(name: "outbox", pace: .real).serialExecutor)
    service = ScriptedService(answers)
    var carriers: [SyncService: Courier.Carrier] = [.strava: .single(service)]
    if let hub { carriers[.hub] = .batch(hub) }
    engine = SyncEngine(
      outbox: outbox, library: library, carriers: carriers, calendars: calendars, wellness: wellness, clock: clock,
      random: { 0.5 }, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// A finished ride of ten minutes, one a day.
  static func ride(_ id: Int, activity: String? = nil, name: String? = nil) -> RideSummary {
    let start = Date(timeIntervalSince1970: 1_795_000_000 + Double(id) * 86_400).formatted(.iso8601)
    return RideSummary(
      id: id, start: start, timerSeconds: 600, elapsedSeconds: 600, averageWatts: 150, averageHeartRate: nil,
      kilojoules: 90, distanceMeters: 5000, state: .finished, name: name, activity: activity ?? "a\(id)")
  }

  /// Runs the engine during `body`, with the service connected from ride `first` on.
  func run(from first: Int? = 1, _ body: () async throws -> Void) async throws {
    if let first {
      try await outbox.change(.strava) { record in
        (record.state, record.library, record.firstRide) = (.connected, ScriptedLibrary.uuid, first)
      }
    }
    let working = Task { await engine.work() }
    do { try await body() } catch {
      working.cancel()
      throw error
    }
    working.cancel()
    await working.value
  }

  /// Waits until the outbox has the service as inactive.
  ///
  /// The courier stores that after the ride.
  func untilInactive() async throws {
    try await untilKept { try await outbox.record(of: .strava).state == .inactive ? () : nil }
  }

  /// Waits for a state of a ride's upload, and returns the upload.
  func upload(_ ride: Int, until isWanted: (UploadRecord?) -> Bool) async throws -> UploadRecord? {
    try await untilKept {
      let upload = try await outbox.upload(ride, of: ScriptedLibrary.uuid, to: .strava)
      return isWanted(upload) ? .some(upload) : nil
    }
  }

  /// Reads the outbox now and after each change, until `look` returns a value.
  private func untilKept<Kept>(_ look: () async throws -> Kept?) async throws -> Kept {
    let changes = ValueObservation.tracking(region: .fullDatabase) { _ in true }
    for try await _ in changes.values(in: await outbox.queue) { if let kept = try await look() { return kept } }
    throw CancellationError()
  }
}
