package import ControlWire

extension Language {
  /// The cookie with the language that the reader chose on the page.
  static let cookie = "jz2-language"

  /// The language of a request: the reader's choice on the page, else the first supported one in `Accept-Language` (RFC
  /// 9110, section 12.5.4), else English.
  package init(of request: PageRequest) {
    if let chosen = request.cookie(Self.cookie).flatMap({ Language(rawValue: $0) }) {
      self = chosen
      return
    }
    let ranges = request.values(of: "accept-language").joined(separator: ",").prefix(500).split(separator: ",")
    let weighed = ranges.enumerated().map { place, range in
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      return (tag: parts.first ?? "", weight: weight, place: place)
    }
    let best = weighed.sorted { ($1.weight, $0.place) < ($0.weight, $1.place) }
    self =
      best.lazy.filter { $0.weight > 0 }
      .compactMap { Language(rawValue: $0.tag.prefix { $0 != "-" }.lowercased()) }.first ?? .english
  }
}
