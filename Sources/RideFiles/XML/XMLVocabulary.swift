/// The names of the elements that a reader of XML is to know; all others are told as nil.
protocol XMLVocabulary: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Whether elements of a namespace go by these names; one that is bound to none always does.
  static func covers(namespace: String) -> Bool
}

/// Finds a name by its bytes, without making a `String` of them.
struct XMLNameTable<Name: XMLVocabulary>: Sendable {
  private struct Entry {
    let name: Name
    let bytes: [UInt8]
  }

  /// Twice as many as names at least, a power of two; an entry stands in the first free place from its own on.
  private var slots: [Entry?]

  init() {
    var count = 16
    while count < Name.allCases.count * 2 { count *= 2 }
    slots = Array(repeating: nil, count: count)
    for name in Name.allCases {
      let bytes = Array(name.rawValue.utf8)
      var slot = place(of: bytes.span, bytes.indices)
      while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Entry(name: name, bytes: bytes)
    }
  }

  /// The name that bytes in a range write, or nil.
  func name(in bytes: Span<UInt8>, at range: Range<Int>) -> Name? {
    var slot = place(of: bytes, range)
    while let entry = slots[slot] {
      if Self.isSame(entry.bytes.span, bytes, range) { return entry.name }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func isSame(_ name: Span<UInt8>, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard name.count == range.count else { return false }
    for index in name.indices where name[index] != bytes[range.lowerBound + index] { return false }
    return true
  }

  /// A name is mostly told from others by its length, its ends and its middle.
  private func place(of bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let (first, last) = (bytes[range.lowerBound], bytes[range.upperBound - 1])
    let middle = bytes[range.lowerBound + range.count / 2]
    let mixed = (UInt32(range.count) &* 31 &+ UInt32(first)) &* 31 &+ UInt32(last) &* 7 &+ UInt32(middle) &* 131
    return Int(mixed ^ mixed >> 7) & (slots.count - 1)
  }
}
