import ArgumentParser
import ClientTestKit
import ControlWire
import RideText
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// The verbs about the page: requests to jz2web, changes of this computer, and output.
@Suite struct PageVerbTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run<Command: Verb>(
    _ words: String..., as type: Command.Type, _ daemon: ScriptedDaemon
  ) throws -> Samples.Printed {
    let printed = Samples.Printed()
    let command = try #require(try JZ2Ctl.parseAsRoot(words) as? Command)
    #expect(command.asked == .page)
    try command.perform(with: daemon, output: printed.stream(json: command.options.json))
    return printed
  }

  private func command<Command: ParsableCommand>(_ words: String..., as type: Command.Type) throws -> Command {
    try #require(try JZ2Ctl.parseAsRoot(words) as? Command)
  }

  private let addresses = ["http://pi.local:8420", "http://192.168.1.7:8420"]
  private let pairing = Pairing(code: "083920", secondsLeft: 300, triesLeft: 5)

  private func status(phones: Int = 2, public: Bool = false, pairing: Pairing? = nil) -> PageStatus {
    PageStatus(addresses: addresses, public: `public`, phones: phones, streams: 1, pairing: pairing)
  }

  // MARK: - Status

  @Test func `page alone prints the page's status, and says who can see the page`() throws {
    let daemon = ScriptedDaemon(.init(status(pairing: pairing)))
    #expect(
      try run("page", as: PageStatusCommand.self, daemon).output == """
        The page is on. Its addresses:
          http://pi.local:8420
          http://192.168.1.7:8420
        Paired phones: 2. Following the ride now: 1.
        A phone that is not paired sees nothing.
        Pairing is open for 5:00. Code: 083 920. Tries left: 5.

        """)
    #expect(daemon.requests == [GetPageStatus()])
  }

  @Test func `page status in JSON is one flat object`() throws {
    let daemon = ScriptedDaemon(.init(status(phones: 0, public: true)))
    #expect(
      try run("page", "status", "--json", as: PageStatusCommand.self, daemon).output
        == #"{"addresses":["http://pi.local:8420","http://192.168.1.7:8420"],"on":true,"phones":0,"public":true,"#
        + #""streams":1}"# + "\n")
  }

  private func statusWithoutAnswer(
    _ scene: PageScene, _ error: ControlError, json: Bool = false
  ) throws -> (printed: Samples.Printed, fault: PageFault?) {
    let printed = Samples.Printed()
    let fault = try command("page", "status", as: PageStatusCommand.self).status(
      with: ScriptedDaemon(.init(error: error)), output: printed.stream(json: json), of: scene.page)
    return (printed, fault)
  }

  @Test func `a page that is off is reported without an error`() throws {
    let scene = try PageScene(in: folder)
    let (printed, fault) = try statusWithoutAnswer(scene, ControlError(.noDaemon))
    #expect(fault == nil && printed.output == "The page is off.\nSwitch it on: `sudo jz2ctl page on`.\n")
    #expect(
      try statusWithoutAnswer(scene, ControlError(.noDaemon), json: true).printed.output == #"{"on":false}"# + "\n")
  }

  @Test func `a page that is not installed says what to install`() throws {
    let scene = try PageScene(in: folder, has: [.systemd])
    let (printed, fault) = try statusWithoutAnswer(scene, ControlError(.noDaemon))
    #expect(printed.output.isEmpty && fault == .notInstalled && fault?.exitStatus == .unavailable)
    PackageSource.$current.withValue(.files) {
      #expect(Refusal(.notInstalled).remedy == "Install the package: `sudo apt install ./jz2-web_*.deb`.")
    }
  }

  @Test func `a closed jz2web socket is not reported as a page that is off`() throws {
    let denied = ControlError.closed(SocketPath.webCandidates(uid: 1000)[0])
    let error = #expect(throws: ControlError.self) { try statusWithoutAnswer(PageScene(in: folder), denied) }
    let explained = AskedProgram.page.explained(try #require(error), tried: []) { _ in .outside }
    #expect(
      explained.explanation.message.contains("/run/jz2/web.sock") && explained.explanation.remedy.contains("-aG jz2 "))
  }

  @Test func `other page verbs say how to switch on a page that is off`() {
    let error = AskedProgram.page.explained(ControlError(.noDaemon), tried: []) { _ in .outside }
    #expect(error == ControlError(.notRunning, subject: "jz2web") && error.exitStatus == .unavailable)
    #expect(
      error.explanation.message == "The page is off." && error.explanation.remedy.contains("`sudo jz2ctl page on`"))
  }

  // MARK: - On and off

  private func switchOn(
    _ scene: PageScene, phones: Int = 0
  ) throws -> (printed: Samples.Printed, fault: PageFault?) {
    let printed = Samples.Printed()
    let fault = try command("page", "on", as: PageOnCommand.self).switchOn(
      scene.page, with: ScriptedDaemon(.init(status(phones: phones))), output: printed.stream(json: false))
    return (printed, fault)
  }

  @Test func `page on enables the socket, announces the page and says what to do next`() throws {
    let scene = try PageScene(in: folder)
    let (printed, fault) = try switchOn(scene)
    #expect(fault == nil && scene.commands == ["systemctl --quiet enable --now jz2-web.socket"])
    #expect(scene.announced?.contains(PageSwitch.mark) == true)
    #expect(
      printed.output == """
        The page is on. Its addresses:
          http://pi.local:8420
          http://192.168.1.7:8420
        Next, pair the phone: `jz2ctl page pair`.

        """)
    #expect(try !switchOn(scene, phones: 1).printed.output.contains("Next"), "a second time changes nothing")
  }

  @Test func `page on works without avahi-daemon, and says what to install`() throws {
    let (printed, fault) = try switchOn(PageScene(in: folder, has: [.unit, .systemd, .announcement]))
    #expect(fault == nil && printed.output.contains("`sudo apt install avahi-daemon`"))
  }

  @Test func `page on and page off keep an announcement that the administrator wrote`() throws {
    let scene = try PageScene(in: folder)
    try scene.announce("<service-group/>")
    #expect(try switchOn(scene).fault == nil && scene.announced == "<service-group/>")
    try command("page", "off", as: PageOffCommand.self).switchOff(scene.page, output: Output(json: true) { _ in })
    #expect(scene.announced == "<service-group/>")
  }

  @Test func `page on says that the package's announcement is missing`() throws {
    let scene = try PageScene(in: folder, has: [.unit, .systemd, .avahi])
    let (printed, fault) = try switchOn(scene)
    #expect(fault == nil && printed.output.contains("It cannot be announced in the network: /usr/share/jz2-web."))
  }

  @Test(
    arguments: [
      ([.systemd], .notInstalled, 69), ([.unit], .noSystemd, 69), ([.unit, .systemd], .notRoot("on"), 1),
    ] as [(Set<PageScene.Path>, PageFault, Int32)])
  func `page on without the package, systemd or root changes nothing`(
    paths: Set<PageScene.Path>, fault: PageFault, status: Int32
  ) throws {
    let scene = try PageScene(in: folder, has: paths)
    scene.isRoot = false
    #expect(try switchOn(scene).fault == fault && fault.exitStatus.rawValue == status && scene.commands.isEmpty)
  }

  @Test func `the refusal without root shows the command to type`() {
    #expect(Refusal(.notRoot("on")).text.hasSuffix("\nType `sudo jz2ctl page on`."))
    #expect(Refusal(.notRoot("off")).text.hasSuffix("\nType `sudo jz2ctl page off`."))
  }

  @Test(arguments: [1, nil] as [Int32?])
  func `page on announces nothing if systemd fails`(status: Int32?) throws {
    let scene = try PageScene(in: folder)
    scene.status = status
    #expect(try switchOn(scene).fault == .unswitched && scene.announced == nil)
    #expect(Refusal(.unswitched).remedy.contains("8420"))
  }

  @Test func `page off undoes what page on did`() throws {
    let scene = try PageScene(in: folder)
    _ = try switchOn(scene)
    let printed = Samples.Printed()
    try command("page", "off", as: PageOffCommand.self).switchOff(scene.page, output: printed.stream(json: false))
    #expect(
      scene.commands.dropFirst() == [
        "systemctl --quiet disable --now jz2-web.socket", "systemctl --quiet stop jz2-web.service",
      ])
    #expect(scene.announced == nil && printed.output == "The page is off. Phones stay paired.\n")
  }

  // MARK: - Pairing

  private func pair(
    _ words: String..., picture: QRCode? = nil, columns: Int? = nil
  ) throws -> (printed: Samples.Printed, daemon: ScriptedDaemon) {
    let command = try #require(try JZ2Ctl.parseAsRoot(["page", "pair"] + words) as? PagePairCommand)
    let printed = Samples.Printed()
    var pairing = pairing
    pairing.name = command.name
    let daemon = ScriptedDaemon(.init(OpenedPairing(pairing, addresses: addresses)))
    try command.pair(
      with: daemon, output: printed.stream(json: command.options.json), picture: picture,
      page: Page(columns: columns, glyphs: .unicode))
    return (printed, daemon)
  }

  @Test func `page pair shows the code, where to type it, its time limit and the risk`() throws {
    let (printed, daemon) = try pair("--name", "Ada's phone")
    #expect(
      printed.output == """
        Open the page on the phone and type the code:
          http://pi.local:8420
          http://192.168.1.7:8420

          083 920

        The phone will be called Ada's phone.
        The code is valid for 5:00, 5 tries and one phone.
        The page uses plain http: others in the same Wi-Fi can listen, and then control the ride too. Pair only in a \
        network that you trust.

        """)
    #expect(daemon.requests == [OpenPairing(name: "Ada's phone")])
  }

  @Test func `page pair on a terminal shows a QR code last, or large digits without one`() throws {
    var asked: [String] = []
    let picture = QRCode { words, input in
      asked = words + [input]
      return "▀▄▀\n"
    }
    let output = try pair(picture: picture, columns: 80).printed.output
    #expect(asked == ["qrencode", "-t", "ANSIUTF8", "-m", "2", "http://pi.local:8420/#pair=083920"])
    #expect(output.hasSuffix("\nOr scan this with the phone's camera:\n▀▄▀\n") && !output.contains("qrencode"))
    #expect(output.contains("\n  083 920\n") && !output.contains("██████"))
    let plain = try pair(columns: 80).printed.output
    #expect(plain.contains("██████ ██████ ██████    ██████ ██████ ██████\n") && !plain.contains("083 920"))
    #expect(try pair(columns: 40).printed.output.contains("083 920"), "too narrow")
  }

  @Test func `page pair without qrencode says what to install only on a terminal`() throws {
    let missing = QRCode { _, _ in nil }
    #expect(try pair(picture: missing, columns: 80).printed.output.hasSuffix("`sudo apt install qrencode`.\n"))
    #expect(try !pair().printed.output.contains("qrencode"))
  }

  @Test func `page pair in JSON draws no QR code`() throws {
    let never = QRCode { _, _ in
      Issue.record("asked")
      return nil
    }
    #expect(
      try pair("--json", picture: never).printed.output
        == #"{"addresses":["http://pi.local:8420","http://192.168.1.7:8420"],"#
        + #""pairing":{"code":"083920","secondsLeft":300,"triesLeft":5}}"# + "\n")
  }

  @Test(arguments: ["", " ", "a\nb", String(repeating: "a", count: 61), String(repeating: "ü", count: 31)])
  func `an invalid name for a phone is a usage error`(name: String) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(["page", "pair", "--name", name]) }
  }

  @Test(.enabled(if: Subprocess.status(of: ["sh", "-c", "command -v qrencode > /dev/null"]) == 0, "needs qrencode"))
  func `qrencode draws what it reads from standard input`() throws {
    let lines = try #require(QRCode().lines(of: "http://\(String(repeating: "a", count: 63)).local:8420/#pair=083920"))
    #expect(lines.split(separator: "\n").count > 15 && lines.hasSuffix("\n"))
  }

  // MARK: - Phones

  private let phones = [
    Phone(id: "k7f3", name: "Ada's phone", pairedAt: "2026-11-21T06:45:12Z", lastSeen: "2026-11-22T09:00:00Z"),
    Phone(id: "b2", name: "iPad", pairedAt: "2026-11-20T06:45:12Z"),
  ]

  @Test func `page phones prints a table`() throws {
    let utc = LocalTime { _ in 0 }
    #expect(
      PageText.phones(phones, page: Page(columns: nil, glyphs: .ascii), time: utc) == """
        Phone  Name         Paired            Last seen
        k7f3   Ada's phone  2026-11-21 06:45  2026-11-22 09:00
        b2     iPad         2026-11-20 06:45  -
        """)
    let daemon = ScriptedDaemon(.init(PhoneList([])), .init(PhoneList(phones)))
    #expect(
      try run("page", "phones", as: PagePhonesCommand.self, daemon).output
        == "No phone is paired. Pair one: `jz2ctl page pair`.\n")
    #expect(
      try run("page", "phones", "--json", as: PagePhonesCommand.self, daemon).output.hasPrefix(
        #"{"phones":[{"id":"k7f3","lastSeen":"2026-11-22T09:00:00Z","name":"Ada's phone","#))
    #expect(daemon.requests == [Phones(), Phones()])
  }

  @Test func `page revoke revokes one phone or all, and names them`() throws {
    let daemon = ScriptedDaemon(
      .init(RevokedPhones([phones[1]])), .init(RevokedPhones(phones)), .init(RevokedPhones([])))
    #expect(
      try run("page", "revoke", "iPad", as: PageRevokeCommand.self, daemon).output
        == "Revoked: iPad (b2). To pair again: `jz2ctl page pair`.\n")
    #expect(
      try run("page", "revoke", "--all", as: PageRevokeCommand.self, daemon).output.hasPrefix(
        "Revoked: Ada's phone (k7f3), iPad (b2). "))
    #expect(try run("page", "revoke", "--all", as: PageRevokeCommand.self, daemon).output == "No phone was paired.\n")
    #expect(daemon.requests == [Revoke(phone: "iPad"), Revoke.everyPhone, Revoke.everyPhone])
  }

  @Test(arguments: [
    ["page", "revoke"], ["page", "revoke", "iPad", "--all"], ["page", "public"], ["page", "public", "x"],
  ])
  func `missing and extra arguments of page verbs are usage errors`(words: [String]) {
    #expect(throws: (any Error).self) { try JZ2Ctl.parseAsRoot(words) }
  }

  @Test func `page public says what unpaired phones see`() throws {
    let daemon = ScriptedDaemon(.init(PublicPage(public: true)), .init(PublicPage(public: false)))
    #expect(
      try run("page", "public", "on", as: PagePublicCommand.self, daemon).output
        == "A phone that is not paired sees the ride's numbers, but cannot control it.\n")
    #expect(
      try run("page", "public", "off", as: PagePublicCommand.self, daemon).output
        == "A phone that is not paired sees nothing.\n")
    #expect(daemon.requests == [SetPublic(public: true), SetPublic(public: false)])
  }
}
