/// The element names that a reader knows; it reports all others as nil.
protocol XMLVocabulary: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// Returns whether these names apply in a namespace.
  ///
  /// They always apply to elements without a namespace.
  static func covers(namespace: String) -> Bool
}

/// Finds a name by its bytes without creating a `String`.
struct XMLNameTable<Name: XMLVocabulary>: Sendable {
  private struct Entry {
    let name: Name
    let bytes: [UInt8]
  }

  /// A hash table with linear probing: a power of two, at least twice the number of names.
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

  /// Returns the name at a range of bytes; nil if it is unknown.
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

  /// Returns the slot at which the search begins.
  ///
  /// Length, first, last and middle byte distinguish most names.
  private func place(of bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let (first, last) = (bytes[range.lowerBound], bytes[range.upperBound - 1])
    let middle = bytes[range.lowerBound + range.count / 2]
    let mixed = (UInt32(range.count) &* 31 &+ UInt32(first)) &* 31 &+ UInt32(last) &* 7 &+ UInt32(middle) &* 131
    return Int(mixed ^ mixed >> 7) & (slots.count - 1)
  }
}
