import RideSession

@testable import RideFiles

/// A FIT file put together byte by byte, as no encoder of ours would.
struct FITFile {
  /// A field: its number, its base type's byte, and its value in as many bytes as the type has.
  struct Field {
    var number: UInt8
    var type: FITBaseType
    var value: UInt64

    init(_ number: UInt8, _ type: FITBaseType, _ value: UInt64) {
      self.number = number
      self.type = type
      self.value = value
    }
  }

  var messages: [UInt8] = []
  var order = FITByteOrder.little

  /// 2021-09-08T01:46:40Z in FIT's seconds; its lower five bits are 0.
  static let start: UInt64 = 1_000_000_000

  /// An activity that has no message but its `file_id`.
  static var empty: Self {
    var file = Self()
    file.add(0, [Field(0, .enumeration, 4), Field(4, .uint32, start)])
    return file
  }

  /// Three seconds of heart rate.
  static var short: Self {
    var file = empty
    for second in 0..<3 { file.record(UInt64(second), heartRate: 100 + UInt64(second)) }
    return file
  }

  /// Adds a definition and a message, or several, as local type `local`.
  mutating func add(_ number: UInt16, _ fields: [Field], local: UInt8 = 0) {
    define(number, fields, local: local)
    messages.append(local)
    for field in fields { append(field.value, field.type.size) }
  }

  mutating func define(_ number: UInt16, _ fields: [Field], local: UInt8 = 0) {
    messages += [0x40 | local, 0, order.rawValue]
    append(UInt64(number), 2)
    messages.append(UInt8(fields.count))
    for field in fields { messages += [field.number, UInt8(field.type.size), field.type.rawValue] }
  }

  mutating func record(_ second: UInt64, heartRate: UInt64) {
    add(20, [Field(253, .uint32, Self.start + second), Field(3, .uint8, heartRate)])
  }

  mutating func timer(_ second: UInt64, _ type: UInt64) {
    add(21, [Field(253, .uint32, Self.start + second), Field(0, .enumeration, 0), Field(1, .enumeration, type)])
  }

  mutating func append(_ value: UInt64, _ size: Int) {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    messages += order == .little ? bytes : bytes.reversed()
  }

  /// The file with its header and checksum.
  func bytes(headerSize: Int = 14, protocolVersion: UInt8 = 0x20, dataSize: Int? = nil) -> [UInt8] {
    let size = UInt32(dataSize ?? messages.count)
    var header: [UInt8] = [UInt8(headerSize), protocolVersion, 0, 0]
    header += (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) } + Array(".FIT".utf8)
    if headerSize == 14 { header += Self.checksum(header) }
    return header + messages + Self.checksum(header + messages)
  }

  static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let value = FITChecksum(of: bytes).value
    return [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
  }
}

/// Reads a file in pieces of `size` bytes.
func decodeFIT(
  _ bytes: [UInt8], pieces size: Int = .max, limits: ImportLimits = ImportLimits()
) throws(RideFileError) -> RideRecord {
  var decoder = FITDecoder(limits: limits)
  var rest = bytes[...]
  while !rest.isEmpty {
    try decoder.feed(rest.prefix(size))
    rest = rest.dropFirst(size)
  }
  return try decoder.finish().rides[0]
}

/// Why a file is refused; nil where it is taken.
func refusal(of bytes: [UInt8], limits: ImportLimits = ImportLimits()) -> RideFileError? {
  do throws(RideFileError) {
    _ = try decodeFIT(bytes, limits: limits)
    return nil
  } catch {
    return error
  }
}

/// All that a file holds, read in pieces of `size` bytes.
func importFIT(_ bytes: [UInt8], pieces size: Int = .max) throws(RideFileError) -> ImportedFile {
  var decoder = FITDecoder()
  var rest = bytes[...]
  while !rest.isEmpty {
    try decoder.feed(rest.prefix(size))
    rest = rest.dropFirst(size)
  }
  return try decoder.finish()
}
