/// What befalls a file on a card that dies, or under a person's hands; by the byte that chooses it.
private enum Damage: UInt8, CaseIterable {
  case flippedBit
  case overwritten
  case truncated
  case garbage
  case zeroedPage
  case swappedPages
  case lengthened
  case removed
}

extension StateFiles {
  private static let pageBytes = 4096

  /// Damages the files as the choices say.
  mutating func damage(_ choices: inout Choices) {
    while !choices.isAtEnd {
      let damage = choices.one(of: Damage.allCases, or: .flippedBit)
      let name = choices.one(of: [Self.database, Self.log, Self.index], or: Self.database)
      let bytes = contents[name] ?? []
      contents[name] = Self.damaged(bytes, damage, &choices)
    }
  }

  private static func damaged(_ bytes: [UInt8], _ damage: Damage, _ choices: inout Choices) -> [UInt8]? {
    var bytes = bytes
    let place = choices.number(below: bytes.count)
    switch damage {
    case .flippedBit: if bytes.indices.contains(place) { bytes[place] ^= 1 << (choices.byte() & 7) }
    case .overwritten: overwrite(&bytes, at: place, with: choices.run())
    case .truncated: bytes.removeSubrange(min(place, bytes.count)...)
    case .garbage: bytes = choices.run()
    case .zeroedPage:
      overwrite(&bytes, at: place / pageBytes * pageBytes, with: [UInt8](repeating: 0, count: pageBytes))
    case .swappedPages: swapPages(&bytes, place / pageBytes, choices.number(below: bytes.count) / pageBytes)
    case .lengthened: bytes += choices.run()
    case .removed: return nil
    }
    return bytes
  }

  private static func overwrite(_ bytes: inout [UInt8], at place: Int, with run: [UInt8]) {
    for (index, byte) in zip(place..<bytes.count, run) { bytes[index] = byte }
  }

  private static func swapPages(_ bytes: inout [UInt8], _ first: Int, _ second: Int) {
    guard (max(first, second) + 1) * pageBytes <= bytes.count else { return }
    for offset in 0..<pageBytes { bytes.swapAt(first * pageBytes + offset, second * pageBytes + offset) }
  }
}
