internal import Rides

/// The stage in a record of sleep.
///
/// Where records of one source overlap, the greater raw value takes precedence; a finer stage has a greater value.
enum SleepStage: UInt8, CaseIterable {
  case inBed
  /// Asleep, without a stage.
  case asleep
  case awake
  case core
  case deep
  case rem

  /// Parses a value of `HKCategoryValueSleepAnalysis`, as a name or a number; nil for any other text.
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

/// A record of sleep in a packed form: ten years of records are kept until the last one is read.
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

/// Computes nights from records of sleep.
///
/// Several programs and devices write the same night, so a night is taken from one source only:
///
/// 1. The records of a source form one session as long as no gap between them is longer than three hours. A
///    rider lying awake, or up with a child, is back sooner; the gaps before and after an afternoon nap are longer.
/// 2. Of sessions that overlap, the one with the longest time asleep is kept; sleep with stages counts twice. If these
///    are equal, the one with the longest time in bed is kept. So a watch wins over a phone that only recorded time in
///    bed, unless it was worn for less than half of the night.
/// 3. Of the sessions that end on one local day, the longest is the night. The others are left out as naps, and so is
///    any session shorter than an hour.
///
/// Within a session each second counts once. Where records overlap, a stage takes precedence over awake, awake over
/// sleep without a stage, and all of them over time in bed. Time in bed is from the first to the last moment of the
/// session.
struct SleepNights {
  private(set) var nights: [Night] = []
  /// Number of records with the same data as an earlier one.
  private(set) var repeated = 0
  /// Number of sessions left out because another source covers their time.
  private(set) var overlapping = 0
  private(set) var naps = 0
  /// Number of sessions with neither sleep nor time in bed, or longer than a day.
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

  /// Returns the sessions that are nights; `sessions` is sorted by rank.
  private mutating func chosen(from sessions: [Session]) -> [Session] {
    // The sessions that are kept, by the UTC days that they touch.
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

/// A session: records of one source without a long gap, in a packed form.
private struct Session {
  /// In seconds since 1970.
  let from: UInt32
  /// In seconds, from the first to the last moment.
  let length: UInt32
  /// The rank among sessions of all sources: the seconds asleep, twice if there are stages.
  let weight: UInt32
  /// The index of its first record.
  private let first: UInt32
  private let count: UInt32
  /// Local time minus UTC at its end, in minutes.
  private let endOffset: Int16
  let source: UInt8

  /// Nil with neither sleep nor time in bed, and for more than a day.
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

  /// Returns the night of the session; `all` has all records in sorted order.
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

/// Time in each stage, in seconds; each second counts for the finest stage that a record has for it.
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
