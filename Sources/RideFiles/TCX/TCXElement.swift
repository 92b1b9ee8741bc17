/// The elements of Garmin's Training Center XML that tell something of a ride.
///
/// TrainingCenterDatabasev2.xsd; `TPX` and `LX` and what stands in them: ActivityExtensionv2.xsd.
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

  /// Any of Garmin's, whatever its version: files bind the extension's prefix to one or another, or to none.
  static func covers(namespace: String) -> Bool {
    namespace.hasPrefix("http://www.garmin.com/xmlschemas/")
      || namespace.hasPrefix("https://www.garmin.com/xmlschemas/")
  }
}
