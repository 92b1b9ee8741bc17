import BluetoothLE
import GRDB
import RideStore
import Rides
import TestKit
import Testing

@testable import RideRuntime

@Suite struct PendingWritesTests {
  private static let order = RideOrder(
    askedWatts: 150, plannedSeconds: 600, trainer: RideDevice(address: DeviceAddress(0xC0FF_EE00_0001)), heartRate: nil)
  private static let ride = NewRide(order, start: StartTime(UnixTime(seconds: 1)), targetWatts: 150)
  private static let left = StoredRide(id: 7, ride, state: .suspended, totals: .init(RideTotals()))

  private static let rowsPart = StoreFailures.Part(ride: 1)
  private static let filesPart = StoreFailures.Part(ride: 1, isFile: true)

  private func rows(_ seconds: Range<Int>) -> [RideSample] {
    seconds.map { RideSample(second: $0, timerRunning: true) }
  }

  /// Carries out all pending steps and returns them.
  private func drain(_ ride: inout PendingWrites) -> [PendingWrites.Step] {
    var steps: [PendingWrites.Step] = []
    while let step = ride.next, steps.count < 100 {
      steps.append(step)
      ride.did(step)
    }
    return steps
  }

  @Test func `a strap that joins is stored, with the ride itself if that is not stored yet`() {
    let strap = RideDevice(address: DeviceAddress(0xC0FF_EE00_0002), name: "TICKR")
    var late = PendingWrites(1, Self.ride)
    _ = drain(&late)
    late.keep(strap)
    #expect(drain(&late) == [.setStrap(strap)])
    var early = PendingWrites(1, Self.ride)
    early.keep(strap)
    guard case .begin(let ride)? = drain(&early).first else { return #expect(Bool(false), "it begins") }
    #expect(ride.order.heartRate == strap && early.next == nil)
  }

  @Test func `a ride is written in the order in which it happened`() {
    var ride = PendingWrites(1, Self.ride)
    #expect(drain(&ride) == [.begin(Self.ride)])
    let placed = StartTime(UnixTime(seconds: 5), at: BootInstant(bootID: "A", instant: .origin))
    ride.start = placed
    let started = RideEvent(at: .zero, kind: .started)
    ride.append(rows(0..<1), [started], RideStanding(askedWatts: 150))
    #expect(drain(&ride) == [.setStart(placed), .append(rows(0..<1), [started], nil)])
    ride.append(rows(1..<2), [], RideStanding(askedWatts: 170))
    #expect(drain(&ride) == [.append(rows(1..<2), [], RideStanding(askedWatts: 170))])
    ride.append(rows(2..<3), [], RideStanding(askedWatts: 170))
    ride.end(.finish(cutAt: nil))
    #expect(drain(&ride) == [.append(rows(2..<3), [], nil), .end(.finish(cutAt: nil)), .writeFile])
    #expect(ride.isDone)
  }

  @Test func `a ride that a spool rejects does not affect the others`() async throws {
    let place = try TemporaryDirectory()
    let rides = [1, 2, 3].map { id in
      var ride = PendingWrites(id, Self.ride)
      ride.append(id == 2 ? rows(-7..<(-6)) : rows(0..<5), [], nil)
      return ride
    }
    let spool = try Spool.make(in: place.path)
    let refused = try await RideRecorder.refused(of: rides, by: spool, of: nil)
    #expect(refused.keys.sorted() == [2])
    let counts = try await DatabaseQueue(path: "\(spool.path)/jz2.sqlite").read { db in
      try Int.fetchAll(db, sql: "SELECT count(*) FROM sample GROUP BY ride_id ORDER BY ride_id")
    }
    #expect(counts == [5, 5])
    await #expect(throws: StoreError.self) {
      _ = try await RideRecorder.refused(of: [rides[1]], by: spool, of: nil)
    }
  }

  @Test func `a failed write is repeated before later ones`() {
    var ride = PendingWrites(1, Self.ride)
    ride.append(rows(0..<2), [], nil)
    #expect(ride.next == .begin(Self.ride))
    #expect(ride.next == .begin(Self.ride))
    ride.did(.begin(Self.ride))
    let step = ride.next
    ride.append(rows(2..<3), [], nil)
    #expect(step == .append(rows(0..<2), [], nil))
    step.map { ride.did($0) }
    #expect(ride.next == .append(rows(2..<3), [], nil))
  }

  @Test func `an hour of waiting rows is written in pieces`() {
    var ride = PendingWrites(1, Self.ride)
    ride.append(rows(0..<3600), [], nil)
    let pieces = drain(&ride).dropFirst()
    #expect(pieces.count == 6)
    #expect(ride.waitingRows == 0)
  }

  @Test func `a resumed ride is stored with its start on the new clock`() {
    var ride = PendingWrites(resuming: Self.left, Self.order)
    let placed = StartTime(UnixTime(seconds: 1), at: BootInstant(bootID: "B", instant: .origin))
    ride.start = placed
    #expect(drain(&ride) == [.resume, .setStart(placed)])
    ride.end(.suspend)
    #expect(drain(&ride) == [.end(.suspend), .writeFile])
  }

  @Test func `the cut of a forgotten ride is kept until it is stored`() {
    var ride = PendingWrites(1, Self.ride)
    ride.append(rows(0..<900), [], nil)
    ride.end(.finish(cutAt: 300))
    #expect(
      drain(&ride) == [
        .begin(Self.ride), .append(rows(0..<600), [], nil), .append(rows(600..<900), [], nil),
        .end(.finish(cutAt: 300)), .writeFile,
      ])
  }

  @Test func `a ride without rows has no file`() {
    var ride = PendingWrites(1, Self.ride)
    ride.end(.discard)
    #expect(drain(&ride) == [.begin(Self.ride), .end(.discard)])
    #expect(ride.isDone)
  }

  @Test func `a store failure is logged at most once a minute, but a new reason is logged at once`() {
    var failures = StoreFailures()
    let now = ContinuousClock.now
    let full = StoreError(.diskFull, path: "/s", detail: "")
    let told = [0, 59, 60, 61].map { failures.failed(Self.rowsPart, full, at: now + .seconds($0)) }
    #expect(told == [true, false, true, false])
    let another = failures.failed(Self.rowsPart, StoreError(.damaged, path: "/s", detail: ""), at: now + .seconds(62))
    #expect(another, "another reason is told at once")
    #expect(failures.error?.cause == .damaged)
  }

  @Test func `a ride that fails does not mark the next one as failed`() {
    var failures = StoreFailures()
    let damaged = StoreError(.damaged, path: "/s", detail: "")
    _ = failures.failed(Self.rowsPart, damaged, at: .now)
    let nextHadFailed = failures.succeeded(StoreFailures.Part(ride: 2))
    #expect(!nextHadFailed)
    #expect(failures.error == damaged)
  }

  @Test func `a ride that the store has lost is created again with its waiting rows`() {
    var ride = PendingWrites(resuming: Self.left, Self.order)
    ride.append(rows(0..<2), [], nil)
    #expect(ride.next == .resume)
    ride.beginAgain()
    #expect(drain(&ride) == [.begin(Self.ride), .append(rows(0..<2), [], nil)])
  }

  @Test func `a file that fails does not mark the rows as failed`() {
    var failures = StoreFailures()
    let gone = StoreError(.failed, path: "/s/rides", detail: "")
    _ = failures.failed(Self.filesPart, gone, at: .now)
    let rowsHadFailed = failures.succeeded(Self.rowsPart)
    #expect(!rowsHadFailed)
    #expect(failures.error == gone)
    let filesHadFailed = failures.succeeded(Self.filesPart)
    #expect(filesHadFailed)
    #expect(failures.error == nil)
  }
}
