import ArgumentParser
import ControlWire
import RideText
import Rides

/// A month as it is typed: `2026-11`, `11`, `11/2026`, or its name in any of the languages, `november`, `nov 2025`.
struct MonthArgument: ExpressibleByArgument, Equatable {
  /// 1…12.
  let number: Int
  /// From 1970 on; nil for the latest month of that number.
  let year: Int?

  init?(argument: String) {
    let words = argument.lowercased().split { " -/.".contains($0) }.map(String.init)
    guard (1...2).contains(words.count) else { return nil }
    let year = words.first { $0.utf8.count == 4 && Self.number($0) != nil }
    let months = words.filter { $0 != year }
    guard months.count == 1, year != nil || words.count == 1, let number = Self.month(months[0]) else { return nil }
    if let year {
      guard let value = Int(year), value >= 1970 else { return nil }
      self.year = value
    } else {
      self.year = nil
    }
    self.number = number
  }

  /// The month; one without a year is the latest that is not after today.
  func month(today: CalendarDay) -> CalendarMonth {
    let (thisYear, thisMonth, _) = today.fields
    return CalendarMonth(year: year ?? (number > thisMonth ? thisYear - 1 : thisYear), number: number)
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(text) : nil
  }

  /// Parses `11`, `november`, `nov`, `noviembre`; nil for a beginning of several months.
  private static func month(_ word: String) -> Int? {
    if let number = number(word) { return word.utf8.count <= 2 && (1...12).contains(number) ? number : nil }
    let numbers = Set(names.filter { $0.name == word || $0.name.hasPrefix(word) }.map(\.number))
    return numbers.count == 1 ? numbers.first : nil
  }

  /// English, German, French and Spanish, also without accents.
  private static let names = [
    ["january", "januar", "janvier", "enero", "jänner"], ["february", "februar", "février", "fevrier", "febrero"],
    ["march", "märz", "maerz", "mrz", "mars", "marzo"], ["april", "avril", "abril"], ["may", "mai", "mayo"],
    ["june", "juni", "juin", "junio"], ["july", "juli", "juillet", "julio"], ["august", "août", "aout", "agosto"],
    ["september", "septembre", "septiembre"], ["october", "oktober", "octobre", "octubre"],
    ["november", "novembre", "noviembre"], ["december", "dezember", "décembre", "decembre", "diciembre"],
  ].enumerated().flatMap { index, names in names.map { (name: $0, number: index + 1) } }
}
