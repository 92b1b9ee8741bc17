import Foundation
import Loop
import Rides
import TestKit
import Testing

@testable import SyncKit

@Suite struct OutboxTests {
  private static func outbox(_ place: TemporaryDirectory) throws -> Outbox {
    try Outbox(in: place.path, executor: EventLoop(name: "outbox", pace: .real).serialExecutor)
  }

  @Test func `the next process can read a service's stored values`() async throws {
    let place = try TemporaryDirectory()
    let memory = OutboxMemory(of: .hub, in: try Self.outbox(place))
    try await memory.keep(["a": [1], "b": [2]])
    try await memory.keep(["b": nil])
    let again = try Self.outbox(place)
    #expect(try await OutboxMemory(of: .hub, in: again).value("a") == [1])
    #expect(try await OutboxMemory(of: .hub, in: again).value("b") == nil)
    #expect(try await OutboxMemory(of: .strava, in: again).value("a") == nil)
  }

  @Test func `upload and service records are read back as they were stored`() async throws {
    let place = try TemporaryDirectory()
    let outbox = try Self.outbox(place)
    let moment = Date(timeIntervalSince1970: 1_795_300_000)
    var upload = UploadRecord(
      7, of: "lib", to: .strava, activity: "a", externalID: "lib.a", start: moment, at: moment)
    (upload.state, upload.remoteID, upload.url, upload.ticket) = (.processing, "1", "u", "t")
    (upload.fault, upload.attempts, upload.isHeld) = (SyncFault(.refused, detail: "x"), 3, true)
    (upload.name, upload.note, upload.isRenameDue) = ("n", "o", true)
    let wanted = upload
    try await outbox.change(7, of: "lib", to: .strava) { _ in wanted }
    #expect(try await Self.outbox(place).upload(7, of: "lib", to: .strava) == wanted)
    try await outbox.change(.strava) { record in
      (record.state, record.account, record.library, record.firstRide) = (.inactive, "Ann", "lib", 4)
      (record.since, record.lastSuccess, record.fault, record.pausedUntil) = (
        moment, moment, SyncFault(.inactive), moment
      )
    }
    let record = try await Self.outbox(place).record(of: .strava)
    #expect(record.state == .inactive && record.account == "Ann" && record.firstRide == 4 && record.since == moment)
    #expect(record.fault == SyncFault(.inactive) && record.pausedUntil == moment && record.lastSuccess == moment)
  }

  @Test func `a state that changes after a report to jz2d is reported again`() async throws {
    let outbox = try Self.outbox(try TemporaryDirectory())
    let told = try #require(
      try await outbox.change(1, of: "lib", to: .strava) { _ in
        UploadRecord(EngineBench.ride(1), of: "lib", to: .strava, noted: nil, held: nil, at: Date())
      })
    try await outbox.change(1, of: "lib", to: .strava) { record in
      var record = record
      record?.state = .done
      return record
    }
    try await outbox.markReported(told)
    let unreported = try await outbox.unreported(of: "lib", limit: 9)
    #expect(unreported.map(\.state) == [.done])
    try await outbox.markReported(unreported[0])
    #expect(try await outbox.unreported(of: "lib", limit: 9).isEmpty)
  }

  @Test func `a damaged database is set aside, and a new one is created`() async throws {
    let place = try TemporaryDirectory()
    try Data(repeating: 7, count: 8192).write(to: URL(filePath: place.path(of: "sync.sqlite")))
    let outbox = try Self.outbox(place)
    #expect(outbox.setAside?.hasPrefix(place.path(of: "sync.sqlite.broken-")) == true)
    #expect(try await outbox.record(of: .strava).state == .disconnected)
  }

  @Test func `only its owner can read the database, whatever the umask`() async throws {
    let place = try TemporaryDirectory()
    let outbox = try Self.outbox(place)
    try await outbox.follow("lib", to: "1")
    for name in ["sync.sqlite", "sync.sqlite-wal"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.path(of: name))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `a secret is a file that only its owner can read, and is replaced as a whole`() throws {
    let place = try TemporaryDirectory()
    let secrets = SecretFiles(in: place.path(of: "secrets"), environment: [:])
    #expect(try secrets.secret("key") == nil)
    try secrets.keep("one", "key")
    try secrets.keep(" two\n", "key")
    #expect(try secrets.secret("key") == "two")
    let files = FileManager.default
    let path = place.path(of: "secrets/key")
    #expect(try files.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    #expect(try files.contentsOfDirectory(atPath: place.path(of: "secrets")) == ["key"])
    try secrets.keep(nil, "key")
    #expect(try secrets.secret("key") == nil)
  }

  @Test func `a systemd credential is used if there is no secret file of that name`() throws {
    let place = try TemporaryDirectory()
    try Data("theirs\n".utf8).write(to: URL(filePath: place.path(of: "key")))
    let secrets = SecretFiles(in: place.path(of: "own"), environment: ["CREDENTIALS_DIRECTORY": place.path])
    #expect(try secrets.secret("key") == "theirs")
    try secrets.keep("ours", "key")
    #expect(try secrets.secret("key") == "ours")
  }
}
