import RideSession

@testable import RideFiles

/// A Training Center file around what stands in its activity, from line 2 on.
func tcx(_ activity: String, sport: String = "Biking") -> String {
  """
  <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
  xmlns:x="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Activities><Activity Sport="\(sport)">
  \(activity)
  </Activity></Activities></TrainingCenterDatabase>
  """
}

/// A lap from 2026-01-15T08:00:00Z on with one track.
func lap(_ points: String) -> String { #"<Lap StartTime="2026-01-15T08:00:00Z"><Track>\#(points)</Track></Lap>"# }

/// A Trackpoint so many seconds after 2026-01-15T08:00:00Z, up to an hour, with its distance or what is given.
func point(_ second: Int, _ content: String? = nil) -> String {
  let digits = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
  let time = "2026-01-15T08:\(digits(second / 60)):\(digits(second % 60))Z"
  return "<Trackpoint><Time>\(time)</Time>\(content ?? "<DistanceMeters>\(second)</DistanceMeters>")</Trackpoint>"
}

/// 2026-01-15T08:00:00Z.
let morning = UnixTime(seconds: 1_768_464_000)

func decoded(_ text: String) throws(RideFileError) -> RideRecord { try decoded([Array(text.utf8)]) }

func decoded(_ pieces: [[UInt8]], limits: ImportLimits = ImportLimits()) throws(RideFileError) -> RideRecord {
  var decoder = TCXDecoder(limits: limits)
  for piece in pieces { try decoder.feed(piece[...]) }
  return try decoder.finish().rides[0]
}

extension RideRecord {
  /// The seconds whose timer ran, a character each: `#` for a row with a value, `-` for one without, `.` for a pause.
  var pattern: String {
    String(samples.map { $0.timerRunning ? ($0.hasValue ? "#" : "-") : "." })
  }
}

/// All that a file holds.
func imported(_ text: String, limits: ImportLimits = ImportLimits()) throws(RideFileError) -> ImportedFile {
  var decoder = TCXDecoder(limits: limits)
  try decoder.feed(Array(text.utf8)[...])
  return try decoder.finish()
}
