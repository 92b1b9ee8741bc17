internal import RideSession
package import RideTerms

/// Reads FIT activities (FIT Protocol 1.0 and 2.0) in pieces of any size.
///
/// It keeps the rides, not the file.
///
/// Lenient about order: laps and sessions may precede the records, and records may come in any order. Strict about
/// integrity: sizes and checksums must be right. Values that no ride can have are left out; data that does not belong
/// to a ride is skipped.
///
/// Files may be chained. After a complete ride, errors cost no more than themselves: bytes that do not begin a file are
/// ignored, and a damaged file counts as one value left out.
package struct FITDecoder: Sendable {
  private enum Stage: Sendable {
    case header
    /// Messages up to byte `end`.
    case messages(end: Int)
    case checksum
    /// After a file: another file, or nothing.
    case between
    /// All further bytes are ignored.
    case ignoring
  }

  private let limits: ImportLimits
  private var stage = Stage.header
  /// The beginning of an incomplete header, message or checksum.
  private var waiting: [UInt8] = []
  /// The number of bytes before `waiting`.
  private var position = 0
  /// Where the current file begins.
  private var beginning = 0
  private var checksum = FITChecksum()
  private var messages: FITMessages
  private var imported = ImportedFile(rides: [])
  /// Why an earlier, complete file had no ride.
  private var refusal: FileFault?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
    messages = FITMessages(limits: limits)
  }

  /// Reads the next bytes of the file.
  ///
  /// - Throws: The error and its place; feed nothing more then.
  package mutating func feed(_ bytes: some Collection<UInt8>) throws(FileFault) {
    guard bytes.count <= limits.bytes - position - waiting.count else {
      throw FileFault(.tooLarge, at: .init(byte: limits.bytes), "it has more than \(limits.bytes) bytes")
    }
    waiting += bytes
    let available = waiting
    var rest = available[...]
    do throws(FileFault) {
      while beginsAnother(rest), let unit = try nextUnit(of: rest) {
        try take(unit)
        position += unit.count
        rest = rest.dropFirst(unit.count)
      }
    } catch {
      try skipRest(after: error)
      position += rest.count
      rest = []
    }
    waiting = Array(rest)
  }

  /// Ends the file.
  ///
  /// - Returns: Rides without number whose `origin` is FIT.
  /// - Throws: `cut` for an incomplete file, and errors of the ride as a whole.
  package mutating func finish() throws(FileFault) -> ImportedFile {
    switch stage {
    case .header, .messages, .checksum:
      try skipRest(after: FileFault(.cut, at: .init(byte: position + waiting.count), "it ends before its checksum"))
    case .between, .ignoring: break
    }
    if imported.rides.isEmpty, let refusal { throw refusal }
    return imported
  }

  /// Ignores the rest of the file after an error, if there is a complete ride before it.
  ///
  /// - Throws: The error, if there is no such ride or the file is too long or too large.
  private mutating func skipRest(after error: FileFault) throws(FileFault) {
    guard !imported.rides.isEmpty, ![.tooLong, .tooLarge].contains(error.code) else { throw error }
    imported.leftOut.add(at: FilePlace(byte: beginning))
    stage = .ignoring
  }
}

extension FITDecoder {
  /// The bytes of the next header, message or checksum; nil until all of them are there.
  private func nextUnit(of rest: ArraySlice<UInt8>) throws(FileFault) -> ArraySlice<UInt8>? {
    guard let first = rest.first, let length = try length(first, rest) else { return nil }
    if case .messages(let end) = stage, length > end - position {
      throw FileFault(
        .malformed, at: .init(byte: position), "a message of \(length) bytes runs past the messages' end")
    }
    return rest.count >= length ? rest.prefix(length) : nil
  }

  private func length(_ first: UInt8, _ rest: ArraySlice<UInt8>) throws(FileFault) -> Int? {
    switch stage {
    case .header:
      guard [FITHeader.size, FITHeader.sizeWithoutChecksum].contains(Int(first)) else {
        throw FileFault(.notThisFormat, at: .init(byte: position), "it does not begin as FIT")
      }
      return Int(first)
    case .messages: return try messages.length(of: rest, header: FITRecordHeader(first), at: position)
    case .checksum: return 2
    case .between: return nil
    case .ignoring: return rest.count
    }
  }

  private mutating func take(_ unit: ArraySlice<UInt8>) throws(FileFault) {
    let end = position + unit.count
    switch stage {
    case .header:
      let dataSize = Int(try FITHeader(decoding: unit, at: position).dataSize)
      guard dataSize <= limits.bytes else {
        throw FileFault(.tooLarge, at: .init(byte: position + 4), "it claims \(dataSize) bytes")
      }
      proceed(from: end, to: end + dataSize, unit)
    case .messages(let last):
      try messages.take(unit, at: position)
      proceed(from: end, to: last, unit)
    case .checksum:
      guard unit.fitInteger() == UInt64(checksum.value) else {
        throw FileFault(.wrongChecksum, at: .init(byte: position), "the file's checksum does not fit")
      }
      try endFile(at: .init(byte: end))
    case .between, .ignoring: break
    }
  }

  private mutating func proceed(from position: Int, to end: Int, _ unit: ArraySlice<UInt8>) {
    checksum.add(unit)
    stage = position < end ? .messages(end: end) : .checksum
  }

  private mutating func endFile(at end: FilePlace) throws(FileFault) {
    do throws(FileFault) {
      imported.rides += try messages.rides(at: end)
      imported.leftOut.add(messages.leftOut)
    } catch {
      guard error.code == .noActivity else { throw error }
      refusal = refusal ?? error
    }
    guard imported.rides.count <= limits.rides else {
      throw FileFault(.tooLong, at: end, "it has more than \(limits.rides) rides")
    }
    stage = .between
    beginning = end.byte
    checksum = FITChecksum()
    var rest = limits
    rest.seconds -= imported.rides.reduce(0) { $0 + $1.samples.count }
    messages = FITMessages(limits: rest)
  }

  /// Checks after a file whether another one begins.
  ///
  /// Returns whether there is something to read.
  private mutating func beginsAnother(_ rest: ArraySlice<UInt8>) -> Bool {
    guard case .between = stage else { return true }
    guard rest.count >= FITHeader.sizeWithoutChecksum else { return false }
    stage = FITHeader.begins(rest) ? .header : .ignoring
    return true
  }
}

/// The sequence of messages in a file: keeps the definitions and the running time.
private struct FITMessages: Sendable {
  private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
  /// The time of the last message that had one.
  ///
  /// A compressed timestamp gives only its lower bits.
  private var lastTime: UInt32?
  private var activity: FITActivity

  init(limits: ImportLimits) {
    activity = FITActivity(limits: limits)
  }

  /// The length of the message in bytes; nil if more bytes are needed.
  ///
  /// - Throws: `malformed` for data without a definition.
  func length(of bytes: ArraySlice<UInt8>, header: FITRecordHeader, at position: Int) throws(FileFault) -> Int? {
    if case .definition(let hasDeveloperFields) = header.kind {
      return FITDefinition.length(of: bytes, hasDeveloperFields: hasDeveloperFields)
    }
    return try 1 + definition(header.local, at: position).size
  }

  /// Takes a complete message.
  mutating func take(_ bytes: ArraySlice<UInt8>, at position: Int) throws(FileFault) {
    guard let header = bytes.first.map(FITRecordHeader.init) else { return }
    if case .definition = header.kind {
      definitions[header.local] = try FITDefinition(decoding: bytes, at: position)
      return
    }
    let message = FITMessage(
      definition: try definition(header.local, at: position), bytes: bytes.dropFirst(), place: .init(byte: position))
    let time = time(of: message, header)
    lastTime = time ?? lastTime
    try activity.take(message, at: time.map { UnixTime(fitSeconds: Double($0)) })
  }

  /// Data of the messages so far that the rides cannot hold.
  var leftOut: LeftOut { activity.leftOut }

  /// The rides of all messages, at least one.
  mutating func rides(at end: FilePlace) throws(FileFault) -> [RideRecord] {
    try activity.rides(at: end)
  }

  private func definition(_ local: Int, at position: Int) throws(FileFault) -> FITDefinition {
    guard let definition = definitions[local] else {
      throw FileFault(.malformed, at: .init(byte: position), "local message type \(local) is not defined")
    }
    return definition
  }

  /// The time of a message; nil if there is none.
  ///
  /// FIT Protocol, "Compressed Timestamp Header": a compressed time is the next one after the last time whose lower
  /// five bits equal those of the header.
  private func time(of message: FITMessage, _ header: FITRecordHeader) -> UInt32? {
    guard case .compressed(let seconds) = header.kind else { return message.time }
    return lastTime.map { $0 &+ (UInt32(seconds) &- $0) & 0x1F }
  }
}

/// A data message: its bytes and their layout.
struct FITMessage {
  let definition: FITDefinition
  /// The bytes without the header.
  let bytes: ArraySlice<UInt8>
  /// Where the message begins in the file.
  let place: FilePlace

  /// The timestamp in FIT's seconds; nil if the message has none.
  var time: UInt32? {
    guard let slot = slot(.timestamp), slot.type == FITField.timestamp.type else { return nil }
    return number(slot, at: 0).flatMap(UInt32.init(exactly:))
  }

  /// The result of reading a slot.
  enum Reading: Hashable {
    case none
    case value(Double)
    /// A value of another type that the profile's type cannot hold, or an incomplete element.
    case unusable
  }

  /// The value of a field; nil if it is absent, invalid or unusable.
  func value(_ field: FITField) -> Double? {
    guard let slot = slot(field), case .value(let value) = reading(slot, as: field) else { return nil }
    return value
  }

  /// The value of a group of fields; nil if neither its narrow nor its wide field has one.
  func value(_ group: FITFieldGroup) -> Double? {
    var values = FITFieldGroup.Values()
    for part in FITFieldGroup.Part.allCases { values[part] = group[part].flatMap(value) }
    return values.whole
  }

  /// Reads a slot, the first element of an array.
  func reading(_ slot: FITDefinition.Slot, as field: FITField) -> Reading {
    guard slot.isWhole else { return .unusable }
    guard let value = number(slot, at: 0).map(field.value) else { return .none }
    return slot.type == field.type || field.holds(value) ? .value(value) : .unusable
  }

  /// All elements of a field, without invalid ones.
  func values(_ field: FITField) -> [Double] {
    guard let slot = slot(field) else { return [] }
    return stride(from: 0, to: slot.size, by: slot.type.size).compactMap { number(slot, at: $0) }.map(field.value)
  }

  /// The text up to its terminating 0; nil if there is none.
  func text(_ field: FITField) -> String? {
    guard let slot = slot(field), slot.type == .string else { return nil }
    let start = bytes.startIndex + slot.offset
    let text = String(decoding: bytes[start..<start + slot.size].prefix { $0 != 0 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  private func slot(_ field: FITField) -> FITDefinition.Slot? {
    definition.slots.first { $0.number == field.number && $0.isWhole }
  }

  /// Reads a number at an offset of `element` bytes in the slot.
  private func number(_ slot: FITDefinition.Slot, at element: Int) -> Double? {
    let start = bytes.startIndex + slot.offset + element
    return slot.type.value(
      ofBits: bytes[start..<start + slot.type.size].fitInteger(isBigEndian: definition.isBigEndian))
  }
}
