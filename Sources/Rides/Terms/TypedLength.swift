/// Times as people type them, with a single parser for all forms.
///
/// Colons separate hours, minutes and seconds; or each has a unit, from the largest to the smallest, at most once. A
/// number without a unit after hours is minutes. `m` is metres and never minutes.
package enum TypedTime {
  /// The unit of a number without a unit.
  package enum Bare: Hashable, Sendable {
    case nothing
    case seconds
    case minutes
  }

  /// A time in each form.
  package static let examples = ["5:00", "1:30:00", "90s", "25min", "1h", "1h30"]
  /// The forms, for help.
  package static let forms = TypedForms.english(examples)

  /// Parses a time.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - bare: The unit of a number without a unit; such a number may have decimals.
  /// - Returns: Seconds, 0 or more.
  /// - Throws: The reason why it is not a time.
  package static func seconds(_ text: String, bare: Bare = .nothing) throws(TypedLengthFault) -> Double {
    let text = text.lowercased()
    if text.contains(":") { return Double(try clock(text)) }
    if let number = TypedNumber.decimal(text) {
      switch bare {
      case .nothing: throw TypedLengthFault.unitMissing
      case .seconds: return number
      case .minutes: return number * 60
      }
    }
    return Double(try units(text))
  }

  /// Parses a time of whole seconds, like `seconds`.
  package static func wholeSeconds(_ text: String, bare: Bare = .nothing) throws(TypedLengthFault) -> Int {
    let seconds = try seconds(text, bare: bare)
    guard let whole = Int(exactly: seconds) else { throw TypedLengthFault.noTime }
    return whole
  }

  private static func clock(_ text: String) throws(TypedLengthFault) -> Int {
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    let parts = words.compactMap(TypedNumber.whole)
    guard (2...3).contains(parts.count), parts.count == words.count,
      zip(words, parts).dropFirst().allSatisfy({ $0.utf8.count == 2 && $1 < 60 })
    else { throw TypedLengthFault.noTime }
    return parts.reduce(0) { $0 * 60 + $1 }
  }

  /// Parses `1h30min`, `25 min`, `90s`, `1h30`.
  private static func units(_ text: String) throws(TypedLengthFault) -> Int {
    var rest = text.utf8.filter { $0 != UInt8(ascii: " ") }[...]
    var (total, largest) = (0, Int.max)
    while !rest.isEmpty {
      let digits = rest.prefix { TypedNumber.digits.contains($0) }
      let unit = rest.dropFirst(digits.count).prefix { !TypedNumber.digits.contains($0) }
      guard let count = TypedNumber.whole(String(decoding: digits, as: UTF8.self)) else { throw .noTime }
      let size: Int
      switch String(decoding: unit, as: UTF8.self) {
      case "h": size = 3600
      case "min": size = 60
      case "m": throw .meters(asMinutes: text.replacingLetters("m", with: "min"))
      case "km": throw .distance
      case "" where largest == 3600 && count < 60: size = 60
      case "s": size = 1
      default: throw .noTime
      }
      guard size < largest else { throw .noTime }
      (total, largest) = (total + count * size, size)
      rest = rest.dropFirst(digits.count + unit.count)
    }
    guard largest < Int.max else { throw .noTime }
    return total
  }
}

/// Distances as people type them, with a single parser for all forms.
package enum TypedDistance {
  /// A distance in each form.
  package static let examples = ["500m", "1.5km"]
  /// The forms, for help.
  package static let forms = TypedForms.english(examples)

  /// Parses a distance with its unit.
  ///
  /// - Parameter text: The typed text.
  /// - Returns: Metres, 0 or more.
  /// - Throws: The reason why it is not a distance.
  package static func meters(_ text: String) throws(TypedLengthFault) -> Double {
    let text = text.lowercased().filter { $0 != " " }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let scale: Double
    switch text.dropFirst(digits.count) {
    case "km": scale = 1000
    case "m": scale = 1
    case "": throw digits.isEmpty ? .noDistance : .distanceUnitMissing(digits: String(digits))
    default: throw .noDistance
    }
    guard let value = TypedNumber.decimal(digits) else { throw .noDistance }
    return value * scale
  }
}

extension IntervalExtension {
  /// The forms, for help and refusals.
  package static let forms = "\(TypedTime.forms); or \(TypedDistance.forms); with - before it to shorten"

  /// Parses a time or a distance with its unit: `2:00`, `500m`; a minus sign before it shortens the interval.
  package init(typed text: String) throws(TypedLengthFault) {
    let isShorter = text.hasPrefix("-")
    let length = isShorter || text.hasPrefix("+") ? String(text.dropFirst()) : text
    if let meters = try? TypedDistance.meters(length), meters > 0 {
      self = .meters(isShorter ? -meters : meters)
    } else {
      let seconds = try TypedTime.wholeSeconds(length)
      guard seconds > 0 else { throw .noTime }
      self = .seconds(isShorter ? -seconds : seconds)
    }
  }
}

/// The reason why a typed text is not a time or a distance.
package enum TypedLengthFault: Error, Hashable, Sendable {
  case noTime
  case noDistance
  /// A distance instead of a time.
  case distance
  /// `m` instead of minutes; with the text in which `min` replaces it.
  case meters(asMinutes: String)
  /// A number without a unit, which would be ambiguous.
  case unitMissing
  /// A distance without a unit, in digits.
  case distanceUnitMissing(digits: String)
}

/// The forms of times and distances in a sentence.
package enum TypedForms {
  static func english(_ examples: [String]) -> String {
    examples.dropLast().joined(separator: ", ") + " or " + (examples.last ?? "")
  }
}

private enum TypedNumber {
  static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// One to seven digits.
  static func whole(_ text: some StringProtocol) -> Int? {
    (1...7).contains(text.utf8.count) && text.utf8.allSatisfy(digits.contains) ? Int(text) : nil
  }

  /// Digits, with optional decimals after a point.
  static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.utf8.count <= 24, text.utf8.contains(where: digits.contains),
      text.utf8.allSatisfy({ digits.contains($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }
}

extension String {
  /// Returns the text with each sequence of letters that equals `word` replaced.
  fileprivate func replacingLetters(_ word: String, with other: String) -> String {
    var (result, letters) = ("", "")
    for character in self + " " {
      if character.isLetter {
        letters.append(character)
      } else {
        result += (letters == word ? other : letters) + String(character)
        letters = ""
      }
    }
    return String(result.dropLast())
  }
}
