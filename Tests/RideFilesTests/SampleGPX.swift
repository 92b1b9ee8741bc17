@testable import RideFiles

/// A GPX file around its tracks, as Garmin Connect writes it, from line 2 on.
func gpx(_ content: String, creator: String = "Garmin Connect") -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?><gpx creator="\(creator)" version="1.1" \
  xmlns="http://www.topografix.com/GPX/1/1" xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
  xmlns:v2="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
  xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
  xmlns:gpxdata="http://www.cluetrust.com/XML/GPXDATA/1/0" xmlns:other="http://example.com/furlongs">
  \(content)
  </gpx>
  """
}

/// A track of segments.
func track(_ segments: String..., details: String = "") -> String {
  "<trk>\(details)\(segments.map { "<trkseg>\($0)</trkseg>" }.joined())</trk>"
}

/// A track point so many seconds after 2026-01-15T08:00:00Z, up to a day, at 10 m a second along a meridian unless elsewhere.
func trackPoint(_ second: Int, _ extensions: String = "", place: String? = nil, rest: String = "") -> String {
  let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
  let time = "2026-01-15T\(digits(8 + second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))Z"
  let place = place ?? "lat=\"\(48 + Double(second) * 10 / metersOfDegree)\" lon=\"16\""
  let inner = extensions.isEmpty ? "" : "<extensions>\(extensions)</extensions>"
  return "<trkpt \(place)>\(rest)<time>\(time)</time>\(inner)</trkpt>\n"
}

/// The metres of a degree of latitude on a globe with Earth's mean radius.
let metersOfDegree = 111_195.08

func content(_ text: String, piece: Int = .max) throws(RideFileError) -> ImportedFile {
  var decoder = RideFileDecoder()
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    try decoder.feed(Array(rest.prefix(piece)))
    rest = rest.dropFirst(piece)
  }
  return try decoder.finish()
}
