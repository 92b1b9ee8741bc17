/// The valid inputs of an entry, then an endless sequence of damaged ones.
///
/// Equal seeds give equal sequences.
package struct MutatedInputs: Sequence, IteratorProtocol {
  private static let longest = 4096
  /// Bytes that often expose errors in lengths, counts and limits.
  private static let edges: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF]

  private let seeds: [[UInt8]]
  private var untouched: ArraySlice<[UInt8]>
  private var random: SplitMix64

  package init(of seeds: [[UInt8]], seed: UInt64) {
    self.seeds = seeds
    untouched = seeds[...]
    random = SplitMix64(seed: seed)
  }

  package mutating func next() -> [UInt8]? {
    if let first = untouched.popFirst() { return first }
    var bytes = seeds.randomElement(using: &random) ?? []
    if chance(of: 16) { bytes = noise(upTo: 64) }
    if chance(of: 4) { splice(&bytes) }
    for _ in 0..<Int.random(in: 1...8, using: &random) { mutate(&bytes) }
    return bytes
  }

  private mutating func chance(of number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }

  private mutating func noise(upTo length: Int) -> [UInt8] {
    (0..<Int.random(in: 0...length, using: &random)).map { _ in .random(in: 0...255, using: &random) }
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    guard let index = bytes.indices.randomElement(using: &random) else {
      bytes = noise(upTo: 16)
      return
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes[index] = .random(in: 0...255, using: &random)
    case 2: overwrite(&bytes, from: index)
    case 3: bytes.removeSubrange(index..<Swift.min(bytes.count, index + .random(in: 1...8, using: &random)))
    case 4: bytes.removeSubrange(index...)
    case 5: bytes.insert(contentsOf: noise(upTo: 8), at: index)
    case 6: bytes.swapAt(index, .random(in: 0..<bytes.count, using: &random))
    default: double(&bytes, from: index)
    }
  }

  /// Overwrites an integer of random width with its least or greatest value, or a value next to them.
  private mutating func overwrite(_ bytes: inout [UInt8], from index: Int) {
    let width = [1, 2, 4, 8].randomElement(using: &random) ?? 1
    let fill = Self.edges.randomElement(using: &random) ?? 0
    for place in index..<Swift.min(bytes.count, index + width) { bytes[place] = fill }
    if chance(of: 2) { bytes[index] = Self.edges.randomElement(using: &random) ?? 0 }
  }

  private mutating func double(_ bytes: inout [UInt8], from index: Int) {
    let piece = Array(bytes[index...].prefix(.random(in: 1...64, using: &random)))
    guard bytes.count + piece.count <= Self.longest else { return }
    bytes.insert(contentsOf: piece, at: index)
  }

  /// Replaces the end by the end of another input.
  private mutating func splice(_ bytes: inout [UInt8]) {
    guard let other = seeds.randomElement(using: &random), !other.isEmpty else { return }
    let kept = Int.random(in: 0...bytes.count, using: &random)
    bytes = Array(bytes.prefix(kept) + other.dropFirst(.random(in: 0..<other.count, using: &random)))
  }
}

/// A small generator with the same numbers for the same seed (Steele, Lea and Flood 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
