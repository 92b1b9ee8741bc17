internal import Rides

/// Reads the times of an export.
enum ExportTime {
  /// What an attribute says.
  enum Reading: Hashable {
    case moment(LocalMoment)
    /// A time without the offset from UTC, so that neither moment nor day are known.
    case withoutOffset
    case none
  }

  /// Reads `2026-09-14 08:00:00 +0200`, and RFC 3339.
  static func reading(_ text: ArraySlice<UInt8>) -> Reading {
    var rest = Digits(text)
    guard let year = rest.number(4), rest.skip("-"), let month = rest.number(2), rest.skip("-"),
      let dayOfMonth = rest.number(2), let day = CalendarDay(year: year, month: month, day: dayOfMonth),
      rest.skip(" ") || rest.skip("T"), let hour = rest.number(2), rest.skip(":"), let minute = rest.number(2),
      rest.skip(":"), let second = rest.number(2), hour < 24, minute < 60, second < 61
    else { return .none }
    var milliseconds = 0
    if rest.skip(".") {
      guard let fraction = rest.fraction() else { return .none }
      milliseconds = fraction
    }
    while rest.skip(" ") {}
    if rest.isAtEnd { return .withoutOffset }
    guard let offset = rest.offset(),
      let moment = LocalMoment(
        day: day, hour: hour, minute: minute, second: second, millisecond: milliseconds, utcOffsetSeconds: offset)
    else { return .none }
    return .moment(moment)
  }

  /// Text that is read from its front.
  private struct Digits {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard let first = rest.first, Unicode.Scalar(first) == character else { return false }
      rest = rest.dropFirst()
      return true
    }

    mutating func number(_ width: Int) -> Int? {
      let digits = rest.prefix(width)
      guard digits.count == width, digits.allSatisfy(\.isDigit) else { return nil }
      rest = rest.dropFirst(width)
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// The milliseconds of a fraction of any length.
    mutating func fraction() -> Int? {
      let digits = rest.prefix(while: \.isDigit)
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(digits.count)
      let (sum, _) = digits.reduce((0, 100)) { ($0.0 + Int($1 - UInt8(ascii: "0")) * $0.1, $0.1 / 10) }
      return sum
    }

    /// `Z`, `+0200` or `+02:00` in seconds.
    mutating func offset() -> Int? {
      if skip("Z") { return isAtEnd ? 0 : nil }
      let isNegative = skip("-")
      guard isNegative || skip("+"), let hours = number(2) else { return nil }
      _ = skip(":")
      guard let minutes = number(2), minutes < 60, isAtEnd else { return nil }
      let seconds = (hours * 3600 + minutes * 60) * (isNegative ? -1 : 1)
      return LocalMoment.offsets.contains(seconds) ? seconds : nil
    }
  }
}

/// A beat's time of day, as the rider's phone writes it: `6:14:48.94 PM`, `08:33:44,67`, `上午8:33:44.67`.
///
/// Only its digits are read. What is around them is in the phone's language, and is not needed: the record, whose times no
/// language changes, lasts about a minute, so it tells which half of the day a beat belongs to.
struct BeatTime: Hashable {
  /// Since midnight or noon, 0..<43,200 s.
  let secondsOfHalfDay: Double

  static let halfDay = 43_200.0

  /// Nil for a text that is not a time.
  init?(_ text: String) {
    var groups: [(value: Int, digits: Int)] = []
    var isInDigits = false
    for scalar in text.unicodeScalars {
      // Arabic, Persian and Indian digits too.
      let digit = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil
      defer { isInDigits = digit != nil }
      guard let digit else { continue }
      if !isInDigits { groups.append((0, 0)) }
      guard groups.count <= 4, groups[groups.count - 1].digits < 9 else { return nil }
      groups[groups.count - 1].value = groups[groups.count - 1].value * 10 + Int(digit)
      groups[groups.count - 1].digits += 1
    }
    guard groups.count >= 3, groups.prefix(3).allSatisfy({ $0.digits <= 2 }), groups[0].value < 25,
      groups[1].value < 60, groups[2].value < 61
    else { return nil }
    var seconds = Double((groups[0].value % 12 * 60 + groups[1].value) * 60 + groups[2].value)
    if groups.count == 4 {
      seconds += (0..<groups[3].digits).reduce(Double(groups[3].value)) { value, _ in value / 10 }
    }
    secondsOfHalfDay = seconds
  }

  /// How long after a moment the beat was: the time that is nearest to it, from 6 h before to 6 h after.
  func seconds(after start: LocalMoment) -> Double {
    let startOfHalfDay = Double(start.secondOfDay) + Double((start.milliseconds % 1000 + 1000) % 1000) / 1000
    let difference = secondsOfHalfDay - startOfHalfDay.truncatingRemainder(dividingBy: Self.halfDay)
    return difference - (difference / Self.halfDay).rounded() * Self.halfDay
  }
}

extension UInt8 {
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
