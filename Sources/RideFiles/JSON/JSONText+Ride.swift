internal import RideSession

extension JSONText {
  mutating func append(membersOf sample: RideSample) {
    member("elapsedSeconds", sample.second)
    member("timerRunning", sample.timerRunning)
    member("powerWatts", sample.powerWatts)
    member("targetWatts", sample.targetWatts)
    member("cadenceRpm", sample.cadenceRpm)
    member("beatsPerMinute", sample.beatsPerMinute)
    member("speedKmh", sample.speedKmh)
    member("distanceMeters", sample.distanceMeters)
    if !sample.rrIntervals.isEmpty {
      member("rrMilliseconds", .array) { json in
        for interval in sample.rrMilliseconds { json.append(interval) }
      }
    }
    member("alpha1", sample.alpha1)
    if sample.isVirtual { member("virtual", true) }
    guard let imported = sample.imported else { return }
    member("latitudeDegrees", imported.latitudeDegrees)
    member("longitudeDegrees", imported.longitudeDegrees)
    member("altitudeMeters", imported.altitudeMeters)
    member("temperatureCelsius", imported.temperatureCelsius)
  }

  mutating func append(membersOf totals: RideTotals) {
    member("timerSeconds", totals.timerSeconds)
    member("elapsedSeconds", totals.elapsedSeconds)
    member("kilojoules", totals.joules / 1000)
    member("distanceMeters", totals.distanceMeters)
    member("averageWatts", totals.averageWatts)
    member("maximumWatts", totals.maximumWatts)
    member("averageBeatsPerMinute", totals.averageBeatsPerMinute)
    member("maximumBeatsPerMinute", totals.maximumBeatsPerMinute)
    member("averageCadenceRpm", totals.averageCadenceRpm)
    member("maximumCadenceRpm", totals.maximumCadenceRpm)
    member("maximumSpeedKmh", totals.maximumSpeedKmh)
  }

  mutating func append(membersOf lap: RideLap) {
    member("elapsedSeconds", lap.second)
    member("trigger", lap.trigger.rawValue)
    member("label", lap.label)
    member("isResting", lap.isResting)
    if !lap.given.isEmpty { member("given", .object) { $0.append(membersOf: lap.given) } }
  }

  mutating func append(membersOf given: [RideFigure: Double]) {
    for figure in RideFigure.allCases {
      if let value = given[figure] { member(named: figure.rawValue, value) }
    }
  }

  mutating func append(membersOf event: RideEvent) {
    member("elapsedSeconds", event.at / .seconds(1))
    member("kind", event.kind.rawValue)
    member("detail", event.detail)
    member("signalDBm", event.signalDBm)
  }

  mutating func append(membersOf origin: RideOrigin) {
    member("format", origin.format.rawValue)
    member("sport", origin.sport)
    member("subSport", origin.subSport)
    member("utcOffsetSeconds", origin.utcOffsetSeconds)
    member("device", .object) { json in
      json.member("name", origin.device.name)
      json.member("manufacturer", origin.device.manufacturer)
      json.member("product", origin.device.product)
      json.member("serial", origin.device.serial)
      json.member("version", .array) { json in
        for number in origin.device.version { json.append(number) }
      }
    }
  }
}
