package import Rides

/// Writes a ride as Garmin's Training Center XML, version 2, with power and speed in Activity Extension version 2.
///
/// Elements follow the order of the schema, where every complex type is a sequence. The extension's prefix is `ns3`,
/// because some readers look for the string `ns3:TPX` instead of the namespace.
package struct TCXEncoder: Sendable {
  /// The writing program, which also recorded every ride that was not imported.
  package var creator: RideFileCreator

  package init(creator: RideFileCreator) {
    self.creator = creator
  }

  /// Writes the document in UTF-8.
  ///
  /// Each row with the timer running becomes a Trackpoint; consecutive ones form a Track. Rows outside timer time and
  /// rows that are not later than the rows before them are left out. An imported ride keeps its numbers and the figures
  /// of its uncut laps; rows between its points are left out. A lap's label becomes its `Notes`.
  /// - Parameter record: The ride, with its rows in order.
  /// - Returns: The bytes of the file, about 270 per second of the ride.
  package func encode(_ record: RideRecord) -> [UInt8] {
    // Unused capacity is free, but a buffer that grows exists twice for a moment.
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

  /// Returns the sport as a `Sport_t`, which has only these values.
  private static func sport(of record: RideRecord) -> StaticString {
    switch record.sport {
    case .cycling, .ebiking: "Biking"
    case .running: "Running"
    default: "Other"
    }
  }

  /// Returns the notes.
  ///
  /// TCX has no field for a name, so the name of the ride or of its plan precedes the note. The note of an imported
  /// ride stays unchanged.
  private static func notes(of record: RideRecord) -> String? {
    guard record.origin == nil, let name = record.title else { return record.note }
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

/// The recording device as `Device_t`.
///
/// The schema and Garmin Connect require every part of it.
private struct TCXDevice {
  var name: String
  /// `UnitId`, 0…4 294 967 295; 0 if unknown.
  var unit: Int
  /// `ProductID`, 0…65 535; 0 if unknown.
  var product: Int
  /// Major, minor, build major, build minor; at least the first two.
  var version: [Int]

  init(_ creator: RideFileCreator) {
    (name, unit, product, version) = (creator.name, 0, 0, creator.version)
  }

  /// The device of an imported ride; nil if the file does not describe it.
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
  /// Appends `Author` as `Application_t`, with an empty part number in the schema's form.
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
