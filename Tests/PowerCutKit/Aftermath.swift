import Foundation
import FuzzKit
import RideSession
import RideStore
import Rides
import TestKit

/// The files after a power cut, and the states that a store may find in them; equal ones need only one check.
package struct Aftermath: Hashable, Sendable {
  let image: DiskImage
  /// The state that was acknowledged before the cut.
  let acknowledged: Promised
  /// The state that the interrupted call would have acknowledged.
  let asked: Promised

  /// Opens a store on the files.
  ///
  /// - Parameters:
  ///   - goesOn: Whether the test then continues the last ride to its end, or starts another.
  ///   - leavesIndex: Whether garbage replaces the index of SQLite's log.
  /// - Throws: `BrokenPromise` if an acknowledged state is missing, and any error of the store.
  func check(goesOn: Bool, leavesIndex: Bool) throws {
    let directory = try TemporaryDirectory(in: "/dev/shm")
    var image = image
    if leavesIndex, image.entries["state/jz2.sqlite"] != nil {
      image.entries["state/jz2.sqlite-shm"] = .file([UInt8](repeating: 0xA5, count: 32 << 10))
    }
    try image.write(to: directory.path)
    let path = directory.path(of: "state")
    try onLoop { loop in
      let found = try await found(try RideDatabase(directory: path, executor: loop), in: path)
      guard goesOn else { return }
      let later = try await goOn(try RideDatabase(directory: path, executor: loop), from: found)
      let kept = try await read(try RideDatabase(directory: path, executor: loop), in: path)
      try promise("what is written after the cut is kept, not \(kept)", kept == later)
    }
  }

  private var both: [Promised] { [acknowledged, asked] }

  /// Reads everything and compares it, ride by ride.
  private func found(_ store: RideDatabase, in path: String) async throws -> Promised {
    let found = try await read(store, in: path)
    let (devices, settings, count) = (found.devices, found.settings, found.rides.count)
    try promise("every chosen device is known, not \(devices)", both.contains { $0.devices == devices })
    try promise("the settings are kept, not \(settings)", both.contains { $0.settings == settings })
    try promise("every ride is there once, not \(count)", both.contains { $0.rides.count == count })
    try promise("the next ride has a number of its own", store.takeID() == count + 1)
    let unwritten = try await store.unwritten()
    for (index, ride) in found.rides.enumerated() {
      let promised = both.compactMap { $0.rides.indices.contains(index) ? $0.rides[index] : nil }
      try promise("ride \(index + 1) has every second, not \(ride.kept)", promised.contains { $0.kept == ride.kept })
      try checkFile(of: index + 1, ride, promised, isDue: unwritten.contains(index + 1))
    }
    try await checkLog(store, found)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/rides")
    let files = both.map { $0.rides.count { $0.file != nil } }
    try promise("nothing but rides' files is there: \(names)", files.contains(names.count))
    return found
  }

  /// Checks that a change is in the log of changes exactly if it is in the library.
  private func checkLog(_ store: RideDatabase, _ found: Promised) async throws {
    guard let follower = acknowledged.follower else { return }
    let page = try await store.changes(after: follower.cursor, limit: .max)
    try promise("the log of changes reaches back", !page.startsAnew)
    for (index, ride) in found.rides.enumerated() {
      let kind = page.changes.last { $0.ride == index + 1 }?.kind
      // A store marks an unfinished ride as suspended when it is opened.
      let isLogged = kind == (ride.kept.isFinished ? .finished : .suspended)
      let isOld = kind == nil && index < follower.knownRides
      try promise("ride \(index + 1) is in the log as it is, not as \(kind?.rawValue ?? "none")", isLogged || isOld)
    }
  }

  private func checkFile(of id: Int, _ found: Promised.Ride, _ promised: [Promised.Ride], isDue: Bool) throws {
    try promise("the file of ride \(id) is whole", promised.contains { $0.file == found.file })
    guard found.kept.isFinished else { return }
    // The power may fail after the file is written and before the store records that.
    let isNew = promised.contains { $0.isFileNew && $0.file == found.file && $0.kept == found.kept }
    try promise("the file of ride \(id) is due unless it is of the whole ride", isDue || isNew)
    let isKept = promised.first.map { $0.isFileNew && $0.kept == found.kept } ?? false
    try promise("the file of ride \(id) is not due again", !isDue || !isKept)
  }

  /// Reads everything that the store returns.
  private func read(_ store: RideDatabase, in path: String) async throws -> Promised {
    try promise("nothing is set aside as damaged", store.setAside == nil)
    var found = Promised()
    found.devices = try await store.devices().count
    found.settings = try await store.settings()
    let rides = try await store.rides(RideQuery()).sorted { $0.id < $1.id }
    try promise("rides are there once: \(rides.map(\.id))", rides.map(\.id) == Array(1..<rides.count + 1))
    let unfinished = try await store.unfinished()
    for ride in rides {
      let record = try await store.record(ride.id)
      let rows = Promised.count(record.samples, ride: ride.id)
      try promise("no row of ride \(ride.id) is another", rows != nil)
      try promise("its totals are of its rows", ride.totals == StoredRide.Totals(record.totals))
      let suspended = unfinished.first { $0.id == ride.id }
      try promise("ride \(ride.id) is \(ride.state)", ride.state == (suspended == nil ? .finished : .suspended))
      let kept = Promised.Kept(
        start: ride.begun.time, rows: rows ?? 0, events: record.events, askedWatts: ride.askedWatts,
        document: suspended?.standing, isFinished: suspended == nil)
      let file = ride.fileName.flatMap { FileManager.default.contents(atPath: "\(path)/rides/\($0)") }
      found.rides.append(Promised.Ride(kept: kept, file: file.map(Array.init)))
    }
    return found
  }

  /// Continues the last ride to its end, or starts another.
  private func goOn(_ store: RideDatabase, from found: Promised) async throws -> Promised {
    var later = found
    let isUnderWay = later.rides.last.map { !$0.kept.isFinished } ?? false
    if !isUnderWay {
      let start = UnixTime(seconds: 1_795_000_000)
      try await store.begin(
        NewRide(
          RideOrder(askedWatts: 150, plannedSeconds: 60, trainer: RecordedStore.trainer, heartRate: nil),
          start: StartTime(start), targetWatts: 150))
      later.rides.append(Promised.Ride(kept: Promised.Kept(start: start, askedWatts: 150)))
    }
    let id = later.rides.count
    if isUnderWay { try await store.resume(id) }
    try await store.beginLinkPart([1], of: id)
    try await store.append(to: id, samples: [Promised.row(later.rides[id - 1].kept.rows, ride: id)])
    _ = try await store.finish(id)
    let path = try await store.writeFile([1, 2, 3], of: id)
    try promise("its file is written", FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
    try promise("its file is not due", try await !store.unwritten().contains(id))
    later.rides[id - 1].kept.rows += 1
    later.rides[id - 1].kept.finish()
    later.rides[id - 1].file = [1, 2, 3]
    return later
  }
}
