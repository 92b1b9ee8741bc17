internal import RideSession

extension TCXDecoder {
  /// Takes the text of an element that has just ended; an empty one counts as absent, and one that cannot be is left out.
  mutating func take(_ field: TCXField) {
    switch field {
    case .notes: activity.note = given(reader.text)
    case .deviceName: activity.origin.device.name = given(reader.text)
    case .activityID: activity.activityID = reader.withText { DateTimeText.time($0.extracting($0.boundsOfText)) }
    case .time: takeTime()
    case .intensity: activity.lap.lap.isResting = word == "Resting"
    case .triggerMethod: activity.lap.lap.trigger = RideLap.Trigger(triggerMethod: word)
    case .lapLabel: activity.lap.lap.label = given(reader.text)
    default:
      guard let value = number(in: field.range) else { return }
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
    case .latitude: activity.point.latitude = value
    case .longitude: activity.point.longitude = value
    case .altitude: activity.point.altitude = value
    case .speed:
      activity.point.speed = value
      activity.point.sample.speedKmh = value * 3.6
    case .distance: activity.point.sample.distanceMeters = value
    case .heartRate:
      // 0 stands for no reading.
      activity.point.sample.beatsPerMinute = value < 0.5 ? nil : Int(value.rounded())
    case .cadence: activity.point.sample.cadenceRpm = value
    case .watts: activity.point.sample.powerWatts = value
    case .lapFigure(.averageBeatsPerMinute) where value == 0, .lapFigure(.maximumBeatsPerMinute) where value == 0: break
    case .lapFigure(let figure): activity.lap.lap.given[figure] = value
    case .unitID: activity.origin.device.serial = Int(value)
    case .productID: activity.origin.device.product = Int(value)
    case .versionPart(let place): activity.origin.device.setVersion(Int(value), at: place)
    case .activityID, .notes, .deviceName, .intensity, .triggerMethod, .lapLabel, .time: break
    }
  }

  private mutating func takeTime() {
    let (time, isEmpty) = reader.withText { text in
      let text = text.extracting(text.boundsOfText)
      return (DateTimeText.time(text), text.isEmpty)
    }
    activity.point.time = time
    activity.point.hasTime = !isEmpty
    if time == nil, !isEmpty { leaveOut(at: reader.textPlace) }
  }

  /// The number that an element writes; nil where it is empty or no ride can have it.
  private mutating func number(in range: ClosedRange<Double>) -> Double? {
    let (value, isEmpty) = reader.withText { text in
      let text = text.extracting(text.boundsOfText)
      return (DecimalText.value(text), text.isEmpty)
    }
    if isEmpty { return nil }
    guard let value, range.contains(value) else {
      leaveOut(at: reader.textPlace)
      return nil
    }
    return value
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
