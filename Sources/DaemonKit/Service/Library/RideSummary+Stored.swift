import ControlWire
import RideSession
import RideStore

extension RideSummary {
  /// A ride of the store as the socket tells it.
  init(_ ride: StoredRide) {
    let totals = ride.totals
    self.init(
      id: ride.id, start: ride.start.rfc3339, timerSeconds: totals.timerSeconds,
      elapsedSeconds: totals.elapsedSeconds, averageWatts: totals.averageWatts,
      averageHeartRate: totals.averageBeatsPerMinute, kilojoules: totals.joules / 1000,
      distanceMeters: totals.distanceMeters, state: ride.state, name: ride.name, note: ride.note,
      trim: ride.cut.map { Trim($0, of: ride.wholeElapsedSeconds) }, importedFrom: ride.origin?.format.rawValue,
      deletedUntil: ride.deletedAt?.advanced(by: LibraryUpkeep.keeping).rfc3339,
      fileName: ride.fileName, plan: ride.order?.plan.name, activity: ride.activityID.rfc3339Milliseconds)
  }

  /// The same ride before it was cut; the cut is still told.
  init(_ ride: StoredRide, whole record: RideRecord) {
    self.init(ride)
    let totals = record.totals
    start = record.start.rfc3339
    (timerSeconds, elapsedSeconds) = (totals.timerSeconds, totals.elapsedSeconds)
    (averageWatts, averageHeartRate) = (totals.averageWatts, totals.averageBeatsPerMinute)
    (kilojoules, distanceMeters) = (totals.joules / 1000, totals.distanceMeters)
  }
}

extension RideSummary {
  /// A ride of a file as it would be told if it were stored; its number is 0.
  init(unstored record: RideRecord) {
    let totals = record.totals
    self.init(
      id: 0, start: record.start.rfc3339, timerSeconds: totals.timerSeconds, elapsedSeconds: totals.elapsedSeconds,
      averageWatts: totals.averageWatts, averageHeartRate: totals.averageBeatsPerMinute,
      kilojoules: totals.joules / 1000, distanceMeters: totals.distanceMeters, state: .finished, name: record.name,
      note: record.note, importedFrom: record.origin?.format.rawValue)
  }
}

extension Trim {
  init(_ range: Range<Int>, of wholeSeconds: Int) {
    self.init(fromSeconds: range.lowerBound, toSeconds: range.upperBound, wholeSeconds: wholeSeconds)
  }
}

extension SampleRow {
  init(_ sample: RideSample) {
    let imported = sample.imported
    self.init(
      elapsedSeconds: sample.second, timerRunning: sample.timerRunning, powerWatts: sample.powerWatts,
      targetWatts: sample.targetWatts, cadenceRpm: sample.cadenceRpm, beatsPerMinute: sample.beatsPerMinute,
      speedKmh: sample.speedKmh, distanceMeters: sample.distanceMeters,
      rrMilliseconds: sample.rrIntervals.isEmpty ? nil : sample.rrIntervals.map { Double($0) * 1000 / 1024 },
      alpha1: sample.alpha1, virtual: sample.isVirtual ? true : nil,
      latitudeDegrees: imported?.latitudeDegrees, longitudeDegrees: imported?.longitudeDegrees,
      altitudeMeters: imported?.altitudeMeters, temperatureCelsius: imported?.temperatureCelsius)
  }
}

extension Upload {
  /// An upload of a ride that is now known by `activityID`.
  init(_ upload: RideUpload, activityID: UnixTime) {
    self.init(service: upload.service, at: upload.at.rfc3339, outdated: upload.activityID != activityID)
  }
}
