internal import Rides

/// What a record of sleep says of the rider.
///
/// The raw values are in the order that counts where records of one source overlap: the finer one is greater.
enum SleepStage: UInt8, CaseIterable {
  case inBed
  /// Asleep, without a stage.
  case asleep
  case awake
  case core
  case deep
  case rem

  /// Reads a value of `HKCategoryValueSleepAnalysis`, as a word or as the number behind it; nil for another.
  init?(_ text: ArraySlice<UInt8>) {
    let prefix = Array("HKCategoryValueSleepAnalysis".utf8)
    let word = text.starts(with: prefix) ? text.dropFirst(prefix.count) : text
    switch String(decoding: word, as: UTF8.self) {
    case "InBed", "0": self = .inBed
    // `Asleep` until iOS 15.
    case "Asleep", "AsleepUnspecified", "1": self = .asleep
    case "Awake", "2": self = .awake
    case "AsleepCore", "3": self = .core
    case "AsleepDeep", "4": self = .deep
    case "AsleepREM", "5": self = .rem
    default: return nil
    }
  }
}

/// A record of sleep, packed: ten years of them are kept until the last one is known.
struct SleepRecord: Hashable {
  /// In seconds since 1970.
  let start: UInt32
  let seconds: UInt32
  /// Local time minus UTC, in minutes.
  let startOffset: Int16
  let endOffset: Int16
  let source: UInt8
  let stage: SleepStage

  /// Nil for times outside 1970…2106, for an end before the start, and for more than a day.
  init?(_ stage: SleepStage, from start: LocalMoment, to end: LocalMoment, source: UInt8) {
    let seconds = (end.milliseconds - start.milliseconds) / 1000
    guard let begin = UInt32(exactly: start.milliseconds / 1000), 0...Int64(Self.longest) ~= seconds,
      UInt32(exactly: end.milliseconds / 1000) != nil
    else { return nil }
    (self.start, self.seconds, self.source, self.stage) = (begin, UInt32(seconds), source, stage)
    startOffset = Int16(start.utcOffsetSeconds / 60)
    endOffset = Int16(end.utcOffsetSeconds / 60)
  }

  /// One day.
  static let longest = 86_400

  var end: Int { Int(start) + Int(seconds) }
}

/// Makes nights from records of sleep.
///
/// Several programs and devices write the same night, so a night is taken from one source, never mixed:
///
/// 1. The records of a source are one session as long as no gap between them is longer than three hours. Somebody who lies
///    awake, or gets up with a child, is back sooner; from a night to a nap after lunch, or from one in the afternoon to the
///    night, it is longer.
/// 2. Of sessions that overlap, one stands: the one with the longest time asleep, where sleep with stages counts twice; then
///    the one with the longest time in bed. So a watch wins over a phone that only saw the bed, unless it was worn for less
///    than half of the night.
/// 3. Of the sessions that end on one local day, the longest is the night; the others are naps and are left out, like
///    any shorter than an hour.
///
/// Within a session each second counts once. Where records overlap, a stage counts before awake, awake before sleep without a
/// stage, and all of them before the time in bed. In bed is from the first to the last moment of the session.
struct SleepNights {
  private(set) var nights: [Night] = []
  /// How many records were there before.
  private(set) var repeated = 0
  /// How many sessions were left out because another source has that time.
  private(set) var overlapping = 0
  private(set) var naps = 0
  /// How many sessions have no sleep and no time in bed, or are longer than a day.
  private(set) var unusable = 0

  /// The longest gap within a session, in seconds.
  static let longestGap = 3 * 3600
  /// The shortest night, in seconds from the first to the last moment.
  static let shortestNight = 3600

  init(of records: consuming [SleepRecord]) {
    var records = records
    records.sort {
      ($0.source, $0.start, $0.stage.rawValue, $0.seconds) < ($1.source, $1.start, $1.stage.rawValue, $1.seconds)
    }
    var sessions = sessions(of: records)
    sessions.sort { ($0.weight, $0.length, $1.from, $1.source) > ($1.weight, $1.length, $0.from, $0.source) }
    nights = chosen(from: sessions).map { $0.night(of: records) }.sorted { $0.date < $1.date }
  }

  private mutating func sessions(of records: [SleepRecord]) -> [Session] {
    var sessions: [Session] = []
    var open: Range<Int> = 0..<0
    var end = 0
    for (index, record) in records.enumerated() {
      if index > 0, record == records[index - 1] { repeated += 1 }
      if let first = records[open].first, first.source == record.source, Int(record.start) - end <= Self.longestGap {
        (open, end) = (open.lowerBound..<index + 1, max(end, record.end))
      } else {
        close(records[open], into: &sessions)
        (open, end) = (index..<index + 1, record.end)
      }
    }
    close(records[open], into: &sessions)
    return sessions
  }

  private mutating func close(_ records: ArraySlice<SleepRecord>, into sessions: inout [Session]) {
    guard !records.isEmpty else { return }
    if let session = Session(records) { sessions.append(session) } else { unusable += 1 }
  }

  /// The sessions that are nights, of all in the order of their rank.
  private mutating func chosen(from sessions: [Session]) -> [Session] {
    // Those that stand, by the days of UTC that they touch.
    var standing: [Int: [Session]] = [:]
    var longest: [CalendarDay: Session] = [:]
    for session in sessions {
      let days = Int(session.from) / 86_400...session.to / 86_400
      if days.contains(where: { standing[$0]?.contains { $0.overlaps(session) } ?? false }) {
        overlapping += 1
        continue
      }
      for day in days { standing[day, default: []].append(session) }
      guard session.length >= Self.shortestNight else {
        naps += 1
        continue
      }
      if let other = longest[session.day] {
        naps += 1
        if other.length >= session.length { continue }
      }
      longest[session.day] = session
    }
    return Array(longest.values)
  }
}

/// Records of one source without a long gap, packed like them.
private struct Session {
  /// In seconds since 1970.
  let from: UInt32
  /// In seconds, from the first to the last moment.
  let length: UInt32
  /// What it counts against a session of another source.
  let weight: UInt32
  /// Where its records are.
  private let first: UInt32
  private let count: UInt32
  /// Local time minus UTC at its end, in minutes.
  private let endOffset: Int16
  let source: UInt8

  /// Nil for no sleep and no time in bed, and for more than a day.
  init?(_ records: ArraySlice<SleepRecord>) {
    guard let first = records.first, let last = records.max(by: { ($0.end, $0.start) < ($1.end, $1.start) }),
      case let length = last.end - Int(first.start), 1...SleepRecord.longest ~= length
    else { return nil }
    let times = StageTimes(records)
    guard times.asleep + times[.inBed] > 0 else { return nil }
    (self.from, self.length, source, endOffset) = (first.start, UInt32(length), first.source, last.endOffset)
    weight = UInt32(times.hasStages ? 2 * times.asleep : times.asleep)
    (self.first, count) = (UInt32(records.startIndex), UInt32(records.count))
  }

  var to: Int { Int(from) + Int(length) }

  /// The local day of waking.
  var day: CalendarDay { end.day }

  private var end: LocalMoment { Self.moment(to, endOffset) }

  func overlaps(_ other: Self) -> Bool { from < other.to && other.from < to }

  /// The night that it is, from all records in their order.
  func night(of all: [SleepRecord]) -> Night {
    let records = all.dropFirst(Int(first)).prefix(Int(count))
    let times = StageTimes(records)
    func minutes(_ seconds: Int) -> Double { Double(seconds) / 60 }
    return Night(
      date: day, source: .apple, from: Self.moment(Int(from), records.first?.startOffset ?? endOffset), to: end,
      asleepMinutes: times.asleep > 0 ? minutes(times.asleep) : nil,
      awakeMinutes: records.contains { $0.stage >= .awake } ? minutes(times[.awake]) : nil,
      deepMinutes: times.hasStages ? minutes(times[.deep]) : nil,
      remMinutes: times.hasStages ? minutes(times[.rem]) : nil,
      lightMinutes: times.hasStages ? minutes(times[.core]) : nil)
  }

  private static func moment(_ second: Int, _ offset: Int16) -> LocalMoment {
    LocalMoment(milliseconds: Int64(second) * 1000, utcOffsetSeconds: Int(offset) * 60)
  }
}

/// How long each stage was, in seconds; each second counts for the finest stage that a record has for it.
private struct StageTimes {
  private var seconds = [Int](repeating: 0, count: SleepStage.allCases.count)

  init(_ records: ArraySlice<SleepRecord>) {
    var changes: [(second: Int, stage: SleepStage, isStart: Bool)] = []
    for record in records where record.seconds > 0 {
      changes.append((Int(record.start), record.stage, true))
      changes.append((record.end, record.stage, false))
    }
    changes.sort { $0.second < $1.second }
    var open = seconds
    var second = 0
    for change in changes {
      if let stage = open.lastIndex(where: { $0 > 0 }) { seconds[stage] += change.second - second }
      second = change.second
      open[Int(change.stage.rawValue)] += change.isStart ? 1 : -1
    }
  }

  subscript(stage: SleepStage) -> Int { seconds[Int(stage.rawValue)] }

  var hasStages: Bool { self[.core] + self[.deep] + self[.rem] > 0 }

  var asleep: Int { self[.asleep] + self[.core] + self[.deep] + self[.rem] }
}

extension SleepStage: Comparable {
  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
