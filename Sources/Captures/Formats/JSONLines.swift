package import BluetoothLE

extension Capture {
  /// The address given to the trainer, because JSON lines do not contain addresses.
  package static let jsonTrainer = DeviceAddress(0xC0FF_EE00_0001)
  /// The address given to the strap: the device with the Heart Rate service (180D).
  package static let jsonStrap = DeviceAddress(0xC0FF_EE00_0002)

  /// Reads JSON lines: `{"t": seconds, "dir": "notify|indicate|write|read", "uuid": "2AD2", "hex": "…"}`.
  ///
  /// `uuid` may include the service: `1826/2AD2`. Other members and empty lines are ignored. Reading ends at the first
  /// invalid line.
  mutating func readJSONLines(_ bytes: [UInt8]) {
    var clock = CaptureClock()
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      do throws(JSONScanner.Failure) {
        guard let record = try JSONLine(line) else { continue }
        duration = clock.advance(to: record.nanoseconds, ticksPerSecond: 1_000_000_000)
        append(record)
      } catch {
        failure = CaptureFailure(.lineMalformed, offset: error.position, line: number, detail: error.detail)
        return
      }
    }
  }

  private mutating func append(_ record: JSONLine) {
    let isStrap = record.attribute.characteristic?.service == .heartRate
    let address = isStrap ? Self.jsonStrap : Self.jsonTrainer
    if device(address) == nil {
      var device = CapturedDevice(address: address)
      device.name = isStrap ? "Replayed strap" : "Replayed trainer"
      device.wasConnected = true
      devices.append(device)
    }
    if let id = record.attribute.characteristic, let index = devices.firstIndex(where: { $0.address == address }) {
      devices[index].characteristics.insert(id)
    }
    events.append(CaptureEvent(time: duration, device: address, kind: record.kind))
  }
}

/// A parsed line.
private struct JSONLine {
  var nanoseconds: Int64
  var attribute: CaptureAttribute
  var kind: CaptureEvent.Kind

  /// The limit of seconds; more do not fit into nanoseconds.
  private static let mostSeconds = 9e9

  /// Parses a line; nil for an empty one.
  init?(_ line: ArraySlice<UInt8>) throws(JSONScanner.Failure) {
    guard line.contains(where: { $0 > 0x20 }) else { return nil }
    var scanner = JSONScanner(line)
    let members = try scanner.object()
    func failure(_ detail: String) -> JSONScanner.Failure { .init(position: line.startIndex, detail: detail) }
    guard case .number(let seconds) = members["t"], abs(seconds) < Self.mostSeconds else {
      throw failure("`t` is not a number of seconds")
    }
    guard case .string(let name) = members["uuid"], let attribute = Self.attribute(name) else {
      throw failure("`uuid` is not a characteristic")
    }
    guard case .string(let digits) = members["hex"], let value = Self.bytes(digits) else {
      throw failure("`hex` is not pairs of hexadecimal digits")
    }
    guard case .string(let direction) = members["dir"], let kind = Self.kind(direction, attribute, value) else {
      throw failure("`dir` is not notify, indicate, write or read")
    }
    nanoseconds = Int64(seconds * 1e9)
    self.attribute = attribute
    self.kind = kind
  }

  private static func attribute(_ name: String) -> CaptureAttribute? {
    if let id = CharacteristicID(written: name) { return .characteristic(id) }
    return BluetoothUUID(name).map { .uuid($0) }
  }

  private static func kind(
    _ direction: String, _ attribute: CaptureAttribute, _ value: [UInt8]
  ) -> CaptureEvent.Kind? {
    switch direction {
    case "notify": .notified(attribute, value: value)
    case "indicate": .indicated(attribute, value: value)
    case "write": .written(attribute, value: value, withResponse: true)
    case "read": .read(attribute, value: value)
    default: nil
    }
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// The JSON values that lines need.
private enum JSONScalar {
  case string(String)
  case number(Double)
  /// `true`, `false`, `null`, an array or an object: checked, not kept.
  case other
}

/// Reads a flat JSON object strictly (RFC 8259).
///
/// Nested values are checked and skipped.
private struct JSONScanner {
  /// The error and its index in the bytes.
  struct Failure: Error {
    var position: Int
    var detail: String
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  private static let deepest = 32

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Reads an object that is the whole text.
  ///
  /// If members have equal names, the last one counts.
  mutating func object() throws(Failure) -> [String: JSONScalar] {
    var members: [String: JSONScalar] = [:]
    skipSpace()
    try readMembers(depth: 1) { name, value in members[name] = value }
    skipSpace()
    guard position == bytes.endIndex else { throw failure("extra text after the object") }
    return members
  }

  private func failure(_ detail: String) -> Failure { Failure(position: position, detail: detail) }

  private var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Failure) {
    guard accept(character) else { throw failure("expected `\(character)`") }
  }
}

// MARK: Objects and arrays

extension JSONScanner {
  private mutating func readMembers(
    depth: Int, _ take: (String, JSONScalar) -> Void
  ) throws(Failure) {
    try expect("{")
    skipSpace()
    if accept("}") { return }
    repeat {
      skipSpace()
      let name = try string()
      skipSpace()
      try expect(":")
      take(name, try value(depth: depth))
      skipSpace()
    } while accept(",")
    try expect("}")
  }

  private mutating func readArray(depth: Int) throws(Failure) {
    try expect("[")
    skipSpace()
    if accept("]") { return }
    repeat {
      _ = try value(depth: depth)
      skipSpace()
    } while accept(",")
    try expect("]")
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONScalar {
    guard depth <= Self.deepest else { throw failure("nested too deeply") }
    skipSpace()
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): try readMembers(depth: depth + 1) { _, _ in }
    case UInt8(ascii: "["): try readArray(depth: depth + 1)
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: return .number(try number())
    }
    return .other
  }

  private mutating func word(_ word: StaticString) throws(Failure) {
    for character in word.description.unicodeScalars { try expect(character) }
  }
}

// MARK: Numbers and strings

extension JSONScanner {
  private mutating func number() throws(Failure) -> Double {
    let start = position
    _ = accept("-")
    if !accept("0") { try digits() }
    if accept(".") { try digits() }
    if accept("e") || accept("E") {
      if !accept("+") { _ = accept("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else { throw failure("a number that is out of range") }
    return number
  }

  private mutating func digits() throws(Failure) {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw failure("expected a value") }
  }

  private mutating func string() throws(Failure) -> String {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += Array(String(try escaped()).utf8)
      case ..<0x20: throw failure("a control character in a string")
      default: text.append(byte)
      }
    }
    throw failure("a string that is not closed")
  }

  private mutating func escaped() throws(Failure) -> Unicode.Scalar {
    guard let byte = next else { throw failure("a string that is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw failure("an unknown escape")
    }
  }

  private mutating func codePoint() throws(Failure) -> Unicode.Scalar {
    let first = try codeUnit()
    guard (0xD800...0xDBFF).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw failure("half of a surrogate pair") }
      return scalar
    }
    guard accept("\\"), accept("u") else { throw failure("half of a surrogate pair") }
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw failure("half of a surrogate pair") }
    return scalar
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    let end = position + 4
    guard end <= bytes.endIndex, bytes[position..<end].allSatisfy(\.isASCIIHexadecimal),
      let unit = UInt16(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    position = end
    return unit
  }
}

extension UInt8 {
  fileprivate var isASCIIHexadecimal: Bool {
    Unicode.Scalar(self).properties.isASCIIHexDigit
  }
}
