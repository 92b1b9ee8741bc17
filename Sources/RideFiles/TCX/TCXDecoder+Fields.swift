internal import RideSession

extension TCXDecoder {
  /// Takes the text of an element that has just ended; an empty one counts as absent.
  mutating func take(_ field: TCXField, of element: TCXElement) throws(RideFileError) {
    switch field {
    case .notes: note = given(reader.text)
    case .deviceName: origin.device.name = given(reader.text)
    case .activityID: activityID = reader.withText { DateTimeText.time($0.extracting($0.boundsOfText)) }
    case .time: point.time = try time(of: element)
    case .intensity: lap.lap.isResting = word == "Resting"
    case .triggerMethod: lap.lap.trigger = RideLap.Trigger(triggerMethod: word)
    case .lapLabel: lap.lap.label = given(reader.text)
    default:
      guard let value = try number(in: field.range, of: element) else { return }
      take(value, as: field)
    }
  }

  private func given(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// The text without the space around it.
  private var word: String {
    reader.withText { text in
      text.extracting(text.boundsOfText).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
  }

  private mutating func take(_ value: Double, as field: TCXField) {
    switch field {
    case .latitude: point.latitude = value
    case .longitude: point.longitude = value
    case .altitude: point.altitude = value
    case .speed:
      point.speed = value
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
    case .activityID, .notes, .deviceName, .intensity, .triggerMethod, .lapLabel, .time: break
    }
  }

  private func time(of element: TCXElement) throws(RideFileError) -> UnixTime? {
    let (time, isEmpty) = reader.withText { text in
      let text = text.extracting(text.boundsOfText)
      return (DateTimeText.time(text), text.isEmpty)
    }
    guard time != nil || isEmpty else { throw refusal(.malformed, of: element, "is no time") }
    return time
  }

  private func number(
    in range: ClosedRange<Double>, of element: TCXElement
  ) throws(RideFileError) -> Double? {
    let (value, isEmpty) = reader.withText { text in
      let text = text.extracting(text.boundsOfText)
      return (DecimalText.value(text), text.isEmpty)
    }
    if isEmpty { return nil }
    guard let value else { throw refusal(.malformed, of: element, "is no number") }
    guard range.contains(value) else {
      throw refusal(.outOfRange, of: element, "is not within \(range.lowerBound)…\(range.upperBound)")
    }
    return value
  }

  private func refusal(_ code: RideFileError.Code, of element: TCXElement, _ what: String) -> RideFileError {
    RideFileError(code, at: reader.textPlace, "\(element.rawValue): `\(word.prefix(32))` \(what)")
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
  fileprivate init(triggerMethod word: String) {
    self =
      switch word {
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
