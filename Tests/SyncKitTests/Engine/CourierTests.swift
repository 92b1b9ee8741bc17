import ControlWire
import Foundation
import Rides
import TestKit
import Testing

@testable import SyncKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CourierTests {
  @Test func `a finished ride arrives once, and jz2d hears of it`() async throws {
    let bench = try EngineBench()
    try await bench.run {
      await bench.library.put(EngineBench.ride(1))
      let upload = try await bench.upload(1) { $0?.isReported == true && $0?.state == .done }
      #expect(upload?.remoteID == "r1" && upload?.url == "https://s/r1")
    }
    #expect(await bench.service.asked == [.send(ride: 1, external: "0b5e.a1", mayBeThere: false)])
    let note = await bench.library.notes.last
    #expect(note?.state == .done && note?.remoteId == "r1" && note?.activity == "a1")
  }

  @Test func `a ride that is renamed while it is on its way is renamed where it arrived`() async throws {
    let bench = try EngineBench()
    await bench.service.doMeanwhile { [outbox = bench.outbox, library = bench.library] in
      await library.put(EngineBench.ride(1, name: "Dawn"), .edited)
      // The engine has seen the edit during the upload.
      while (try? await outbox.followed()?.cursor) != "2" { await Task.yield() }
    }
    try await bench.run {
      await bench.library.put(EngineBench.ride(1))
      _ = try await bench.upload(1) { $0?.state == .done && $0?.name == "Dawn" && $0?.isRenameDue == false }
    }
    #expect(await bench.service.asked.last == .rename("r1", to: "Dawn"))
  }

  @Test func `a ride that was on its way when the process ended may be there already`() async throws {
    let first = try EngineBench()
    try await first.outbox.change(1, of: ScriptedLibrary.uuid, to: .strava) { _ in
      var upload = UploadRecord(
        EngineBench.ride(1), of: ScriptedLibrary.uuid, to: .strava, noted: nil, held: nil, at: Date())
      upload.state = .sending
      return upload
    }
    await first.library.put(EngineBench.ride(1))
    let bench = try EngineBench(library: first.library, in: first.place)
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .done }
    }
    #expect(await bench.service.asked == [.send(ride: 1, external: "0b5e.a1", mayBeThere: true)])
  }

  @Test func `a ride that the service takes in is asked for with its ticket, also by the next process`() async throws {
    let bench = try EngineBench([
      .processing(ticket: "t1", after: .seconds(1)), .processing(ticket: "t2", after: .seconds(2)),
    ])
    try await bench.run {
      await bench.library.put(EngineBench.ride(1))
      _ = try await bench.upload(1) { $0?.state == .done }
    }
    #expect(
      await bench.service.asked == [
        .send(ride: 1, external: "0b5e.a1", mayBeThere: false), .follow(ride: 1, ticket: "t1"),
        .follow(ride: 1, ticket: "t2"),
      ])
  }

  @Test func `a ride that fails again and again does not keep the others back`() async throws {
    let broken = Delivery.later(SyncFault(.serverFailed), after: nil)
    let bench = try EngineBench([broken])
    for id in 1...3 { await bench.library.put(EngineBench.ride(id)) }
    try await bench.run {
      for id in 1...3 { _ = try await bench.upload(id) { $0?.state == .done } }
    }
    let order = await bench.service.asked.compactMap { asked -> Int? in
      if case .send(let ride, _, _) = asked { ride } else { nil }
    }
    #expect(order == [1, 2, 3, 1])
  }

  @Test func `a service that turns the rider away keeps the queue, and goes on once he has connected it`() async throws
  {
    let bench = try EngineBench([.stopped(SyncFault(.inactive))])
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.fault?.code == .inactive }
      try await bench.untilInactive()
      #expect(try await bench.outbox.queued(for: .strava) == 1)
      try await bench.engine.connected(.strava, account: "Ann", from: 9, since: nil)
      _ = try await bench.upload(1) { $0?.state == .done }
    }
    #expect(try await bench.outbox.record(of: .strava).account == "Ann")
  }

  @Test func `what was wrong with a service is over when it takes a ride in`() async throws {
    let taking = Array(repeating: Delivery.processing(ticket: "t", after: .seconds(2)), count: 10_000)
    let bench = try EngineBench([.stopped(SyncFault(.inactive))] + taking)
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.fault?.code == .inactive }
      try await bench.untilInactive()
      await bench.engine.synchronise(.strava)
      #expect(try await bench.outbox.record(of: .strava).fault == nil)
      #expect(await bench.engine.run.status.state != .error)
    }
  }

  @Test func `a ride that the service refuses is failed, and sent again when the rider says so`() async throws {
    let bench = try EngineBench([.refused(SyncFault(.refused, detail: "no"))])
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .failed }
      let again = try await bench.engine.sendAgain("1", to: .strava)
      #expect(again.state == .queued)
      _ = try await bench.upload(1) { $0?.state == .done }
    }
  }

  @Test func `a run says how many rides it sent itself, and how many were refused`() async throws {
    let bench = try EngineBench([.refused(SyncFault(.refused, detail: "no"))])
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .failed }
      await bench.library.put(EngineBench.ride(2))
      _ = try await bench.upload(2) { $0?.state == .done }
      // The first call may join the run that sent the ride.
      for _ in 1...2 { await bench.engine.synchronise() }
      #expect(await bench.engine.run.status == SyncStatus(.success, count: 0, refused: 1))
      let refused = RefusedRides(count: 1, ride: 1, fault: SyncFault(.refused, detail: "no"))
      #expect(try await bench.outbox.refused(for: .strava) == refused)
    }
  }

  @Test func `a ride that the service is still processing is not said to be there`() async throws {
    let bench = try EngineBench([.processing(ticket: "t", after: .seconds(3600))])
    bench.clock.stand()
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .processing }
      let status = await bench.engine.run.statuses().first { $0.state == .success }
      #expect(status == SyncStatus(.success, count: 0, waiting: 1))
    }
  }

  @Test func `a refused ride is forgotten with the connection`() async throws {
    let bench = try EngineBench([.refused(SyncFault(.refused))])
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .failed }
      try await bench.engine.disconnected(.strava)
      #expect(try await bench.outbox.refused(for: .strava) == nil)
    }
    #expect(await bench.library.notes.last?.remove == true)
  }

  @Test func `a new name is changed there`() async throws {
    let bench = try EngineBench()
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .done }
      await bench.library.put(EngineBench.ride(1, name: "Dawn"), .edited)
      _ = try await bench.upload(1) { $0?.name == "Dawn" && $0?.isRenameDue == false }
    }
    #expect(await bench.service.asked.last == .rename("r1", to: "Dawn"))
  }

  @Test func `a ride that jz2d has a note of is not sent`() async throws {
    let bench = try EngineBench()
    await bench.library.put(EngineBench.ride(1))
    await bench.library.note([Upload(service: "strava", remoteId: "7", at: "2026-11-25T00:00:00Z")], of: 1)
    try await bench.run {
      let upload = try await bench.upload(1) { $0 != nil }
      #expect(upload?.state == .done && upload?.remoteID == "7")
      await bench.engine.synchronise(.strava)
    }
    #expect(await bench.service.asked == [])
  }

  @Test func `a disconnected service gets nothing, and its queue is forgotten`() async throws {
    let bench = try EngineBench([.stopped(SyncFault(.unauthorized))])
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.fault != nil }
      try await bench.engine.disconnected(.strava)
      #expect(try await bench.outbox.upload(1, of: ScriptedLibrary.uuid, to: .strava) == nil)
      await bench.library.put(EngineBench.ride(2))
      await bench.engine.synchronise()
    }
    #expect(await bench.service.asked.count == 1)
    #expect(await bench.library.notes.last?.remove == true)
  }

  @Test func `while jz2d is away nothing is sent, and when it is back the ride goes`() async throws {
    let bench = try EngineBench()
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .done }
      await bench.library.leave(true)
      await bench.library.put(EngineBench.ride(2))
      await bench.library.leave(false)
      await bench.library.put(EngineBench.ride(2))
      _ = try await bench.upload(2) { $0?.state == .done }
    }
    #expect(await bench.service.asked.count == 2)
  }

  @Test func `a pause that the service asked for holds for the next process`() async throws {
    let bench = try EngineBench([.later(SyncFault(.rateLimited), after: .seconds(900))])
    await bench.library.put(EngineBench.ride(1))
    let begun = bench.clock.now
    try await bench.run { _ = try await bench.upload(1) { $0?.state == .done } }
    #expect(bench.clock.now.timeIntervalSince(begun) >= 900)
  }
}
