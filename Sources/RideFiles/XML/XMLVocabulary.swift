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
      var slot = place(of: bytes[...])
      while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Entry(name: name, bytes: bytes)
    }
  }

  /// The name that the bytes write, or nil.
  subscript(bytes: ArraySlice<UInt8>) -> Name? {
    var slot = place(of: bytes)
    while let entry = slots[slot] {
      if entry.bytes.elementsEqual(bytes) { return entry.name }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// FNV-1a, 32 bits.
  private func place(of bytes: ArraySlice<UInt8>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash ^ hash >> 15) & (slots.count - 1)
  }
}
