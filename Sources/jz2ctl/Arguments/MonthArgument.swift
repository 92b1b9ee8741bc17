import ArgumentParser
import RideText

/// A month as it is typed: `2026-11`.
struct MonthArgument: ExpressibleByArgument {
  /// The month.
  let month: CalendarMonth

  init?(argument: String) {
    let parts = argument.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
      argument.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let year = Int(parts[0]), year >= 1970, let number = Int(parts[1]), (1...12).contains(number)
    else { return nil }
    month = CalendarMonth(year: year, number: number)
  }
}
