internal import RideSession

/// The messages of a file one after another: what the definitions make of the bytes, and the time that runs through them.
struct FITMessages: Sendable {
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
