import BluetoothLE
import Foundation
import RideStore
import Rides
import Synchronization
package import TestKit

/// The files of a state directory, and the rides in them.
struct StateFiles: Sendable {
  static let database = "jz2.sqlite"
  static let log = "jz2.sqlite-wal"
  static let index = "jz2.sqlite-shm"

  var contents: [String: [UInt8]]
  /// The rows of each ride, by its number; if `isCutOff`, the rows of the last ride are only in the log.
  let rides: [Int: [RideSample]]
  let isCutOff: Bool

  /// The files after a daemon ended: three finished rides, no log.
  static let closed = Result { try left(byKill: false) }
  /// The files after the daemon was killed in the third ride.
  static let cutOff = Result { try left(byKill: true) }

  /// Writes the files into a directory.
  func write(to directory: TemporaryDirectory) throws {
    for (name, bytes) in contents { try Data(bytes).write(to: URL(filePath: directory.path(of: name))) }
  }

  private static func left(byKill: Bool) throws -> StateFiles {
    let directory = try TemporaryDirectory(in: "/dev/shm")
    let rides = [1: rows(150), 2: rows(90), 3: rows(40)]
    try onLoop { loop in
      let store = try RideDatabase(directory: directory.path, executor: loop)
      try await store.choose(
        RideStage.trainer.address, name: "KICKR", as: .trainer, at: UnixTime(seconds: 1_795_000_000))
      try await record(rides[1] ?? [], in: store, isFinished: true)
      try await importRide(rides[2] ?? [], into: store)
      try await store.setSettings(
        RiderSettings(maximumHeartRate: 184, weightKilograms: 78.5), at: UnixTime(seconds: 1_790_000_000))
      try await plan(in: store)
    }
    let atKill = try onLoop { loop in
      let store = try RideDatabase(directory: directory.path, executor: loop)
      try await record(rides[3] ?? [], in: store, isFinished: !byKill)
      return byKill ? try files(in: directory) : nil
    }
    return StateFiles(contents: try atKill ?? files(in: directory), rides: rides, isCutOff: byKill)
  }

  /// Records one row at a time, each in its own transaction, as a daemon does.
  private static func record(_ rows: [RideSample], in store: RideDatabase, isFinished: Bool) async throws {
    let ride = NewRide(
      RideOrder(
        askedWatts: 150, plannedSeconds: 3600, trainer: RideDevice(address: RideStage.trainer.address, name: "KICKR"),
        heartRate: nil),
      start: StartTime(UnixTime(seconds: 1_795_000_000)), targetWatts: 150)
    let id = try await store.begin(ride)
    for row in rows {
      let events = row.second == 0 ? [RideEvent(at: .zero, kind: .started)] : []
      try await store.append(to: id, samples: [row], events: events)
    }
    if isFinished { _ = try await store.finish(id) }
  }

  /// Plans a workout for the day of the rides.
  private static func plan(in store: RideDatabase) async throws {
    let day = CalendarDay(UnixTime(seconds: 1_795_000_000), utcOffsetSeconds: 0)
    let interval = PlanInterval(end: .activity, target: .heartRate(120...130, start: nil))
    let workout = CalendarPlan(key: "7", day: day, plan: Plan(name: "Tempo", groups: [PlanGroup([interval])]))
    _ = try await store.setCalendar(of: "intervals", days: day...day, [workout], at: UnixTime(seconds: 1_795_000_000))
  }

  /// Imports a ride with all data that a library stores in addition to its rows.
  private static func importRide(_ rows: [RideSample], into store: RideDatabase) async throws {
    let start = UnixTime(seconds: 1_794_000_000)
    let record = RideRecord(
      id: 0, start: start, plannedSeconds: 90, trainerName: nil, name: "Rund", note: "nass", samples: rows,
      events: [], laps: [RideLap(second: 0, fileTotals: [.averageWatts: 150.5]), RideLap(second: 40)],
      fileTotals: [.kilocalories: 12], origin: RideOrigin(format: .fit))
    let ride = try await store.importRide(record, evenIfThere: false)
    let figures: [DerivedFigure: Double?] = [.zone2Seconds: 60, .zone2Watts: 150.5, .decouplingPercent: nil]
    try await store.setFigures([
      DerivedFigures(
        ride: ride.id, activityID: ride.activityID, figures: figures,
        by: figures.mapValues { _ in Derivation(method: "1", basis: "k") })
    ])
    try await store.noteUpload(of: ride.id, service: "strava", at: start)
    _ = try await store.cut(ride.id, to: 10..<80)
  }

  static func rows(_ seconds: Int) -> [RideSample] {
    (0..<seconds).map {
      RideSample(
        second: $0, timerRunning: true, powerWatts: 150.5, targetWatts: 150, cadenceRpm: 88.25, beatsPerMinute: 130,
        speedKmh: 30, distanceMeters: Double($0 + 1) * 8, rrIntervals: [0x0372, 65_535, 1])
    }
  }

  private static func files(in directory: TemporaryDirectory) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in [database, log] {
      if let data = FileManager.default.contents(atPath: directory.path(of: name)) { contents[name] = Array(data) }
    }
    return contents
  }
}

/// Runs `body` to its end on a separate loop; `body` must await only work on that loop.
package func onLoop<Value: Sendable>(_ body: @escaping @Sendable (TestLoop) async throws -> Value) throws -> Value {
  let loop = TestLoop()
  let result = Mutex<Result<Value, any Error>?>(nil)
  Task(executorPreference: loop) {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await body(loop)) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
  }
  loop.drain()
  guard let outcome = result.withLock({ $0 }) else { throw BrokenPromise(description: "it never ends") }
  return try outcome.get()
}

/// Damage to a file by a failing card or by a person, in the order of the byte that chooses it.
private enum Damage: UInt8, CaseIterable {
  case flippedBit
  case overwritten
  case truncated
  case garbage
  case zeroedPage
  case swappedPages
  case lengthened
  case removed
}

extension StateFiles {
  private static let pageBytes = 4096

  /// Damages the files according to the choices.
  mutating func damage(_ choices: inout Choices) {
    while !choices.isAtEnd {
      let damage = choices.one(of: Damage.allCases, or: .flippedBit)
      let name = choices.one(of: [Self.database, Self.log, Self.index], or: Self.database)
      let bytes = contents[name] ?? []
      contents[name] = Self.damaged(bytes, damage, &choices)
    }
  }

  private static func damaged(_ bytes: [UInt8], _ damage: Damage, _ choices: inout Choices) -> [UInt8]? {
    var bytes = bytes
    let place = choices.number(below: bytes.count)
    switch damage {
    case .flippedBit: if bytes.indices.contains(place) { bytes[place] ^= 1 << (choices.byte() & 7) }
    case .overwritten: overwrite(&bytes, at: place, with: choices.run())
    case .truncated: bytes.removeSubrange(min(place, bytes.count)...)
    case .garbage: bytes = choices.run()
    case .zeroedPage:
      overwrite(&bytes, at: place / pageBytes * pageBytes, with: [UInt8](repeating: 0, count: pageBytes))
    case .swappedPages: swapPages(&bytes, place / pageBytes, choices.number(below: bytes.count) / pageBytes)
    case .lengthened: bytes += choices.run()
    case .removed: return nil
    }
    return bytes
  }

  private static func overwrite(_ bytes: inout [UInt8], at place: Int, with run: [UInt8]) {
    for (index, byte) in zip(place..<bytes.count, run) { bytes[index] = byte }
  }

  private static func swapPages(_ bytes: inout [UInt8], _ first: Int, _ second: Int) {
    guard (max(first, second) + 1) * pageBytes <= bytes.count else { return }
    for offset in 0..<pageBytes { bytes.swapAt(first * pageBytes + offset, second * pageBytes + offset) }
  }
}
