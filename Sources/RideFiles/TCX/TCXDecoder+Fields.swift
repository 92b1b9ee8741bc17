internal import RideSession

extension TCXDecoder {
  /// Takes the text of an element that has just ended; an empty one counts as absent.
  mutating func take(_ field: TCXField, of element: String) throws(RideFileError) {
    let text = reader.text
    switch field {
    case .notes: note = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    case .deviceName: origin.device.name = text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    case .activityID: activityID = DateTimeText.time(text.trimmed)
    case .time: point.time = try time(text.trimmed, of: element)
    case .intensity: lap.lap.isResting = text.trimmed.elementsEqual("Resting".utf8)
    case .triggerMethod: lap.lap.trigger = RideLap.Trigger(triggerMethod: text.trimmed)
    default:
      guard let value = try number(text.trimmed, in: field.range, of: element) else { return }
      take(value, as: field)
    }
  }

  private mutating func take(_ value: Double, as field: TCXField) {
    switch field {
    case .latitude: point.set(value, as: \.latitudeDegrees)
    case .longitude: point.set(value, as: \.longitudeDegrees)
    case .altitude: point.set(value, as: \.altitudeMeters)
    case .speed:
      point.set(value, as: \.speedMetersPerSecond)
      point.sample.speedKmh = value * 3.6
    case .distance: point.sample.distanceMeters = value
    case .heartRate:
      // 0 stands for no reading.
      point.sample.beatsPerMinute = value < 0.5 ? nil : Int(value.rounded())
    case .cadence: point.sample.cadenceRpm = value
    case .watts: point.sample.powerWatts = value
    case .lapFigure(.averageBeatsPerMinute) where value == 0, .lapFigure(.maximumBeatsPerMinute) where value == 0: break
    case .lapFigure(let figure): lap.lap.given[figure] = value
    case .unitID: origin.device.serial = Int(value)
    case .productID: origin.device.product = Int(value)
    case .versionPart(let place): origin.device.setVersion(Int(value), at: place)
    case .activityID, .notes, .deviceName, .intensity, .triggerMethod, .time: break
    }
  }

  private func time(_ text: ArraySlice<UInt8>, of element: String) throws(RideFileError) -> UnixTime? {
    if text.isEmpty { return nil }
    guard let time = DateTimeText.time(text) else { throw refusal(.malformed, text, of: element, "is no time") }
    return time
  }

  private func number(
    _ text: ArraySlice<UInt8>, in range: ClosedRange<Double>, of element: String
  ) throws(RideFileError) -> Double? {
    if text.isEmpty { return nil }
    guard let value = DecimalText.value(text) else { throw refusal(.malformed, text, of: element, "is no number") }
    guard range.contains(value) else {
      throw refusal(.outOfRange, text, of: element, "is not within \(range.lowerBound)…\(range.upperBound)")
    }
    return value
  }

  private func refusal(
    _ code: RideFileError.Code, _ text: ArraySlice<UInt8>, of element: String, _ what: String
  ) -> RideFileError {
    RideFileError(
      code, at: reader.textPlace, "\(element): `\(String(decoding: text.prefix(32), as: UTF8.self))` \(what)")
  }
}

extension TCXField {
  /// What a ride can have; of what the schema counts in whole numbers, all that it has a place for.
  fileprivate var range: ClosedRange<Double> {
    switch self {
    case .latitude: -90...90
    case .longitude: -180...180
    case .altitude: -20_000...100_000
    case .distance, .lapFigure(.distanceMeters): 0...1e9
    case .speed, .lapFigure(.averageMetersPerSecond), .lapFigure(.maximumMetersPerSecond): 0...1e6
    case .lapFigure(.timerSeconds): 0...1e9
    case .cadence, .lapFigure(.averageCadenceRpm), .lapFigure(.maximumCadenceRpm): 0...254
    case .heartRate, .lapFigure(.averageBeatsPerMinute), .lapFigure(.maximumBeatsPerMinute): 0...255
    case .unitID: 0...4_294_967_295
    default: 0...65_535
    }
  }
}

extension RideLap.Trigger {
  /// The trigger that `TriggerMethod_t` names; manual for another.
  fileprivate init(triggerMethod text: ArraySlice<UInt8>) {
    self =
      switch String(decoding: text, as: UTF8.self) {
      case "Distance": .distance
      case "Location": .location
      case "Time": .time
      case "HeartRate": .heartRate
      default: .manual
      }
  }
}

extension RideOrigin.Device {
  /// Sets a part of the version, those before it being 0 where the file has none.
  fileprivate mutating func setVersion(_ number: Int, at place: Int) {
    while version.count <= place { version.append(0) }
    version[place] = number
  }
}
