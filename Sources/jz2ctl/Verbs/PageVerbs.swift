import ArgumentParser
import ControlSocket
import ControlWire
import Glibc
import RideText
import Rides
import TrainerClient

struct PageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Show the ride on a phone: switch the page on, and pair phones.",
    discussion: """
      jz2web, from the package jz2-web, serves a page to the browser of a phone in the same network. It is off until \
      you switch it on, and a phone sees nothing until you pair it:

        sudo jz2ctl page on
        jz2ctl page pair

      `jz2ctl page` means `jz2ctl page status`. `page certificate` encrypts the page, `page public` shows the numbers to \
      unpaired phones, `page revoke` drops a phone.
      """,
    subcommands: [
      PageStatusCommand.self, PageOnCommand.self, PageOffCommand.self, PagePairCommand.self, PagePhonesCommand.self,
      PageRevokeCommand.self, PagePublicCommand.self, PageCertificateCommand.self,
    ],
    defaultSubcommand: PageStatusCommand.self)

  @OptionGroup var options: CommonOptions
}

/// A verb about the page.
protocol PageVerb: Verb {}

extension PageVerb {
  var asked: AskedProgram { .page }

  /// Ends the program with a fault of the page.
  func fail(_ fault: PageFault, _ output: Output) -> Never {
    fail(Refusal(fault), output, with: fault.exitStatus)
  }
}

/// The state of the page, as `--json` prints it.
struct PageAnswer: Encodable {
  /// Whether it is on.
  let on: Bool
  /// The page's status; absent while it is off.
  var status: PageStatus?
  /// Whether avahi-daemon announces the page; only for `page on`.
  var announced: Bool?

  private enum CodingKeys: CodingKey {
    case on, announced
  }

  func encode(to encoder: any Encoder) throws {
    try status?.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(on, forKey: .on)
    try container.encodeIfPresent(announced, forKey: .announced)
  }
}

struct PageStatusCommand: PageVerb {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show whether the page is on, its addresses, and who may see it.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    if let fault = try status(with: daemon, output: output, of: PageSwitch()) { fail(fault, output) }
  }

  /// Prints the state of the page.
  ///
  /// - Returns: The reason why no state was printed; nil if it was.
  func status(
    with daemon: some DaemonConnection, output: Output, of page: PageSwitch
  ) throws(ControlError) -> PageFault? {
    do throws(ControlError) {
      let status = try daemon.call(GetPageStatus())
      output.answer(PageAnswer(on: true, status: status), text: PageText.status(status))
    } catch  where error.code == .noDaemon && error.closedSocket == nil {
      guard page.isInstalled else { return .notInstalled }
      output.answer(PageAnswer(on: false), text: PageText.off)
    }
    return nil
  }
}

struct PageOnCommand: PageVerb {
  static let configuration = CommandConfiguration(
    commandName: "on", abstract: "Switch the page on, now and after each boot.",
    discussion: """
      Only root can do this. systemd listens on port \(Limits.pagePort) and starts jz2web at the first connection. If \
      avahi-daemon is installed, it announces the page.
      """)

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    if let fault = try switchOn(PageSwitch(), with: daemon, output: output) { fail(fault, output) }
  }

  /// Switches the page on, and requests its addresses.
  ///
  /// - Returns: The reason why the page was not switched on; nil if it was.
  func switchOn(
    _ page: PageSwitch, with daemon: some DaemonConnection, output: Output
  ) throws(ControlError) -> PageFault? {
    let announcement: PageAnnouncement
    do throws(PageFault) { announcement = try page.switchOn() } catch { return error }
    let status = try daemon.call(GetPageStatus())
    output.answer(
      PageAnswer(on: true, status: status, announced: announcement == .done),
      text: PageText.switchedOn(status, announcement))
    return nil
  }
}

struct PageOffCommand: PageVerb {
  static let configuration = CommandConfiguration(
    commandName: "off", abstract: "Switch the page off; phones stay paired.", discussion: "Only root can do this.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    do throws(PageFault) { try switchOff(PageSwitch(), output: output) } catch { fail(error, output) }
  }

  func switchOff(_ page: PageSwitch, output: Output) throws(PageFault) {
    try page.switchOff()
    output.answer(PageAnswer(on: false), text: PageText.switchedOff)
  }
}

struct PagePairCommand: PageVerb {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Pair a phone: show the code to type on it.",
    discussion: """
      A paired phone sees and controls the ride until you revoke it. The code is valid for \(Limits.pairingMinutes) \
      minutes and \(Limits.pairingTries) tries, and replaces the previous code. With qrencode installed, the terminal \
      also shows a QR code for the phone's camera.
      """)

  @OptionGroup var options: CommonOptions

  @Option(help: ArgumentHelp("The phone's name; default: from its browser.", valueName: "name", visibility: .hidden))
  var name: String?

  func validate() throws {
    guard let name else { return }
    guard (1...Limits.phoneNameBytes).contains(name.utf8.count), name.printable == name,
      !name.allSatisfy(\.isWhitespace)
    else { throw ValidationError(String(localized: "--name takes 1 to \(Limits.phoneNameBytes) bytes, in one line.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    try pair(with: daemon, output: output, picture: isatty(STDOUT_FILENO) == 1 ? QRCode() : nil, page: .current)
  }

  /// Opens a pairing and prints it.
  ///
  /// - Parameters:
  ///   - daemon: jz2web.
  ///   - output: The output for the pairing.
  ///   - picture: Draws the QR code; nil if a camera cannot see it.
  ///   - page: The space for text.
  /// - Throws: The error of jz2web or the connection.
  func pair(
    with daemon: some DaemonConnection, output: Output, picture: QRCode?, page: Page
  ) throws(ControlError) {
    let opened = try daemon.call(OpenPairing(name: name))
    let address = output.json ? nil : PageText.pairingAddress(opened)
    let lines = address.flatMap { picture?.lines(of: $0) }
    output.answer(
      opened,
      text: PageText.pairing(opened, picture: lines, isPictureMissing: picture != nil && lines == nil, page: page))
  }
}

struct PagePhonesCommand: PageVerb {
  static let configuration = CommandConfiguration(commandName: "phones", abstract: "List the paired phones.")

  @OptionGroup var options: CommonOptions

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let list = try daemon.call(Phones())
    output.answer(list, text: PageText.phones(list.phones, page: .current, time: .system))
  }
}

struct PageRevokeCommand: PageVerb {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Revoke a phone: it no longer sees or controls the ride.",
    discussion: "You can pair it again.", shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The phone's id or its name, as `page phones` shows them.", completion: .phones)
  var phone: String?

  @Flag(help: "Revoke every phone.")
  var all = false

  func validate() throws {
    guard (phone != nil) != all else { throw ValidationError(String(localized: "Name one phone, or give --all.")) }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let answer = try daemon.call(phone.map { Revoke(phone: $0) } ?? .everyPhone)
    output.answer(answer, text: PageText.revoked(answer.phones))
  }
}

struct PagePublicCommand: PageVerb {
  static let configuration = CommandConfiguration(
    commandName: "public", abstract: "Show the ride's numbers to unpaired phones, or hide them.",
    discussion: "An unpaired phone can never control the ride.", shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
  }

  @Argument(help: "on or off.")
  var state: Switch

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let answer = try daemon.call(SetPublic(public: state == .on))
    output.answer(answer, text: PageText.audience(isPublic: answer.public))
  }
}

struct PageCertificateCommand: PageVerb {
  static let configuration = CommandConfiguration(
    commandName: "certificate", abstract: "Encrypt the page, with a certificate that phones must trust.",
    discussion: """
      Only root can change it; others see the current one. On an encrypted page the screen stays on during a ride, the \
      page can be installed like an app, and nobody on the Wi-Fi can listen. openssl creates an authority for this \
      computer's names only, and a certificate that is renewed automatically. stunnel4 listens on port \
      \(Limits.securePagePort). If you run it again, the authority stays, and phones still trust it.
      """, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Option(
    help: ArgumentHelp(
      "Another name of this computer, as the router knows it. Can be repeated.", valueName: "name"))
  var name: [String] = []

  @Flag(help: "Create a new authority, which phones must trust again.")
  var again = false

  @Flag(help: "Renew the certificate if it expires within 30 days; a timer does this daily.")
  var renew = false

  @Flag(help: "Remove the certificate; the page then uses plain http.")
  var remove = false

  func validate() throws {
    guard [again || !name.isEmpty, renew, remove].count(where: \.self) <= 1 else {
      throw ValidationError(String(localized: "Give --renew or --remove alone."))
    }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    do throws(PageFault) {
      let picture = isatty(STDOUT_FILENO) == 1 ? QRCode() : nil
      try perform(on: PageSwitch(), host: HostName.own ?? "localhost", output: output, picture: picture)
    } catch { fail(error, output) }
  }

  /// Creates, renews or removes the certificate, and prints the steps on the phone.
  func perform(on page: PageSwitch, host: String, output: Output, picture: QRCode?) throws(PageFault) {
    if remove {
      try page.uncertify()
      return output.answer(NoCertificate(), text: PageText.uncertified)
    }
    if renew {
      guard let made = try page.renew() else { return output.answer(NoCertificate(), text: PageText.lasting) }
      return output.answer(made, text: PageText.renewed(until: made.notAfter))
    }
    let short = String(host.lowercased().prefix { $0 != "." })
    // A user without the right to change the certificate may still compare the fingerprint.
    let shown = !page.isRoot && !again && name.isEmpty ? page.certificate.present : nil
    let made =
      if let shown { shown } else {
        try page.certify(["\(short).local"] + name.map { $0.lowercased() }, again: again)
      }
    let address = "http://\(made.names[0]):\(Limits.pagePort)/#secure"
    output.answer(
      made,
      text: PageText.certified(
        fingerprint: made.fingerprint, address: address, secure: "https://\(made.names[0]):\(made.port)",
        picture: output.json ? nil : picture?.lines(of: address), isOn: page.isOn))
  }

  /// The empty answer to `--remove`, and to `--renew` before it is due.
  private struct NoCertificate: Encodable {}
}
