/// Reads a FIT activity in pieces of any size; what is kept is the ride, not the file.
///
/// FIT Protocol 1.0 and 2.0. Lenient in order: laps and the session may stand before the records, records in any order.
/// Strict in numbers: sizes, checksums and times have to be right. What a file has beyond a ride is passed over.
package struct FITDecoder: Sendable {
  private enum Stage: Sendable {
    case header
    /// Up to the byte that is no message's any more.
    case messages(end: Int)
    case checksum
    case complete
  }

  private let limits: ImportLimits
  private var stage = Stage.header
  /// The beginning of something that has not come to its end.
  private var waiting: [UInt8] = []
  /// Bytes of the file before `waiting`.
  private var position = 0
  private var checksum = FITChecksum()
  private var messages: FITMessages

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
    while let unit = try nextUnit(of: rest) {
      try take(unit)
      position += unit.count
      rest = rest.dropFirst(unit.count)
    }
    waiting = Array(rest)
  }

  /// The rides, once the whole file was fed.
  ///
  /// - Returns: Rides without number whose `origin` is FIT.
  /// - Throws: `cut` where the file is not complete; what is wrong with the ride as a whole.
  package mutating func finish() throws(RideFileError) -> ImportedFile {
    let end = RideFileError.Place(byte: position + waiting.count)
    guard case .complete = stage else { throw RideFileError(.cut, at: end, "it ends before its checksum") }
    guard waiting.isEmpty else {
      throw RideFileError(.malformed, at: .init(byte: position), "it goes on after its end")
    }
    return ImportedFile(rides: [try messages.ride(at: end)])
  }

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
        throw RideFileError(.notThisFormat, at: .init(byte: 0), "it does not begin as FIT")
      }
      return Int(first)
    case .messages: return try messages.length(of: rest, header: FITRecordHeader(first), at: position)
    case .checksum: return 2
    case .complete: return FITHeader.sizeWithoutChecksum
    }
  }

  private mutating func take(_ unit: ArraySlice<UInt8>) throws(RideFileError) {
    let end = position + unit.count
    switch stage {
    case .header:
      let dataSize = Int(try FITHeader(decoding: unit).dataSize)
      guard dataSize <= limits.bytes else {
        throw RideFileError(.tooLarge, at: .init(byte: 4), "it claims \(dataSize) bytes")
      }
      goOn(from: end, to: end + dataSize, unit)
    case .messages(let last):
      try messages.take(unit, at: position)
      goOn(from: end, to: last, unit)
    case .checksum:
      guard unit.fitInteger(.little) == UInt64(checksum.value) else {
        throw RideFileError(.wrongChecksum, at: .init(byte: position), "the file's checksum does not fit")
      }
      stage = .complete
    case .complete:
      let isAnother = unit.dropFirst(8).elementsEqual(".FIT".utf8)
      throw RideFileError(
        isAnother ? .severalActivities : .malformed, at: .init(byte: position),
        isAnother ? "another file follows" : "it goes on after its end")
    }
  }

  private mutating func goOn(from position: Int, to end: Int, _ unit: ArraySlice<UInt8>) {
    checksum.add(unit)
    stage = position < end ? .messages(end: end) : .checksum
  }
}
