import ArgumentParser
import ClientTestKit
import ControlWire
import Foundation
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// The request of `connect`, and the sources of its values.
@Suite struct ConnectTests {
  private final class Notes {
    var warnings: [String] = []
  }

  /// Standard input: a pipe with a text, or a terminal on which a text is typed.
  private func input(pipe: String = "", typed: String? = nil, notes: Notes = Notes()) -> SecretInput {
    SecretInput(
      ask: { _ throws(SecretFailure) in typed.map { Array($0.utf8) } },
      pipe: { _ throws(SecretFailure) in Array(pipe.utf8) }, warn: { notes.warnings.append($0) })
  }

  private func call(_ words: [String], _ input: SecretInput) throws -> Connect {
    let command = try #require(try JZ2Ctl.parseAsRoot(["connect"] + words) as? any ConnectVerb)
    return try command.call(reading: input, Samples.utc)
  }

  private func refusal(_ words: [String], _ input: SecretInput) -> SecretFailure.Reason? {
    do { _ = try call(words, input) } catch { return (error as? SecretFailure)?.reason }
    return nil
  }

  @Test func `connect intervals reads its key from a file, a pipe or the terminal`() throws {
    let place = try TemporaryDirectory()
    try Data(" s3cret\n".utf8).write(to: URL(filePath: place.path(of: "key")))
    var expected = Connect(service: .intervals)
    expected.key = "s3cret"
    #expect(try call(["intervals", "--key-file", place.path(of: "key")], input()) == expected)
    #expect(try call(["intervals"], input(pipe: "s3cret\n")) == expected)
    #expect(try call(["intervals", "--key-file", "-"], input(pipe: "\ts3cret")) == expected)
    #expect(try call(["intervals"], input(typed: "s3cret\n")) == expected)
  }

  @Test func `connect warns about a key file that all users can read`() throws {
    let (place, notes) = (try TemporaryDirectory(), Notes())
    let path = place.path(of: "key")
    try Data("s3cret".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    _ = try call(["intervals", "--key-file", path], input(notes: notes))
    #expect(notes.warnings.isEmpty)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    _ = try call(["intervals", "--key-file", path], input(notes: notes))
    #expect(notes.warnings.count == 1 && notes.warnings[0].contains("chmod 600 \(path)"))
  }

  @Test func `an invalid secret is not sent`() throws {
    let place = try TemporaryDirectory()
    try Data([0xFF, 0xFE, 0]).write(to: URL(filePath: place.path(of: "binary")))
    #expect(refusal(["intervals"], input()) == .nothingGiven)
    #expect(refusal(["intervals"], input(pipe: " \n")) == .empty)
    #expect(refusal(["intervals"], input(typed: "")) == .empty)
    #expect(refusal(["intervals"], input(pipe: "two words")) == .severalWords)
    #expect(refusal(["intervals"], input(pipe: String(repeating: "x", count: 16_385))) == .tooLong(16_384))
    #expect(refusal(["intervals"], input(pipe: "a\u{1B}[31m")) == .notText)
    #expect(refusal(["intervals", "--key-file", place.path(of: "binary")], input()) == .notText)
    let missing = place.path(of: "missing")
    #expect(
      refusal(["intervals", "--key-file", missing], input()) == .unreadable(missing, "No such file or directory"))
    #expect(
      refusal(["intervals", "--key-file", place.path(of: "")], input())
        == .unreadable(place.path(of: ""), "Is a directory"))
  }

  @Test func `an error message never contains the secret`() {
    for text in ["s3cret word", "s3cret\u{1}", String(repeating: "s3cret", count: 4000)] {
      for service in ["intervals", "hub --code", "strava --code"] {
        do { _ = try call(service.split(separator: " ").map(String.init), input(pipe: text)) } catch {
          #expect((error as? SecretFailure).map { Refusal($0).text.contains("s3cret") } == false)
        }
      }
    }
  }

  @Test func `the error for a missing code suggests a pipe and not a file`() {
    do { _ = try call(["hub", "--code"], input()) } catch {
      let text = (error as? SecretFailure).map { Refusal($0).text }
      #expect(text?.contains("pipe it in") == true && text?.contains("FILE") == false)
    }
  }

  @Test func `connect strava begins with the app and ends with the code`() throws {
    var begin = Connect(service: .strava)
    (begin.clientId, begin.clientSecret, begin.history, begin.virtual) = ("12345", "s3cret", true, true)
    begin.since = "2026-11-01T00:00:00Z"
    let words = ["strava", "--client-id", "12345", "--history", "--virtual-ride", "--since", "2026-11-01"]
    #expect(try call(words, input(pipe: "s3cret")) == begin)
    var brokered = Connect(service: .strava)
    (brokered.clientId, brokered.broker, brokered.oauthUrl) = ("7", "https://broker.example/x", "https://o.example")
    #expect(
      try call(
        ["strava", "--client-id", "7", "--broker", "https://broker.example/x", "--oauth-url", "https://o.example"],
        input()) == brokered)
    var end = Connect(service: .strava)
    end.code = "http://127.0.0.1:8721/?code=abc"
    #expect(try call(["strava", "--code"], input(typed: " http://127.0.0.1:8721/?code=abc \n")) == end)
  }

  @Test func `connect hub accepts a pairing code or a token`() throws {
    var paired = Connect(service: .hub)
    (paired.url, paired.code, paired.since) = ("https://hub.example", "123456", "1970-01-01T00:00:00Z")
    #expect(
      try call(["hub", "--url", "https://hub.example", "--code", "--since", "all"], input(pipe: "123456\n")) == paired)
    var known = Connect(service: .hub)
    (known.token, known.source) = ("t", "manual")
    #expect(try call(["hub", "--source", "manual"], input(pipe: "t")) == known)
  }

  @Test func `certificates are sent as text, and a private key is refused`() throws {
    let place = try TemporaryDirectory()
    let path = place.path(of: "ca.pem")
    let pem = "# mine\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    try Data(pem.utf8).write(to: URL(filePath: path))
    #expect(try call(["intervals", "--ca-file", path], input(pipe: "k")).certificates == pem)
    try Data((pem + "-----BEGIN EC PRIVATE KEY-----\n").utf8).write(to: URL(filePath: path))
    #expect(refusal(["intervals", "--ca-file", path], input(pipe: "k")) == .privateKey)
    try Data("hello".utf8).write(to: URL(filePath: path))
    #expect(refusal(["intervals", "--ca-file", path], input(pipe: "k")) == .noCertificate)
  }

  @Test(arguments: [
    (SyncService.intervals, SyncFault(.offline), "Type it again when the network is back."),
    (.hub, SyncFault(.serverFailed), "Type it again when the network is back."),
    (.hub, SyncFault(.badAnswer), "Check the address: `--url URL`."),
  ])
  func `a failed connection says that the key was not kept`(
    service: SyncService, fault: SyncFault, remedy: String
  ) throws {
    let error = ControlError.connectRefused(fault, by: service)
    let refusal = try #require(Refusal(notConnected: error, Connect(service: service)))
    #expect(refusal.message == error.explanation.message)
    #expect(refusal.remedy == "Not connected, and the key was not kept. " + remedy)
  }

  @Test func `a refused key and Strava's consent keep their own remedies`() {
    let refused = ControlError.connectRefused(SyncFault(.unauthorized), by: .intervals)
    #expect(Refusal(notConnected: refused, Connect(service: .intervals)) == nil)
    let offline = ControlError.connectRefused(SyncFault(.offline), by: .strava)
    #expect(Refusal(notConnected: offline, Connect(service: .strava)) == nil)
  }

  @Test(arguments: [SyncService.folder, .hook])
  func `disconnect says that the administrator sets up a folder or a command`(service: SyncService) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(["connect", service.rawValue]) }
    let refusal = Refusal(namedByAdministrator: service)
    #expect(refusal.text.contains("set up by the administrator") && refusal.text.contains("/etc/jz2/sync.conf"))
  }
}

@Suite struct ConsentWaitTests {
  private let pending = ServiceStatus(.strava, .authRequired)
  private let connected = ServiceStatus(.strava, .connected, account: "Ada")

  /// Waits ten seconds on a clock that advances by two seconds at each read of the terminal.
  private func wait(
    _ daemon: ScriptedDaemon, _ printed: Samples.Printed, typed lines: [String?] = []
  ) throws -> Bool {
    var (lines, now) = (lines, ContinuousClock.now)
    let wait = ConsentWait(
      daemon: daemon, output: printed.stream(), service: pending,
      typed: { seconds in
        now += .seconds(seconds)
        return lines.isEmpty ? nil : lines.removeFirst()
      }, now: { now })
    return try wait.run(seconds: 10)
  }

  @Test func `the wait for consent ends when the service is connected`() throws {
    let (daemon, printed) = (
      ScriptedDaemon(.init(ServiceList([pending])), .init(ServiceList([connected]))), Samples.Printed()
    )
    #expect(try wait(daemon, printed))
    #expect(printed.output.hasPrefix("Strava is connected (Ada).\n"))
    #expect(daemon.requests == [Services(), Services()])
  }

  @Test func `a pasted address is sent as the code`() throws {
    let (daemon, printed) = (ScriptedDaemon(.init(ConnectedService(connected))), Samples.Printed())
    var call = Connect(service: .strava)
    call.code = "http://127.0.0.1:8721/?code=x"
    #expect(try wait(daemon, printed, typed: ["http://127.0.0.1:8721/?code=x\n"]))
    #expect(daemon.requests == [call])
  }

  @Test func `a wrong paste is reported, and the wait continues`() throws {
    let refused = ControlError.connectRefused(SyncFault(.consentOutdated), by: .strava)
    let (daemon, printed) = (
      ScriptedDaemon(.init(error: refused), .init(ServiceList([connected]))), Samples.Printed()
    )
    #expect(try wait(daemon, printed, typed: ["nonsense\n"]))
    #expect(printed.error.hasPrefix("The browser's answer came too late"))
  }

  @Test func `denied consent ends the wait`() throws {
    let denied = ServiceStatus(
      .strava, .authRequired, problem: SyncFault(.consentDenied).explanation(of: .strava))
    let (daemon, printed) = (ScriptedDaemon(.init(ServiceList([denied]))), Samples.Printed())
    #expect(try !wait(daemon, printed))
    #expect(printed.error.hasPrefix("You refused access in the browser.\n") && printed.output.isEmpty)
  }

  @Test func `the wait for consent times out`() throws {
    let pendings = ServiceList([pending])
    let (daemon, printed) = (
      ScriptedDaemon(.init(pendings), .init(pendings), .init(pendings), .init(pendings), .init(pendings)),
      Samples.Printed()
    )
    #expect(try !wait(daemon, printed))
    #expect(printed.error.hasPrefix("No answer came in time.\n") && daemon.requests.count == 5)
  }
}
