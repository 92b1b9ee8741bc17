/// The origin of heart rate variability and of the resting heart rate.
///
/// Sources measure differently, so a baseline never mixes them.
package enum BodySource: String, Codable, Hashable, Sendable, CaseIterable {
  /// The strap in the morning, through jz2 or another program, or figures entered by the rider: RMSSD.
  case strap
  /// Apple Health: SDNN of about a minute, several times a day.
  case apple
  /// The wellness data of intervals.icu, from any origin: RMSSD.
  case intervals
}

extension BodySource: OpenEnum {
  /// The rider's own measurement.
  package static var unrecognized: Self { .strap }
}

/// The rider's position during a measurement; values of heart rate variability are compared only within one position.
package enum MeasurementPosition: String, Codable, Hashable, Sendable, CaseIterable {
  case lying, sitting, standing
}

extension MeasurementPosition: OpenEnum {
  /// The most common one.
  package static var unrecognized: Self { .lying }
}

/// The reason why a measurement does not show a heart at rest and is ignored.
package enum Unrest: String, Codable, Hashable, Sendable, CaseIterable {
  /// It began during a ride, or less than `ScoreModel.unrestMinutes` after one.
  case afterRide
  /// Its mean heart rate is at least `ScoreModel.unrestBeats` above the usual one.
  case fastHeart
}

extension Unrest: OpenEnum {
  package static var unrecognized: Self { .fastHeart }
}

/// The phase of a running measurement.
package enum MeasuringPhase: String, Codable, Hashable, Sendable, CaseIterable {
  /// Searching for the strap.
  case connecting
  /// Beats arrive, but do not count yet.
  case settling
  case measuring
  /// The strap is lost, and the measurement waits for it.
  case interrupted
  case done
}

extension MeasuringPhase: OpenEnum {
  /// A phase in which the measurement continues.
  package static var unrecognized: Self { .measuring }
}

/// The quality of a measurement, by its share of artefacts.
package enum MeasurementQuality: String, Codable, Hashable, Sendable, CaseIterable {
  /// At most `ScoreModel.goodArtefactPercent`.
  case good
  /// Above that, and at most `ScoreModel.mostArtefactPercent`.
  case usable
  /// The beats are not known: the figures were entered, or measured by another program.
  case unknown
}

extension MeasurementQuality: OpenEnum {
  /// The quality that claims least.
  package static var unrecognized: Self { .unknown }
}

/// The figures of heart rate variability; a figure that cannot be computed from the beats is absent.
package struct HRVFigures: Codable, Hashable, Sendable {
  /// Number of beat-to-beat intervals.
  package var beats: Int?
  /// Number of intervals that are artefacts.
  package var artefacts: Int?
  /// The total time of the beats, in seconds.
  package var seconds: Double?
  /// Root mean square of successive differences, in milliseconds; absent without two adjacent accepted intervals.
  package var rmssd: Double?
  /// Its natural logarithm; absent for an RMSSD of 0.
  package var lnRmssd: Double?
  /// Standard deviation with n − 1, in milliseconds; for a strap, only from `ScoreModel.sdnnSeconds` on.
  package var sdnn: Double?
  /// Number of `pairs` that differ by more than 50 ms.
  package var nn50: Int?
  /// Number of pairs of adjacent accepted intervals.
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

  /// The figures rounded to four decimals.
  package var toFourDecimals: Self {
    Self(
      beats: beats, artefacts: artefacts, seconds: seconds?.toFourDecimals, rmssd: rmssd?.toFourDecimals,
      lnRmssd: lnRmssd?.toFourDecimals, sdnn: sdnn?.toFourDecimals, nn50: nn50, pairs: pairs,
      meanHeartRate: meanHeartRate?.toFourDecimals)
  }

  /// The share of artefacts among the beats, 0…100; nil if artefacts are not known, and without beats.
  package var artefactPercent: Double? {
    beats.flatMap { beats in artefacts.flatMap { Self.artefactPercent($0, of: beats) } }
  }

  /// Returns the share of artefacts, 0…100; nil without beats.
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

package struct HRVMeasurement: Codable, Hashable, Sendable {
  /// The measurement's number in the library; 0 before it is stored.
  package var id: Int
  /// The local day to which the measurement belongs.
  package var day: CalendarDay
  /// Start of the measurement; absent if only the day is known.
  package var at: LocalMoment?
  @OpenValue package var source: BodySource
  /// Absent if it is unknown.
  @OptionalOpenValue package var position: MeasurementPosition?
  package var figures: HRVFigures
  /// Resting heart rate, in beats a minute: as entered or imported, otherwise the mean heart rate of the measurement.
  package var restingHeartRate: Double?
  /// The seconds lost to an interrupted connection, if the measurement continued after it.
  package var lostSeconds: Double?
  @OpenValue package var quality: MeasurementQuality
  /// Absent if the heart was at rest; computed from the rides and the other measurements, and not stored.
  @OptionalOpenValue package var unrest: Unrest?

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
  /// Heart rate variability, in milliseconds: SDNN from Apple, otherwise RMSSD; nil if it is unknown or impossible.
  package var variabilityMilliseconds: Double? {
    let value = source == .apple ? figures.sdnn : figures.rmssd
    return value.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }

  /// Orders the measurements of a day by time, with those of unknown time last; the order of arrival does not matter.
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
  /// The measurement at rest that counts for a day: the first with a variability, otherwise the first; nil if all are
  /// at unrest.
  package var counting: HRVMeasurement? {
    let resting = filter { $0.unrest == nil }
    return resting.filter { $0.variabilityMilliseconds != nil }.min(by: HRVMeasurement.isEarlier)
      ?? resting.min(by: HRVMeasurement.isEarlier)
  }
}

/// Why a measurement fails or is refused.
package struct MeasurementFault: Error, Codable, Hashable, Sendable {
  package enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// No strap is chosen, and no strap was found.
    case noStrap
    /// The strap does not respond.
    case noLink
    /// The strap is connected, but silent.
    case silent
    /// The strap sends a heart rate without intervals between beats.
    case noIntervals
    /// The strap reports that it has no skin contact.
    case noContact
    /// The share of artefacts is above `ScoreModel.mostArtefactPercent`; it is in `artefactPercent`.
    case tooManyArtefacts
    /// Fewer intervals remain than `ScoreModel.leastIntervals`; their number is in `beats`.
    case tooFewBeats
    /// The connection was lost, and the strap did not reconnect in time.
    case linkLost
    /// A ride started, and needs the strap.
    case rideBegan
    /// A line of the file is not an interval in milliseconds; `line` counts from 1.
    case notAnInterval
    /// The file has more intervals than a day can have.
    case tooLong
    /// Both the heart rate variability and the resting heart rate are missing.
    case nothingEntered
  }

  @OpenValue package var code: Code
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

extension MeasurementFault.Code: OpenEnum {
  /// A measurement that failed.
  package static var unrecognized: Self { .linkLost }
}
