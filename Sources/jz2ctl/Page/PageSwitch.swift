import ControlWire
import Glibc
import RideText
import Rides

/// Switches the page on and off on this computer: what systemd listens on, and what avahi-daemon announces.
struct PageSwitch {
  /// The computer's files; those below a folder in a test.
  var files = FileSystem()
  /// Runs a program to its end: its exit status, nil if there is none.
  var run: ([String]) -> Int32? = Subprocess.status(of:)
  /// Whether this user may change what the computer listens to.
  var isRoot = geteuid() == 0
  /// The folder that has what the package shares, beside the one of the program: `/usr/share`.
  var share = Self.ownShare
  var certificate = PageCertificate()

  /// Listens from now on, and after each boot.
  ///
  /// - Returns: How the page is announced.
  /// - Throws: Why it is as it was.
  func switchOn() throws(PageFault) -> PageAnnouncement {
    try check("on")
    try systemctl("enable", "--now", Self.socketUnit)
    if certificate.exists, files.exists(Self.stunnel) { try encrypt() }
    return announce()
  }

  /// Makes a certificate unless there is one with these names, and answers encrypted from now on, if the page is on.
  ///
  /// - Parameters:
  ///   - names: What browsers call this computer, the usual name first; those that it has already stay.
  ///   - again: Whether there is to be another authority.
  /// - Returns: What phones compare.
  /// - Throws: Why it is as it was.
  func certify(_ names: [String], again: Bool) throws(PageFault) -> MadeCertificate {
    try check("certificate")
    guard files.exists(Self.stunnel) else { throw .noStunnel }
    // An authority with a name of one label, which older versions made, is replaced.
    let known = certificate.names.filter(PageCertificate.isName)
    let all = known + names.filter { !known.contains($0) }
    if !again, all == certificate.names, let present = certificate.present {
      if isOn, !tells("is-active", Self.tlsUnit) { try encrypt() }
      return present
    }
    let made = try certificate.make(for: all, again: again)
    if isOn { try encrypt() }
    return made
  }

  /// Whether the page is on; it may be that its first caller has not come yet.
  var isOn: Bool { tells("is-enabled", Self.socketUnit) }

  private func tells(_ question: String, _ unit: String) -> Bool { run(["systemctl", "--quiet", question, unit]) == 0 }

  /// Renews the page's certificate, if it ends soon; the authority stays.
  ///
  /// - Returns: The new one; nil if the present one lasts.
  /// - Throws: Why it is as it was.
  func renew() throws(PageFault) -> MadeCertificate? {
    try check("certificate --renew")
    guard certificate.exists else { throw .noCertificate }
    guard certificate.isDue else { return nil }
    let made = try certificate.make(for: certificate.names, again: false)
    try systemctl("try-restart", Self.tlsUnit)
    return made
  }

  /// Answers encrypted no more, and takes the certificate away.
  ///
  /// - Throws: Why it is as it was.
  func uncertify() throws(PageFault) {
    try check("certificate --remove")
    try systemctl("disable", "--now", Self.tlsSocketUnit, Self.tlsUnit, Self.renewalUnit)
    certificate.remove()
  }

  private func encrypt() throws(PageFault) {
    // A service that runs is given no further socket.
    try systemctl("stop", Self.serviceUnit)
    try systemctl("enable", "--now", Self.tlsSocketUnit, Self.tlsUnit, Self.renewalUnit)
    try systemctl("restart", Self.tlsUnit)
  }

  /// Listens no more; phones stay paired.
  ///
  /// - Throws: Why it is as it was.
  func switchOff() throws(PageFault) {
    try check("off")
    try systemctl("disable", "--now", Self.socketUnit)
    if certificate.exists { try systemctl("disable", "--now", Self.tlsSocketUnit, Self.tlsUnit, Self.renewalUnit) }
    // It would serve the phones that are connected to their end.
    try systemctl("stop", Self.serviceUnit)
    if isOurs(Self.announced) { unlink(files.root + Self.announced) }
  }

  /// Whether the package is here, whose unit may be on or off.
  var isInstalled: Bool { Self.unitFolders.contains { files.exists("\($0)/\(Self.socketUnit)") } }

  private func check(_ word: String) throws(PageFault) {
    guard isInstalled else { throw .notInstalled }
    guard files.exists("/run/systemd/system") else { throw .noSystemd }
    guard isRoot else { throw .notRoot(word) }
  }

  private func systemctl(_ words: String...) throws(PageFault) {
    guard run(["systemctl", "--quiet"] + words) == 0 else { throw .unswitched }
  }

  /// Gives avahi-daemon a copy: it changes its root to its own folder, where a link leads nowhere.
  private func announce() -> PageAnnouncement {
    guard files.exists(Self.announcements) else { return .noAvahi }
    // The administrator's own stays.
    if files.exists(Self.announced), !isOurs(Self.announced) { return .done }
    guard let text = files.text(of: "\(share)/jz2-web/jz2.service") else { return .failed("\(share)/jz2-web") }
    let failure = FileWriting.replaceFile(at: files.root + Self.announced, with: Array("\(text)\n".utf8))
    return failure.map(PageAnnouncement.failed) ?? .done
  }

  private func isOurs(_ path: String) -> Bool { files.text(of: path)?.contains(Self.mark) == true }

  static let socketUnit = "jz2-web.socket"
  static let serviceUnit = "jz2-web.service"
  /// What decrypts, where it hands connections on, and what renews its certificate.
  static let tlsUnit = "jz2-web-tls.service"
  static let tlsSocketUnit = "jz2-web-tls.socket"
  static let renewalUnit = "jz2-web-certificate.timer"
  private static let stunnel = "/usr/bin/stunnel4"
  /// What a copy has that is not the administrator's; the package's scripts look for it too.
  static let mark = "jz2ctl page on"
  private static let announcements = "/etc/avahi/services"
  private static let announced = "\(announcements)/jz2.service"
  /// Where units are, as systemd.unit(5) lists them.
  private static let unitFolders = [
    "/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
  ]

  private static var ownShare: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let program = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/share"
  }
}

/// Why the page is as it was.
enum PageFault: Error, Equatable {
  /// The package is not here.
  case notInstalled
  /// Nothing here starts units.
  case noSystemd
  /// The user may not; the word is what was asked for, `on`.
  case notRoot(String)
  /// systemd refused.
  case unswitched
  /// There is no `openssl`, which makes certificates.
  case noOpenSSL
  /// There is no `stunnel4`, which answers encrypted.
  case noStunnel
  /// There is no certificate yet.
  case noCertificate
  /// A certificate cannot have such a name.
  case badName(String)
  /// It could not be made; the step, and the system's reason.
  case certificateFailed(String)

  var exitStatus: ExitStatus {
    switch self {
    case .notInstalled, .noSystemd, .noOpenSSL, .noStunnel: .unavailable
    case .notRoot, .unswitched, .noCertificate, .badName, .certificateFailed: .refused
    }
  }
}

extension Refusal {
  /// The reason why the page is as it was.
  init(_ fault: PageFault) {
    let (error, sentence) =
      switch fault {
      case .notInstalled:
        (
          "NotInstalled",
          Sentence("The page is not installed.", remedy: "Install it: `sudo apt install jz2-web`.")
        )
      case .noSystemd:
        (
          "NoSystemd",
          Sentence(
            "systemd does not run here, which switches the page.",
            remedy: "Start its program by hand: `jz2web`.")
        )
      case .notRoot(let word):
        (
          "NotRoot",
          Sentence("Only root may change what this computer listens to.", remedy: "Type `sudo jz2ctl page \(word)`.")
        )
      case .unswitched:
        (
          "NotSwitched",
          Sentence(
            "systemd did not switch the page.",
            remedy: "See why: `systemctl status jz2-web.socket`; whether another program has the port "
              + "\(Limits.pagePort) shows `sudo ss -ltnp`.")
        )
      case .noOpenSSL:
        (
          "NoOpenSSL",
          Sentence(
            "openssl is not installed, which makes certificates.", remedy: "Install it: `sudo apt install openssl`.")
        )
      case .noStunnel:
        (
          "NoStunnel",
          Sentence(
            "stunnel4 is not installed, which answers encrypted.", remedy: "Install it: `sudo apt install stunnel4`.")
        )
      case .noCertificate:
        (
          "NoCertificate",
          Sentence("This computer has no certificate yet.", remedy: "Make one: `sudo jz2ctl page certificate`.")
        )
      case .badName(let name):
        (
          "BadName",
          Sentence(
            "\(name) is no name that a certificate can have.",
            remedy: "Give a full one, with a dot: `sudo jz2ctl page certificate --name ride.example.org`.")
        )
      case .certificateFailed(let reason):
        (
          "CertificateFailed",
          Sentence(
            "The certificate could not be made (\(reason)).",
            remedy: "See whether the disk is full or read-only, then try again.")
        )
      }
    self.init(error: error, message: sentence.message, remedy: sentence.remedy, subject: nil, detail: nil)
  }
}

/// Draws a text as a picture for a phone's camera, by a program of the system.
struct QRCode {
  /// Runs a program on a text, and returns what it prints; nil if there is no such program.
  var run: (_ words: [String], _ input: String) -> String? = { Subprocess.output(of: $0, input: $1) }

  /// The lines of the picture for a terminal; nil if the program is not installed.
  ///
  /// The text has the pairing's code, so it is no argument, which other users could see.
  func lines(of text: String) -> String? {
    guard let lines = run(["qrencode", "-t", "ANSIUTF8", "-m", "2"], text), !lines.isEmpty else { return nil }
    return lines
  }
}
