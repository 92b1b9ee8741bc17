internal import RideSession

/// The words of a line that are not understood yet.
struct PlanTextLine {
  var words: [PlanTextWord]
  /// The line's.
  let number: Int

  init(words: [PlanTextWord], number: Int) {
    self.words = words
    self.number = number
  }

  func refusal(_ code: WorkoutFileError.Code, _ detail: String) -> WorkoutFileError {
    WorkoutFileError(code, line: number, detail)
  }

  /// Says that there is nothing left.
  func finish() throws(WorkoutFileError) {
    switch words.first {
    case nil: return
    case .word(let word): throw refusal(.unknownWord, "`\(word.prefix(32))`")
    case .quoted(let text): throw refusal(.unknownWord, "`\"\(text.prefix(32))\"`")
    }
  }

  /// Takes the next word, which is not in quotes.
  mutating func takeWord() -> String? {
    guard case .word(let word)? = words.first else { return nil }
    words.removeFirst()
    return word
  }

  /// Takes the next word if it means something.
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

extension PlanTextLine {
  /// Takes an interval.
  mutating func interval() throws(WorkoutFileError) -> PlanInterval {
    var interval = PlanInterval(end: try end())
    interval.target = try target()
    interval.cadence = take(PlanTextNumbers.cadence)
    interval.label = takeText()
    return interval
  }

  /// Takes a cue, after its keyword.
  mutating func cue() throws(WorkoutFileError) -> PlanCue {
    let second = try value("a time", PlanTextNumbers.seconds)
    let isTimed = take { $0 == "for" ? true : nil } ?? false
    let seconds = isTimed ? try value("a time", PlanTextNumbers.seconds) : PlanCue.usualSeconds
    guard let text = takeText() else { throw refusal(.malformed, "a cue without its text in quotes") }
    return PlanCue(atSeconds: second, seconds: seconds, text: text)
  }

  private mutating func end() throws(WorkoutFileError) -> IntervalEnd {
    switch words.first {
    case .word("timer"):
      words.removeFirst()
      return .timer(seconds: try value("a time", PlanTextNumbers.seconds))
    case .word("distance"):
      words.removeFirst()
      return .distance(meters: try value("a distance", PlanTextNumbers.meters))
    case .word("location"):
      words.removeFirst()
      return .location(try place())
    case .word("activity"):
      words.removeFirst()
      return .activity
    case .word(let word): throw refusal(.unknownWord, "`\(word.prefix(32))`")
    default: throw refusal(.malformed, "a text where an interval was expected")
    }
  }

  /// Takes a place, between whose numbers a space may stand.
  private mutating func place() throws(WorkoutFileError) -> Place {
    if case .word(let first)? = words.first, first.hasSuffix(","), case .word(let second)? = words.dropFirst().first {
      words.replaceSubrange(0..<2, with: [.word(first + second)])
    }
    return try value("a place", PlanTextNumbers.place)
  }

  private mutating func target() throws(WorkoutFileError) -> IntervalTarget {
    switch words.first {
    case .word("free"):
      words.removeFirst()
      return .free
    case .word("ramp"):
      words.removeFirst()
      let (from, to) = try value("two powers", PlanTextNumbers.powers)
      return .ramp(from: from, to: to)
    default: break
    }
    if let power = take({ PlanTextNumbers.power($0) }) { return .steady(power) }
    if let (from, to) = take(PlanTextNumbers.powers) { return .ramp(from: from, to: to) }
    guard let zone = zone() else { return .free }
    return .zone(zone, start: take { PlanTextNumbers.power($0) })
  }

  /// Takes `zone2`, `z2` or `zone 2`.
  private mutating func zone() -> Int? {
    guard case .word(let word)? = words.first, word.hasPrefix("z") else { return nil }
    if word == "zone" || word == "z" {
      guard case .word(let next)? = words.dropFirst().first, let zone = PlanTextNumbers.whole(next) else { return nil }
      words.removeFirst(2)
      return zone
    }
    let digits = word.hasPrefix("zone") ? word.dropFirst(4) : word.dropFirst()
    return take { _ in PlanTextNumbers.whole(digits) }
  }

  /// Takes what must come next.
  private mutating func value<Value>(
    _ what: String, _ meaning: (String) -> Value?
  ) throws(WorkoutFileError) -> Value {
    if let value = take(meaning) { return value }
    switch words.first {
    case .word(let word): throw refusal(.unknownWord, "`\(word.prefix(32))` is not \(what)")
    default: throw refusal(.malformed, "\(what) is missing")
    }
  }
}
