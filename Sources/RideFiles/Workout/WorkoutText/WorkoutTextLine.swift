internal import Rides

/// The remaining words of a line.
struct WorkoutTextLine {
  var words: [WorkoutTextToken]
  /// The line number.
  let number: Int

  init(words: [WorkoutTextToken], number: Int) {
    self.words = words
    self.number = number
  }

  func refusal(_ code: PlanFault.Code, _ detail: String) -> PlanFault {
    PlanFault(code, line: number, detail: detail)
  }

  /// Checks that no words are left.
  func finish() throws(PlanFault) {
    switch words.first {
    case nil: return
    case .word(let word): throw refusal(.unknownWord, "`\(word.prefix(32))`")
    case .quoted(let text): throw refusal(.unknownWord, "`\"\(text.prefix(32))\"`")
    }
  }

  /// Removes and returns the next word, unless it is quoted.
  mutating func takeWord() -> String? {
    guard case .word(let word)? = words.first else { return nil }
    words.removeFirst()
    return word
  }

  /// Removes the next word and returns its value, if `meaning` accepts it.
  private mutating func take<Value>(_ meaning: (String) -> Value?) -> Value? {
    guard case .word(let word)? = words.first, let value = meaning(word) else { return nil }
    words.removeFirst()
    return value
  }

  private mutating func takeText() -> String? {
    guard case .quoted(let text)? = words.first else { return nil }
    words.removeFirst()
    return text
  }
}

extension WorkoutTextLine {
  /// Reads an interval.
  mutating func interval() throws(PlanFault) -> PlanInterval {
    var interval = PlanInterval(end: try end())
    interval.target = try target()
    interval.cadence = take(WorkoutTextNumbers.cadence)
    interval.label = takeText()
    return interval
  }

  /// Reads a cue, after its keyword.
  mutating func cue() throws(PlanFault) -> PlanCue {
    let second = try length("a time: \(TypedTime.forms)", WorkoutTextNumbers.seconds)
    let isTimed = take { $0 == "for" ? true : nil } ?? false
    let seconds = isTimed ? try length("a time: \(TypedTime.forms)", WorkoutTextNumbers.seconds) : PlanCue.usualSeconds
    guard let text = takeText() else { throw refusal(.malformed, "a cue without a text in quotes") }
    return PlanCue(atSeconds: second, seconds: seconds, text: text)
  }

  private mutating func end() throws(PlanFault) -> IntervalEnd {
    switch words.first {
    case .word("timer"):
      words.removeFirst()
      return .timer(seconds: try length("a time: \(TypedTime.forms)", WorkoutTextNumbers.seconds))
    case .word("distance"):
      words.removeFirst()
      return .distance(meters: try length("a distance: \(TypedDistance.forms)", WorkoutTextNumbers.meters))
    case .word("location"):
      words.removeFirst()
      return .location(try place())
    case .word("activity"):
      words.removeFirst()
      return .activity
    case .word(let word): throw refusal(.unknownWord, "`\(word.prefix(32))`")
    default: throw refusal(.malformed, "a text instead of an interval")
    }
  }

  /// Reads a place; a space may follow the comma.
  private mutating func place() throws(PlanFault) -> Place {
    if case .word(let first)? = words.first, first.hasSuffix(","), case .word(let second)? = words.dropFirst().first {
      words.replaceSubrange(0..<2, with: [.word(first + second)])
    }
    return try value("a place", WorkoutTextNumbers.place)
  }

  private mutating func target() throws(PlanFault) -> IntervalTarget {
    switch words.first {
    case .word("free"):
      words.removeFirst()
      return .free
    case .word("ramp"):
      words.removeFirst()
      let (from, to) = try value("two powers", WorkoutTextNumbers.powers)
      return .ramp(from: from, to: to)
    default: break
    }
    if let power = take({ WorkoutTextNumbers.power($0) }) { return .steady(power) }
    if let (from, to) = take(WorkoutTextNumbers.powers) { return .ramp(from: from, to: to) }
    if let range = take(WorkoutTextNumbers.heartRates) {
      return .heartRate(range, start: take { WorkoutTextNumbers.power($0) })
    }
    guard let zone = zone() else { return .free }
    return .zone(zone, start: take { WorkoutTextNumbers.power($0) })
  }

  /// Reads `zone2`, `z2` or `zone 2`.
  private mutating func zone() -> Int? {
    guard case .word(let word)? = words.first, word.hasPrefix("z") else { return nil }
    if word == "zone" || word == "z" {
      guard case .word(let next)? = words.dropFirst().first, let zone = WorkoutTextNumbers.whole(next) else {
        return nil
      }
      words.removeFirst(2)
      return zone
    }
    let digits = word.hasPrefix("zone") ? word.dropFirst(4) : word.dropFirst()
    return take { _ in WorkoutTextNumbers.whole(digits) }
  }

  /// Reads a required time or distance; its unit is never guessed.
  private mutating func length<Value>(
    _ what: String, _ meaning: (String) throws(TypedLengthFault) -> Value
  ) throws(PlanFault) -> Value {
    guard case .word(let word)? = words.first else { throw refusal(.malformed, "\(what) is missing") }
    do throws(TypedLengthFault) {
      let value = try meaning(word)
      words.removeFirst()
      return value
    } catch {
      let reason =
        switch error {
        case .meters(let minutes): "is metres; minutes are `\(minutes)`"
        case .unitMissing: "has no unit: `\(word)min` or `\(word)s`"
        case .distanceUnitMissing(let digits): "has no unit: `\(digits)km` or `\(digits)m`"
        case .noTime, .noDistance, .distance: "is not \(what)"
        }
      throw refusal(.unknownWord, "`\(word.prefix(32))` \(reason)")
    }
  }

  /// Reads a required value; `what` names it in errors.
  private mutating func value<Value>(
    _ what: String, _ meaning: (String) -> Value?
  ) throws(PlanFault) -> Value {
    if let value = take(meaning) { return value }
    switch words.first {
    case .word(let word): throw refusal(.unknownWord, "`\(word.prefix(32))` is not \(what)")
    default: throw refusal(.malformed, "\(what) is missing")
    }
  }
}

/// A word of a line.
enum WorkoutTextToken: Hashable {
  case word(String)
  case quoted(String)
}

extension WorkoutTextToken {
  /// Splits a line into words and drops its comment.
  ///
  /// A number and its unit are one word, even with a space between them.
  ///
  /// - Throws: `malformed` for unclosed quotes, or an unknown `\` escape within them.
  static func all(in line: WorkoutLines.Line) throws(PlanFault) -> [Self] {
    var words: [Self] = []
    var rest = Substring(line.text).unicodeScalars
    while true {
      rest = rest.drop(while: isSpace)
      guard let first = rest.first, first != "#" else { return words }
      if first == "\"" {
        rest.removeFirst()
        words.append(.quoted(try quoted(&rest, line.number)))
      } else {
        let word = rest.prefix { !isSpace($0) && $0 != "\"" }
        rest = rest.dropFirst(word.count)
        append(String(word).lowercased(), to: &words)
      }
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

  private static func append(_ word: String, to words: inout [Self]) {
    if units.contains(word), case .word(let number)? = words.last, number.utf8.allSatisfy(isOfNumber) {
      words[words.count - 1] = .word(number + word)
    } else {
      words.append(.word(word))
    }
  }

  private static let units: Set<String> = ["w", "watts", "%", "rpm", "bpm", "m", "km", "s", "min", "h"]

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}

extension WorkoutTextToken {
  /// Reads up to and including the closing quote.
  static func quoted(_ rest: inout Substring.UnicodeScalarView, _ line: Int) throws(PlanFault) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(text)
      case "\\": text.append(try escaped(&rest, line))
      default: text.append(scalar)
      }
    }
    throw PlanFault(.malformed, line: line, detail: "quotes that are not closed")
  }

  private static func escaped(
    _ rest: inout Substring.UnicodeScalarView, _ line: Int
  ) throws(PlanFault) -> Unicode.Scalar {
    switch rest.popFirst() {
    case "\""?: return "\""
    case "\\"?: return "\\"
    case "n"?: return "\n"
    case "r"?: return "\r"
    case "t"?: return "\t"
    case "u"?:
      let digits = rest.dropFirst().prefix { $0.properties.isASCIIHexDigit }
      if rest.first == "{", rest.dropFirst(digits.count + 1).first == "}",
        let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
      {
        rest = rest.dropFirst(digits.count + 2)
        return scalar
      }
    default: break
    }
    throw PlanFault(.malformed, line: line, detail: "an unknown escape after `\\`")
  }
}

/// Reads numbers with units; nil for any other word.
enum WorkoutTextNumbers {
  /// Reads a time in seconds.
  static func seconds(_ word: String) throws(TypedLengthFault) -> Int { try TypedTime.wholeSeconds(word) }

  /// Reads a distance in metres: `25m`, `2.5km`.
  static func meters(_ word: String) throws(TypedLengthFault) -> Double { try TypedDistance.meters(word) }

  /// Reads latitude and longitude in degrees: `48.2082,16.3738`.
  static func place(_ word: String) -> Place? {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = decimal(parts[0]), let longitude = decimal(parts[1]) else { return nil }
    return Place(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  /// Reads revolutions per minute: `90rpm`, `85-95rpm`.
  static func cadence(_ word: String) -> ClosedRange<Int>? { word.cut("rpm").flatMap(range) }

  /// Reads beats per minute: `120-130bpm`, `125bpm`.
  static func heartRates(_ word: String) -> ClosedRange<Int>? { word.cut("bpm").flatMap(range) }

  private static func range(_ numbers: Substring) -> ClosedRange<Int>? {
    let bounds = numbers.split(separator: "-", omittingEmptySubsequences: false).map(whole)
    guard (1...2).contains(bounds.count), let lower = bounds[0], let upper = bounds[bounds.count - 1], lower <= upper
    else { return nil }
    return lower...upper
  }

  /// Reads one power: `150W`, `75%`.
  static func power(_ word: some StringProtocol) -> Power? {
    let word = String(word)
    if let percent = word.cut("%") { return decimal(percent).map { .thresholdPercent($0) } }
    return (word.cut("watts") ?? word.cut("w")).flatMap(whole).map { .watts($0) }
  }

  /// Reads two powers: `100W-200W`; in `100-200W` the unit applies to both.
  static func powers(_ word: String) -> (from: Power, to: Power)? {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let to = power(parts[1]) else { return nil }
    if let from = power(parts[0]) { return (from, to) }
    let unit = if case .watts = to { "w" } else { "%" }
    return power(parts[0] + unit).map { ($0, to) }
  }

  /// Reads a whole number of digits only.
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
  /// Returns the part before an ending; nil if the text ends differently.
  fileprivate func cut(_ ending: String) -> Substring? {
    hasSuffix(ending) ? dropLast(ending.count) : nil
  }
}
