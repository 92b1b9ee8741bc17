internal import Rides

/// A beat's time of day, as the rider's phone writes it: `6:14:48.94 PM`, `08:33:44,67`, `上午8:33:44.67`.
///
/// Only its digits are read. The text around them is in the phone's language and is not needed: the record's own times
/// have the same form in every language and cover about a minute, so they show to which half of the day a beat belongs.
struct BeatTime: Hashable {
  /// Since midnight or noon, 0..<43,200 s.
  let secondsOfHalfDay: Double

  static let halfDay = 43_200.0

  /// Nil for a text that is not a time.
  init?(_ text: String) {
    var groups: [(value: Int, digits: Int)] = []
    var isInDigits = false
    for scalar in text.unicodeScalars {
      // Arabic, Persian and Indian digits are also read.
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

  /// Returns the seconds from a moment to the nearest time that the beat can have, from 6 h before to 6 h after.
  func seconds(after start: LocalMoment) -> Double {
    let startOfHalfDay = Double(start.secondOfDay) + Double((start.milliseconds % 1000 + 1000) % 1000) / 1000
    let difference = secondsOfHalfDay - startOfHalfDay.truncatingRemainder(dividingBy: Self.halfDay)
    return difference - (difference / Self.halfDay).rounded() * Self.halfDay
  }
}
