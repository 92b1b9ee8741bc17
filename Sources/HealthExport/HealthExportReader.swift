package import Rides

/// A measurement by Apple, and the intervals between its beats.
package struct HealthMeasurement: Hashable, Sendable {
  /// Its `sdnn` is Apple's own, and is not computed from the intervals.
  package let measurement: HRVMeasurement
  /// Empty if the export has no usable beats.
  ///
  /// Apple's rates are whole numbers, so at 76 beats a minute an interval is off by 4 ms.
  package let intervals: BeatIntervals
}

/// The results from a part of an export.
package struct HealthBatch: Hashable, Sendable {
  package internal(set) var nights: [Night] = []
  package internal(set) var measurements: [HealthMeasurement] = []
  package internal(set) var values: [WellnessValue] = []
}

/// Reads the `export.xml` of Apple Health in pieces of any size: nights, heart rate variability, resting heart rate and
/// weight.
///
/// Values are available as soon as they are complete. Nights are available only at the end, because records are sorted
/// by program and not by night. Only sleep is kept until then, so memory use does not grow with the size of the file.
package struct HealthExportReader: Sendable {
  package private(set) var report = HealthReport()
  private let firstDay: CalendarDay?
  private var scanner = TagScanner()
  private var batch = HealthBatch()
  private var hasRoot = false
  private var isWhole = false
  /// The measurement whose beats are being read.
  private var open: OpenMeasurement?
  private var sleep: [SleepRecord] = []
  private var sources: [[UInt8]: UInt8] = [:]
  private var watches = Watches()
  /// Resting heart rates of sources that have not been identified as watches yet.
  private var waiting: [(source: [UInt8], value: Double, start: LocalMoment, byte: Int)] = []
  /// The values so far, for each kind: the second of the start, and the bits of the value as a `Float`.
  private var seen: [RecordType: Set<UInt64>] = [:]

  /// - Parameter firstDay: The first local day to import; nil for all.
  package init(since firstDay: CalendarDay? = nil) {
    self.firstDay = firstDay
  }

  /// Reads the next bytes.
  ///
  /// - Throws: The reason why the export cannot be read; do not call it again after that.
  package mutating func feed(_ bytes: [UInt8]) throws(HealthFault) {
    guard !isWhole else { return }
    scanner.append(bytes)
    while !isWhole, let tag = try scanner.next() { try take(tag) }
  }

  /// Returns the values that were completed since the last call.
  package mutating func takeBatch() -> HealthBatch {
    defer { batch = HealthBatch() }
    return batch
  }

  /// Ends the export, and computes the nights; `takeBatch()` returns them.
  ///
  /// - Throws: `cut` if the last tag is missing, `notXML` if the export is empty.
  package mutating func finish() throws(HealthFault) {
    guard isWhole else { throw HealthFault(scanner.end == 0 ? .notXML : .cut, byte: scanner.end) }
    try endWaiting()
    let records = sleep
    sleep = []
    let found = SleepNights(of: records)
    report.leaveOut(.repeated, count: found.repeated)
    report.leaveOut(.overlappingSleep, count: found.overlapping)
    report.leaveOut(.nap, count: found.naps)
    report.leaveOut(.noSleep, count: found.unusable)
    report.leaveOut(.beforeFirstDay, count: found.nights.count { !isWanted($0.date) })
    for night in found.nights where isWanted(night.date) {
      batch.nights.append(night)
      report.nights.add(night.date)
    }
  }
}

extension HealthExportReader {
  private static let root = Array("HealthData".utf8)
  private static let record = Array("Record".utf8)
  private static let beat = Array("InstantaneousBeatsPerMinute".utf8)

  private mutating func take(_ tag: ScannedTag) throws(HealthFault) {
    if scanner.isNamed(Self.record, tag), hasRoot {
      if let measurement = open { complete(measurement) }
      if !tag.isEnd { try takeRecord(tag) }
    } else if open != nil, scanner.isNamed(Self.beat, tag) {
      if !tag.isEnd { takeBeat(tag) }
    } else if !hasRoot {
      guard !tag.isEnd, scanner.isNamed(Self.root, tag) else { throw HealthFault(.noHealthData, byte: tag.byte) }
      (hasRoot, isWhole) = (true, tag.isWhole)
    } else if tag.isEnd, scanner.isNamed(Self.root, tag) {
      if let measurement = open { complete(measurement) }
      isWhole = true
    }
  }

  private mutating func takeRecord(_ tag: ScannedTag) throws(HealthFault) {
    report.records += 1
    guard let range = scanner.value(of: Attribute.type, in: tag), let type = RecordType(range, in: scanner) else {
      return
    }
    switch type {
    case .sleep: try takeSleep(tag)
    case .heartRateVariability, .restingHeartRate, .weight: try takeValue(type, tag)
    }
  }

  private mutating func takeSleep(_ tag: ScannedTag) throws(HealthFault) {
    guard let start = moment(Attribute.start, of: tag), let end = moment(Attribute.end, of: tag) else { return }
    guard let stage = scanner.text(of: Attribute.value, in: tag).flatMap({ SleepStage($0[...]) }) else {
      return report.leaveOut(.unknownStage, at: tag.byte)
    }
    // A night that began the day before must be complete.
    if let firstDay, end.day < firstDay.advanced(by: -1) { return report.leaveOut(.beforeFirstDay, at: tag.byte) }
    guard let record = SleepRecord(stage, from: start, to: end, source: try source(of: tag)) else {
      return report.leaveOut(.badTime, at: tag.byte)
    }
    guard sleep.count < HealthLimits.sleepRecords else {
      throw HealthFault(.tooMany, byte: tag.byte, detail: "\(HealthLimits.sleepRecords) records of sleep")
    }
    sleep.append(record)
  }

  /// Returns the number of the source that wrote a record.
  private mutating func source(of tag: ScannedTag) throws(HealthFault) -> UInt8 {
    let name = sourceName(tag)
    if let number = sources[name] { return number }
    guard sources.count < HealthLimits.sleepSources else {
      throw HealthFault(.tooMany, byte: tag.byte, detail: "\(HealthLimits.sleepSources) sources of sleep")
    }
    let number = UInt8(sources.count)
    sources[name] = number
    return number
  }

  private func sourceName(_ tag: ScannedTag) -> [UInt8] {
    Array((scanner.text(of: Attribute.source, in: tag) ?? []).prefix(Self.longestSource))
  }

  /// How many bytes of a name distinguish a source.
  private static let longestSource = 256

  private mutating func takeValue(_ type: RecordType, _ tag: ScannedTag) throws(HealthFault) {
    guard let start = moment(Attribute.start, of: tag) else { return }
    guard let factor = scanner.text(of: Attribute.unit, in: tag).flatMap({ type.factor(of: $0) }) else {
      return report.leaveOut(.unknownUnit, at: tag.byte)
    }
    guard let text = scanner.text(of: Attribute.value, in: tag), let number = Self.number(text),
      case let value = number * factor, type.possible.contains(value)
    else { return report.leaveOut(.impossibleValue, at: tag.byte) }
    guard isWanted(start.day) else { return report.leaveOut(.beforeFirstDay, at: tag.byte) }
    let source = sourceName(tag)
    let isOfWatch = watches.take(source, device: scanner.text(of: Attribute.device, in: tag) ?? [])
    switch type {
    case .heartRateVariability where !isOfWatch: return report.leaveOut(.otherProgram, at: tag.byte)
    // Apple writes no device for it, and a watch can have any name.
    case .restingHeartRate where !isOfWatch: return try wait(source, value, at: start, tag)
    case .heartRateVariability, .restingHeartRate, .weight, .sleep: break
    }
    guard try isNew(type, value, at: start, byte: tag.byte) else { return report.leaveOut(.repeated, at: tag.byte) }
    switch type {
    case .heartRateVariability:
      let end = scanner.text(of: Attribute.end, in: tag).flatMap { DateTimeText($0) }
      var seconds: Double?
      if let end, end.hasOffset, end.moment >= start { seconds = start.seconds(to: end.moment) }
      let measurement = OpenMeasurement(start: start, seconds: seconds, sdnn: value, byte: tag.byte)
      if tag.isWhole { complete(measurement) } else { open = measurement }
    case .restingHeartRate:
      takeRestingHeartRate(value, at: start)
    case .weight:
      batch.values.append(WellnessValue(.weight, value, on: start.day, at: start, source: .apple))
      report.weights.add(start.day)
    case .sleep: break
    }
  }

  private mutating func takeRestingHeartRate(_ value: Double, at start: LocalMoment) {
    batch.values.append(WellnessValue(.restingHeartRate, value, on: start.day, at: start, source: .apple))
    report.restingHeartRates.add(start.day)
  }

  private mutating func wait(
    _ source: [UInt8], _ value: Double, at start: LocalMoment, _ tag: ScannedTag
  ) throws(HealthFault) {
    guard waiting.count < HealthLimits.values else { throw HealthFault(tooManyValuesAt: tag.byte) }
    waiting.append((source, value, start, tag.byte))
  }

  /// Adds the resting heart rates of sources that later records identified as watches.
  private mutating func endWaiting() throws(HealthFault) {
    for (source, value, start, byte) in waiting {
      if !watches.contain(source) {
        report.leaveOut(.otherProgram, at: byte)
      } else if try isNew(.restingHeartRate, value, at: start, byte: byte) {
        takeRestingHeartRate(value, at: start)
      } else {
        report.leaveOut(.repeated, at: byte)
      }
    }
    waiting = []
  }

  private mutating func takeBeat(_ tag: ScannedTag) {
    guard open?.beats.count ?? 0 < HealthLimits.beats, let time = scanner.text(of: Attribute.time, in: tag),
      let rate = scanner.text(of: Attribute.rate, in: tag),
      let beatTime = BeatTime(String(decoding: time, as: UTF8.self)), let beatsPerMinute = Self.number(rate),
      1...1000 ~= beatsPerMinute
    else {
      open?.hasBadBeats = true
      return
    }
    open?.add(beatTime, beatsPerMinute)
  }

  private mutating func complete(_ measurement: OpenMeasurement) {
    open = nil
    if measurement.hasBadBeats { report.leaveOut(.beats, at: measurement.byte) }
    batch.measurements.append(measurement.value)
    report.measurements.add(measurement.start.day)
  }
}

extension HealthExportReader {
  private func isWanted(_ day: CalendarDay) -> Bool { firstDay.map { day >= $0 } ?? true }

  /// Returns the moment in an attribute; nil if it cannot be read, which the report counts.
  private mutating func moment(_ name: [UInt8], of tag: ScannedTag) -> LocalMoment? {
    let time = scanner.text(of: name, in: tag).flatMap { DateTimeText($0) }
    if let time, time.hasOffset { return time.moment }
    report.leaveOut(time == nil ? .badTime : .timeWithoutOffset, at: tag.byte)
    return nil
  }

  private mutating func isNew(
    _ type: RecordType, _ value: Double, at start: LocalMoment, byte: Int
  ) throws(HealthFault) -> Bool {
    guard seen[type]?.count ?? 0 < HealthLimits.values else { throw HealthFault(tooManyValuesAt: byte) }
    let second = UInt32(truncatingIfNeeded: start.milliseconds / 1000)
    return seen[type, default: []].insert(UInt64(second) << 32 | UInt64(Float(value).bitPattern)).inserted
  }

  /// Parses a number; a comma is read as a decimal point.
  private static func number(_ text: [UInt8]) -> Double? {
    guard text.count <= longestNumber else { return nil }
    return Double(String(decoding: text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }, as: UTF8.self))
  }

  private static let longestNumber = 64

  private enum Attribute {
    static let type = Array("type".utf8)
    static let source = Array("sourceName".utf8)
    static let device = Array("device".utf8)
    static let unit = Array("unit".utf8)
    static let value = Array("value".utf8)
    static let start = Array("startDate".utf8)
    static let end = Array("endDate".utf8)
    static let rate = Array("bpm".utf8)
    static let time = Array("time".utf8)
  }
}

/// The types of records that are read.
private enum RecordType: CaseIterable {
  case sleep
  case heartRateVariability
  case restingHeartRate
  case weight

  /// Finds the type at a range of a scanner's buffer; nil for a type that is not read.
  init?(_ range: Range<Int>, in scanner: TagScanner) {
    guard let type = Self.identifiers.first(where: { scanner.isSame($0.bytes, range) })?.type else { return nil }
    self = type
  }

  private static let identifiers: [(type: Self, bytes: [UInt8])] = allCases.map { ($0, Array($0.identifier.utf8)) }

  private var identifier: String {
    switch self {
    case .sleep: "HKCategoryTypeIdentifierSleepAnalysis"
    case .heartRateVariability: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"
    case .restingHeartRate: "HKQuantityTypeIdentifierRestingHeartRate"
    case .weight: "HKQuantityTypeIdentifierBodyMass"
    }
  }

  /// The factor from a unit to milliseconds, beats a minute or kilograms; nil for an unknown unit.
  func factor(of unit: [UInt8]) -> Double? {
    switch (self, String(decoding: unit, as: UTF8.self)) {
    case (.heartRateVariability, "ms"): 1
    case (.heartRateVariability, "s"): 1000
    case (.restingHeartRate, "count/min"): 1
    case (.restingHeartRate, "count/s"): 60
    case (.weight, "kg"): 1
    case (.weight, "g"): 0.001
    // The international pound, and the stone of 14.
    case (.weight, "lb"): 0.453_592_37
    case (.weight, "st"): 6.350_293_18
    case (.weight, "oz"): 0.028_349_523_125
    default: nil
    }
  }

  /// The values that are possible for a person.
  var possible: ClosedRange<Double> {
    switch self {
    case .sleep: 0...0
    case .heartRateVariability: Limits.variabilityMilliseconds
    case .restingHeartRate: WellnessValue.Kind.restingHeartRate.limits
    case .weight: WellnessValue.Kind.weight.limits
    }
  }
}

extension HealthFault {
  fileprivate init(tooManyValuesAt byte: Int) {
    self.init(.tooMany, byte: byte, detail: "\(HealthLimits.values) values of one kind")
  }
}

/// The sources whose records an Apple Watch wrote.
private struct Watches {
  private var names: Set<[UInt8]> = []
  private static let word = Array("Watch".utf8)
  /// No real export has so many watches; the limit bounds the memory for a forged one.
  private static let most = 256

  /// Stores the name of a record's source if the source or the device is a watch.
  ///
  /// - Returns: Whether a watch wrote it: one of the names contains the word, an earlier record of the source had it,
  ///   or both names are empty.
  mutating func take(_ source: [UInt8], device: [UInt8]) -> Bool {
    let isWatch = device.contains(Self.word) || source.contains(Self.word) || source.isEmpty && device.isEmpty
    if isWatch, names.count < Self.most { names.insert(source) }
    return isWatch || names.contains(source)
  }

  func contain(_ source: [UInt8]) -> Bool { names.contains(source) }
}

/// A measurement whose record has not ended.
private struct OpenMeasurement {
  let start: LocalMoment
  /// Length of the measurement; nil if the record has no valid end.
  let seconds: Double?
  let sdnn: Double
  /// Position of the record.
  let byte: Int
  /// Each beat: its time since the record's start, and the rate that corresponds to the interval before it.
  private(set) var beats: [(seconds: Double, beatsPerMinute: Double)] = []
  /// Whether a beat cannot be read or lies outside the measurement; then all its beats are dropped.
  var hasBadBeats = false

  /// How far a beat may lie outside the record, in seconds.
  private static let slack = 60.0

  init(start: LocalMoment, seconds: Double?, sdnn: Double, byte: Int) {
    (self.start, self.seconds, self.sdnn, self.byte) = (start, seconds, sdnn, byte)
  }

  mutating func add(_ time: BeatTime, _ beatsPerMinute: Double) {
    let after = time.seconds(after: start)
    guard -Self.slack...(seconds ?? 0) + Self.slack ~= after else { return hasBadBeats = true }
    beats.append((after, beatsPerMinute))
  }

  var value: HealthMeasurement {
    let intervals = hasBadBeats ? BeatIntervals() : intervals
    let count = intervals.milliseconds.count
    return HealthMeasurement(
      measurement: HRVMeasurement(
        day: start.day, at: start, source: .apple,
        figures: HRVFigures(beats: count > 0 ? count : nil, seconds: seconds, sdnn: sdnn)),
      intervals: intervals)
  }

  /// The largest difference between the time between two beats and the interval computed from the rate, in
  /// milliseconds; a larger one means that beats are missing between them.
  private static let tolerance = 20.0

  private var intervals: BeatIntervals {
    let beats = beats.sorted { $0.seconds < $1.seconds }
    // Rounded to 0.1 µs, so that a line of text has at most ten digits.
    let intervals = beats.map { (600_000_000 / $0.beatsPerMinute).rounded() / 10_000 }
    let breaks = beats.indices.dropFirst().filter { index in
      let between = (beats[index].seconds - beats[index - 1].seconds) * 1000
      return !(abs(between - intervals[index]) <= Self.tolerance)
    }
    return BeatIntervals(intervals, breaks: breaks)
  }
}
