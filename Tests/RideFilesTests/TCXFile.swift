import Rides

@testable import RideFiles

/// Returns a TCX file with the given content of its activity from line 2 on.
func tcx(_ activity: String, sport: String = "Biking") -> String {
  """
  <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
  xmlns:x="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="\(sport)">
  \(activity)
  </Activity></Activities></TrainingCenterDatabase>
  """
}

/// Returns a lap that begins at 2026-01-15T08:00:00Z, with one track.
func lap(_ points: String) -> String { #"<Lap StartTime="2026-01-15T08:00:00Z"><Track>\#(points)</Track></Lap>"# }

/// Returns a Trackpoint `second` seconds after 2026-01-15T08:00:00Z, up to an hour, by default with its distance.
func point(_ second: Int, _ content: String? = nil) -> String {
  let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
  let time = "2026-01-15T08:\(digits(second / 60)):\(digits(second % 60))Z"
  return "<Trackpoint><Time>\(time)</Time>\(content ?? "<DistanceMeters>\(second)</DistanceMeters>")</Trackpoint>"
}

/// 2026-01-15T08:00:00Z.
let morning = UnixTime(seconds: 1_768_464_000)

func decoded(_ text: String) throws(FileFault) -> RideRecord { try decoded([Array(text.utf8)]) }

func decoded(_ pieces: [[UInt8]], limits: ImportLimits = ImportLimits()) throws(FileFault) -> RideRecord {
  var decoder = TCXDecoder(limits: limits)
  for piece in pieces { try decoder.feed(piece[...]) }
  return try decoder.finish().rides[0]
}

extension RideRecord {
  /// One character per second: `#` for a row with a value, `-` for a row without, `.` for a pause.
  var pattern: String {
    String(samples.map { $0.timerRunning ? ($0.hasValue ? "#" : "-") : "." })
  }
}

/// Imports a whole file.
func imported(_ text: String, limits: ImportLimits = ImportLimits()) throws(FileFault) -> ImportedFile {
  var decoder = TCXDecoder(limits: limits)
  try decoder.feed(Array(text.utf8)[...])
  return try decoder.finish()
}

/// Five seconds: the strap is late, the rider pauses, the trainer sends no data for one second.
let goldenSamples: [RideSample] = [
  .init(
    second: 0, timerRunning: true, powerWatts: 148.5, targetWatts: 150, cadenceRpm: 87.5, speedKmh: 29.88,
    distanceMeters: 8.3),
  .init(
    second: 1, timerRunning: true, powerWatts: 152.25, targetWatts: 150, cadenceRpm: 88.25, beatsPerMinute: 121,
    speedKmh: 30.6, distanceMeters: 16.8, rrIntervals: [508]),
  .init(second: 2, timerRunning: false, powerWatts: 60, targetWatts: nil, beatsPerMinute: 122, distanceMeters: 16.8),
  .init(second: 3, timerRunning: true, targetWatts: 150, beatsPerMinute: 123, distanceMeters: 16.8),
  .init(
    second: 4, timerRunning: true, powerWatts: 0, targetWatts: 150, cadenceRpm: 0, beatsPerMinute: 124, speedKmh: 28.8,
    distanceMeters: 24.805),
]

/// 2026-11-21T06:45:12.250Z.
let rideStart = UnixTime(milliseconds: 1_795_243_512_250)

func ride(_ samples: [RideSample], start: UnixTime = rideStart) -> RideRecord {
  RideRecord(id: 1, start: start, plannedSeconds: 3600, trainerName: "KICKR 1234", samples: samples, events: [])
}

let goldenTCX = """
  <?xml version="1.0" encoding="UTF-8"?>
  <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
  xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" \
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
  xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 \
  http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd \
  http://www.garmin.com/xmlschemas/ActivityExtension/v2 http://www.garmin.com/xmlschemas/ActivityExtensionv2.xsd">
  <Activities>
  <Activity Sport="Biking"><Id>2026-11-21T06:45:12.250Z</Id>
  <Lap StartTime="2026-11-21T06:45:12.250Z"><TotalTimeSeconds>4</TotalTimeSeconds>\
  <DistanceMeters>24.81</DistanceMeters><MaximumSpeed>8.5</MaximumSpeed><Calories>0</Calories>\
  <AverageHeartRateBpm><Value>123</Value></AverageHeartRateBpm>\
  <MaximumHeartRateBpm><Value>124</Value></MaximumHeartRateBpm>\
  <Intensity>Active</Intensity><Cadence>59</Cadence><TriggerMethod>Manual</TriggerMethod>
  <Track>
  <Trackpoint><Time>2026-11-21T06:45:12.250Z</Time><DistanceMeters>8.3</DistanceMeters><Cadence>88</Cadence>\
  <Extensions><ns3:TPX><ns3:Speed>8.3</ns3:Speed><ns3:Watts>149</ns3:Watts></ns3:TPX></Extensions></Trackpoint>
  <Trackpoint><Time>2026-11-21T06:45:13.250Z</Time><DistanceMeters>16.8</DistanceMeters>\
  <HeartRateBpm><Value>121</Value></HeartRateBpm><Cadence>88</Cadence>\
  <Extensions><ns3:TPX><ns3:Speed>8.5</ns3:Speed><ns3:Watts>152</ns3:Watts></ns3:TPX></Extensions></Trackpoint>
  </Track>
  <Track>
  <Trackpoint><Time>2026-11-21T06:45:15.250Z</Time><DistanceMeters>16.8</DistanceMeters>\
  <HeartRateBpm><Value>123</Value></HeartRateBpm></Trackpoint>
  <Trackpoint><Time>2026-11-21T06:45:16.250Z</Time><DistanceMeters>24.81</DistanceMeters>\
  <HeartRateBpm><Value>124</Value></HeartRateBpm><Cadence>0</Cadence>\
  <Extensions><ns3:TPX><ns3:Speed>8</ns3:Speed><ns3:Watts>0</ns3:Watts></ns3:TPX></Extensions></Trackpoint>
  </Track>
  <Extensions><ns3:LX><ns3:AvgSpeed>6.201</ns3:AvgSpeed><ns3:MaxBikeCadence>88</ns3:MaxBikeCadence>\
  <ns3:AvgWatts>100</ns3:AvgWatts><ns3:MaxWatts>152</ns3:MaxWatts></ns3:LX></Extensions>
  </Lap>
  <Notes>Zone 2</Notes>
  <Creator xsi:type="Device_t"><Name>jz2d</Name><UnitId>0</UnitId><ProductID>0</ProductID>\
  <Version><VersionMajor>1</VersionMajor><VersionMinor>2</VersionMinor><BuildMajor>3</BuildMajor>\
  <BuildMinor>0</BuildMinor></Version></Creator>
  </Activity>
  </Activities>
  <Author xsi:type="Application_t"><Name>jz2d</Name><Build><Version><VersionMajor>1</VersionMajor>\
  <VersionMinor>2</VersionMinor><BuildMajor>3</BuildMajor><BuildMinor>0</BuildMinor></Version></Build>\
  <LangID>en</LangID><PartNumber>000-00000-00</PartNumber></Author>
  </TrainingCenterDatabase>

  """

/// Reads just enough XML for the encoder's output; the schema test reads it properly.
extension String {
  /// Returns the text between each `<element>` and the next `</element>`, in order.
  func values(of element: String) -> [String] {
    var values: [String] = []
    var rest = self[...]
    while let opening = rest.firstRange(of: "<\(element)>") {
      rest = rest[opening.upperBound...]
      guard let closing = rest.firstRange(of: "</\(element)>") else { break }
      values.append(String(rest[..<closing.lowerBound]))
      rest = rest[closing.upperBound...]
    }
    return values
  }

  /// Returns the occurrences of `marks`, in order.
  func events(of marks: [String]) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      if let mark = marks.first(where: rest.hasPrefix) { found.append(mark) }
      rest = rest.dropFirst()
    }
    return found
  }

  /// Returns the names of the direct children of the first `element`.
  func children(of element: String) -> [String] {
    var children: [String] = []
    var depth: Int?
    for tag in split(separator: "<").map({ $0.prefix { $0 != ">" } }) {
      let name = String(tag.prefix { $0 != " " })
      if let level = depth {
        if name.first == "/" {
          if level == 0 { return children }
          depth = level - 1
        } else {
          if level == 0 { children.append(name) }
          depth = level + 1
        }
      } else if name == element {
        depth = 0
      }
    }
    return children
  }
}
