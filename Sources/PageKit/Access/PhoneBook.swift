import Rides

/// A phone that was paired.
package struct PairedPhone: Codable, Hashable, Sendable {
  /// A short word by which the rider names it.
  package var id: String
  package var name: String
  /// What the phone shows with every request: 128 random bits in hexadecimal digits.
  package var token: String
  /// Seconds since 1970.
  package var pairedAt: Int
  /// Seconds since 1970, to the hour; nil before its first request.
  package var seenAt: Int?
  /// Since when it is not used, in seconds since 1970, only of a synchronised clock; nil before there is one.
  package var unusedSince: Int?
}

/// The phones that were paired.
package struct PhoneBook: Codable, Hashable, Sendable {
  /// The most phones; one more takes the place of the one that was seen longest ago.
  package static let mostPhones = 100

  /// Seconds after which a phone that is not used is no longer paired.
  package static let longestUnused = 90 * 86_400

  package private(set) var phones: [PairedPhone] = []

  package init() {}

  /// The phone that shows a token; nil if none of these does.
  ///
  /// Every token is compared, each in constant time.
  package func phone(with token: String) -> PairedPhone? {
    var found: PairedPhone?
    for phone in phones where phone.token.isEqualInConstantTime(to: token) { found = phone }
    return found
  }

  /// Adds a phone.
  ///
  /// - Parameters:
  ///   - name: Its name; one that is taken already gets a number.
  ///   - now: Seconds since 1970.
  ///   - generator: What its token and its id are drawn from.
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

  /// Removes the phone of an id or a name.
  ///
  /// - Returns: The phone; nil if there is none.
  package mutating func remove(_ idOrName: String) -> PairedPhone? {
    let place = phones.firstIndex { $0.id == idOrName } ?? phones.firstIndex { $0.name == idOrName }
    return place.map { phones.remove(at: $0) }
  }

  /// Removes every phone.
  package mutating func removeAll() -> [PairedPhone] {
    defer { phones = [] }
    return phones
  }

  /// Removes the phones that were not used for `longestUnused`.
  ///
  /// A Pi starts with a wrong clock, 1970 or the time of its last shutdown. Times that such a clock gave do not count, so a
  /// phone begins to be unused at the first time of a synchronised clock.
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

  /// Notes that a phone was seen.
  ///
  /// - Parameters:
  ///   - id: The phone.
  ///   - now: Seconds since 1970.
  ///   - isSynchronised: Whether the clock is.
  /// - Returns: Whether that is news: once an hour.
  package mutating func see(_ id: String, at now: Int, isSynchronised: Bool) -> Bool {
    let hour = now - now % 3600
    guard let place = phones.firstIndex(where: { $0.id == id }) else { return false }
    let isNews = phones[place].seenAt != hour
    phones[place].seenAt = hour
    // To the hour too, and not back: the clock may have been synchronised within this hour.
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
  /// When anything was heard of it last.
  fileprivate var lastSign: Int { seenAt ?? pairedAt }
}

extension String {
  /// A phone's name as it is kept: one line without control characters, at most `Limits.phoneNameBytes` bytes; nil if
  /// nothing is left.
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
