import BluetoothLE
import Foundation
import Rides
import Testing

@testable import RideStore

/// Stores for rides that could not be stored; the next opening imports them.
@Suite struct SpoolTests {
  let state = TemporaryState()
  let runtime = TemporaryState()

  private func spool(of library: String?) async throws -> RideDatabase {
    try FileManager.default.createDirectory(atPath: runtime.path, withIntermediateDirectories: true)
    let store = try RideDatabase(directory: try Spool.make(in: runtime.path).path, executor: QueueExecutor())
    try await store.beSpool(of: library, atMost: 1 << 20)
    return store
  }

  @Test func `the rest of a ride in a spool, with its end, is added to the ride in the library`() async throws {
    var plan = newRide(start: UnixTime(seconds: 5))
    do {
      let store = try state.open()
      let id = try await store.begin(plan)
      try await store.append(to: id, samples: steady(0..<100))
      let spool = try await spool(of: try store.uuid())
      // The clock was set in between.
      plan.start.time = UnixTime(seconds: 5_000_000)
      try await spool.begin(plan, as: id)
      try await spool.append(
        to: id, samples: steady(98..<130), events: [RideEvent(at: .seconds(130), kind: .ended(.stop))])
      try await spool.noteEnd(of: id, cutAt: 120)
    }
    let store = try state.open(spools: [runtime.path])
    #expect(await store.endedInSpools() == [1])
    try await store.takeInSpools()
    let ride = try await store.ride(1)
    #expect((ride.state, ride.cut, ride.totals.timerSeconds) == (.finished, 0..<120, 120))
    #expect(ride.begun.time == UnixTime(seconds: 5_000_000))
    #expect(try await store.record(1, whole: true).samples == steady(0..<130))
    #expect(await !store.hasSpools)
    #expect(runtime.names().isEmpty)
  }

  @Test func `a spooled ride that the library lacks is imported with its number`() async throws {
    do {
      let store = try state.open()
      let spool = try await spool(of: try store.uuid())
      try await spool.begin(newRide(), as: 3)
      try await spool.append(to: 3, samples: steady(0..<5))
    }
    let store = try state.open(spools: [runtime.path])
    #expect(store.takeID() == 4)
    try await store.takeInSpools()
    #expect(try await store.ride(3).state == .suspended, "it may go on")
    #expect(try await store.record(3).samples == steady(0..<5))
  }

  @Test func `a spooled ride of another library does not change the ride with its number`() async throws {
    do {
      let store = try state.open()
      try await finishedRide(in: store, seconds: 10)
      let spool = try await spool(of: "another")
      try await spool.begin(newRide(start: UnixTime(seconds: 9)), as: 1)
      try await spool.append(to: 1, samples: steady(0..<50))
      try await spool.noteEnd(of: 1, cutAt: nil)
    }
    let store = try state.open(spools: [runtime.path])
    try await store.takeInSpools()
    #expect(try await store.record(1).samples == steady(0..<10))
    #expect(try await store.ride(2).totals.timerSeconds == 50)
  }

  @Test func `a spool does not exceed its size limit`() async throws {
    let spool = try await spool(of: nil)
    try await spool.begin(newRide(), as: 1)
    await expect(throwsCode: .obstacle(.diskFull)) { try await spool.append(to: 1, samples: steady(0..<40_000)) }
  }
}
