package import ControlWire
import Rides

/// The result of announcing the page in the network.
package enum PageAnnouncement: Hashable, Sendable {
  /// avahi-daemon has the announcement.
  case done
  /// avahi-daemon is not installed.
  case noAvahi
  /// The announcement could not be written; the reason.
  case failed(String)
}

/// The texts about the page for the phone.
package enum PageText {
  // MARK: - On and off

  /// The answer to `page status`.
  package static func status(_ status: PageStatus) -> String {
    var lines = addresses(of: status)
    lines.append(
      status.phones == 0
        ? noPhone
        : String(localized: "Paired phones: \(status.phones). Following the ride now: \(status.streams)."))
    lines.append(audience(isPublic: status.public))
    if let pairing = status.pairing {
      let (code, left) = (grouped(pairing.code), ClockTime(pairing.secondsLeft))
      lines.append(
        String(localized: "Pairing is open for \(left). Code: \(code). Tries left: \(pairing.triesLeft)."))
    }
    return lines.joined(separator: "\n")
  }

  /// The answer to `page status` while the page is off.
  package static var off: String {
    String(localized: "The page is off.") + "\n" + String(localized: "Switch it on: `sudo jz2ctl page on`.")
  }

  /// The answer to `page on`.
  package static func switchedOn(_ status: PageStatus, _ announcement: PageAnnouncement) -> String {
    let warning: [String] =
      switch announcement {
      case .done: []
      case .noAvahi:
        [
          String(
            localized: "Its name is not announced because avahi-daemon is not installed. Run "
              + "`sudo apt install avahi-daemon`, then `sudo jz2ctl page on` again.")
        ]
      case .failed(let reason): [String(localized: "It cannot be announced in the network: \(reason.printable).")]
      }
    let next = status.phones == 0 ? [String(localized: "Next, pair the phone: `jz2ctl page pair`.")] : []
    return (addresses(of: status) + warning + next).joined(separator: "\n")
  }

  /// The answer to `page off`.
  package static var switchedOff: String { String(localized: "The page is off. Phones stay paired.") }

  /// The audience of the ride, the answer to `page public`.
  package static func audience(isPublic: Bool) -> String {
    isPublic
      ? String(localized: "A phone that is not paired sees the ride's numbers, but cannot control it.")
      : String(localized: "A phone that is not paired sees nothing.")
  }

  private static func addresses(of status: PageStatus) -> [String] {
    [String(localized: "The page is on. Its addresses:")] + status.addresses.map { "  \($0.printable)" }
  }

  private static var noPhone: String { String(localized: "No phone is paired. Pair one: `jz2ctl page pair`.") }

  // MARK: - The certificate

  /// The answer to `page certificate`.
  ///
  /// - Parameters:
  ///   - fingerprint: The fingerprint of the authority.
  ///   - address: The address of the certificate and of the instructions for installing it.
  ///   - secure: The address of the encrypted page.
  ///   - picture: The lines of a QR code of `address`; nil without one.
  ///   - isOn: Whether the page is on.
  /// - Returns: The certificate's address, its fingerprint, and the address of the encrypted page.
  package static func certified(
    fingerprint: String, address: String, secure: String, picture: String?, isOn: Bool
  ) -> String {
    let pairs = fingerprint.split(separator: ":")
    let half = pairs.count / 2
    return [
      isOn ? nil : off, picture, String(localized: "The page has a certificate. On the phone, open: \(address)"),
      String(localized: "That page explains how to trust the certificate. Compare its fingerprint (SHA-256) first:"),
      "  " + pairs.prefix(half).joined(separator: " "), "  " + pairs.dropFirst(half).joined(separator: " "),
      String(localized: "Then open the encrypted page, and pair the phone again there: \(secure)"),
    ].compactMap(\.self).joined(separator: "\n")
  }

  /// The answer to `page certificate --renew` if the certificate was renewed.
  package static func renewed(until end: String) -> String {
    let day = String(end.prefix(10))
    let date = CalendarDay(day)?.dateText ?? day
    return String(localized: "The page's certificate is now valid until \(date). Phones need no change.")
  }

  /// The answer to `page certificate --renew` if the certificate was still valid.
  package static var lasting: String {
    String(localized: "The page's certificate is still valid; there is nothing to renew.")
  }

  /// The answer to `page certificate --remove`.
  package static var uncertified: String {
    String(localized: "The page has no certificate any more. Delete it on the phones too.")
  }

  // MARK: - Pairing

  /// Returns the address that pairs a phone without typing; nil if the page has no address.
  package static func pairingAddress(_ opened: OpenedPairing) -> String? {
    opened.addresses.first.map { "\($0)/#pair=\(opened.pairing.code)" }
  }

  /// The answer to `page pair`.
  ///
  /// - Parameters:
  ///   - opened: The opened pairing.
  ///   - picture: The lines of a QR code for the phone's camera, if there is one.
  ///   - isPictureMissing: Whether the picture is missing only because its program is not installed.
  ///   - page: The space for the code.
  /// - Returns: Several lines, with the picture at the end, where a small terminal shows it whole.
  package static func pairing(
    _ opened: OpenedPairing, picture: String?, isPictureMissing: Bool, page: Page
  ) -> String {
    let pairing = opened.pairing
    var lines = [String(localized: "Open the page on the phone and type the code:")]
    // Large digits would push the picture out of a terminal of 24 rows.
    let code = picture == nil ? digits(of: pairing.code, on: page) : ["  \(grouped(pairing.code))"]
    lines += opened.addresses.map { "  \($0.printable)" } + [""] + code + [""]
    if let name = pairing.name { lines.append(String(localized: "The phone will be called \(name.printable).")) }
    let left = ClockTime(pairing.secondsLeft)
    lines += [
      String(localized: "The code is valid for \(left), \(pairing.triesLeft) tries and one phone."),
      String(
        localized: "The page uses plain http: others in the same Wi-Fi can listen, and then control the ride too. Pair "
          + "only in a network that you trust."),
    ]
    if isPictureMissing {
      lines.append(String(localized: "To show a QR code, install qrencode: `sudo apt install qrencode`."))
    }
    if let picture {
      lines += ["", String(localized: "Or scan this with the phone's camera:")]
      lines += picture.split(separator: "\n").map(String.init)
    }
    return lines.joined(separator: "\n")
  }

  /// Formats the code for reading aloud: `483 920`.
  static func grouped(_ code: String) -> String {
    let middle = code.index(code.startIndex, offsetBy: 3, limitedBy: code.endIndex) ?? code.endIndex
    return [code[..<middle], code[middle...]].filter { !$0.isEmpty }.joined(separator: " ").printable
  }

  /// Returns the code in digits of five rows if a terminal has room for them, else in one line.
  private static func digits(of code: String, on page: Page) -> [String] {
    let groups = grouped(code).split(separator: " ").map(String.init)
    let gap = "    "
    let width = 2 + groups.map(BigDigits.width).reduce(0, +) + gap.count
    guard let columns = page.columns, columns > width, code.allSatisfy({ ("0"..."9").contains($0) }) else {
      return ["  \(grouped(code))"]
    }
    let drawn = groups.map { BigDigits.lines($0, .plain, page.glyphs) }
    return (0..<BigDigits.rows).map { row in "  " + drawn.map { $0[row].plain }.joined(separator: gap) }
  }

  // MARK: - Phones

  /// The answer to `page phones`.
  package static func phones(_ phones: [Phone], page: Page, time: LocalTime) -> String {
    guard !phones.isEmpty else { return noPhone }
    let columns: [Table.Column] = [
      .init(String(localized: "Phone")), .init(String(localized: "Name"), cutTo: 8),
      .init(String(localized: "Paired"), drop: 2), .init(String(localized: "Last seen"), drop: 1),
    ]
    let rows = phones.map { phone in
      [
        phone.id.printable, phone.name.printable, time.text(phone.pairedAt), phone.lastSeen.map(time.text) ?? "-",
      ]
    }
    return Table(columns: columns, rows: rows).text(on: page)
  }

  /// The answer to `page revoke`.
  package static func revoked(_ phones: [Phone]) -> String {
    guard !phones.isEmpty else { return String(localized: "No phone was paired.") }
    let names = phones.map { "\($0.name.printable) (\($0.id.printable))" }.joined(separator: ", ")
    return String(localized: "Revoked: \(names). To pair again: `jz2ctl page pair`.")
  }
}
