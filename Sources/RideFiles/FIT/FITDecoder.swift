package import Rides

/// Reads FIT activities (FIT Protocol 1.0 and 2.0) in pieces of any size.
///
/// It keeps the rides in memory, not the file.
///
/// Lenient about order: laps and sessions may precede the records, and records may come in any order. Strict about
/// integrity: a checksum must be right. A file that was cut off, as by an empty battery, is read up to the cut. Values
/// that no ride can have are left out; data that does not belong to a ride is skipped.
///
/// Files may be chained. After a complete ride, only an exceeded limit is an error: bytes that do not begin a file are
/// ignored, and a damaged file counts as one value left out.
package struct FITDecoder: Sendable {
  private enum Stage: Sendable {
    case header
    /// Messages up to byte `end`; nil if the device stopped before it wrote the size.
    case messages(end: Int?)
    case checksum
    /// Zeros from byte `start` on, as a file system returns them for bytes that were never written.
    case unwritten(start: Int)
    /// After a file; another one may follow.
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
  /// The byte at which the current file begins.
  private var beginning = 0
  private var checksum = FITChecksum()
  private var messages: FITMessages
  private var imported = ImportedFile(rides: [])
  /// The error of the first complete file without a ride.
  private var refusal: FileFault?

  package init(limits: ImportLimits = ImportLimits()) {
    self.limits = limits
    messages = FITMessages(limits: limits)
  }

  /// Reads the next bytes of the file.
  ///
  /// - Throws: The error and its place. Do not call `feed` again after it.
  package mutating func feed(_ bytes: some Collection<UInt8>) throws(FileFault) {
    guard bytes.count <= limits.bytes - position - waiting.count else {
      let found = position + waiting.count + bytes.count
      throw FileFault(.tooLarge, at: .init(byte: limits.bytes), found: found, allowed: limits.bytes, "bytes")
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
      // Without a size, the file ends at the first bytes that are not a message; they may include its checksum.
      if case .messages(end: nil) = stage, error.code == .malformed {
        try save(upTo: error.place)
      } else {
        try skipRest(after: error)
      }
      position += rest.count
      rest = []
    }
    waiting = Array(rest)
  }

  /// Ends the file.
  ///
  /// - Returns: The rides, without numbers; their `origin` is FIT.
  /// - Throws: `cut` for an incomplete file without a point, and errors of the ride as a whole.
  package mutating func finish() throws(FileFault) -> ImportedFile {
    switch stage {
    case .header:
      try skipRest(after: FileFault(.cut, at: .init(byte: position + waiting.count), "it ends inside its header"))
    case .messages, .checksum: try save(upTo: .init(byte: position + waiting.count))
    case .unwritten(let start): try save(upTo: .init(byte: start))
    case .between, .ignoring: break
    }
    if imported.rides.isEmpty, let refusal { throw refusal }
    return imported
  }

  /// Keeps the rides of a file that was cut off.
  ///
  /// - Throws: `cut` if there is no point before that place and no complete ride.
  private mutating func save(upTo place: FilePlace) throws(FileFault) {
    do throws(FileFault) {
      imported.rides += try messages.rides(at: place)
      imported.leftOut.add(messages.leftOut)
      imported.cutOff = imported.cutOff ?? place
      stage = .ignoring
    } catch {
      guard error.hasNoRide else { throw error }
      try skipRest(after: FileFault(.cut, at: place, "it ends before its checksum"))
    }
  }

  /// Ignores the rest of the file after an error, if there is a complete ride before it.
  ///
  /// - Throws: The error, if there is no such ride or if a limit was exceeded.
  private mutating func skipRest(after error: FileFault) throws(FileFault) {
    guard !imported.rides.isEmpty, error.allowed == nil else { throw error }
    imported.leftOut.add(at: FilePlace(byte: beginning))
    stage = .ignoring
  }
}

extension FITDecoder {
  /// Returns the bytes of the next header, message or checksum; nil until they are complete.
  private mutating func nextUnit(of rest: ArraySlice<UInt8>) throws(FileFault) -> ArraySlice<UInt8>? {
    guard let first = rest.first else { return nil }
    let length = try length(first, rest)
    if case .messages(let end?) = stage, length ?? rest.count + 1 > end - position {
      // Zeros that are too few for a message were never written, either.
      guard first == 0 else {
        throw FileFault(.malformed, at: .init(byte: position), "a message is longer than the rest of the file")
      }
      stage = .unwritten(start: position)
      return rest
    }
    guard let length, rest.count >= length else { return nil }
    return rest.prefix(length)
  }

  private func length(_ first: UInt8, _ rest: ArraySlice<UInt8>) throws(FileFault) -> Int? {
    switch stage {
    case .header:
      guard [FITHeader.size, FITHeader.sizeWithoutChecksum].contains(Int(first)) else {
        throw FileFault(.notThisFormat, at: .init(byte: position), "it does not begin with a FIT header")
      }
      return Int(first)
    case .messages: return try messages.length(of: rest, header: FITRecordHeader(first), at: position)
    case .checksum: return 2
    case .between: return nil
    case .unwritten, .ignoring: return rest.count
    }
  }

  private mutating func take(_ unit: ArraySlice<UInt8>) throws(FileFault) {
    let end = position + unit.count
    switch stage {
    case .header:
      let dataSize = Int(try FITHeader(decoding: unit, at: position).dataSize)
      guard dataSize <= limits.bytes else {
        throw FileFault(
          .tooLarge, at: .init(byte: position + 4), found: dataSize, allowed: limits.bytes, "bytes by its header")
      }
      proceed(from: end, to: dataSize > 0 ? end + dataSize : nil, unit)
    case .messages(let last):
      if messages.isUnwritten(unit) { return stage = .unwritten(start: position) }
      try messages.take(unit, at: position)
      proceed(from: end, to: last, unit)
    case .checksum:
      guard unit.fitInteger() == UInt64(checksum.value) else {
        throw FileFault(.wrongChecksum, at: .init(byte: position), "the file's checksum is wrong")
      }
      try endFile(at: .init(byte: end))
    case .unwritten(let start):
      guard unit.allSatisfy({ $0 == 0 }) else {
        throw FileFault(.malformed, at: .init(byte: start), "a message is longer than the rest of the file")
      }
    case .between, .ignoring: break
    }
  }

  private mutating func proceed(from position: Int, to end: Int?, _ unit: ArraySlice<UInt8>) {
    checksum.add(unit)
    stage = end.map { position < $0 } ?? true ? .messages(end: end) : .checksum
  }

  private mutating func endFile(at end: FilePlace) throws(FileFault) {
    do throws(FileFault) {
      imported.rides += try messages.rides(at: end)
      imported.leftOut.add(messages.leftOut)
    } catch {
      guard error.hasNoRide else { throw error }
      refusal = refusal ?? error
    }
    guard imported.rides.count <= limits.rides else {
      throw FileFault(.tooManyRides, at: end, found: imported.rides.count, allowed: limits.rides, "rides")
    }
    stage = .between
    beginning = end.byte
    checksum = FITChecksum()
    var rest = limits
    rest.seconds -= imported.rides.reduce(0) { $0 + $1.samples.count }
    messages = FITMessages(limits: rest)
  }

  /// Checks whether another file begins after the last one.
  ///
  /// Returns whether there is something to read.
  private mutating func beginsAnother(_ rest: ArraySlice<UInt8>) -> Bool {
    guard case .between = stage else { return true }
    guard rest.count >= FITHeader.sizeWithoutChecksum else { return false }
    stage = FITHeader.begins(rest) ? .header : .ignoring
    return true
  }
}

extension FileFault {
  /// Whether the file is valid but has no ride.
  fileprivate var hasNoRide: Bool { code == .noActivity || code == .badTimes }
}
