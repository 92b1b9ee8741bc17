internal import RideSession

/// What recorded a ride, as `Device_t`, whose every part the schema and Garmin Connect insist on.
struct TCXDevice {
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
