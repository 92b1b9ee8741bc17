internal import RideSession

/// The elements of GPX that make a way or tell something of a ride.
///
/// GPX 1.0 and 1.1 (topografix.com); what stands in `extensions`: Garmin's TrackPointExtension v1 and v2, its
/// PowerExtension v1 and GpxExtensions v3, Cluetrust's GPXData, and `power` as Strava and others write it.
enum GPXElement: String, XMLVocabulary {
  case gpx
  case name
  case metadata
  case track = "trk"
  case segment = "trkseg"
  case trackPoint = "trkpt"
  case route = "rte"
  case routePoint = "rtept"

  case description = "desc"
  case type
  case time
  case elevation = "ele"
  case extensions
  case heartRate = "hr"
  case heartRateInFull = "heartrate"
  case cadence = "cad"
  case cadenceInFull = "cadence"
  case airTemperature = "atemp"
  case temperature = "temp"
  case temperatureInFull = "Temperature"
  case power
  case powerInWatts = "PowerInWatts"
  case watts
  case speed

  /// GPX 1.0 and 1.1, Garmin's extensions whatever their version, and GPXData: others may count in other units.
  static func covers(namespace: String) -> Bool {
    guard let colon = namespace.firstRange(of: "://"), ["http", "https"].contains(namespace[..<colon.lowerBound]) else {
      return false
    }
    let place = namespace[colon.upperBound...]
    let known = ["www.topografix.com/GPX/", "www.garmin.com/xmlschemas/", "www.cluetrust.com/"]
    return known.contains(where: place.hasPrefix)
  }
}

extension XMLReader<GPXElement> {
  /// Where the point is whose tag has just begun; nil where `lat` or `lon` is missing or no number.
  ///
  /// The place may be one that is not on the globe.
  func pointPlace() throws(RideFileError) -> Place? {
    guard let latitude = try attribute("lat").flatMap(Self.number),
      let longitude = try attribute("lon").flatMap(Self.number)
    else { return nil }
    return Place(latitudeDegrees: latitude, longitudeDegrees: longitude)
  }

  /// A number as XML Schema has it: its point is a point.
  private static func number(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalText.value(bytes.span.extracting(bytes.span.boundsOfText))
  }
}
