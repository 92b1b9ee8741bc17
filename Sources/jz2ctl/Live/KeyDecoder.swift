/// A key as a terminal sends it.
enum TerminalKey: Hashable, Sendable {
  case character(Character)
  case up, down
  case shiftUp, shiftDown
  case pageUp, pageDown
  /// Any other key.
  case other
}

/// Decodes the bytes of a terminal into keys, even if they are split between reads.
///
/// It knows the sequences of ECMA-48 as sent by xterm, rxvt and the Linux console. An unknown sequence is one `other`
/// key, so that no part of it counts as typed. Pasted text is ignored (xterm, bracketed paste mode).
struct KeyDecoder {
  private enum State: Equatable {
    case text
    /// After ESC.
    case escape
    /// After ESC O.
    case function
    /// After ESC [, with the bytes since.
    case control([UInt8])
    /// After ESC [ [, which the Linux console sends before a letter.
    case console
  }

  private var state = State.text
  private var isPasting = false

  /// The sequences that turn bracketed paste mode on and off.
  static let markPastes = "\u{1B}[?2004h"
  static let leavePastes = "\u{1B}[?2004l"

  /// The maximum number of stored bytes of a sequence; known keys have only a few.
  private static let mostParameters = 16

  /// Whether a sequence has begun and is not complete.
  var isInSequence: Bool { state != .text }

  /// Decodes the next bytes.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    bytes.compactMap { byte in
      guard let key = key(after: byte), !isPasting else { return nil }
      return key
    }
  }

  /// Drops an incomplete sequence after a timeout; its first byte was the Escape key.
  mutating func giveUp() -> [TerminalKey] {
    defer { state = .text }
    return state == .escape && !isPasting ? [.other] : []
  }

  private mutating func key(after byte: UInt8) -> TerminalKey? {
    switch state {
    case .text: return plainKey(byte)
    case .escape: return escaped(byte)
    case .function, .console:
      let wasFunction = state == .function
      state = .text
      return wasFunction ? Self.key(final: byte, parameters: []) : .other
    case .control(let parameters): return controlled(byte, after: parameters)
    }
  }

  private mutating func plainKey(_ byte: UInt8) -> TerminalKey? {
    switch byte {
    case 0x1B:
      state = .escape
      return nil
    case 0x20...0x7E: return .character(Character(Unicode.Scalar(byte)))
    // The bytes after the first one of a UTF-8 character.
    case 0x80...0xBF: return nil
    default: return .other
    }
  }

  private mutating func escaped(_ byte: UInt8) -> TerminalKey? {
    switch byte {
    case UInt8(ascii: "["): state = .control([])
    case UInt8(ascii: "O"): state = .function
    // The Escape key, and the start of another sequence.
    case 0x1B: return .other
    default:
      state = .text
      return .other
    }
    return nil
  }

  private mutating func controlled(_ byte: UInt8, after parameters: [UInt8]) -> TerminalKey? {
    switch byte {
    case 0x20...0x3F:
      if parameters.count < Self.mostParameters { state = .control(parameters + [byte]) }
    case UInt8(ascii: "[") where parameters.isEmpty: state = .console
    case 0x40...0x7E:
      state = .text
      switch (byte, String(decoding: parameters, as: UTF8.self)) {
      case (UInt8(ascii: "~"), "200"): isPasting = true
      case (UInt8(ascii: "~"), "201"): isPasting = false
      default: return Self.key(final: byte, parameters: parameters)
      }
    case 0x1B: state = .escape
    default: break
    }
    return nil
  }

  private static func key(final: UInt8, parameters: [UInt8]) -> TerminalKey {
    switch (Character(Unicode.Scalar(final)), String(decoding: parameters, as: UTF8.self)) {
    case ("A", ""), ("A", "1"): .up
    case ("B", ""), ("B", "1"): .down
    // xterm; rxvt.
    case ("A", "1;2"), ("a", ""): .shiftUp
    case ("B", "1;2"), ("b", ""): .shiftDown
    case ("~", "5"), ("~", "5;2"): .pageUp
    case ("~", "6"), ("~", "6;2"): .pageDown
    default: .other
    }
  }
}
