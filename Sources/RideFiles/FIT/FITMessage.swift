internal import Rides

/// Reads the sequence of messages in a file: keeps the definitions and the last time.
struct FITMessages: Sendable {
  private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
  /// The last timestamp.
  ///
  /// A compressed timestamp gives only the lower bits of a time.
  private var lastTime: UInt32?
  private var developerFields = FITDeveloperFields()
  private var activity: FITActivity

  init(limits: ImportLimits) {
    activity = FITActivity(limits: limits)
  }

  /// Returns the length of the message in bytes; nil if more bytes are needed.
  ///
  /// - Throws: `malformed` for data without a definition.
  func length(of bytes: ArraySlice<UInt8>, header: FITRecordHeader, at position: Int) throws(FileFault) -> Int? {
    if case .definition(let hasDeveloperFields) = header.kind {
      return FITDefinition.length(of: bytes, hasDeveloperFields: hasDeveloperFields)
    }
    return try 1 + definition(header.local, at: position).size
  }

  /// Reads a complete message.
  mutating func take(_ bytes: ArraySlice<UInt8>, at position: Int) throws(FileFault) {
    guard let header = bytes.first.map(FITRecordHeader.init) else { return }
    if case .definition = header.kind {
      definitions[header.local] = try FITDefinition(decoding: bytes, at: position, developerFields: developerFields)
      return
    }
    let message = FITMessage(
      definition: try definition(header.local, at: position), bytes: bytes.dropFirst(), place: .init(byte: position))
    if message.definition.message == .fieldDescription { return developerFields.add(message) }
    let time = time(of: message, header)
    lastTime = time ?? lastTime
    try activity.take(message, at: time.map { UnixTime(fitSeconds: Double($0)) })
  }

  /// Returns whether the bytes are all zeros although the message has a timestamp or a file type: neither is ever 0.
  func isUnwritten(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let definition = definitions[0], bytes.allSatisfy({ $0 == 0 }) else { return false }
    return definition.message == .fileID || definition.slots.contains { $0.number == FITField.timestamp.number }
  }

  /// Data of the messages so far that the rides cannot hold.
  var leftOut: LeftOut { activity.leftOut }

  /// Returns the rides of all messages, at least one.
  mutating func rides(at end: FilePlace) throws(FileFault) -> [RideRecord] {
    try activity.rides(at: end)
  }

  private func definition(_ local: Int, at position: Int) throws(FileFault) -> FITDefinition {
    guard let definition = definitions[local] else {
      throw FileFault(.malformed, at: .init(byte: position), "local message type \(local) is not defined")
    }
    return definition
  }

  /// Returns the time of a message; nil if unknown.
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
  /// The place at which the message begins in the file.
  let place: FilePlace

  /// Lower numbers are seconds since the device was switched on: Garmin's profile, `date_time`.
  private static let earliestTime: UInt32 = 0x1000_0000

  /// The timestamp in FIT's seconds; nil if absent.
  var time: UInt32? {
    guard let slot = slot(.timestamp), slot.type == FITField.timestamp.type else { return nil }
    return number(slot, at: 0).flatMap(UInt32.init(exactly:)).flatMap { $0 < Self.earliestTime ? nil : $0 }
  }

  /// The result of reading a slot.
  enum Reading: Hashable {
    case none
    case value(Double)
    /// A value of another type that the profile's type cannot hold, or an incomplete element.
    case unusable
  }

  /// Returns the value of a field; nil if it is absent, invalid or unusable.
  func value(_ field: FITField) -> Double? {
    guard let slot = slot(field), case .value(let value) = reading(slot, as: field) else { return nil }
    return value
  }

  /// Returns the value of a group of fields; nil if neither its narrow nor its wide field has one.
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

  /// Returns all valid elements of a field.
  func values(_ field: FITField) -> [Double] {
    guard let slot = slot(field) else { return [] }
    return stride(from: 0, to: slot.size, by: slot.type.size).compactMap { number(slot, at: $0) }.map(field.value)
  }

  /// Returns the bytes of a field; empty if it is absent.
  func bytes(_ field: FITField) -> [UInt8] {
    guard let slot = slot(field) else { return [] }
    let start = bytes.startIndex + slot.offset
    return Array(bytes[start..<start + slot.size])
  }

  /// Returns the text up to its terminating 0; nil if empty or absent.
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
