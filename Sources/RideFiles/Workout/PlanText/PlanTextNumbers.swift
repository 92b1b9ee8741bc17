internal import RideSession

/// Numbers with their units as a plan's text writes them; nil for what is none.
enum PlanTextNumbers {
  /// A time in seconds: `1:00`, `1:30:00`, `90s`, `10m`, `1h30m`.
  static func seconds(_ word: String) -> Int? {
    word.utf8.contains(UInt8(ascii: ":")) ? clockSeconds(word) : unitSeconds(word)
  }

  private static func clockSeconds(_ word: String) -> Int? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard let number = whole(part), index == 0 || number < 60 && part.utf8.count == 2,
        let sum = sum(seconds, times: 60, plus: number)
      else { return nil }
      seconds = sum
    }
    return seconds
  }

  private static func unitSeconds(_ word: String) -> Int? {
    var (rest, seconds) = (word.utf8[...], 0)
    var units: [(UInt8, Int)] = [(UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60), (UInt8(ascii: "s"), 1)]
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest.dropFirst(digits.count)
      guard let number = Substring(digits).isEmpty ? nil : Int(Substring(digits)), let unit = rest.popFirst(),
        let place = units.firstIndex(where: { $0.0 == unit }), let part = sum(number, times: units[place].1, plus: 0),
        let sum = sum(seconds, times: 1, plus: part)
      else { return nil }
      seconds = sum
      units.removeFirst(place + 1)
    }
    return seconds
  }

  private static func sum(_ number: Int, times factor: Int, plus other: Int) -> Int? {
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    let (sum, isBeyond) = product.addingReportingOverflow(other)
    return isTooLarge || isBeyond ? nil : sum
  }

  /// A distance in metres: `25`, `25m`, `2.5km`.
  static func meters(_ word: String) -> Double? {
    if let kilometers = word.cut("km") { return decimal(kilometers).map { $0 * 1000 } }
    return decimal(word.cut("m") ?? word[...])
  }

  /// Latitude and longitude in degrees: `48.2082,16.3738`.
  static func place(_ word: String) -> Place? {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = decimal(parts[0]), let longitude = decimal(parts[1]) else { return nil }
    return Place(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  /// Revolutions a minute: `90rpm`, `85-95rpm`.
  static func cadence(_ word: String) -> ClosedRange<Int>? {
    guard let numbers = word.cut("rpm") else { return nil }
    let bounds = numbers.split(separator: "-", omittingEmptySubsequences: false).map(whole)
    guard (1...2).contains(bounds.count), let lower = bounds[0], let upper = bounds[bounds.count - 1], lower <= upper
    else { return nil }
    return lower...upper
  }

  /// One power: `150W`, `75%`.
  static func power(_ word: some StringProtocol) -> Power? {
    let word = String(word)
    if let percent = word.cut("%") { return decimal(percent).map { .thresholdPercent($0) } }
    return (word.cut("watts") ?? word.cut("w")).flatMap(whole).map { .watts($0) }
  }

  /// `100W-200W`; the first of `100-200W` counts as the second does.
  static func powers(_ word: String) -> (from: Power, to: Power)? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let to = power(parts[1]) else { return nil }
    if let from = power(parts[0]) { return (from, to) }
    let unit = if case .watts = to { "w" } else { "%" }
    return power(parts[0] + unit).map { ($0, to) }
  }

  /// Digits alone.
  static func whole(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  private static func decimal(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    guard let value = DecimalText.value(bytes.span), value.isFinite else { return nil }
    return value
  }
}

extension String {
  /// What stands before an ending; nil where it ends otherwise.
  fileprivate func cut(_ ending: String) -> Substring? {
    hasSuffix(ending) ? dropLast(ending.count) : nil
  }
}
