package import Rides

/// The form of dates in answers, with ten characters; JSON and files keep the form of ISO 8601.
package enum DateStyle: Hashable, Sendable {
  /// The reader's form; a client sets it around its work.
  @TaskLocal package static var current = DateStyle.iso

  /// `2026-11-21`
  case iso
  /// `21.11.2026`
  case dots
  /// `21/11/2026`
  case slashes
  /// `21-11-2026`
  case hyphens
  /// `11/21/2026`
  case american

  /// The form of the locale that an environment selects for times (POSIX.1-2017, Base Definitions, 8.2): the first of
  /// `LC_ALL`, `LC_TIME` and `LANG` that is set; ISO 8601 for the locale C and for countries without a row here.
  package init(environment: [String: String]) {
    let names = ["LC_ALL", "LC_TIME", "LANG"]
    let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = locale.prefix { $0 != "." && $0 != "@" }
    let language = name.prefix { $0 != "_" }
    self = Self.countries[String(name)] ?? Self.languages[String(language)] ?? .iso
  }

  private static let countries: [String: DateStyle] = [
    "en_US": .american, "en_CA": .iso, "fr_CA": .iso, "en_ZA": .iso, "fr_CH": .dots, "it_CH": .dots, "es_US": .american,
    "en_DK": .iso, "nl_BE": .slashes,
  ]

  private static let languages: [String: DateStyle] = [
    "en": .slashes, "de": .dots, "fr": .slashes, "es": .slashes, "it": .slashes, "pt": .slashes, "nl": .hyphens,
    "da": .dots, "nb": .dots, "nn": .dots, "fi": .dots, "pl": .dots, "cs": .dots, "sk": .dots, "ru": .dots, "uk": .dots,
    "tr": .dots, "el": .slashes, "ca": .slashes,
  ]

  /// Formats a day.
  package func text(_ day: CalendarDay) -> String {
    let iso = day.description
    let parts = iso.split(separator: "-").map(String.init)
    guard parts.count == 3 else { return iso }
    let (year, month, date) = (parts[0], parts[1], parts[2])
    return switch self {
    case .iso: iso
    case .dots: "\(date).\(month).\(year)"
    case .slashes: "\(date)/\(month)/\(year)"
    case .hyphens: "\(date)-\(month)-\(year)"
    case .american: "\(month)/\(date)/\(year)"
    }
  }
}

extension CalendarDay {
  /// The date in the reader's form.
  package var dateText: String { DateStyle.current.text(self) }
}
