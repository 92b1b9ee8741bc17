import Foundation
import Logging
import TestKit
import Testing

@testable import Systemd

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct JournalTests {
  /// Returns the datagrams that the journal receives while `body` logs, one for each entry.
  private func entries(_ count: Int, _ body: (Logger) -> Void) async throws -> [String] {
    let place = try TemporaryDirectory()
    let socket = try UnixSocket(receivingAt: place.path(of: "journal"))
    let destination = LogDestination.journal(socket: place.path(of: "journal"))
    let handler = JournalLogHandler(program: "jz2d", level: .info, destination: destination)
    body(Logger(label: "test") { _ in handler })
    var entries: [String] = []
    for _ in 0..<count { entries.append(try #require(try await socket.next())) }
    #expect(!socket.holdsCall, "and no more")
    return entries
  }

  @Test func `a journal entry has its priority and its fields`() async throws {
    let entry = try await entries(1) {
      $0.notice("link lost", metadata: ["ride": "7", "device": "C0:FF:EE:00:00:01", "to-ld 2": "x"])
    }.first
    let lines = [
      "MESSAGE=link lost device=C0:FF:EE:00:00:01 ride=7 to-ld 2=x", "PRIORITY=5", "SYSLOG_IDENTIFIER=jz2d",
      "JZ2_DEVICE=C0:FF:EE:00:00:01", "JZ2_RIDE=7", "JZ2_TO_LD_2=x",
    ]
    #expect(entry == lines.map { $0 + "\n" }.joined())
  }

  @Test func `a logger's own metadata becomes a journal field`() async throws {
    let entry = try await entries(1) { log in
      var log = log
      log[metadataKey: "ride"] = "7"
      log.error("no")
    }.first
    #expect(entry == "MESSAGE=no ride=7\nPRIORITY=3\nSYSLOG_IDENTIFIER=jz2d\nJZ2_RIDE=7\n")
  }

  @Test func `a value of several lines cannot forge a journal field`() async throws {
    let entry = try await entries(1) { $0.info("name", metadata: ["name": "x\nPRIORITY=0\nMESSAGE=forged"]) }.first
    let value = "x\nPRIORITY=0\nMESSAGE=forged"
    let length = String(decoding: [UInt8(value.utf8.count), 0, 0, 0, 0, 0, 0, 0], as: UTF8.self)
    #expect(
      entry == "MESSAGE=name name=x PRIORITY=0 MESSAGE=forged\nPRIORITY=6\nSYSLOG_IDENTIFIER=jz2d\n"
        + "JZ2_NAME\n\(length)\(value)\n")
  }

  @Test func `a journal field's name is cut to 64 bytes and made valid`() {
    #expect(JournalEntry.fieldName(String(repeating: "a", count: 100)).utf8.count == 64)
    #expect(JournalEntry.fieldName("rideId") == "JZ2_RIDEID")
    #expect(JournalEntry.fieldName("ä=\n") == "JZ2_____")
  }

  @Test func `a datagram that the socket does not accept is reported as not sent`() throws {
    let place = try TemporaryDirectory()
    #expect(!UnixDatagram.send([1], to: place.path(of: "nobody")))
    let socket = try UnixSocket(receivingAt: place.path(of: "journal"))
    let path = place.path(of: "journal")
    #expect(!UnixDatagram.send([UInt8](repeating: 65, count: 4_000_000), to: path), "too long")
    // A queue without a reader becomes full at some point; sending does not wait for it.
    var taken = 0
    while taken < 100_000, UnixDatagram.send([65], to: path) { taken += 1 }
    #expect((1..<100_000).contains(taken))
    withExtendedLifetime(socket) {}
  }

  @Test func `a log line that repeats is logged five times, then left out`() async throws {
    let entries = try await entries(6) { log in
      for attempt in 1...100 { log.info("again", metadata: ["attempt": "\(attempt)"]) }
      log.info("another")
    }
    #expect(entries.last?.hasPrefix("MESSAGE=another\n") == true)
  }

  @Test func `standard error is the journal only if JOURNAL_STREAM names it`() throws {
    let place = try TemporaryDirectory()
    let descriptor = open(place.path(of: "err"), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    var file = stat()
    try #require(fstat(descriptor, &file) == 0)
    let journal = LogDestination(
      environment: ["JOURNAL_STREAM": "\(file.st_dev):\(file.st_ino)"], standardError: descriptor)
    #expect(journal == .journal(socket: "/run/systemd/journal/socket"))
    let inherited = LogDestination(
      environment: ["JOURNAL_STREAM": "\(file.st_dev):\(file.st_ino + 1)"], standardError: descriptor)
    #expect(inherited == .terminal)
    #expect(LogDestination(environment: [:], standardError: descriptor) == .terminal)
  }
}

@Suite struct RepeatLimitTests {
  private let start = SuspendingClock.now
  private var limit = RepeatLimit()

  @Test mutating func `a repeated message is logged five times, then once a minute`() {
    var told: [Int] = []
    for second in 0..<600 {
      if let withheld = limit.count("no link", at: start + .seconds(second)) {
        told.append(second)
        #expect(withheld == (told.count <= 5 ? 0 : told.count == 6 ? 55 : 59))
      }
    }
    #expect(told == Array(0..<5) + stride(from: 60, to: 600, by: 60))
  }

  @Test mutating func `a repeated message does not limit a different one`() {
    for _ in 0..<100 { _ = limit.count("no link", at: start) }
    #expect(limit.count("linked", at: start) == 0)
  }

  @Test mutating func `a repeated message is logged five times again after an hour of silence`() {
    for _ in 0..<100 { _ = limit.count("no link", at: start) }
    #expect((0..<10).count { _ in limit.count("no link", at: start + .seconds(3600)) != nil } == 5)
  }

  @Test mutating func `messages that never repeat are all logged`() {
    for number in 0..<10_000 { #expect(limit.count("\(number)", at: start + .milliseconds(number)) == 0) }
  }
}
