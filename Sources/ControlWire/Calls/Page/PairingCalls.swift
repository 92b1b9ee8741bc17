// Calls about phones.

/// Opens a pairing, and replaces one that is open.
package struct OpenPairing: PageCall {
  package static let method = "OpenPairing"
  package typealias Reply = OpenedPairing

  /// The name for the phone; absent for the name from its browser.
  package var name: String?

  package init(name: String? = nil) { self.name = name }
}

/// The paired phones.
package struct Phones: PageCall {
  package static let method = "Phones"
  package typealias Reply = PhoneList

  package init() {}
}

/// Revokes the permission of one phone, or of all.
package struct Revoke: PageCall {
  package static let method = "Revoke"
  package typealias Reply = RevokedPhones

  /// The phone's ID, or its name.
  package var phone: String?
  package var all: Bool?

  package init(phone: String) { self.phone = phone }

  private init() { all = true }

  /// Every phone.
  package static let everyPhone = Revoke()
}

/// A paired phone.
package struct Phone: Codable, Hashable, Sendable {
  /// A short word that identifies the phone.
  package var id: String
  /// 1 to `Limits.phoneNameBytes` bytes.
  package var name: String
  /// RFC 3339 in UTC.
  package var pairedAt: String
  /// RFC 3339 in UTC, to the hour; absent if the phone has not been seen since it was paired.
  package var lastSeen: String?

  package init(id: String, name: String, pairedAt: String, lastSeen: String? = nil) {
    self.id = id
    self.name = name
    self.pairedAt = pairedAt
    self.lastSeen = lastSeen
  }
}

/// An open pairing.
package struct Pairing: Codable, Hashable, Sendable {
  /// Six digits, which the rider types on the phone.
  package var code: String
  /// The name for the phone, if one was given.
  package var name: String?
  package var secondsLeft: Int
  /// The number of wrong codes that are still allowed.
  package var triesLeft: Int

  package init(code: String, name: String? = nil, secondsLeft: Int, triesLeft: Int) {
    self.code = code
    self.name = name
    self.secondsLeft = secondsLeft
    self.triesLeft = triesLeft
  }
}

/// The reply to `OpenPairing`.
package struct OpenedPairing: Codable, Hashable, Sendable {
  package var pairing: Pairing
  /// The addresses of the page, the best first.
  package var addresses: [String]

  package init(_ pairing: Pairing, addresses: [String]) {
    self.pairing = pairing
    self.addresses = addresses
  }
}

/// The reply to `Phones`.
package struct PhoneList: Codable, Hashable, Sendable {
  package var phones: [Phone]

  package init(_ phones: [Phone]) { self.phones = phones }
}

/// The reply to `Revoke`: the phones that have to be paired again.
package struct RevokedPhones: Codable, Hashable, Sendable {
  package var phones: [Phone]

  package init(_ phones: [Phone]) { self.phones = phones }
}
