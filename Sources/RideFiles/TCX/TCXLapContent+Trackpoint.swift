internal import RideSession

extension TCXLapContent {
  /// Appends one second; what is not known has no element, and coasting is 0 W.
  func append(trackpoint row: RideSample, to xml: inout TextBuffer) {
    xml.element("Trackpoint") { xml in
      xml.element("Time") { $0.append(record.time(ofSecond: row.second)) }
      if let imported = row.imported { append(placeOf: imported, to: &xml) }
      xml.element("DistanceMeters", TCXValue.positive(row.distanceMeters), to: record.origin == nil ? .hundredths : nil)
      xml.append(beats: TCXValue.beats(row.beatsPerMinute.map(Double.init)), as: "HeartRateBpm")
      xml.element("Cadence", TCXValue.cadence(row.cadenceRpm))
      appendExtension(of: row, to: &xml)
    }
    xml.append("\n")
  }

  private func append(placeOf imported: ImportedValues, to xml: inout TextBuffer) {
    if let latitude = TCXValue.finite(imported.latitudeDegrees),
      let longitude = TCXValue.finite(imported.longitudeDegrees)
    {
      xml.element("Position") { xml in
        xml.element("LatitudeDegrees", latitude, to: nil)
        xml.element("LongitudeDegrees", longitude, to: nil)
      }
    }
    xml.element("AltitudeMeters", TCXValue.finite(imported.altitudeMeters), to: nil)
  }

  private func appendExtension(of row: RideSample, to xml: inout TextBuffer) {
    let exactSpeed = TCXValue.positive(row.imported?.speedMetersPerSecond)
    let speed = exactSpeed ?? TCXValue.speed(kmh: row.speedKmh)
    let watts = TCXValue.short(row.powerWatts)
    guard speed != nil || watts != nil else { return }
    xml.append("<Extensions><ns3:TPX>")
    xml.element("ns3:Speed", speed, to: exactSpeed == nil ? .thousandths : nil)
    xml.element("ns3:Watts", watts)
    xml.append("</ns3:TPX></Extensions>")
  }
}

extension TextBuffer {
  /// Appends a `HeartRateInBeatsPerMinute_t`, or nothing for nil.
  mutating func append(beats: Int?, as name: StaticString) {
    guard let beats else { return }
    element(name) { $0.element("Value", beats) }
  }
}
