package import RideSession

/// Writes a ride as Garmin's Training Center XML, version 2, with power and speed in Activity Extension version 2.
///
/// Every complex type of the schema is a sequence, so elements stand in its order. The extension's prefix is `ns3`, since
/// some readers look for the string `ns3:TPX` instead of its namespace.
package struct TCXEncoder: Sendable {
  /// The program that writes, which recorded what came from no other file.
  package var creator: RideFileCreator

  package init(creator: RideFileCreator) {
    self.creator = creator
  }

  /// The document, in UTF-8.
  ///
  /// A row whose timer ran becomes one Trackpoint; a Track is a run of such rows. Rows outside timer time and rows that do
  /// not come later than those before them are left out. Of a ride from a file, so are rows between its points, and all
  /// numbers are those of the file; what it says of a lap that is not cut stands as it says. A lap's label is its `Notes`.
  /// - Parameter record: The ride, with its rows in order.
  /// - Returns: The bytes of the file, about 270 for each second.
  package func encode(_ record: RideRecord) -> [UInt8] {
    // Room that is not written to costs nothing, and a buffer that has to grow is there twice.
    var xml = TextBuffer(capacity: 4096 + record.samples.count * (record.origin == nil ? 280 : 480))
    xml.append(Self.opening)
    xml.append("<Activities>\n<Activity Sport=\"")
    xml.append(Self.sport(of: record))
    xml.append("\">")
    xml.element("Id") { $0.append(record.activityID) }
    xml.append("\n")
    for lap in TCXLapContent.laps(of: record) { lap.append(to: &xml) }
    if let notes = Self.notes(of: record) {
      xml.element("Notes") { $0.append(characterData: notes) }
      xml.append("\n")
    }
    let device = record.origin.map { TCXDevice($0.device) } ?? TCXDevice(creator)
    device?.append(to: &xml)
    xml.append("</Activity>\n</Activities>\n")
    creator.appendApplication(to: &xml)
    xml.append("</TrainingCenterDatabase>\n")
    return xml.bytes
  }

  /// `Sport_t` has no more.
  private static func sport(of record: RideRecord) -> StaticString {
    switch record.origin?.sport {
    case nil, 2: "Biking"
    case 1: "Running"
    default: "Other"
    }
  }

  /// TCX has no place for a name, so it goes before the note; a note that came from a file stays as it is.
  private static func notes(of record: RideRecord) -> String? {
    guard record.origin == nil, let name = record.name else { return record.note }
    return record.note.map { "\(name)\n\($0)" } ?? name
  }

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
