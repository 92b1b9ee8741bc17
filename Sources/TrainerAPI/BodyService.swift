import ControlSocket
import ControlWire
import Logging
import RideAnalysis
import RideRuntime
import RideStore
import Rides

/// Manages the rider's measurements, nights and values, never on the ride's thread.
struct BodyService: Sendable {
  let access: StoreAccess
  let wallClock: any WallClock
  let log: Logger

  /// The most measurements that are read for one message, which may hold fewer.
  private static let measurementsInMessage = 4000
}

// MARK: - Measurements

extension BodyService {
  func measurements(_ call: Measurements) async throws(ControlError) -> MeasurementList {
    let asked = call.limit ?? Self.measurementsInMessage
    guard asked >= 0 else { throw ControlError(.invalidParameter, subject: "limit") }
    let limit = min(asked, Self.measurementsInMessage)
    let found = try await access.read { library throws(StoreError) in
      let rule = try await library.restingRule()
      return try await library.measurements(of: call.source, from: call.from, to: call.to, limit: limit + 1)
        .map(rule.marked)
    }
    let fitting = found.prefix(limit).fittingMessage
    return MeasurementList(measurements: fitting, more: found.count > fitting.count)
  }

  func show(_ call: ShowMeasurement) async throws(ControlError) -> ShownMeasurement {
    let (measurement, intervals) = try await stored(call.measurement)
    return ShownMeasurement(
      try await access.marked(measurement), intervals: intervals.milliseconds, breaks: intervals.breaks)
  }

  func delete(_ call: DeleteMeasurement, _ peer: Peer) async throws(ControlError) -> EmptyReply {
    let id = try await stored(call.measurement).measurement.id
    try await access.stored { store throws(StoreError) in try await store.deleteMeasurement(id) }
    log.notice("measurement deleted", metadata: ["measurement": "\(id)", "uid": "\(peer.uid)"])
    return EmptyReply()
  }

  /// Returns a measurement by its number or `last`.
  ///
  /// - Throws: `unknownMeasurement`.
  private func stored(
    _ name: String
  ) async throws(ControlError) -> (measurement: HRVMeasurement, intervals: BeatIntervals) {
    let id = name == "last" ? nil : Int(name)
    guard name == "last" || id != nil else { throw ControlError(.unknownMeasurement, subject: name) }
    return try await access.read { library throws(StoreError) in try await library.measurement(id) }
  }

  /// Stores a measurement of another program, given by its intervals.
  func importIntervals(_ call: ImportIntervals) async throws(ControlError) -> StoredMeasurement {
    let (intervals, figures) = try Self.measured(call.text)
    let at = call.at ?? wallClock.moment
    try wallClock.demandBegun(at.day)
    let imported = HRVMeasurement(day: at.day, at: at, source: .strap, position: call.position, figures: figures)
    let present = try await access.read { library throws(StoreError) in
      try await library.measurements(of: .strap, from: at.day, to: at.day)
    }
    // The same file, imported again, is the same measurement.
    if let same = present.first(where: { $0.at == at && $0.figures == figures }) {
      return StoredMeasurement(try await access.marked(same))
    }
    return try await add(imported, intervals)
  }

  private static func measured(_ text: String) throws(ControlError) -> (BeatIntervals, HRVFigures) {
    do throws(MeasurementFault) {
      guard text.utf8.count <= Limits.intervalsTextBytes else { throw MeasurementFault(.tooLong) }
      let intervals = try BeatIntervals(text: text)
      return (intervals, try intervals.measured())
    } catch {
      throw .measurementRefused(error)
    }
  }

  /// Stores a measurement of which only the figures are known.
  func add(_ call: AddMeasurement) async throws(ControlError) -> StoredMeasurement {
    guard call.rmssd != nil || call.restingHeartRate != nil else {
      throw .measurementRefused(MeasurementFault(.nothingEntered))
    }
    try wallClock.demandBegun(call.day)
    let seconds = try call.seconds?.checked(in: Limits.measurementSeconds, "seconds")
    let rmssd = try call.rmssd?.checked(in: Limits.variabilityMilliseconds, "rmssd")
    let heartRate = try call.restingHeartRate?.checked(in: Limits.measuredHeartRate, "restingHeartRate")
    let figures = HRVFigures(
      seconds: seconds.map(Double.init), rmssd: rmssd, lnRmssd: rmssd?.naturalLogarithm.toFourDecimals)
    return try await add(
      HRVMeasurement(
        day: call.day, source: .strap, position: call.position, figures: figures, restingHeartRate: heartRate), nil)
  }

  private func add(
    _ measurement: HRVMeasurement, _ intervals: BeatIntervals?
  ) async throws(ControlError) -> StoredMeasurement {
    let added = try await access.stored { store throws(StoreError) in try await store.add(measurement, intervals) }
    return StoredMeasurement(try await access.marked(added))
  }
}

// MARK: - Nights

extension BodyService {
  func nights(_ call: Nights) async throws(ControlError) -> NightList {
    let found = try await access.read { library throws(StoreError) in
      try await library.nights(from: call.from, to: call.to)
    }
    let fitting = found.fittingMessage
    return NightList(nights: fitting, more: fitting.count < found.count)
  }

  /// Stores a night that the rider entered.
  ///
  /// - Throws: `nightRefused`.
  func set(_ call: SetNight) async throws(ControlError) -> StoredNight {
    var night = call.night
    night.source = .entered
    let (entered, day) = (night, night.date)
    if let fault = entered.fault(at: wallClock.moment) { throw .nightRefused(fault, of: day) }
    let refusal = try await access.stored { store throws(StoreError) in
      try await store.setNight(entered, replacing: call.replace ?? false)
    }
    if let refusal { throw .nightRefused(refusal, of: day) }
    return StoredNight(entered)
  }

  func delete(_ call: DeleteNight, _ peer: Peer) async throws(ControlError) -> EmptyReply {
    try await access.stored { store throws(StoreError) in
      try await store.deleteNight(of: call.date, call.source ?? .entered)
    }
    log.notice("night deleted", metadata: ["day": "\(call.date)", "uid": "\(peer.uid)"])
    return EmptyReply()
  }
}

// MARK: - Imports

extension BodyService {
  /// Stores values from another program; implausible ones are skipped and counted.
  func take(_ call: ImportBody, _ peer: Peer) async throws(ControlError) -> BodyImported {
    let (days, now) = (wallClock.begunDays, wallClock.moment)
    let intervals = (call.intervals ?? []).map { BeatIntervals(signed: $0) }
    guard intervals.isEmpty || intervals.count == call.measurements?.count else {
      throw ControlError(.invalidParameter, subject: "intervals")
    }
    let measured = (call.measurements ?? []).enumerated().map { index, measurement in
      intervals.isEmpty
        ? (measurement, BeatIntervals()) : (measurement.withFigures(of: intervals[index]), intervals[index])
    }.filter { days.contains($0.0.day) && $0.0.isPlausible }
    let arrived = BodyValues(
      nights: (call.nights ?? []).filter { days.contains($0.date) && $0.fault(at: now) == nil },
      measurements: measured.map(\.0), intervals: measured.map(\.1),
      values: (call.values ?? []).filter { days.contains($0.day) && $0.isPlausible })
    let fates = try await access.stored { store throws(StoreError) in try await store.take(arrived) }
    let reply = BodyImported(
      nights: BodyImported.Counts(fates.nights, of: call.nights?.count),
      measurements: BodyImported.Counts(fates.measurements, of: call.measurements?.count),
      values: BodyImported.Counts(fates.values, of: call.values?.count))
    log.info(
      "body values imported",
      metadata: [
        "added": "\(reply.nights.added + reply.measurements.added + reply.values.added)",
        "replaced": "\(reply.nights.replaced + reply.measurements.replaced + reply.values.replaced)",
        "refused": "\(reply.nights.refused + reply.measurements.refused + reply.values.refused)", "uid": "\(peer.uid)",
      ])
    return reply
  }
}

extension BodyService: CallService {
  func setHandlers(in router: inout CallRouter) {
    router.answer(Measurements.self) { call, _ throws(ControlError) in try await measurements(call) }
    router.answer(ShowMeasurement.self) { call, _ throws(ControlError) in try await show(call) }
    router.answer(DeleteMeasurement.self) { call, peer throws(ControlError) in try await delete(call, peer) }
    router.answer(ImportIntervals.self) { call, _ throws(ControlError) in try await importIntervals(call) }
    router.answer(AddMeasurement.self) { call, _ throws(ControlError) in try await add(call) }
    router.answer(Nights.self) { call, _ throws(ControlError) in try await nights(call) }
    router.answer(SetNight.self) { call, _ throws(ControlError) in try await set(call) }
    router.answer(DeleteNight.self) { call, peer throws(ControlError) in try await delete(call, peer) }
    router.answer(ImportBody.self) { call, peer throws(ControlError) in try await take(call, peer) }
  }
}

extension WallClock {
  /// The days that may have data: from 1970 to the last day that has begun anywhere on earth.
  var begunDays: ClosedRange<CalendarDay> {
    let first = CalendarDay(daysSince1970: 0)
    return first...max(first, today.advanced(by: 1))
  }

  /// - Throws: `dayNotBegun` for a day that has not begun anywhere; `invalidParameter` for a day before 1970.
  func demandBegun(_ day: CalendarDay) throws(ControlError) {
    guard day >= begunDays.lowerBound else { throw ControlError(.invalidParameter, subject: "day") }
    guard day <= begunDays.upperBound else { throw ControlError(.dayNotBegun, subject: day.description) }
  }
}

extension BodyImported.Counts {
  /// - Parameters:
  ///   - fates: The results of the values that the store received.
  ///   - count: The number of values in the request; those without a result are refused.
  fileprivate init(_ fates: [ArrivalFate], of count: Int?) {
    self.init()
    for fate in fates {
      switch fate {
      case .added: added += 1
      case .replaced: replaced += 1
      case .unchanged: unchanged += 1
      case .refused: refused += 1
      }
    }
    refused += max(0, (count ?? 0) - fates.count)
  }
}

// MARK: - Plausibility

extension Night {
  /// The longest night, in minutes.
  private static let mostMinutes = 1440.0

  /// Returns the reason why the night is invalid at a moment; nil if it is valid.
  fileprivate func fault(at now: LocalMoment) -> NightFault? {
    guard (from == nil) == (to == nil) else { return .oneTime }
    if let from, let to {
      guard from.milliseconds < to.milliseconds, to.milliseconds - from.milliseconds <= 86_400_000 else {
        return .badTimes
      }
      guard to.day == date else { return .otherDay }
      // The clocks of two programs are never quite the same.
      guard to.milliseconds <= now.milliseconds + 300_000 else { return .notOver }
    } else if date > now.day {
      return .notOver
    }
    guard inBedMinutes != nil || asleepMinutes != nil else { return .noDuration }
    let parts = [awakeMinutes, deepMinutes, remMinutes, lightMinutes].compactMap(\.self)
    let whole = inBedMinutes ?? Self.mostMinutes
    let isSound = (parts + [asleepMinutes].compactMap(\.self)).allSatisfy { $0 >= 0 && $0 <= whole + Self.rounding }
    let stages = [deepMinutes, remMinutes, lightMinutes].compactMap(\.self).reduce(0, +)
    let total = max(stages, asleepMinutes ?? 0) + (awakeMinutes ?? 0)
    return isSound && total <= whole + Self.rounding ? nil : .badParts
  }

  /// How far the parts may exceed the whole, in minutes, because programs round each of them.
  private static let rounding = 2.0
}

extension HRVMeasurement {
  /// Returns the measurement with the figures of its intervals added to those of the other program.
  fileprivate func withFigures(of intervals: BeatIntervals) -> Self {
    guard !intervals.milliseconds.isEmpty else { return self }
    let found = intervals.figures()
    var measurement = self
    if figures.rmssd == nil, let rmssd = found.rmssd, Limits.variabilityMilliseconds.contains(rmssd) {
      (measurement.figures.rmssd, measurement.figures.lnRmssd) = (rmssd, found.lnRmssd)
    }
    (measurement.figures.nn50, measurement.figures.pairs) = (found.nn50, found.pairs)
    return measurement
  }

  /// Whether its values are plausible, with at least one heart rate or variability.
  fileprivate var isPlausible: Bool {
    let variabilities = [figures.rmssd, figures.sdnn].compactMap(\.self)
    let rates = [restingHeartRate, figures.meanHeartRate].compactMap(\.self)
    let counts = [figures.beats, figures.artefacts, figures.nn50, figures.pairs].compactMap(\.self)
    let seconds = [figures.seconds, lostSeconds].compactMap(\.self)
    return !(variabilities + rates).isEmpty && variabilities.allSatisfy(Limits.variabilityMilliseconds.contains)
      && rates.allSatisfy(Limits.measuredHeartRate.contains) && counts.allSatisfy((0...1_000_000).contains)
      && (figures.artefacts ?? 0) <= (figures.beats ?? .max) && seconds.allSatisfy((0...86_400).contains)
      && figures.lnRmssd.map((-10...10).contains) ?? true && at.map { $0.day == day } ?? true
  }
}

extension WellnessValue {
  /// Whether the value is plausible.
  fileprivate var isPlausible: Bool { kind.limits.contains(value) }
}
