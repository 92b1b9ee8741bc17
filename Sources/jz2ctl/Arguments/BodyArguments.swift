import ArgumentParser
import ControlWire
import RideText
import Rides

extension MeasurementPosition: ExpressibleByArgument {}
extension NightSource: ExpressibleByArgument {}

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

/// The rider's position, for the verbs that need it.
struct PositionOption: ParsableArguments {
  @Option(help: ArgumentHelp("Your position: \(words).", valueName: "position"))
  var position: MeasurementPosition?

  private static let words = BodyText.list(MeasurementPosition.allCases.map(\.rawValue), .or)
}

/// A measurement as it is typed: its number, or `last`.
struct MeasurementArgument: ExpressibleByArgument {
  /// The name that the daemon accepts.
  let text: String

  init?(argument: String) {
    guard argument == "last" || (Int(argument) ?? 0) > 0 else { return nil }
    text = argument
  }
}
