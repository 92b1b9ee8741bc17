import ControlWire
import Testing
import TrainerClient

@testable import jz2ctl

@Suite struct DoctorCheckTests {
  /// A machine on which every check succeeds.
  static let healthy: DoctorFacts = {
    var facts = DoctorFacts()
    facts.adapters = ["hci0"]
    facts.blocks = [.init()]
    facts.isBluetoothRunning = true
    facts.bluetoothVersion = BlueZVersion(5, 66)
    facts.hasBus = true
    facts.mayOpenBus = true
    facts.socketPath = "/run/jz2/jz2.sock"
    facts.socket = .answering
    facts.membership = .inside
    facts.unitState = "active"
    facts.stateDirectory = "/var/lib/jz2"
    facts.freeBytes = 1_000_000_000
    facts.isClockSynchronised = true
    return facts
  }()

  @Test func `the checks of a healthy machine have no remedies`() {
    #expect(Self.healthy.checks.allSatisfy { $0.outcome == .ok && $0.remedy == nil })
  }

  @Test(arguments: [
    Case("adapter", .failed, "Plug one in") { $0.adapters = [] },
    Case("adapter", .unknown, nil) { $0.adapters = nil },
    Case("rfkill", .failed, "`sudo rfkill unblock bluetooth`") { $0.blocks = [.init(), .init(isSoft: true)] },
    Case("rfkill", .failed, "radio switch") { $0.blocks = [.init(isSoft: true, isHard: true)] },
    Case("rfkill", .unknown, nil) { $0.blocks = nil },
    Case("bluetoothd", .failed, "enable --now bluetooth") { $0.isBluetoothRunning = false },
    Case("bluetoothd", .warning, nil) { $0.bluetoothVersion = nil },
    Case("bluetoothd", .failed, "BlueZ 5.55") { $0.bluetoothVersion = BlueZVersion(5, 50) },
    Case("bluetoothd", .warning, "BlueZ 5.55") { $0.bluetoothVersion = BlueZVersion(5, 54) },
    Case("bus", .failed, "start dbus") { $0.hasBus = false },
    Case("bus", .failed, "0666") { $0.mayOpenBus = false },
    Case("service", .failed, "enable --now jz2d") { ($0.unitState, $0.socket) = ("inactive", .missing) },
    Case("service", .failed, "journalctl") { ($0.unitState, $0.socket) = ("failed", .silent) },
    Case("service", .ok, nil) { $0.unitState = "inactive" },
    Case("service", .unknown, nil) { $0.unitState = nil },
    Case("socket", .failed, "start jz2d") { $0.socket = .missing },
    Case("socket", .failed, "restart jz2d") { $0.socket = .silent },
    Case("socket", .failed, "same version") { $0.socket = .strange },
    Case("socket", .failed, "usermod -aG jz2") { ($0.socket, $0.membership) = (.denied, .outside) },
    Case("socket", .failed, "log in again") { ($0.socket, $0.membership) = (.denied, .notYet) },
    Case("socket", .failed, "ls -l") { ($0.socket, $0.membership) = (.denied, .inside) },
    Case("socket", .failed, "install the service") { ($0.socket, $0.membership) = (.denied, .noGroup) },
    Case("state directory", .warning, "Make room") { $0.freeBytes = 49_999_999 },
    Case("state directory", .unknown, nil) { $0.stateDirectory = nil },
    Case("clock", .warning, "timedatectl") { $0.isClockSynchronised = false },
    Case("clock", .unknown, nil) { $0.isClockSynchronised = nil },
  ])
  func `each failed check has its remedy`(trouble: Case) throws {
    var facts = Self.healthy
    trouble.change(&facts)
    let check = try #require(facts.checks.first { $0.name == trouble.name })
    #expect(check.outcome == trouble.outcome)
    #expect(check.remedy == nil ? trouble.remedy == nil : check.remedy?.contains(trouble.remedy ?? "no remedy") == true)
    #expect(facts.checks.filter { $0.name != trouble.name && $0.outcome == .failed }.count <= 1)
  }

  @Test(arguments: [
    ("5.66\n", BlueZVersion(5, 66)), ("bluetoothctl: 5.82", BlueZVersion(5, 82)), ("5.48-rc1.2", nil), ("", nil),
    ("command not found", nil),
  ])
  func `a BlueZ version is parsed from the output of a program`(text: String, version: BlueZVersion?) {
    #expect(BlueZVersion(text: text) == version)
  }

  @Test func `BlueZ 5.10 is newer than 5.9`() {
    #expect(BlueZVersion(5, 9) < BlueZVersion(5, 10))
  }

  @Test func `the daemon's checks replace local ones`() {
    let local = [
      Check(name: "adapter", outcome: .ok, message: "here"), Check(name: "rfkill", outcome: .failed, message: "here"),
      Check(name: "socket", outcome: .ok, message: "here"),
    ]
    let daemon = [
      Check(name: "adapter", outcome: .failed, message: "there"), Check(name: "store", outcome: .ok, message: "there"),
    ]
    let both = Diagnosis(local: local, daemon: daemon)
    #expect(both.checks.map(\.name) == ["adapter", "rfkill", "socket", "store"])
    #expect(both.checks.map(\.message) == ["there", "here", "here", "there"])
    #expect(!both.isHealthy)
    let simulated = Diagnosis(local: local, daemon: [daemon[1]])
    #expect(simulated.checks.map(\.name) == ["socket", "store"])
    #expect(simulated.isHealthy)
  }

  @Test func `the checks are aligned in columns`() {
    let checks = [
      Check(name: "adapter", outcome: .ok, message: "Found hci0."),
      Check(name: "state directory", outcome: .unknown, message: "There is none.", remedy: "Make one."),
    ]
    #expect(
      Diagnosis(local: checks, daemon: []).text == """
        ok       adapter          Found hci0.
        unknown  state directory  There is none.
                                  Make one.

        Ready to ride.
        """)
  }

  @Test func `the check fails and names the user if another user's program serves the socket`() {
    var facts = Self.healthy
    facts.socket = .foreign(ControlError(.foreignListener, subject: SocketPath.service, detail: "1001").explanation)
    let check = facts.checks.first { $0.name == "socket" }
    #expect(check?.outcome == .failed)
    #expect(
      check?.message == "The program behind /run/jz2/jz2.sock runs as the user 1001, not as root or you, so your "
        + "request was not sent.")
  }

  @Test func `the diagnosis ends with a verdict`() {
    func verdict(_ outcomes: Check.Outcome...) -> String? {
      let checks = outcomes.enumerated().map { Check(name: "c\($0)", outcome: $1, message: "m") }
      return Diagnosis(local: checks, daemon: []).text.split(separator: "\n").last.map(String.init)
    }
    #expect(verdict(.ok, .unknown) == "Ready to ride.")
    #expect(verdict(.ok, .warning) == "Ready to ride, with 1 warning.")
    #expect(verdict(.warning, .warning) == "Ready to ride, with 2 warnings.")
    #expect(verdict(.failed, .warning, .failed) == "Not ready to ride; failed: c0, c2.")
  }

  @Test func `the daemon's reply determines the socket check`() {
    let check = Check(name: "adapter", outcome: .ok, message: "on")
    #expect(
      DoctorCommand.ask(ScriptedDaemon(.init(CheckList(checks: [check]))), isThere: true) == (.answering, [check]))
    let foreign = ControlError(.foreignListener, subject: SocketPath.service, detail: "1001")
    let cases: [(ControlError, Bool, DoctorFacts.Socket)] = [
      (ControlError(.noDaemon), false, .missing), (ControlError(.noDaemon), true, .silent),
      (ControlError.closed("/s"), true, .denied),
      (ControlError(.noAnswer), true, .strange), (foreign, true, .foreign(foreign.explanation)),
    ]
    for (error, isThere, socket) in cases {
      #expect(DoctorCommand.ask(ScriptedDaemon(.init(error: error)), isThere: isThere).0 == socket)
    }
  }

  @Test func `doctor uses the socket that answers, else the first one that exists`() {
    func found(_ answers: [DoctorFacts.Socket]) -> (String, DoctorFacts.Socket) {
      let paths = ["system", "user"]
      let finding = DoctorCommand.first(of: paths) { path in (answers[path == "system" ? 0 : 1], []) }
      return (finding.path, finding.answer.socket)
    }
    #expect(found([.answering, .answering]) == ("system", .answering))
    #expect(found([.denied, .answering]) == ("user", .answering))
    #expect(found([.denied, .missing]) == ("system", .denied))
    #expect(found([.missing, .silent]) == ("user", .silent))
    #expect(found([.missing, .missing]) == ("system", .missing))
  }

  @Test func `the remedy for a closed socket depends on the user's groups`() {
    let denied = ControlError.closed(SocketPath.service)
    let paths = SocketPath.candidates(uid: 1000)
    #expect(
      denied.explained(tried: paths) { $0 == "jz2" ? .notYet : .outside }.explanation.remedy.contains("newgrp jz2`"))
    let rider = denied.explained(tried: paths) { $0 == "jz2-ride" ? .notYet : .outside }
    #expect(rider.explanation.message == "You may not open /run/jz2/ride.sock.")
    #expect(rider.explanation.remedy.contains("newgrp jz2-ride"))
    let stranger = denied.explained(tried: paths) { _ in .outside }
    #expect(stranger.subject == SocketPath.service && stranger.explanation.remedy.contains("usermod -aG jz2 $USER"))
    var facts = Self.healthy
    (facts.socket, facts.membership) = (.denied, .notYet)
    let check = facts.checks.first { $0.name == "socket" }
    #expect(check?.remedy == denied.explained(tried: paths) { _ in .notYet }.explanation.remedy)
    let elsewhere = ControlError.closed("/tmp/s")
    #expect(elsewhere.explained(tried: ["/tmp/s"]) { _ in .notYet } == elsewhere)
    #expect(ControlError(.noDaemon).explained(tried: paths) { _ in .outside } == ControlError(.noDaemon))
  }

  @Test func `doctor reports what a restricted socket allows`() {
    var facts = Self.healthy
    facts.socketPath = SocketPath.path(of: .look)
    let check = facts.checks.first { $0.name == "socket" }
    #expect(check?.message == "The daemon answers at /run/jz2/look.sock; it only lets you look.")
    facts.explain(closed: SocketPath.candidates(uid: 1000)) { $0 == "jz2-library" ? .notYet : .outside }
    #expect(facts.socketPath == "/run/jz2/library.sock" && facts.membership == .notYet)
  }

  /// A fault of the machine and the expected check.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let outcome: Check.Outcome
    let remedy: String?
    let change: @Sendable (inout DoctorFacts) -> Void

    init(
      _ name: String, _ outcome: Check.Outcome, _ remedy: String?,
      change: @escaping @Sendable (inout DoctorFacts) -> Void
    ) {
      self.name = name
      self.outcome = outcome
      self.remedy = remedy
      self.change = change
    }

    var testDescription: String { "\(name) \(outcome.rawValue) \(remedy ?? "")" }
  }
}
