package import RideSession

/// Writes a ride as Garmin's Training Center XML, version 2, with power and speed in Activity Extension version 2.
///
/// Every complex type of the schema is a sequence, so elements stand in its order. The extension's prefix is `ns3`, since
/// some readers look for the string `ns3:TPX` instead of its namespace.
package struct TCXEncoder: Sendable {
  /// Who recorded the ride.
  package var creator: Creator

  package init(creator: Creator) {
    self.creator = creator
  }

  /// The document, in UTF-8.
  ///
  /// A row whose timer ran becomes one Trackpoint; a Track is a run of such rows. Rows outside timer time and rows that do
  /// not come later than those before them are left out.
  /// - Parameters:
  ///   - record: The ride, with its rows in order.
  ///   - notes: What to say about the ride, in any text; controls are dropped.
  /// - Returns: The bytes of the file, about 270 for each second.
  package func encode(_ record: RideRecord, notes: String? = nil) -> [UInt8] {
    var xml = XMLBuffer(capacity: 4096 + record.samples.count * 280)
    xml.append(Self.opening)
    xml.append("<Activities>\n<Activity Sport=\"Biking\">")
    xml.element("Id") { $0.append(record.start) }
    xml.append("\n")
    for rows in Self.laps(of: record) { Self.append(Lap(rows: rows, rideStart: record.start), to: &xml) }
    if let notes {
      xml.element("Notes") { $0.append(text: notes) }
      xml.append("\n")
    }
    creator.appendDevice(to: &xml)
    xml.append("</Activity>\n</Activities>\n")
    creator.appendApplication(to: &xml)
    xml.append("</TrainingCenterDatabase>\n")
    return xml.bytes
  }

  /// The rows of each lap; the whole ride is one.
  private static func laps(of record: RideRecord) -> [ArraySlice<RideSample>] { [record.samples[...]] }

  private static let opening: StaticString = """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
    xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2" \
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
    xsi:schemaLocation="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2 \
    http://www.garmin.com/xmlschemas/TrainingCenterDatabasev2.xsd \
    http://www.garmin.com/xmlschemas/ActivityExtension/v2 \
    http://www.garmin.com/xmlschemas/ActivityExtensionv2.xsd">

    """
}
