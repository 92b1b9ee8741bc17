package import Rides

/// The mornings in a CSV of daily values, as HRV4Training and Elite HRV export them.
///
/// Columns are recognised by their names, which GoldenCheetah also reads (`HrvMeasuresCsvImport.cpp`): HRV4Training has
/// `timestamp_measurement`, or `date` and `time` from Android, with `rMSSD`, `HR` and `SDNN`, each with `_lying` from
/// an orthostatic test; Elite HRV has `Datetime` with `Rmssd`, `HR` and `Sdnn`. All times are read as local; their
/// offsets are ignored.
package struct DailyMornings: Equatable, Sendable {
  /// In the order of the lines; the source of each is the strap.
  package private(set) var measurements: [HRVMeasurement] = []
  /// Number of lines without a day, or without a value that is possible for a heart.
  package private(set) var leftOut = 0

  private static let times = ["timestamp_measurement", "Datetime"]
  private static let rmssd = ["rMSSD", "rMSSD_lying", "Rmssd"]
  private static let sdnn = ["SDNN", "SDNN_lying", "Sdnn"]
  private static let heartRate = ["HR", "HR_lying"]

  /// Reads a whole file; nil if its first line does not name a time and an RMSSD.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - moment: Returns the moment of a local day and its second.
  package init?(csv text: String, moment: (CalendarDay, Int) -> LocalMoment) {
    let lines = text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline)
    guard let heading = lines.first else { return nil }
    let separator: Character = heading.contains(",") ? "," : ";"
    let names = Self.cells(heading, separator)
    let rows = lines.dropFirst().map { line in
      Dictionary(zip(names, Self.cells(line, separator)), uniquingKeysWith: { first, _ in first })
    }
    guard names.contains(where: Self.rmssd.contains), names.contains(where: (Self.times + ["date"]).contains) else {
      return nil
    }
    let isDayFirst = Self.isDayFirst(rows.compactMap { $0["date"] })
    for row in rows {
      guard let measurement = Self.measurement(row, isDayFirst: isDayFirst, moment) else {
        leftOut += 1
        continue
      }
      measurements.append(measurement)
    }
  }

  private static func measurement(
    _ row: [String: String], isDayFirst: Bool, _ moment: (CalendarDay, Int) -> LocalMoment
  ) -> HRVMeasurement? {
    guard let (day, second) = time(row, isDayFirst: isDayFirst) else { return nil }
    func value(_ names: [String], in limits: ClosedRange<Double>) -> Double? {
      names.lazy.compactMap { row[$0].flatMap { Double($0) } }.first.flatMap { limits.contains($0) ? $0 : nil }
    }
    let rmssd = value(Self.rmssd, in: Limits.variabilityMilliseconds)
    let heartRate = value(Self.heartRate, in: Limits.measuredHeartRate)
    guard rmssd != nil || heartRate != nil else { return nil }
    let isLying = row.keys.contains("rMSSD_lying")
    return HRVMeasurement(
      day: day, at: second.map { moment(day, $0) }, source: .strap, position: isLying ? .lying : nil,
      figures: HRVFigures(
        rmssd: rmssd, lnRmssd: rmssd?.naturalLogarithm, sdnn: value(Self.sdnn, in: Limits.variabilityMilliseconds),
        meanHeartRate: heartRate
      ).toFourDecimals)
  }
}

// MARK: - Times

extension DailyMornings {
  /// The local day and the second of that day; nil without a day.
  ///
  /// The second is nil without a time.
  private static func time(_ row: [String: String], isDayFirst: Bool) -> (CalendarDay, second: Int?)? {
    if let time = times.lazy.compactMap({ row[$0] }).first(where: { !$0.isEmpty }) {
      return CalendarDay(String(time.prefix(10))).map { ($0, clock(time.dropFirst(11))) }
    }
    guard let date = row["date"], let day = isDayFirst ? dayFirst(date) : CalendarDay(date) else { return nil }
    return (day, row["time"].flatMap { clock($0[...]) })
  }

  /// Parses `7:03`, `07:03:28` and `7:03:28 pm`; text after it, such as an offset, is ignored.
  private static func clock(_ text: Substring) -> Int? {
    let digits = text.prefix { $0 == ":" || ("0"..."9").contains($0) }
    let parts = digits.split(separator: ":").compactMap { Int($0) }
    guard (2...3).contains(parts.count), parts[0] < 24, parts.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let half = text.dropFirst(digits.count).first { $0.isLetter }?.lowercased()
    let hour = half == "p" && parts[0] < 12 ? parts[0] + 12 : half == "a" && parts[0] == 12 ? 0 : parts[0]
    return hour * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
  }

  /// Whether dates are `2017-25-11`, as HRV4Training writes them on Android: at least one is a date only in this order.
  private static func isDayFirst(_ dates: [String]) -> Bool {
    dates.contains { CalendarDay($0) == nil && dayFirst($0) != nil }
  }

  private static func dayFirst(_ date: String) -> CalendarDay? {
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 3 ? CalendarDay("\(parts[0])-\(parts[2])-\(parts[1])") : nil
  }

  /// The cells of a line, without quotes and outer spaces.
  private static func cells(_ line: Substring, _ separator: Character) -> [String] {
    var (cells, isQuoted) = ([""], false)
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == separator, !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
    }
    return cells.map { $0.split(separator: " ").joined(separator: " ") }
  }
}
