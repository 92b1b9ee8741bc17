/// A time as programs write it: RFC 3339 and `xsd:dateTime`, `2020-06-01T14:52:40.000Z`.
///
/// Other unambiguous forms are also accepted: a blank or `t` for `T`, a decimal comma, `z` or ` UTC` for `Z`, `+0200`
/// and `+02` for `+02:00`, and blanks before the offset.
package struct DateTimeText: Hashable, Sendable {
  /// The moment, truncated to milliseconds; in UTC if the text has no offset.
  package let moment: LocalMoment
  package let hasOffset: Bool

  /// Accepts the years 0001…9999, and the leap second 23:59:60 UTC, but not the hour 24; nil for a text that is not a
  /// time.
  package init?(_ text: Span<UInt8>) {
    var index = 0
    guard let year = Self.take(4, of: text, at: &index), let month = Self.take(2, after: "-", of: text, at: &index),
      let dayOfMonth = Self.take(2, after: "-", of: text, at: &index), Self.takeSeparator(of: text, at: &index),
      let hour = Self.take(2, of: text, at: &index), let minute = Self.take(2, after: ":", of: text, at: &index),
      let second = Self.take(2, after: ":", of: text, at: &index),
      let millisecond = Self.takeFraction(of: text, at: &index),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    while index < text.count, text[index] == 0x20 { index += 1 }
    hasOffset = index < text.count
    guard let offset = Self.takeOffset(of: text, at: &index), index == text.count,
      let moment = LocalMoment(
        day: day, hour: hour, minute: minute, second: second, millisecond: millisecond, utcOffsetSeconds: offset)
    else { return nil }
    self.moment = moment
  }

  package init?(_ text: some Collection<UInt8>) { self.init(Array(text).span) }

  /// Reads a number of `width` digits after a separator.
  private static func take(
    _ width: Int, after separator: Unicode.Scalar? = nil, of text: Span<UInt8>, at index: inout Int
  ) -> Int? {
    if let separator {
      guard index < text.count, Unicode.Scalar(text[index]) == separator else { return nil }
      index += 1
    }
    guard text.count - index >= width else { return nil }
    var number = 0
    for place in index..<index + width {
      guard isDigit(text[place]) else { return nil }
      number = number * 10 + Int(text[place] - UInt8(ascii: "0"))
    }
    index += width
    return number
  }

  /// Skips the letter or the blank between date and time; false if both are absent.
  private static func takeSeparator(of text: Span<UInt8>, at index: inout Int) -> Bool {
    guard index < text.count, text[index] | 0x20 == UInt8(ascii: "t") || text[index] == 0x20 else { return false }
    index += 1
    return true
  }

  /// Parses a fraction of any length as milliseconds; 0 if it is absent.
  private static func takeFraction(of text: Span<UInt8>, at index: inout Int) -> Int? {
    guard index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") else { return 0 }
    index += 1
    let begin = index
    var (milliseconds, unit) = (0, 100)
    while index < text.count, isDigit(text[index]) {
      milliseconds += Int(text[index] - UInt8(ascii: "0")) * unit
      unit /= 10
      index += 1
    }
    return index == begin ? nil : milliseconds
  }

  /// Parses `Z`, ` UTC`, `+02:00`, `+0200`, `+02` or an empty text, as seconds ahead of UTC.
  private static func takeOffset(of text: Span<UInt8>, at index: inout Int) -> Int? {
    guard index < text.count else { return 0 }
    let sign = text[index]
    index += 1
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    if sign | 0x20 == UInt8(ascii: "u") {
      for letter in "tc".utf8 {
        guard index < text.count, text[index] | 0x20 == letter else { return nil }
        index += 1
      }
      return 0
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = take(2, of: text, at: &index) else {
      return nil
    }
    let hasColon = index < text.count && text[index] == UInt8(ascii: ":")
    let minutes = index == text.count ? 0 : take(2, after: hasColon ? ":" : nil, of: text, at: &index)
    guard let minutes, minutes < 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
