import ControlWire
import Foundation
import Rides
import TestKit
import Testing

@testable import SyncKit

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CourierTests {
  @Test func `a finished ride is sent once, and jz2d is notified`() async throws {
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

  @Test func `a ride renamed during its upload is renamed at the service`() async throws {
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

  @Test func `a ride whose upload was interrupted is sent as one that may already be there`() async throws {
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

  @Test func `an upload that the service is processing is followed by its ticket`() async throws {
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

  @Test func `a failed ride does not delay the other rides`() async throws {
    let broken = Delivery.later(SyncFault(.serverFailed), after: nil)
    let bench = try EngineBench([broken])
    await bench.service.doMeanwhile { [outbox = bench.outbox] in
      // The other rides are in the queue before the first one fails.
      while (try? await outbox.queued(for: .strava)) != 3 { await Task.yield() }
    }
    for id in 1...3 { await bench.library.put(EngineBench.ride(id)) }
    try await bench.run {
      for id in 1...3 { _ = try await bench.upload(id) { $0?.state == .done } }
    }
    let order = await bench.service.asked.compactMap { asked -> Int? in
      if case .send(let ride, _, _) = asked { ride } else { nil }
    }
    #expect(order == [1, 2, 3, 1])
  }

  @Test func `a stopped service keeps its queue, and resumes when it is connected again`() async throws {
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

  @Test func `a service's fault is cleared when it accepts a ride`() async throws {
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

  @Test func `a refused ride is marked as failed, and sent again when the rider asks`() async throws {
    let bench = try EngineBench([.refused(SyncFault(.refused, detail: "no"))])
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .failed }
      let again = try await bench.engine.sendAgain("1", to: .strava)
      #expect(again.state == .queued)
      _ = try await bench.upload(1) { $0?.state == .done }
    }
  }

  @Test func `a run reports how many rides it sent and how many were refused`() async throws {
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

  @Test func `a ride that the service is processing is counted as waiting, not as sent`() async throws {
    let bench = try EngineBench([.processing(ticket: "t", after: .seconds(3600))])
    bench.clock.stand()
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .processing }
      let status = await bench.engine.run.statuses().first { $0.state == .success }
      #expect(status == SyncStatus(.success, count: 0, waiting: 1))
    }
  }

  @Test func `disconnecting a service removes its refused rides`() async throws {
    let bench = try EngineBench([.refused(SyncFault(.refused))])
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .failed }
      try await bench.engine.disconnected(.strava)
      #expect(try await bench.outbox.refused(for: .strava) == nil)
    }
    #expect(await bench.library.notes.last?.remove == true)
  }

  @Test func `a new name is sent to the service`() async throws {
    let bench = try EngineBench()
    await bench.library.put(EngineBench.ride(1))
    try await bench.run {
      _ = try await bench.upload(1) { $0?.state == .done }
      await bench.library.put(EngineBench.ride(1, name: "Dawn"), .edited)
      _ = try await bench.upload(1) { $0?.name == "Dawn" && $0?.isRenameDue == false }
    }
    #expect(await bench.service.asked.last == .rename("r1", to: "Dawn"))
  }

  @Test func `a ride that jz2d lists as uploaded is not sent`() async throws {
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

  @Test func `a disconnected service gets no rides, and its queue is deleted`() async throws {
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

  @Test func `a ride is sent when jz2d is available again`() async throws {
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

  @Test func `a ride is sent again only after the pause that the service requested`() async throws {
    let bench = try EngineBench([.later(SyncFault(.rateLimited), after: .seconds(900))])
    await bench.library.put(EngineBench.ride(1))
    let begun = bench.clock.now
    try await bench.run { _ = try await bench.upload(1) { $0?.state == .done } }
    #expect(bench.clock.now.timeIntervalSince(begun) >= 900)
  }
}
