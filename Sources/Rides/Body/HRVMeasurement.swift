/// The origin of heart rate variability and of the resting heart rate.
///
/// Sources measure differently, so none is ever mixed with another in one baseline.
package enum BodySource: String, Codable, Hashable, Sendable, CaseIterable {
  /// The strap in the morning, through jz2 or another program, or figures that the rider entered: RMSSD.
  case strap
  /// Apple Health: SDNN of about a minute, several times a day.
  case apple
  /// The wellness of intervals.icu, whatever fills it: RMSSD.
  case intervals
}

extension BodySource: WireWord {
  /// The rider's own.
  package static var unknownWord: Self { .strap }
}

/// The rider's position during a measurement; heart rate variability of one position says nothing about another.
package enum MeasurementPosition: String, Codable, Hashable, Sendable, CaseIterable {
  case lying, sitting, standing
}

extension MeasurementPosition: WireWord {
  /// The most usual one.
  package static var unknownWord: Self { .lying }
}

/// The reason why a measurement does not show a heart at rest, and so counts for no morning.
package enum Unrest: String, Codable, Hashable, Sendable, CaseIterable {
  /// It began during a ride, or less than `ScoreModel.unrestMinutes` after one.
  case afterRide
  /// Its mean heart rate is at least `ScoreModel.unrestBeats` above the usual one.
  case fastHeart
}

extension Unrest: WireWord {
  package static var unknownWord: Self { .fastHeart }
}

/// What a measurement does.
package enum MeasuringPhase: String, Codable, Hashable, Sendable, CaseIterable {
  /// The strap is looked for.
  case connecting
  /// Beats arrive, and do not count yet.
  case settling
  case measuring
  /// The strap is gone, and waited for.
  case interrupted
  case done
}

extension MeasuringPhase: WireWord {
  /// It goes on.
  package static var unknownWord: Self { .measuring }
}

/// How far a measurement may be trusted, by the share of its artefacts.
package enum MeasurementQuality: String, Codable, Hashable, Sendable, CaseIterable {
  /// At most `ScoreModel.goodArtefactPercent`.
  case good
  /// More, and at most `ScoreModel.mostArtefactPercent`.
  case usable
  /// Nothing is known of the beats: the figures were entered, or another program took them.
  case unknown
}

extension MeasurementQuality: WireWord {
  /// Claims least.
  package static var unknownWord: Self { .unknown }
}

/// Heart rate variability in figures; one that the beats do not give is absent.
package struct HRVFigures: Codable, Hashable, Sendable {
  /// How many beat-to-beat intervals there were.
  package var beats: Int?
  /// How many of them are artefacts.
  package var artefacts: Int?
  /// The time that the beats took, in seconds.
  package var seconds: Double?
  /// Root mean square of successive differences, in milliseconds; absent for fewer than two adjacent accepted intervals.
  package var rmssd: Double?
  /// Its natural logarithm; absent for an RMSSD of 0.
  package var lnRmssd: Double?
  /// Standard deviation with n − 1, in milliseconds; of a strap from `ScoreModel.sdnnSeconds` on.
  package var sdnn: Double?
  /// How many of the `pairs` differ by more than 50 ms.
  package var nn50: Int?
  /// How many pairs of adjacent accepted intervals there are.
  package var pairs: Int?
  /// 60,000 divided by the mean interval, in beats a minute.
  package var meanHeartRate: Double?

  package init(
    beats: Int? = nil, artefacts: Int? = nil, seconds: Double? = nil, rmssd: Double? = nil, lnRmssd: Double? = nil,
    sdnn: Double? = nil, nn50: Int? = nil, pairs: Int? = nil, meanHeartRate: Double? = nil
  ) {
    self.beats = beats
    self.artefacts = artefacts
    self.seconds = seconds
    self.rmssd = rmssd
    self.lnRmssd = lnRmssd
    self.sdnn = sdnn
    self.nn50 = nn50
    self.pairs = pairs
    self.meanHeartRate = meanHeartRate
  }

  /// The figures with four decimals.
  package var toFourDecimals: Self {
    Self(
      beats: beats, artefacts: artefacts, seconds: seconds?.toFourDecimals, rmssd: rmssd?.toFourDecimals,
      lnRmssd: lnRmssd?.toFourDecimals, sdnn: sdnn?.toFourDecimals, nn50: nn50, pairs: pairs,
      meanHeartRate: meanHeartRate?.toFourDecimals)
  }

  /// The share of artefacts among the beats, 0…100; nil if they are not known, and without beats.
  package var artefactPercent: Double? {
    beats.flatMap { beats in artefacts.flatMap { Self.artefactPercent($0, of: beats) } }
  }

  /// The share of artefacts, 0…100; nil without beats.
  package static func artefactPercent(_ artefacts: Int, of beats: Int) -> Double? {
    beats > 0 ? 100 * Double(artefacts) / Double(beats) : nil
  }

  package var quality: MeasurementQuality {
    switch artefactPercent {
    case nil: .unknown
    case .some(...ScoreModel.goodArtefactPercent): .good
    case .some: .usable
    }
  }
}

/// A measurement of heart rate variability.
package struct HRVMeasurement: Codable, Hashable, Sendable {
  /// Its number in the library; 0 before it is stored.
  package var id: Int
  /// The local day that it counts for.
  package var day: CalendarDay
  /// When it began; absent if only the day is known.
  package var at: LocalMoment?
  @Word package var source: BodySource
  /// Absent if it is not known.
  @OptionalWord package var position: MeasurementPosition?
  package var figures: HRVFigures
  /// Resting heart rate, in beats a minute: as it was entered or imported, else the mean heart rate of the measurement.
  package var restingHeartRate: Double?
  /// The seconds that a lost link left out, if the measurement went on after it.
  package var lostSeconds: Double?
  @Word package var quality: MeasurementQuality
  /// Absent if the heart was at rest; follows from the rides and the other measurements, and is not stored.
  @OptionalWord package var unrest: Unrest?

  package init(
    id: Int = 0, day: CalendarDay, at: LocalMoment? = nil, source: BodySource, position: MeasurementPosition? = nil,
    figures: HRVFigures, restingHeartRate: Double? = nil, lostSeconds: Double? = nil
  ) {
    self.id = id
    self.day = day
    self.at = at
    self.source = source
    self.position = position
    self.figures = figures
    self.restingHeartRate = restingHeartRate ?? figures.meanHeartRate
    self.lostSeconds = lostSeconds
    quality = figures.quality
    unrest = nil
  }
}

extension HRVMeasurement {
  /// Heart rate variability, in milliseconds: SDNN of Apple, else RMSSD; nil if it is not known, or no heart has it.
  package var variabilityMilliseconds: Double? {
    let value = source == .apple ? figures.sdnn : figures.rmssd
    return value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// The order of measurements of a day: by time, those of which only the day is known last; never by when they came.
  package static func isEarlier(_ first: Self, _ second: Self) -> Bool {
    func key(_ measurement: Self) -> (Int64, Double, Double, String) {
      (
        measurement.at?.milliseconds ?? .max, measurement.figures.rmssd ?? measurement.figures.sdnn ?? .infinity,
        measurement.restingHeartRate ?? .infinity, measurement.position?.rawValue ?? ""
      )
    }
    return key(first) < key(second)
  }
}

extension Sequence<HRVMeasurement> {
  /// Of the measurements of a day at rest, the one that counts: the first with a variability, else the first; nil if there is
  /// none.
  package var counting: HRVMeasurement? {
    let resting = filter { $0.unrest == nil }
    return resting.filter { $0.variabilityMilliseconds != nil }.min(by: HRVMeasurement.isEarlier)
      ?? resting.min(by: HRVMeasurement.isEarlier)
  }
}

/// Why a measurement is not taken.
package struct MeasurementFault: Error, Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// No strap is chosen, and none was heard.
    case noStrap
    /// The strap does not answer.
    case noLink
    /// The strap is linked and sends nothing.
    case silent
    /// The strap sends a heart rate and no intervals between beats.
    case noIntervals
    /// The strap says that it does not touch skin.
    case noContact
    /// More of the intervals are artefacts than `ScoreModel.mostArtefactPercent`; `artefactPercent` says how many.
    case tooManyArtefacts
    /// Fewer intervals are left than `ScoreModel.leastIntervals`; `beats` says how many.
    case tooFewBeats
    /// The link was lost, and the strap did not come back in time.
    case linkLost
    /// A ride began, which needs the strap.
    case rideBegan
    /// A line of a file is no interval in milliseconds; `line` counts from 1.
    case notAnInterval
    /// The file has more intervals than a measurement has in a day.
    case tooLong
    /// There is neither a heart rate variability nor a resting heart rate.
    case nothingEntered
  }

  @Word package var code: Code
  package var artefactPercent: Double?
  package var beats: Int?
  package var line: Int?

  package init(_ code: Code, artefactPercent: Double? = nil, beats: Int? = nil, line: Int? = nil) {
    self.artefactPercent = artefactPercent
    self.beats = beats
    self.line = line
    self.code = code
  }
}

extension MeasurementFault.Code: WireWord {
  /// A measurement that did not come about.
  package static var unknownWord: Self { .linkLost }
}
