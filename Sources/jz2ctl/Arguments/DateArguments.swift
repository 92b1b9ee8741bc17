import ArgumentParser
import ControlWire
import RideText
import Rides

extension CalendarDay: ExpressibleByArgument {}

/// A day as it is typed: `2026-11-25`, `today` or `yesterday`.
enum DayArgument: ExpressibleByArgument, Equatable {
  case day(CalendarDay)
  /// A number of days before today.
  case daysAgo(Int)

  init?(argument: String) {
    switch argument {
    case "today": self = .daysAgo(0)
    case "yesterday": self = .daysAgo(1)
    default:
      guard let day = CalendarDay(argument), day.daysSince1970 >= 0 else { return nil }
      self = .day(day)
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .day(let day): day.description
    case .daysAgo(0): "today"
    case .daysAgo: "yesterday"
    }
  }

  func day(today: CalendarDay) -> CalendarDay {
    switch self {
    case .day(let day): day
    case .daysAgo(let count): today.advanced(by: -count)
    }
  }
}

/// A moment as it is typed: `7:10` on a day that is given elsewhere, `2026-11-25 7:10`, or RFC 3339,
/// `2026-11-25T07:10:00+01:00`, for a clock in another time zone.
enum MomentArgument: ExpressibleByArgument, Equatable {
  /// The seconds since the start of the day, by the rider's clock.
  case clock(seconds: Int)
  case local(CalendarDay, seconds: Int)
  case moment(LocalMoment)

  init?(argument: String) {
    let parts = argument.split(whereSeparator: { $0 == " " || $0 == "T" })
    if let moment = LocalMoment(argument) {
      self = .moment(moment)
    } else if let seconds = Self.clock(argument) {
      self = .clock(seconds: seconds)
    } else if parts.count == 2, let day = CalendarDay(String(parts[0])), day.daysSince1970 >= 0,
      let seconds = Self.clock(String(parts[1]))
    {
      self = .local(day, seconds: seconds)
    } else {
      return nil
    }
  }

  /// Parses `7:10`, `07:10` or `7:10:30`, up to 23:59:59.
  private static func clock(_ text: String) -> Int? {
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    let parts = words.compactMap { word in
      (1...2).contains(word.utf8.count) && word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) ? Int(word) : nil
    }
    guard (2...3).contains(words.count), parts.count == words.count, parts[0] < 24,
      words.dropFirst().allSatisfy({ $0.utf8.count == 2 }), parts.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return parts[0] * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
  }

  /// Returns the moment with the clock's offset at that time; `day` is the date of a time without one.
  func moment(on day: CalendarDay, at time: LocalTime) -> LocalMoment {
    switch self {
    case .clock(let seconds): time.moment(onDay: day, second: seconds)
    case .local(let day, let seconds): time.moment(onDay: day, second: seconds)
    case .moment(let moment): moment
    }
  }
}

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
