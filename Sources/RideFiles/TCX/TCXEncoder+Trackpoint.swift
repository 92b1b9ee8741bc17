internal import RideSession

extension TCXEncoder {
  /// Appends one second; what is not known has no element, and coasting is 0 W.
  static func append(trackpoint row: RideSample, at time: UnixTime, to xml: inout XMLBuffer) {
    xml.element("Trackpoint") { xml in
      xml.element("Time") { $0.append(time) }
      xml.element("DistanceMeters", TCXValue.distance(row.distanceMeters), to: .hundredths)
      append(beats: TCXValue.beats(row.beatsPerMinute.map(Double.init)), as: "HeartRateBpm", to: &xml)
      xml.element("Cadence", TCXValue.cadence(row.cadenceRpm))
      appendExtension(of: row, to: &xml)
    }
    xml.append("\n")
  }

  /// Appends a `HeartRateInBeatsPerMinute_t`, or nothing for nil.
  static func append(beats: Int?, as name: StaticString, to xml: inout XMLBuffer) {
    guard let beats else { return }
    xml.element(name) { $0.element("Value", beats) }
  }

  private static func appendExtension(of row: RideSample, to xml: inout XMLBuffer) {
    let speed = TCXValue.speed(kmh: row.speedKmh)
    let watts = TCXValue.watts(row.powerWatts)
    guard speed != nil || watts != nil else { return }
    xml.append("<Extensions><ns3:TPX>")
    xml.element("ns3:Speed", speed, to: .thousandths)
    xml.element("ns3:Watts", watts)
    xml.append("</ns3:TPX></Extensions>")
  }
}
