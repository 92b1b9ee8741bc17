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

/// What recorded a ride, as `Device_t`, whose every part the schema and Garmin Connect insist on.
private struct TCXDevice {
  var name: String
  /// `UnitId`, 0…4 294 967 295; 0 where there is none.
  var unit: Int
  /// `ProductID`, 0…65 535; 0 where there is none.
  var product: Int
  /// Major, minor, build major, build minor; the first two at least.
  var version: [Int]

  init(_ creator: RideFileCreator) {
    (name, unit, product, version) = (creator.name, 0, 0, creator.version)
  }

  /// The device of a ride from a file; nil where the file tells nothing of it.
  init?(_ device: RideOrigin.Device) {
    guard device != RideOrigin.Device() else { return nil }
    name = device.name ?? ""
    unit = min(max(0, device.serial ?? 0), 4_294_967_295)
    product = TCXValue.short(device.product)
    version = device.version.prefix(4).map { TCXValue.short($0) }
    while version.count < 2 { version.append(0) }
  }

  func append(to xml: inout TextBuffer) {
    xml.append("<Creator xsi:type=\"Device_t\">")
    xml.element("Name") { $0.append(characterData: name) }
    xml.element("UnitId", unit)
    xml.element("ProductID", product)
    xml.append(version: version)
    xml.append("</Creator>\n")
  }
}

extension RideFileCreator {
  /// Appends `Author` as `Application_t`; the part number is the schema's form with nothing in it.
  func appendApplication(to xml: inout TextBuffer) {
    xml.append("<Author xsi:type=\"Application_t\">")
    xml.element("Name") { $0.append(characterData: name) }
    xml.element("Build") { $0.append(version: version) }
    xml.append("<LangID>en</LangID><PartNumber>000-00000-00</PartNumber></Author>\n")
  }

  fileprivate var version: [Int] { [Int(major), Int(minor), Int(patch), 0] }
}

extension TextBuffer {
  /// Appends `Version_t`.
  fileprivate mutating func append(version: [Int]) {
    let names: [StaticString] = ["VersionMajor", "VersionMinor", "BuildMajor", "BuildMinor"]
    element("Version") { xml in
      for (name, number) in zip(names, version) { xml.element(name, number) }
    }
  }
}
