internal import Rides

/// The elements of GPX that are read.
///
/// GPX 1.0 and 1.1 (topografix.com); in `extensions`: Garmin's TrackPointExtension v1 and v2, PowerExtension v1 and
/// GpxExtensions v3, Cluetrust's GPXData, and `power` as written by Strava and others.
enum GPXElement: String, XMLVocabulary {
  case gpx
  case name
  case metadata
  case track = "trk"
  case segment = "trkseg"
  case trackPoint = "trkpt"
  case route = "rte"
  case routePoint = "rtept"
  case waypoint = "wpt"

  case description = "desc"
  case type
  case time
  case elevation = "ele"
  case extensions
  case heartRate = "hr"
  case heartRateInFull = "heartrate"
  /// In the `heartRateTrack` of a-rival's SpoQ.
  case timedHeartRate = "heartRate"
  case cadence = "cad"
  case cadenceInFull = "cadence"
  case runCadence = "RunCadence"
  case airTemperature = "atemp"
  case temperature = "temp"
  case temperatureInFull = "Temperature"
  case power
  case powerInWatts = "PowerInWatts"
  case watts
  case speed

  /// Accepts GPX 1.0 and 1.1, all versions of Garmin's extensions, and GPXData; other extensions may use other units.
  static func covers(namespace: String) -> Bool {
    if namespace == spoQ { return true }
    guard let colon = namespace.firstRange(of: "://"), ["http", "https"].contains(namespace[..<colon.lowerBound]) else {
      return false
    }
    let place = namespace[colon.upperBound...]
    let known = ["www.topografix.com/GPX/", "www.garmin.com/xmlschemas/", "www.cluetrust.com/"]
    return known.contains(where: place.hasPrefix)
  }

  private static let spoQ = "urn:uuid:D0EB2ED5-49B6-44e3-B13C-CF15BE7DD7DD"
}

extension XMLReader<GPXElement> {
  /// Returns the position of the point that has just begun; nil if `lat` or `lon` is missing or not a number.
  ///
  /// The position may lie outside the valid range.
  func pointPlace() throws(FileFault) -> Place? {
    guard let latitude = try attribute("lat").flatMap(Self.number),
      let longitude = try attribute("lon").flatMap(Self.number)
    else { return nil }
    return Place(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  /// Reads a number as in XML Schema, with a decimal point.
  private static func number(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalText.value(bytes.span.extracting(bytes.span.boundsOfText))
  }
}
