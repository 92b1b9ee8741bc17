/// Converts bytes to decisions.
///
/// Equal bytes give equal decisions; after the last byte, each decision is the first option.
struct Choices {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// Returns a number of the full range, including the extremes.
  mutating func integer() -> Int {
    var value: UInt64 = 0
    for _ in 0..<8 { value = value << 8 | UInt64(byte()) }
    return Int(truncatingIfNeeded: value)
  }

  mutating func number(below limit: Int) -> Int {
    Int(UInt32(byte()) << 16 | UInt32(byte()) << 8 | UInt32(byte())) % max(1, limit)
  }

  /// Returns an element of the list; `first` if it is empty.
  mutating func one<Element>(of elements: [Element], or first: Element) -> Element {
    elements.isEmpty ? first : elements[Int(byte()) % elements.count]
  }

  /// Returns some bytes, preceded by their number.
  mutating func run() -> [UInt8] {
    let length = Int(byte())
    defer { bytes = bytes.dropFirst(length) }
    return Array(bytes.prefix(length))
  }

  mutating func rest() -> [UInt8] {
    defer { bytes = [] }
    return Array(bytes)
  }
}
