package import Rides

// Calls about measurements of heart rate variability.

/// Measures heart rate variability with the strap, and stores the measurement.
///
/// The last but one reply of a stream has the measurement. The stream ends without it if the caller disconnects.
package struct Measure: BodyCall, StreamedCall {
  package static let method = "Measure"
  package static let access = AccessLevel.ride
  package typealias Reply = MeasureReply

  /// The seconds to measure, within `Limits.measurementSeconds`; absent for `Limits.usualMeasurementSeconds`.
  package var seconds: Int?
  package var position: MeasurementPosition?

  package init(seconds: Int? = nil, position: MeasurementPosition? = nil) {
    self.seconds = seconds
    self.position = position
  }

  /// Without `more`, the reply follows when the strap was found, has settled, was measured, and was reconnected once.
  package var patience: Duration { .seconds((seconds ?? Limits.usualMeasurementSeconds) + 240) }
  /// During the search for the strap, a reply is sent every few seconds.
  package var patienceBetween: Duration? { .seconds(30) }
}

/// The progress of a measurement.
package struct MeasuringProgress: Codable, Hashable, Sendable {
  @OpenValue package var phase: MeasuringPhase
  /// The seconds left in the phase; absent if it ends otherwise.
  package var secondsLeft: Double?
  package var beats: Int
  package var artefacts: Int
  package var rmssd: Double?
  package var beatsPerMinute: Double?
  /// The deviation of the RMSSD of the last 30 s from that of the whole, in percent of it; absent in the first minute.
  package var stabilityPercent: Double?
  /// The intervals between beats since the previous reply, in milliseconds.
  package var intervals: [Double]

  package init(
    _ phase: MeasuringPhase, secondsLeft: Double? = nil, beats: Int = 0, artefacts: Int = 0, rmssd: Double? = nil,
    beatsPerMinute: Double? = nil, stabilityPercent: Double? = nil, intervals: [Double] = []
  ) {
    self.secondsLeft = secondsLeft
    self.beats = beats
    self.artefacts = artefacts
    self.rmssd = rmssd
    self.beatsPerMinute = beatsPerMinute
    self.stabilityPercent = stabilityPercent
    self.intervals = intervals
    self.phase = phase
  }
}

/// The reply to `Measure`.
package struct MeasureReply: Codable, Hashable, Sendable {
  package var progress: MeasuringProgress
  /// The result, once it is stored.
  package var measurement: HRVMeasurement?

  package init(_ progress: MeasuringProgress, measurement: HRVMeasurement? = nil) {
    self.progress = progress
    self.measurement = measurement
  }
}

/// The measurements of some days, the newest first.
package struct Measurements: BodyCall {
  package static let method = "Measurements"
  package static let access = AccessLevel.look
  package typealias Reply = MeasurementList

  /// The first day; absent for no bound.
  package var from: CalendarDay?
  /// The last day; absent for no bound.
  package var to: CalendarDay?
  /// The most measurements; absent for as many as fit into one message.
  package var limit: Int?
  /// The source; absent for all sources.
  @OptionalOpenValue package var source: BodySource?

  package init(from: CalendarDay? = nil, to: CalendarDay? = nil, limit: Int? = nil, source: BodySource? = nil) {
    self.from = from
    self.to = to
    self.limit = limit
    self.source = source
  }
}

/// The reply to `Measurements`.
package struct MeasurementList: Codable, Hashable, Sendable {
  package var measurements: [HRVMeasurement]
  /// True if there are older ones; else absent.
  package var more: Bool?

  package init(measurements: [HRVMeasurement], more: Bool = false) {
    self.measurements = measurements
    self.more = more ? true : nil
  }
}

/// A measurement and its intervals.
package struct ShowMeasurement: BodyCall {
  package static let method = "ShowMeasurement"
  package static let access = AccessLevel.look
  package typealias Reply = ShownMeasurement

  /// Its number, or `last`.
  package var measurement: String

  package init(measurement: String) { self.measurement = measurement }
}

/// The reply to `ShowMeasurement`.
package struct ShownMeasurement: Codable, Hashable, Sendable {
  package var measurement: HRVMeasurement
  /// In milliseconds; empty if only the figures are known.
  package var intervals: [Double]
  /// The numbers, from 0, of the intervals that do not follow the previous one.
  package var breaks: [Int]

  package init(_ measurement: HRVMeasurement, intervals: [Double], breaks: [Int]) {
    self.measurement = measurement
    self.intervals = intervals
    self.breaks = breaks
  }
}

/// Deletes a measurement.
package struct DeleteMeasurement: BodyCall {
  package static let method = "DeleteMeasurement"
  package static let access = AccessLevel.library
  package typealias Reply = EmptyReply

  /// Its number, or `last`.
  package var measurement: String

  package init(measurement: String) { self.measurement = measurement }
}

/// Stores a measurement of another program, given by its intervals.
package struct ImportIntervals: BodyCall {
  package static let method = "ImportIntervals"
  package static let access = AccessLevel.library
  package typealias Reply = StoredMeasurement

  /// One interval per line, in milliseconds.
  package var text: String
  /// The start; absent for now.
  package var at: LocalMoment?
  package var position: MeasurementPosition?

  package init(text: String, at: LocalMoment? = nil, position: MeasurementPosition? = nil) {
    self.text = text
    self.at = at
    self.position = position
  }
}

/// Stores a measurement of which only the figures are known.
package struct AddMeasurement: BodyCall {
  package static let method = "AddMeasurement"
  package static let access = AccessLevel.library
  package typealias Reply = StoredMeasurement

  package var day: CalendarDay
  /// In milliseconds, within `Limits.variabilityMilliseconds`.
  package var rmssd: Double?
  /// In beats per minute, within `Limits.measuredHeartRate`.
  package var restingHeartRate: Double?
  package var position: MeasurementPosition?
  /// Its length in seconds, within `Limits.measurementSeconds`; absent for the usual time.
  package var seconds: Int?

  package init(
    day: CalendarDay, rmssd: Double? = nil, restingHeartRate: Double? = nil, position: MeasurementPosition? = nil,
    seconds: Int? = nil
  ) {
    self.seconds = seconds
    self.day = day
    self.rmssd = rmssd
    self.restingHeartRate = restingHeartRate
    self.position = position
  }
}

/// The reply to a call that stores a measurement.
package struct StoredMeasurement: Codable, Hashable, Sendable {
  package var measurement: HRVMeasurement

  package init(_ measurement: HRVMeasurement) { self.measurement = measurement }
}
