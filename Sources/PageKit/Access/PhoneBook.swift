import Rides

/// A paired phone.
package struct PairedPhone: Codable, Hashable, Sendable {
  /// A short identifier that the rider can type.
  package var id: String
  package var name: String
  /// The phone's secret, sent with every request: 128 random bits in hexadecimal digits.
  package var token: String
  /// Seconds since 1970.
  package var pairedAt: Int
  /// Seconds since 1970, to the hour; nil before its first request.
  package var seenAt: Int?
  /// Since when the phone is unused, in seconds since 1970, by a synchronised clock only; nil until the clock is
  /// synchronised.
  package var unusedSince: Int?
}

/// The paired phones.
package struct PhoneBook: Codable, Hashable, Sendable {
  /// The most phones.
  ///
  /// One more replaces the phone that was seen longest ago.
  package static let mostPhones = 100

  /// Seconds after which an unused phone is no longer paired.
  package static let longestUnused = 90 * 86_400

  package private(set) var phones: [PairedPhone] = []

  package init() {}

  /// Returns the phone with a token; nil if no phone has it.
  ///
  /// Compares every token, each in constant time.
  package func phone(with token: String) -> PairedPhone? {
    var found: PairedPhone?
    for phone in phones where phone.token.isEqualInConstantTime(to: token) { found = phone }
    return found
  }

  /// Adds a phone.
  ///
  /// - Parameters:
  ///   - name: Its name; a name already in use gets a number.
  ///   - now: Seconds since 1970.
  ///   - generator: The source of its token and its id.
  /// - Returns: The phone.
  package mutating func add(
    name: String, at now: Int, using generator: inout some RandomNumberGenerator
  ) -> PairedPhone {
    if phones.count >= Self.mostPhones,
      let oldest = phones.indices.min(by: { phones[$0].lastSign < phones[$1].lastSign })
    {
      phones.remove(at: oldest)
    }
    let words: [UInt64] = [generator.next(), generator.next()]
    let token = words.map { Self.hexadecimal($0, digits: 16) }.joined()
    let phone = PairedPhone(
      id: freeID(using: &generator), name: freeName(name), token: token, pairedAt: now, seenAt: nil)
    phones.append(phone)
    return phone
  }

  /// Removes the phone with an id or a name.
  ///
  /// - Returns: The phone; nil if no phone has this id or name.
  package mutating func remove(_ idOrName: String) -> PairedPhone? {
    let place = phones.firstIndex { $0.id == idOrName } ?? phones.firstIndex { $0.name == idOrName }
    return place.map { phones.remove(at: $0) }
  }

  /// Removes every phone.
  package mutating func removeAll() -> [PairedPhone] {
    defer { phones = [] }
    return phones
  }

  /// Removes the phones that have been unused for `longestUnused`.
  ///
  /// A Pi starts with a wrong clock, at 1970 or at the time of its last shutdown. Times from such a clock do not count,
  /// so a phone becomes unused at the first time of a synchronised clock.
  ///
  /// - Parameter now: Seconds since 1970, of a synchronised clock.
  /// - Returns: Whether the book changed.
  package mutating func removeUnused(at now: Int) -> Bool {
    let count = phones.count
    phones.removeAll { $0.unusedSince.map { now - $0 > Self.longestUnused } ?? false }
    var isChanged = phones.count != count
    for place in phones.indices where phones[place].unusedSince.map({ $0 > now }) ?? true {
      phones[place].unusedSince = now
      isChanged = true
    }
    return isChanged
  }

  /// Records that a phone was seen.
  ///
  /// - Parameters:
  ///   - id: The phone's id.
  ///   - now: Seconds since 1970.
  ///   - isSynchronised: Whether the clock is synchronised.
  /// - Returns: Whether the book changed, at most once an hour.
  package mutating func see(_ id: String, at now: Int, isSynchronised: Bool) -> Bool {
    let hour = now - now % 3600
    guard let place = phones.firstIndex(where: { $0.id == id }) else { return false }
    let isNews = phones[place].seenAt != hour
    phones[place].seenAt = hour
    // Also to the hour, and never back: the clock may have been synchronised within this hour.
    guard isSynchronised, phones[place].unusedSince ?? 0 < hour else { return isNews }
    phones[place].unusedSince = hour
    return true
  }

  private func freeID(using generator: inout some RandomNumberGenerator) -> String {
    while true {
      let id = Self.hexadecimal(generator.next() as UInt64 >> 48, digits: 4)
      if !phones.contains(where: { $0.id == id || $0.name == id }) { return id }
    }
  }

  private func freeName(_ wanted: String) -> String {
    let isTaken = { (name: String) in phones.contains { $0.name == name || $0.id == name } }
    guard isTaken(wanted) else { return wanted }
    var number = 2
    while isTaken("\(wanted) \(number)") { number += 1 }
    return "\(wanted) \(number)"
  }

  private static func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension PairedPhone {
  /// When the phone was last seen, else paired.
  fileprivate var lastSign: Int { seenAt ?? pairedAt }
}

extension String {
  /// The text as a phone's name: one line without control characters, at most `Limits.phoneNameBytes` bytes; nil if no
  /// characters are left.
  package var phoneName: String? {
    var name = ""
    for character in self where !character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      guard name.utf8.count + character.utf8.count <= Limits.phoneNameBytes else { break }
      name.append(character)
    }
    while name.last == " " { name.removeLast() }
    name = String(name.drop { $0 == " " })
    return name.isEmpty ? nil : name
  }
}
