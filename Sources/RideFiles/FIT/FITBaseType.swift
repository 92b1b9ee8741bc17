/// How FIT writes a value: FIT Protocol, "FIT Base Types"; the raw value is the base type field.
enum FITBaseType: UInt8, Hashable, Sendable, CaseIterable {
  case enumeration = 0x00
  case sint8 = 0x01
  case uint8 = 0x02
  case string = 0x07
  case uint8z = 0x0A
  case byte = 0x0D
  case sint16 = 0x83
  case uint16 = 0x84
  case sint32 = 0x85
  case uint32 = 0x86
  case float32 = 0x88
  case float64 = 0x89
  case uint16z = 0x8B
  case uint32z = 0x8C
  case sint64 = 0x8E
  case uint64 = 0x8F
  case uint64z = 0x90

  /// The type whose number, the lower five bits, a definition has; the top bit says no more than the size does.
  init?(definition: UInt8) {
    let number = definition & 0x1F
    guard let type = FITBaseType(rawValue: number) ?? FITBaseType(rawValue: number | 0x80) else { return nil }
    self = type
  }

  /// Bytes of one element.
  var size: Int {
    switch self {
    case .enumeration, .sint8, .uint8, .string, .uint8z, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .uint32z, .float32: 4
    case .sint64, .uint64, .uint64z, .float64: 8
    }
  }

  /// The bits that stand for no value.
  var invalid: UInt64 {
    switch self {
    case .string, .uint8z, .uint16z, .uint32z, .uint64z: 0
    case .sint8, .sint16, .sint32, .sint64: allOnes >> 1
    case .enumeration, .uint8, .byte, .uint16, .uint32, .uint64, .float32, .float64: allOnes
    }
  }

  /// What its bits stand for; nil for no value and for what is not finite.
  func value(ofBits bits: UInt64) -> Double? {
    guard bits != invalid else { return nil }
    switch self {
    case .sint8: return Double(Int8(truncatingIfNeeded: bits))
    case .sint16: return Double(Int16(truncatingIfNeeded: bits))
    case .sint32: return Double(Int32(truncatingIfNeeded: bits))
    case .sint64: return Double(Int64(truncatingIfNeeded: bits))
    case .float32: return finite(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case .float64: return finite(Double(bitPattern: bits))
    default: return Double(bits)
    }
  }

  /// The bits of the nearest whole number, halves up, brought into the range of values; no value where there is none, and
  /// for 0 where that is the bits of none.
  func bits(of value: Double?) -> UInt64 {
    guard let value, value.isFinite else { return invalid }
    let nearest = (value + 0.5).rounded(.down)
    switch self {
    case .sint8, .sint16, .sint32:
      let limit = Double(allOnes >> 1)
      return UInt64(bitPattern: Int64(min(max(nearest, -limit - 1), limit - 1))) & allOnes
    case .enumeration, .uint8, .byte, .uint16, .uint32: return UInt64(min(max(nearest, 0), Double(allOnes - 1)))
    case .string, .uint8z, .uint16z, .uint32z: return UInt64(min(max(nearest, 0), Double(allOnes)))
    case .sint64, .uint64, .uint64z, .float32, .float64: return invalid
    }
  }

  private var allOnes: UInt64 { .max >> UInt64(64 - size * 8) }

  private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
}
