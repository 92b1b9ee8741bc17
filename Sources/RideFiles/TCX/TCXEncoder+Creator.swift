extension TCXEncoder {
  /// The program that recorded a ride, and its version.
  package struct Creator: Hashable, Sendable {
    package let name: String
    package let major: UInt16
    package let minor: UInt16
    package let patch: UInt16

    package init(name: String, major: UInt16, minor: UInt16, patch: UInt16) {
      self.name = name
      self.major = major
      self.minor = minor
      self.patch = patch
    }
  }
}

extension TCXEncoder.Creator {
  /// Appends `Creator` as `Device_t`, whose every part Garmin Connect insists on.
  func appendDevice(to xml: inout XMLBuffer) {
    xml.append("<Creator xsi:type=\"Device_t\">")
    xml.element("Name") { $0.append(text: name) }
    xml.append("<UnitId>0</UnitId><ProductID>0</ProductID>")
    appendVersion(to: &xml)
    xml.append("</Creator>\n")
  }

  /// Appends `Author` as `Application_t`; the part number is the schema's form with nothing in it.
  func appendApplication(to xml: inout XMLBuffer) {
    xml.append("<Author xsi:type=\"Application_t\">")
    xml.element("Name") { $0.append(text: name) }
    xml.element("Build") { appendVersion(to: &$0) }
    xml.append("<LangID>en</LangID><PartNumber>000-00000-00</PartNumber></Author>\n")
  }

  private func appendVersion(to xml: inout XMLBuffer) {
    xml.element("Version") { xml in
      xml.element("VersionMajor", Int(major))
      xml.element("VersionMinor", Int(minor))
      xml.element("BuildMajor", Int(patch))
      xml.element("BuildMinor", 0)
    }
  }
}
