import ControlWire
import Glibc
import RideText
import Rides

/// Switches the page on and off on this computer, by systemd's sockets and avahi-daemon's announcement.
struct PageSwitch {
  /// The computer's files; in a test, those below a folder.
  var files = FileSystem()
  /// Runs a program to its end and returns its exit status; nil if there is none.
  var run: ([String]) -> Int32? = Subprocess.status(of:)
  /// Whether this user may change the sockets of the computer.
  var isRoot = geteuid() == 0
  /// The folder of the package's shared files, next to the one of the program: `/usr/share`.
  var share = Self.ownShare
  var certificate = PageCertificate()

  /// Starts listening, now and after each boot.
  ///
  /// - Returns: The state of the announcement.
  /// - Throws: The reason why the page was not switched on.
  func switchOn() throws(PageFault) -> PageAnnouncement {
    try check("on")
    try systemctl("enable", "--now", Self.socketUnit)
    if certificate.exists, files.exists(Self.stunnel) { try encrypt() }
    return announce()
  }

  /// Creates a certificate unless there is one with these names, and serves encrypted from now on, if the page is on.
  ///
  /// - Parameters:
  ///   - names: The names of this computer in browsers, the usual name first; existing names are kept.
  ///   - again: Whether to replace the authority.
  /// - Returns: The data for phones.
  /// - Throws: The reason why the page does not serve encrypted.
  func certify(_ names: [String], again: Bool) throws(PageFault) -> MadeCertificate {
    try check("certificate")
    guard files.exists(Self.stunnel) else { throw .noStunnel }
    // An authority with a name of one label, made by older versions, is replaced.
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

  /// Whether the page is on; its first caller may not have come yet.
  var isOn: Bool { tells("is-enabled", Self.socketUnit) }

  private func tells(_ question: String, _ unit: String) -> Bool { run(["systemctl", "--quiet", question, unit]) == 0 }

  /// Renews the page's certificate if it ends soon; the authority is kept.
  ///
  /// - Returns: The new certificate; nil if the present one is still valid.
  /// - Throws: The reason why the certificate was not renewed.
  func renew() throws(PageFault) -> MadeCertificate? {
    try check("certificate --renew")
    guard certificate.exists else { throw .noCertificate }
    guard certificate.isDue else { return nil }
    let made = try certificate.make(for: certificate.names, again: false)
    try systemctl("try-restart", Self.tlsUnit)
    return made
  }

  /// Stops serving encrypted, and deletes the certificate.
  ///
  /// - Throws: The reason why encryption was not switched off.
  func uncertify() throws(PageFault) {
    try check("certificate --remove")
    try systemctl("disable", "--now", Self.tlsSocketUnit, Self.tlsUnit, Self.renewalUnit)
    certificate.remove()
  }

  private func encrypt() throws(PageFault) {
    // systemd passes no further socket to a running service.
    try systemctl("stop", Self.serviceUnit)
    try systemctl("enable", "--now", Self.tlsSocketUnit, Self.tlsUnit, Self.renewalUnit)
    try systemctl("restart", Self.tlsUnit)
  }

  /// Stops listening; phones stay paired.
  ///
  /// - Throws: The reason why the page was not switched off.
  func switchOff() throws(PageFault) {
    try check("off")
    try systemctl("disable", "--now", Self.socketUnit)
    if certificate.exists { try systemctl("disable", "--now", Self.tlsSocketUnit, Self.tlsUnit, Self.renewalUnit) }
    // A running service would continue to serve connected phones.
    try systemctl("stop", Self.serviceUnit)
    if isOurs(Self.announced) { unlink(files.root + Self.announced) }
  }

  /// Whether the package is installed; its unit may be on or off.
  var isInstalled: Bool { Self.unitFolders.contains { files.exists("\($0)/\(Self.socketUnit)") } }

  private func check(_ word: String) throws(PageFault) {
    guard isInstalled else { throw .notInstalled }
    guard files.exists("/run/systemd/system") else { throw .noSystemd }
    guard isRoot else { throw .notRoot(word) }
  }

  private func systemctl(_ words: String...) throws(PageFault) {
    guard run(["systemctl", "--quiet"] + words) == 0 else { throw .unswitched }
  }

  /// Copies the announcement for avahi-daemon, which changes its root to its own folder, where a link would break.
  private func announce() -> PageAnnouncement {
    guard files.exists(Self.announcements) else { return .noAvahi }
    // The administrator's own file is kept.
    if files.exists(Self.announced), !isOurs(Self.announced) { return .done }
    guard let text = files.text(of: "\(share)/jz2-web/jz2.service") else { return .failed("\(share)/jz2-web") }
    let failure = FileWriting.replaceFile(at: files.root + Self.announced, with: Array("\(text)\n".utf8))
    return failure.map(PageAnnouncement.failed) ?? .done
  }

  private func isOurs(_ path: String) -> Bool { files.text(of: path)?.contains(Self.mark) == true }

  static let socketUnit = "jz2-web.socket"
  static let serviceUnit = "jz2-web.service"
  /// The service that decrypts, the page's socket for its connections, and the timer that renews the certificate.
  static let tlsUnit = "jz2-web-tls.service"
  static let tlsSocketUnit = "jz2-web-tls.socket"
  static let renewalUnit = "jz2-web-certificate.timer"
  private static let stunnel = "/usr/bin/stunnel4"
  /// The mark of a copy made here, which the administrator's file lacks; the package's scripts look for it too.
  static let mark = "jz2ctl page on"
  private static let announcements = "/etc/avahi/services"
  private static let announced = "\(announcements)/jz2.service"
  /// The folders of units in systemd.unit(5).
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

/// The reason why the page could not be switched.
enum PageFault: Error, Equatable {
  /// The package is not installed.
  case notInstalled
  /// systemd does not run.
  case noSystemd
  /// The user is not root; the word is the verb's argument, `on`.
  case notRoot(String)
  /// systemd refused.
  case unswitched
  /// `openssl`, which creates certificates, is missing.
  case noOpenSSL
  /// `stunnel4`, which serves encrypted, is missing.
  case noStunnel
  /// There is no certificate yet.
  case noCertificate
  /// A certificate cannot contain this name.
  case badName(String)
  /// The certificate could not be created; the step, and the system's reason.
  case certificateFailed(String)

  var exitStatus: ExitStatus {
    switch self {
    case .notInstalled, .noSystemd, .noOpenSSL, .noStunnel: .unavailable
    case .notRoot, .unswitched, .noCertificate, .badName, .certificateFailed: .refused
    }
  }
}

extension Refusal {
  /// Creates the refusal for a page that could not be switched.
  init(_ fault: PageFault) {
    let (error, explanation) =
      switch fault {
      case .notInstalled:
        (
          "NotInstalled",
          Explanation(
            "The page is not installed.",
            remedy: "Install the package: `\(PackageSource.current.command(installing: "jz2-web"))`.")
        )
      case .noSystemd:
        (
          "NoSystemd",
          Explanation(
            "systemd is not running here, so it cannot start or stop the page.",
            remedy: "Start the page by hand: `jz2web`.")
        )
      case .notRoot(let word):
        (
          "NotRoot",
          Explanation("Only root may do this.", remedy: "Type `sudo jz2ctl page \(word)`.")
        )
      case .unswitched:
        (
          "NotSwitched",
          Explanation(
            "systemd could not start or stop the page.",
            remedy: "See why: `systemctl status jz2-web.socket`. `sudo ss -ltnp` shows whether another program uses "
              + "port \(Limits.pagePort).")
        )
      case .noOpenSSL:
        (
          "NoOpenSSL",
          Explanation(
            "openssl, which makes certificates, is not installed.", remedy: "Install it: `sudo apt install openssl`.")
        )
      case .noStunnel:
        (
          "NoStunnel",
          Explanation(
            "stunnel4, which encrypts the page, is not installed.", remedy: "Install it: `sudo apt install stunnel4`.")
        )
      case .noCertificate:
        (
          "NoCertificate",
          Explanation("This computer has no certificate yet.", remedy: "Make one: `sudo jz2ctl page certificate`.")
        )
      case .badName(let name):
        (
          "BadName",
          Explanation(
            "A certificate cannot contain the name \(name).",
            remedy: "Give a full name, with a dot: `sudo jz2ctl page certificate --name ride.example.org`.")
        )
      case .certificateFailed(let reason):
        (
          "CertificateFailed",
          Explanation(
            "The certificate could not be made (\(reason)).",
            remedy: "Check whether the disk is full or read-only, then try again.")
        )
      }
    self.init(error: error, message: explanation.message, remedy: explanation.remedy, subject: nil, detail: nil)
  }
}

/// Draws a text as a QR code by running `qrencode`.
struct QRCode {
  /// Runs a program on a text and returns its output; nil if there is no such program.
  var run: (_ words: [String], _ input: String) -> String? = { Subprocess.output(of: $0, input: $1) }

  /// Returns the lines of the QR code for a terminal; nil if the program is not installed.
  ///
  /// The text contains the pairing code, so it is not passed as an argument, which other users could see.
  func lines(of text: String) -> String? {
    guard let lines = run(["qrencode", "-t", "ANSIUTF8", "-m", "2"], text), !lines.isEmpty else { return nil }
    return lines
  }
}
