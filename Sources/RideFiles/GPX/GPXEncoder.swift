package import Rides

/// Writes the places and heights of a ride as GPX 1.1 (topografix.com), with heart rate and cadence in Garmin's
/// TrackPointExtension v1 and power in its PowerExtension v1.
package struct GPXEncoder: Sendable {
  /// The writing program.
  package var creator: RideFileCreator

  package init(creator: RideFileCreator) {
    self.creator = creator
  }

  /// Writes the document in UTF-8: one track, with a segment for each run of timer seconds.
  ///
  /// Seconds without a place are left out, because GPX requires one.
  /// - Parameter record: The ride, with its rows in order.
  /// - Returns: The bytes of the file, about 270 per second of the ride; nil if no second has a place.
  package func encode(_ record: RideRecord) -> [UInt8]? {
    let segments = Self.segments(of: record)
    guard let first = segments.first?.first else { return nil }
    var xml = TextBuffer(capacity: 1024 + record.samples.count * 320)
    xml.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gpx version=\"1.1\" creator=\"")
    xml.append(attributeValue: record.origin?.device.name ?? creator.name)
    xml.append(Self.namespaces)
    let begin = record.time(ofSecond: record.samples[first].second)
    xml.element("metadata") { xml in xml.element("time") { $0.append(begin) } }
    xml.append("\n<trk>")
    if let name = record.title { xml.element("name") { $0.append(characterData: name) } }
    if let note = record.note { xml.element("desc") { $0.append(characterData: note) } }
    xml.element("type") { $0.append(characterData: record.sport.rawValue) }
    xml.append("\n")
    for segment in segments {
      xml.append("<trkseg>\n")
      for index in segment { append(record.samples[index], of: record, to: &xml) }
      xml.append("</trkseg>\n")
    }
    xml.append("</trk>\n</gpx>\n")
    return xml.bytes
  }

  /// Returns the indices of the rows to write, by segment; each segment has at least one row.
  private static func segments(of record: RideRecord) -> [[Int]] {
    var segments: [[Int]] = []
    var (isOpen, last) = (false, Int.min)
    for (index, row) in record.samples.enumerated() where row.second > last {
      guard row.timerRunning else {
        isOpen = false
        continue
      }
      guard let place = row.position, (try? place.check()) != nil, record.exports(row) else { continue }
      // A file's points may be apart; a ride recorded here has every second.
      if !isOpen || (record.origin == nil && row.second - 1 != last) { segments.append([]) }
      segments[segments.endIndex - 1].append(index)
      (isOpen, last) = (true, row.second)
    }
    return segments
  }

  private func append(_ row: RideSample, of record: RideRecord, to xml: inout TextBuffer) {
    guard let place = row.position else { return }
    xml.append("<trkpt lat=\"")
    xml.append(exactly: place.latitudeDegrees)
    xml.append("\" lon=\"")
    xml.append(exactly: place.longitudeDegrees)
    xml.append("\">")
    xml.element("ele", TCXValue.finite(row.altitudeMeters), to: record.origin == nil ? .hundredths : nil)
    xml.element("time") { $0.append(record.time(ofSecond: row.second)) }
    appendExtensions(of: row, to: &xml)
    xml.append("</trkpt>\n")
  }

  /// Appends the values for which GPX has no element of its own.
  private func appendExtensions(of row: RideSample, to xml: inout TextBuffer) {
    let watts = TCXValue.short(row.powerWatts)
    // Garmin's types have the same limits here as in TCX.
    let (beats, cadence) = (TCXValue.beats(row.beatsPerMinute.map(Double.init)), TCXValue.cadence(row.cadenceRpm))
    guard watts != nil || beats != nil || cadence != nil else { return }
    xml.element("extensions") { xml in
      xml.element("pwr:PowerInWatts", watts)
      guard beats != nil || cadence != nil else { return }
      xml.element("gpxtpx:TrackPointExtension") { xml in
        xml.element("gpxtpx:hr", beats)
        xml.element("gpxtpx:cad", cadence)
      }
    }
  }

  private static let namespaces: StaticString = """
    " xmlns="http://www.topografix.com/GPX/1/1" \
    xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
    xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">

    """
}
