/// A loop of 400 m on the equator, as a GPX file.
enum RouteGPX {
  /// The loop's third corner, 200 m from its start.
  static let corner = (latitudeDegrees: 0.0009, longitudeDegrees: 0.0009)

  static let text = """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="jz2" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="0.0009" lon="0.0009"><name> Café </name></wpt><wpt lat="0" lon="0"/><trk><name>Loop</name><trkseg>
    <trkpt lat="0" lon="0"/><trkpt lat="0" lon="0.0009"/><trkpt lat="0.0009" lon="0.0009"/>
    <trkpt lat="0.0009" lon="0"/><trkpt lat="0" lon="0"/>
    </trkseg></trk></gpx>
    """
}
