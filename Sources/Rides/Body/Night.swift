/// The origin of a night: entered by the rider, or imported from another program.
package enum NightSource: String, Codable, Hashable, Sendable, CaseIterable {
  case entered, apple, intervals
}

extension NightSource: OpenEnum {
  /// The rider's own entry.
  package static var unrecognized: Self { .entered }
}

/// A night's sleep.
///
/// A night has the times in bed, or only the time asleep if a program knows no more.
package struct Night: Codable, Hashable, Sendable {
  /// The local day of waking.
  package var date: CalendarDay
  @OpenValue package var source: NightSource
  /// When the rider went to bed; absent if only the time asleep is known.
  package var from: LocalMoment?
  /// When the rider got up.
  package var to: LocalMoment?
  /// The time asleep, in minutes, as reported by another program; absent if there are only times in bed without the
  /// time awake.
  package var asleepMinutes: Double?
  /// The time awake in bed, in minutes; absent if it is unknown.
  package var awakeMinutes: Double?
  /// Deep sleep, in minutes; absent if it is unknown, as in the next two.
  package var deepMinutes: Double?
  package var remMinutes: Double?
  /// Light sleep, which Apple calls core.
  package var lightMinutes: Double?

  package init(
    date: CalendarDay, source: NightSource, from: LocalMoment? = nil, to: LocalMoment? = nil,
    asleepMinutes: Double? = nil, awakeMinutes: Double? = nil, deepMinutes: Double? = nil, remMinutes: Double? = nil,
    lightMinutes: Double? = nil
  ) {
    self.date = date
    self.from = from
    self.to = to
    self.asleepMinutes = asleepMinutes
    self.awakeMinutes = awakeMinutes
    self.deepMinutes = deepMinutes
    self.remMinutes = remMinutes
    self.lightMinutes = lightMinutes
    self.source = source
  }

  /// The keys of a night in messages and files.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case date, source, from, to, asleepMinutes, awakeMinutes, deepMinutes, remMinutes, lightMinutes
  }

  /// The time in bed, in minutes; nil if the times are unknown.
  package var inBedMinutes: Double? {
    guard let from, let to else { return nil }
    return from.seconds(to: to) / 60
  }

  /// The time asleep, in minutes: as reported by another program, otherwise the time in bed minus the time awake; nil
  /// if it is unknown.
  package var knownAsleepMinutes: Double? {
    asleepMinutes ?? inBedMinutes.flatMap { inBed in awakeMinutes.map { inBed - $0 } }
  }
}

/// Why a night is rejected.
package enum NightFault: String, Error, Codable, Hashable, Sendable, CaseIterable {
  /// The night ends before it begins, or is longer than a day.
  case badTimes
  /// Only one of its two times is given.
  case oneTime
  /// The night does not end on its day.
  case otherDay
  /// The parts are longer than the whole, or negative.
  case badParts
  /// The night overlaps with another one, or the day already has a night.
  case overlapping
  /// The night has neither times nor a time asleep.
  case noDuration
  /// The night ends in the future.
  case notOver
}

extension NightFault: OpenEnum {
  /// An inconsistency within the night.
  package static var unrecognized: Self { .badParts }
}
