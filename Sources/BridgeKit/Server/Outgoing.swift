import BluetoothLE

/// The bytes that an app has not read yet.
///
/// A slow app gets each response, but only the newest notification of each characteristic, so that it costs no memory
/// and sees no old values.
struct Outgoing: Sendable {
  /// The parts of the frames that are sent next, in order.
  private var bytes: [UInt8] = []
  /// The number of bytes at the start of `bytes` that were sent.
  private var sent = 0
  /// The newest notification of each characteristic, in the order in which they began to wait.
  private var newest: [(source: CharacteristicID, frame: [UInt8])] = []

  /// The number of bytes that wait, without notifications.
  var waiting: Int { bytes.count - sent }

  /// Whether no byte waits.
  var isEmpty: Bool { waiting == 0 && newest.isEmpty }

  /// Adds a frame that the app must get.
  mutating func append(_ frame: [UInt8]) {
    release()
    bytes += frame
  }

  /// Adds a frame that a later one of the same characteristic replaces while it waits.
  mutating func replace(_ source: CharacteristicID, with frame: [UInt8]) {
    if let index = newest.firstIndex(where: { $0.source == source }) {
      newest[index].frame = frame
    } else {
      newest.append((source, frame))
    }
  }

  /// Sends as much as possible.
  ///
  /// - Parameter send: Sends bytes, and returns the number of those that were accepted; 0 or less if the app does not
  ///   read.
  mutating func flush(_ send: (ArraySlice<UInt8>) -> Int) {
    while true {
      if waiting == 0 { take() }
      guard waiting > 0 else { return }
      let count = send(bytes[sent...])
      guard count > 0 else { return }
      sent = min(sent + count, bytes.count)
    }
  }

  /// Makes the newest notifications the next bytes.
  private mutating func take() {
    bytes.removeAll(keepingCapacity: true)
    sent = 0
    for (_, frame) in newest { bytes += frame }
    newest.removeAll(keepingCapacity: true)
  }

  private mutating func release() {
    guard sent > 0 else { return }
    bytes.removeFirst(sent)
    sent = 0
  }
}
