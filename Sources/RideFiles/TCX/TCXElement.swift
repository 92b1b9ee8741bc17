internal import Rides

/// The elements of Garmin's Training Center XML that are read.
///
/// TrainingCenterDatabasev2.xsd; `TPX` and `LX` and their contents: ActivityExtensionv2.xsd.
enum TCXElement: String, XMLVocabulary {
  case trainingCenterDatabase = "TrainingCenterDatabase"
  case activities = "Activities"
  case multiSportSession = "MultiSportSession"
  case firstSport = "FirstSport"
  case nextSport = "NextSport"
  case activity = "Activity"
  case id = "Id"
  case notes = "Notes"
  case creator = "Creator"
  case name = "Name"
  case unitID = "UnitId"
  case productID = "ProductID"
  case version = "Version"
  case versionMajor = "VersionMajor"
  case versionMinor = "VersionMinor"
  case buildMajor = "BuildMajor"
  case buildMinor = "BuildMinor"

  case lap = "Lap"
  case totalTimeSeconds = "TotalTimeSeconds"
  case maximumSpeed = "MaximumSpeed"
  case calories = "Calories"
  case averageHeartRate = "AverageHeartRateBpm"
  case maximumHeartRate = "MaximumHeartRateBpm"
  case intensity = "Intensity"
  case triggerMethod = "TriggerMethod"
  case lapExtension = "LX"
  case averageSpeed = "AvgSpeed"
  case maximumBikeCadence = "MaxBikeCadence"
  case steps = "Steps"
  case averageWatts = "AvgWatts"
  case maximumWatts = "MaxWatts"

  case track = "Track"
  case trackpoint = "Trackpoint"
  case time = "Time"
  case position = "Position"
  case latitude = "LatitudeDegrees"
  case longitude = "LongitudeDegrees"
  case altitude = "AltitudeMeters"
  case distance = "DistanceMeters"
  case heartRate = "HeartRateBpm"
  case value = "Value"
  case cadence = "Cadence"
  case extensions = "Extensions"
  case trackpointExtension = "TPX"
  case speed = "Speed"
  case watts = "Watts"
  case runCadence = "RunCadence"

  /// Accepts all of Garmin's namespaces: files bind the extension's prefix to various versions, or do not bind it.
  static func covers(namespace: String) -> Bool {
    namespace.hasPrefix("http://www.garmin.com/xmlschemas/")
      || namespace.hasPrefix("https://www.garmin.com/xmlschemas/")
  }
}

/// The meaning of an element, which depends on its parent.
enum TCXScope {
  case document
  case database
  case activities
  case multiSportSession
  case sportOfSession
  case activity
  case creator
  case version
  case lap
  case lapExtensions
  case lapExtension
  case track
  case trackpoint
  case position
  case trackpointExtensions
  case trackpointExtension
  /// An element whose `Value` child holds the value.
  case value(TCXField)
  /// An element that contains only text.
  case field(TCXField)
  /// An element without meaning for a ride, with all its contents.
  case ignored
}

/// The meaning of an element's text.
enum TCXField {
  case activityID
  case notes
  case deviceName
  case unitID
  case productID
  case versionPart(Int)
  case lapFigure(SummaryField)
  case intensity
  case triggerMethod
  case lapLabel
  case time
  case latitude
  case longitude
  case altitude
  case distance
  case heartRate
  case cadence
  case speed
  case watts
}

extension TCXScope {
  /// Returns the meaning of a child element.
  func scope(of element: TCXElement) -> TCXScope {
    switch self {
    case .track: element == .trackpoint ? .trackpoint : .ignored
    case .trackpoint, .position, .trackpointExtensions, .trackpointExtension: ofTrackpoint(element)
    case .lap, .lapExtensions, .lapExtension: ofLap(element)
    case .value(let field): element == .value ? .field(field) : .ignored
    case .document, .database, .activities, .activity, .creator, .version, .multiSportSession, .sportOfSession:
      ofActivity(element)
    case .field, .ignored: .ignored
    }
  }

  private func ofActivity(_ element: TCXElement) -> TCXScope {
    switch (self, element) {
    case (.document, .trainingCenterDatabase): .database
    case (.database, .activities): .activities
    case (.activities, .activity): .activity
    case (.activities, .multiSportSession): .multiSportSession
    case (.multiSportSession, .firstSport), (.multiSportSession, .nextSport): .sportOfSession
    case (.sportOfSession, .activity): .activity
    case (.activity, .lap): .lap
    case (.activity, .id): .field(.activityID)
    case (.activity, .notes): .field(.notes)
    case (.activity, .creator): .creator
    case (.creator, .name): .field(.deviceName)
    case (.creator, .unitID): .field(.unitID)
    case (.creator, .productID): .field(.productID)
    case (.creator, .version): .version
    case (.version, .versionMajor): .field(.versionPart(0))
    case (.version, .versionMinor): .field(.versionPart(1))
    case (.version, .buildMajor): .field(.versionPart(2))
    case (.version, .buildMinor): .field(.versionPart(3))
    default: .ignored
    }
  }

  private func ofLap(_ element: TCXElement) -> TCXScope {
    switch (self, element) {
    case (.lap, .track): .track
    case (.lap, .totalTimeSeconds): .field(.lapFigure(.timerSeconds))
    case (.lap, .distance): .field(.lapFigure(.distanceMeters))
    case (.lap, .maximumSpeed): .field(.lapFigure(.maximumMetersPerSecond))
    case (.lap, .calories): .field(.lapFigure(.kilocalories))
    case (.lap, .averageHeartRate): .value(.lapFigure(.averageBeatsPerMinute))
    case (.lap, .maximumHeartRate): .value(.lapFigure(.maximumBeatsPerMinute))
    case (.lap, .cadence): .field(.lapFigure(.averageCadenceRpm))
    case (.lap, .intensity): .field(.intensity)
    case (.lap, .triggerMethod): .field(.triggerMethod)
    case (.lap, .notes): .field(.lapLabel)
    case (.lap, .extensions): .lapExtensions
    case (.lapExtensions, .lapExtension): .lapExtension
    case (.lapExtension, .averageSpeed): .field(.lapFigure(.averageMetersPerSecond))
    case (.lapExtension, .maximumBikeCadence): .field(.lapFigure(.maximumCadenceRpm))
    case (.lapExtension, .steps): .field(.lapFigure(.strokes))
    case (.lapExtension, .averageWatts): .field(.lapFigure(.averageWatts))
    case (.lapExtension, .maximumWatts): .field(.lapFigure(.maximumWatts))
    default: .ignored
    }
  }

  private func ofTrackpoint(_ element: TCXElement) -> TCXScope {
    switch (self, element) {
    case (.trackpoint, .time): .field(.time)
    case (.trackpoint, .position): .position
    case (.trackpoint, .altitude): .field(.altitude)
    case (.trackpoint, .distance): .field(.distance)
    case (.trackpoint, .heartRate): .value(.heartRate)
    case (.trackpoint, .cadence): .field(.cadence)
    case (.trackpoint, .extensions): .trackpointExtensions
    case (.position, .latitude): .field(.latitude)
    case (.position, .longitude): .field(.longitude)
    case (.trackpointExtensions, .trackpointExtension): .trackpointExtension
    case (.trackpointExtension, .speed): .field(.speed)
    case (.trackpointExtension, .watts): .field(.watts)
    case (.trackpointExtension, .runCadence): .field(.cadence)
    default: .ignored
    }
  }
}

extension TCXField {
  /// The values that a ride can have.
  ///
  /// For counters, the range of the schema's type.
  var range: ClosedRange<Double> {
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
