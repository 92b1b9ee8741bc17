internal import RideSession

/// Reads times as XML Schema writes them: `2020-06-01T14:52:40.000Z`.
enum DateTimeText {
  /// The time that a text tells, cut to the millisecond; without an offset from UTC it is UTC.
  ///
  /// `xsd:dateTime` of the years 0001…9999, without the hour 24.
  /// - Returns: Nil for what is no time.
  static func time(_ text: ArraySlice<UInt8>) -> UnixTime? {
    var rest = text
    guard let year = take(4, of: &rest), let month = take(2, after: "-", of: &rest),
      let day = take(2, after: "-", of: &rest), let hour = take(2, after: "T", of: &rest),
      let minute = take(2, after: ":", of: &rest), let second = take(2, after: ":", of: &rest),
      year > 0, 1...12 ~= month, 1...length(ofMonth: month, year: year) ~= day, hour < 24, minute < 60, second < 60,
      let millisecond = takeFraction(of: &rest), let offset = offsetInMinutes(rest)
    else { return nil }
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - offset
    return UnixTime(milliseconds: Int64((minutes * 60 + second) * 1000 + millisecond))
  }

  /// The number that `width` digits write, which are taken away, with a separator before them.
  private static func take(_ width: Int, after separator: Unicode.Scalar? = nil, of text: inout ArraySlice<UInt8>)
    -> Int?
  {
    if let separator {
      guard let first = text.popFirst(), Unicode.Scalar(first) == separator else { return nil }
    }
    let digits = text.prefix(width)
    guard digits.count == width, digits.allSatisfy(\.isDigit) else { return nil }
    text = text.dropFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The milliseconds of a fraction of any length; 0 where there is none.
  private static func takeFraction(of text: inout ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: ".") else { return 0 }
    let digits = text.dropFirst().prefix(while: \.isDigit)
    guard !digits.isEmpty else { return nil }
    text = text[digits.endIndex...]
    var milliseconds = 0
    for place in 0..<3 {
      let digit = digits.dropFirst(place).first.map { Int($0 - UInt8(ascii: "0")) } ?? 0
      milliseconds = milliseconds * 10 + digit
    }
    return milliseconds
  }

  /// How far `Z`, `+02:00` or nothing is before UTC.
  private static func offsetInMinutes(_ text: ArraySlice<UInt8>) -> Int? {
    var rest = text
    guard let sign = rest.popFirst() else { return 0 }
    if sign == UInt8(ascii: "Z") { return rest.isEmpty ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = take(2, of: &rest),
      let minutes = take(2, after: ":", of: &rest), rest.isEmpty, hours <= 14, minutes < 60
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
  }

  /// Days from 1970-01-01, by the proleptic Gregorian calendar; counted from March, so that the leap day ends its year.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
