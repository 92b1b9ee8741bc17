import RideStore
import Rides

/// Makes a finished ride of this many seconds.
@discardableResult
func finishedRide(in store: RideDatabase, start: UnixTime = start, seconds: Int = 100) async throws -> Int {
  let id = try await store.begin(newRide(start: start))
  try await store.append(to: id, samples: steady(0..<seconds), events: [RideEvent(at: .zero, kind: .started)])
  _ = try await store.finish(id)
  return id
}

/// The pedalling of a meter that sends everything.
let pedalling = {
  var pedalling = Pedalling()
  pedalling.leftPercent = 48.5
  pedalling.leftTorqueEffectivenessPercent = 71.5
  pedalling.rightTorqueEffectivenessPercent = 68
  pedalling.leftPedalSmoothnessPercent = 22.5
  pedalling.rightPedalSmoothnessPercent = 0
  return pedalling
}()

/// A ride from another program's file, with all possible values.
func importedRecord(start: UnixTime = start, seconds: Int = 200) -> RideRecord {
  let samples = steady(0..<seconds).map { sample in
    var sample = sample
    if sample.second.isMultiple(of: 5) {
      sample.position = Place(latitudeDegrees: 52.1234567, longitudeDegrees: -13.7654321)
      sample.altitudeMeters = 34.2
      sample.imported = ImportedValues(temperatureCelsius: -2.5, speedMetersPerSecond: 8.333)
      sample.pedalling = pedalling
    } else {
      sample = RideSample(second: sample.second, timerRunning: true, powerWatts: 150.5)
      sample.isCarried = sample.second.isMultiple(of: 2)
    }
    return sample
  }
  let laps = [
    RideLap(second: 0, trigger: .manual, fileTotals: [.averageWatts: 151.25, .kilocalories: 12]),
    RideLap(second: 90, trigger: .location),
    RideLap(second: 90, trigger: .end, isResting: true, fileTotals: [.timerSeconds: 110]),
  ]
  let device = RideOrigin.Device(name: "Edge 530", manufacturer: 1, product: 3121, serial: 123_456, version: [9, 73])
  var record = RideRecord(
    id: 0, start: start, activityID: UnixTime(seconds: 7), plannedSeconds: 200, trainerName: "Edge 530", name: "Rund",
    note: "nass", samples: samples, events: [RideEvent(at: .seconds(1), kind: .paused)], laps: laps,
    fileTotals: [.normalizedWatts: 149.5, .ascentMeters: 0.1],
    origin: RideOrigin(format: .fit, subSport: 6, device: device, utcOffsetSeconds: 3600))
  record.utcOffsetSeconds = 3600
  return record
}

extension RideRecord {
  /// The record in its stored form, with a number and an identity.
  func numbered(_ id: Int, _ uuid: RideUUID? = nil) -> RideRecord {
    var record = self
    (record.id, record.uuid) = (id, uuid)
    return record
  }
}
