internal import RideSession

/// Reads FIT activities in pieces of any size; what is kept is the rides, not the file.
///
/// FIT Protocol 1.0 and 2.0. Lenient in order: laps and the session may stand before the records, records in any order.
/// Strict in what holds a file together: sizes and checksums have to be right. A value that no ride can have is left out,
/// what a file has beyond rides is passed over.
///
/// Files may be chained, one after another. Once a ride came whole, what follows costs no more than itself: bytes that begin
/// no file are not looked at, a file that is damaged is left out as one value.
package struct FITDecoder: Sendable {
  private enum Stage: Sendable {
    case header
    /// Up to the byte that is no message's any more.
    case messages(end: Int)
    case checksum
    /// Behind a file: another one, or nothing.
    case between
    /// What comes is not looked at any more.
    case passingOver
  }

  private let limits: ImportLimits
  private var stage = Stage.header
  /// The beginning of something that has not come to its end.
  private var waiting: [UInt8] = []
  /// Bytes before `waiting`.
  private var position = 0
  /// Where the file in hand begins.
  private var beginning = 0
  private var checksum = FITChecksum()
  private var messages: FITMessages
  private var imported = ImportedFile(rides: [])
  /// Why a whole file before was none with a ride.
  private var refusal: RideFileError?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
    messages = FITMessages(limits: limits)
  }

  /// Takes the next bytes of the file.
  ///
  /// - Throws: What is wrong and where; nothing more is to be fed then.
  package mutating func feed(_ bytes: some Collection<UInt8>) throws(RideFileError) {
    guard bytes.count <= limits.bytes - position - waiting.count else {
      throw RideFileError(.tooLarge, at: .init(byte: limits.bytes), "it has more than \(limits.bytes) bytes")
    }
    waiting += bytes
    let available = waiting
    var rest = available[...]
    do throws(RideFileError) {
      while beginsAnother(rest), let unit = try nextUnit(of: rest) {
        try take(unit)
        position += unit.count
        rest = rest.dropFirst(unit.count)
      }
    } catch {
      try passOver(error)
      position += rest.count
      rest = []
    }
    waiting = Array(rest)
  }

  /// The rides, once the whole file was fed.
  ///
  /// - Returns: Rides without number whose `origin` is FIT.
  /// - Throws: `cut` where the file is not complete; what is wrong with the ride as a whole.
  package mutating func finish() throws(RideFileError) -> ImportedFile {
    switch stage {
    case .header, .messages, .checksum:
      try passOver(RideFileError(.cut, at: .init(byte: position + waiting.count), "it ends before its checksum"))
    case .between, .passingOver: break
    }
    if imported.rides.isEmpty, let refusal { throw refusal }
    return imported
  }

  /// Lets go of what is wrong behind a ride that came whole.
  ///
  /// - Throws: The error, where there is no such ride or the whole would be too much.
  private mutating func passOver(_ error: RideFileError) throws(RideFileError) {
    guard !imported.rides.isEmpty, ![.tooLong, .tooLarge].contains(error.code) else { throw error }
    imported.leftOut.add(at: RideFileError.Place(byte: beginning))
    stage = .passingOver
  }
}

extension FITDecoder {
  /// The bytes of what comes next; nil until all of them are there.
  private func nextUnit(of rest: ArraySlice<UInt8>) throws(RideFileError) -> ArraySlice<UInt8>? {
    guard let first = rest.first, let length = try length(first, rest) else { return nil }
    if case .messages(let end) = stage, length > end - position {
      throw RideFileError(
        .malformed, at: .init(byte: position), "a message of \(length) bytes runs past the messages' end")
    }
    return rest.count >= length ? rest.prefix(length) : nil
  }

  private func length(_ first: UInt8, _ rest: ArraySlice<UInt8>) throws(RideFileError) -> Int? {
    switch stage {
    case .header:
      guard [FITHeader.size, FITHeader.sizeWithoutChecksum].contains(Int(first)) else {
        throw RideFileError(.notThisFormat, at: .init(byte: position), "it does not begin as FIT")
      }
      return Int(first)
    case .messages: return try messages.length(of: rest, header: FITRecordHeader(first), at: position)
    case .checksum: return 2
    case .between: return nil
    case .passingOver: return rest.count
    }
  }

  private mutating func take(_ unit: ArraySlice<UInt8>) throws(RideFileError) {
    let end = position + unit.count
    switch stage {
    case .header:
      let dataSize = Int(try FITHeader(decoding: unit, at: position).dataSize)
      guard dataSize <= limits.bytes else {
        throw RideFileError(.tooLarge, at: .init(byte: position + 4), "it claims \(dataSize) bytes")
      }
      goOn(from: end, to: end + dataSize, unit)
    case .messages(let last):
      try messages.take(unit, at: position)
      goOn(from: end, to: last, unit)
    case .checksum:
      guard unit.fitInteger(.little) == UInt64(checksum.value) else {
        throw RideFileError(.wrongChecksum, at: .init(byte: position), "the file's checksum does not fit")
      }
      try endFile(at: .init(byte: end))
    case .between, .passingOver: break
    }
  }

  private mutating func goOn(from position: Int, to end: Int, _ unit: ArraySlice<UInt8>) {
    checksum.add(unit)
    stage = position < end ? .messages(end: end) : .checksum
  }

  private mutating func endFile(at end: RideFileError.Place) throws(RideFileError) {
    do throws(RideFileError) {
      imported.rides += try messages.rides(at: end)
      imported.leftOut.add(messages.leftOut)
    } catch {
      guard error.code == .noActivity else { throw error }
      refusal = refusal ?? error
    }
    guard imported.rides.count <= limits.rides else {
      throw RideFileError(.tooLong, at: end, "it has more than \(limits.rides) rides")
    }
    stage = .between
    beginning = end.byte
    checksum = FITChecksum()
    var rest = limits
    rest.seconds -= imported.rides.reduce(0) { $0 + $1.samples.count }
    messages = FITMessages(limits: rest)
  }

  /// Tells behind a file whether another begins there; whether there is something to read.
  private mutating func beginsAnother(_ rest: ArraySlice<UInt8>) -> Bool {
    guard case .between = stage else { return true }
    guard rest.count >= FITHeader.sizeWithoutChecksum else { return false }
    stage = FITHeader.begins(rest) ? .header : .passingOver
    return true
  }
}

/// The messages of a file one after another: what the definitions make of the bytes, and the time that runs through them.
private struct FITMessages: Sendable {
  private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
  /// The last time that any message told, of which a compressed one has the lower bits.
  private var lastTime: UInt32?
  private var activity: FITActivity

  init(limits: ImportLimits) {
    activity = FITActivity(limits: limits)
  }

  /// Bytes of the message that begins so; nil where they are too few to tell.
  ///
  /// - Throws: `malformed` for data that nothing defines.
  func length(of bytes: ArraySlice<UInt8>, header: FITRecordHeader, at position: Int) throws(RideFileError) -> Int? {
    if case .definition(let hasDeveloperFields) = header.kind {
      return FITDefinition.length(of: bytes, hasDeveloperFields: hasDeveloperFields)
    }
    return try 1 + definition(header.local, at: position).size
  }

  /// Takes a whole message.
  mutating func take(_ bytes: ArraySlice<UInt8>, at position: Int) throws(RideFileError) {
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

  /// What of the messages so far has no place in a ride.
  var leftOut: LeftOut { activity.leftOut }

  /// The rides that the messages tell of, one at least.
  mutating func rides(at end: RideFileError.Place) throws(RideFileError) -> [RideRecord] {
    try activity.rides(at: end)
  }

  private func definition(_ local: Int, at position: Int) throws(RideFileError) -> FITDefinition {
    guard let definition = definitions[local] else {
      throw RideFileError(.malformed, at: .init(byte: position), "local message type \(local) is not defined")
    }
    return definition
  }

  /// FIT Protocol, "Compressed Timestamp Header": the next time, from the last one on, that ends in the header's five bits;
  /// nil where there was none.
  private func time(of message: FITMessage, _ header: FITRecordHeader) -> UInt32? {
    guard case .compressed(let seconds) = header.kind else { return message.time }
    return lastTime.map { $0 &+ (UInt32(seconds) &- $0) & 0x1F }
  }
}

/// A data message: its bytes as its definition lays them out.
struct FITMessage {
  let definition: FITDefinition
  /// Without the header.
  let bytes: ArraySlice<UInt8>
  /// Where it begins in the file.
  let place: RideFileError.Place

  /// When, in FIT's seconds; nil where it does not say.
  var time: UInt32? {
    guard let slot = slot(.timestamp), slot.type == FITField.timestamp.type else { return nil }
    return number(slot, at: 0).flatMap(UInt32.init(exactly:))
  }

  /// What a slot says.
  enum Reading: Hashable {
    case none
    case value(Double)
    /// What another type holds and the profile's cannot, or what is no whole element.
    case unusable
  }

  /// What a profile's field says; nil where it is not there, says nothing or nothing that can be used.
  func value(_ field: FITField) -> Double? {
    guard let slot = slot(field), case .value(let value) = reading(slot, as: field) else { return nil }
    return value
  }

  /// The value that a group of fields makes up; nil if its main fields are absent or say nothing usable.
  func value(_ group: FITFieldGroup) -> Double? {
    var values = FITFieldGroup.Values()
    for part in FITFieldGroup.Part.allCases { values[part] = group[part].flatMap(value) }
    return values.whole
  }

  /// What a slot says, the first of its elements.
  func reading(_ slot: FITDefinition.Slot, as field: FITField) -> Reading {
    guard slot.isWhole else { return .unusable }
    guard let value = number(slot, at: 0).map(field.value) else { return .none }
    return slot.type == field.type || field.holds(value) ? .value(value) : .unusable
  }

  /// All the numbers in a field, without those that stand for none.
  func values(_ field: FITField) -> [Double] {
    guard let slot = slot(field) else { return [] }
    return stride(from: 0, to: slot.size, by: slot.type.size).compactMap { number(slot, at: $0) }.map(field.value)
  }

  /// A text, up to its 0; nil where there is none.
  func text(_ field: FITField) -> String? {
    guard let slot = slot(field), slot.type == .string else { return nil }
    let start = bytes.startIndex + slot.offset
    let text = String(decoding: bytes[start..<start + slot.size].prefix { $0 != 0 }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }

  private func slot(_ field: FITField) -> FITDefinition.Slot? {
    definition.slots.first { $0.number == field.number && $0.isWhole }
  }

  /// What stands so many bytes behind the slot's beginning.
  private func number(_ slot: FITDefinition.Slot, at element: Int) -> Double? {
    let start = bytes.startIndex + slot.offset + element
    return slot.type.value(ofBits: bytes[start..<start + slot.type.size].fitInteger(definition.order))
  }
}
