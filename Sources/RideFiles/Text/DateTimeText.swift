internal import Rides

/// Reads `xsd:dateTime`: `2020-06-01T14:52:40.000Z`.
///
/// Also reads other forms with one meaning: a blank or `t` for `T`, a decimal comma, and `z` or ` UTC` for `Z`.
enum DateTimeText {
  /// Reads a time, truncated to milliseconds.
  ///
  /// Without an offset it is UTC.
  ///
  /// Accepts years 0001…9999, and the leap second 23:59:60 UTC, but not the hour 24.
  /// - Returns: Nil if the text is not a time.
  static func time(_ text: Span<UInt8>) -> UnixTime? {
    var index = 0
    guard let year = take(4, of: text, at: &index), let month = take(2, after: "-", of: text, at: &index),
      let dayOfMonth = take(2, after: "-", of: text, at: &index), takeSeparator(of: text, at: &index),
      let hour = take(2, of: text, at: &index),
      let minute = take(2, after: ":", of: text, at: &index), let second = take(2, after: ":", of: text, at: &index),
      let millisecond = takeFraction(of: text, at: &index), let offset = takeOffset(of: text, at: &index),
      index == text.count, let day = CalendarDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    return LocalMoment(
      day: day, hour: hour, minute: minute, second: second, millisecond: millisecond, utcOffsetSeconds: offset * 60
    )?.time
  }

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
      guard text[place].isDigit else { return nil }
      number = number * 10 + Int(text[place] - UInt8(ascii: "0"))
    }
    index += width
    return number
  }

  /// Skips the letter or the blank between date and time; false if there is neither.
  private static func takeSeparator(of text: Span<UInt8>, at index: inout Int) -> Bool {
    guard index < text.count, text[index] | 0x20 == UInt8(ascii: "t") || text[index] == 0x20 else { return false }
    index += 1
    return true
  }

  /// Reads a fraction of any length as milliseconds; 0 if there is none.
  private static func takeFraction(of text: Span<UInt8>, at index: inout Int) -> Int? {
    guard index < text.count, text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",") else { return 0 }
    index += 1
    let begin = index
    var (milliseconds, unit) = (0, 100)
    while index < text.count, text[index].isDigit {
      milliseconds += Int(text[index] - UInt8(ascii: "0")) * unit
      unit /= 10
      index += 1
    }
    return index == begin ? nil : milliseconds
  }

  /// Reads `Z`, ` UTC`, `+02:00`, `+0200`, `+02` or nothing, as minutes ahead of UTC.
  private static func takeOffset(of text: Span<UInt8>, at index: inout Int) -> Int? {
    guard index < text.count else { return 0 }
    let sign = text[index]
    index += 1
    if sign | 0x20 == UInt8(ascii: "z") { return 0 }
    if sign == 0x20 {
      for letter in "utc".utf8 {
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
    guard let minutes, hours <= 14, minutes < 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
  }
}
