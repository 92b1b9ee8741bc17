/// A change of a key.
package struct KeyEvent: Hashable, Sendable {
  /// The state of the key; the raw values are those of the kernel.
  package enum Change: Int32, Hashable, Sendable {
    case released = 0
    case pressed = 1
    /// The key is still down; the kernel repeats this some 30 times a second.
    case held = 2
  }

  package let key: KeyCode
  package let change: Change

  package init(_ key: KeyCode, _ change: Change) {
    self.key = key
    self.change = change
  }
}

/// Decodes the events of an input device: consecutive `struct input_event` of linux/input.h.
///
/// After the kernel reports lost events (`SYN_DROPPED`), all events up to the end of that report are ignored, as
/// Documentation/input/event-codes.rst requires.
package struct KeyEvents: Sendable {
  /// The layout of `struct input_event`: 24 bytes, or 16 where a `long` has 32 bits, whatever the size of `time_t`.
  package enum Layout: Int, Sendable {
    case long64 = 24
    case long32 = 16

    /// The layout on this computer.
    package static let native = Self(rawValue: 2 * MemoryLayout<Int>.size + 8) ?? .long64

    /// Size of an event, in bytes.
    package var size: Int { rawValue }
  }

  private let layout: Layout
  /// The bytes of an event that is still incomplete.
  private var rest: [UInt8] = []
  private var isDropping = false

  package init(_ layout: Layout = .native) { self.layout = layout }

  /// Returns the key changes in the bytes, in order.
  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [KeyEvent] {
    rest += bytes
    let whole = rest.count / layout.size * layout.size
    defer { rest.removeFirst(whole) }
    return rest.withUnsafeBytes { bytes in
      stride(from: 0, to: whole, by: layout.size).compactMap { start in
        // The event begins with its time: two longs.
        let after = start + layout.size - 8
        return take(
          type: bytes.loadUnaligned(fromByteOffset: after, as: UInt16.self),
          code: bytes.loadUnaligned(fromByteOffset: after + 2, as: UInt16.self),
          value: bytes.loadUnaligned(fromByteOffset: after + 4, as: Int32.self), &isDropping)
      }
    }
  }

  private func take(type: UInt16, code: UInt16, value: Int32, _ isDropping: inout Bool) -> KeyEvent? {
    switch (type, code) {
    case (Self.synchronization, Self.dropped): isDropping = true
    case (Self.synchronization, Self.report): isDropping = false
    case (Self.key, _) where !isDropping:
      return KeyEvent.Change(rawValue: value).map { KeyEvent(KeyCode(number: code), $0) }
    default: break
    }
    return nil
  }

  // EV_SYN, EV_KEY, SYN_REPORT, SYN_DROPPED of linux/input-event-codes.h.
  private static let synchronization: UInt16 = 0
  private static let key: UInt16 = 1
  private static let report: UInt16 = 0
  private static let dropped: UInt16 = 3
}
