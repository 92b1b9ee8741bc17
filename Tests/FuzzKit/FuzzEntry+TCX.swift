import RideFiles
import Rides

extension FuzzEntry {
  /// A ride as Training Center XML, in pieces whose length depends on the length of the file.
  package static let tcx = FuzzEntry(
    name: "tcx",
    seeds: {
      let header =
        #"<?xml version="1.0"?><TrainingCenterDatabase xmlns:x="http://www.garmin.com/xmlschemas/ActivityExtension/v2">"#
      let points = (0..<4).map { second in
        """
        <Trackpoint><Time>2026-01-15T08:00:0\(second).5+01:00</Time><Position><LatitudeDegrees>52.1</LatitudeDegrees>\
        <LongitudeDegrees>-4.5e0</LongitudeDegrees></Position><AltitudeMeters>-2</AltitudeMeters><DistanceMeters>\(second)\
        </DistanceMeters><HeartRateBpm><Value>150</Value></HeartRateBpm><Cadence>90</Cadence><Extensions><x:TPX>\
        <x:Speed>1.00000002</x:Speed><x:Watts>150</x:Watts></x:TPX></Extensions></Trackpoint>
        """
      }
      let lap = """
        <TotalTimeSeconds>2</TotalTimeSeconds><DistanceMeters>2.5</DistanceMeters><Calories>1</Calories>\
        <Intensity>Active</Intensity><TriggerMethod>Time</TriggerMethod>
        """
      let activities = [
        "<Id>2026-01-15T07:00:00Z</Id><Lap StartTime='2026-01-15T07:00:00.5Z'>\(lap)<Track>\(points.joined())</Track></Lap>",
        "<Lap>\(lap)<Track>\(points[0])</Track><Track>\(points[2])</Track></Lap><Lap><Track>\(points[2])</Track></Lap>",
        """
        <Lap><Track>\(points[1])<!-- c --></Track></Lap><Notes>&lt;<![CDATA[a]]>&#65;</Notes><Creator><Name>E</Name>\
        <UnitId>7</UnitId><Version><VersionMajor>1</VersionMajor></Version></Creator>
        """,
      ]
      return activities.map { activity in
        let body = "<Activity Sport='Biking'>\(activity)</Activity>"
        return Array("\(header)<Activities>\(body)\(body)</Activities></TrainingCenterDatabase>".utf8)
      }
    },
    run: { input in
      let file: ImportedFile
      do throws(FileFault) {
        file = try decodeTCX(input, piece: 1 + input.count % 97)
      } catch {
        let again = try? decodeTCX(input, piece: .max)
        try promise("\(error) does not depend on the pieces", again == nil)
        return try promise(
          "\(error) lies in the file", 0...input.count * 3 ~= error.place.byte && error.place.line ?? 0 > 0)
      }
      try promise("pieces make no difference", try decodeTCX(input, piece: .max) == file)
      try promise("\(file.leftOut) lies in the file", 0...input.count * 3 ~= file.leftOut.first?.byte ?? 0)
      for ride in file.rides { try checkRide(ride) }
    })

  private static func checkRide(_ first: RideRecord) throws {
    try promise("rows have no hole", first.samples.map(\.second).elementsEqual(first.samples.indices))
    try promise("laps lie in the ride", first.laps.allSatisfy { 0...first.samples.count ~= $0.second })
    // Values that the format cannot store are lost only the first time.
    let second = try decodeTCX(encoder.encode(first), piece: .max)
    try promise("it is one ride, and all of it", second.rides.count == 1 && second.leftOut == LeftOut())
    let third = try decodeTCX(encoder.encode(second.rides[0]), piece: .max)
    try promise("a written ride comes back: \(second) became \(third)", second == third)
    try promise("all rows come back", second.rides[0].samples.count == first.samples.count)
  }

  private static let encoder = TCXEncoder(creator: RideFileCreator(name: "jz2", major: 0, minor: 0, patch: 0))

  private static func decodeTCX(_ input: [UInt8], piece length: Int) throws(FileFault) -> ImportedFile {
    var decoder = TCXDecoder(limits: ImportLimits(bytes: 1 << 20, seconds: 20_000, laps: 100))
    var rest = input[...]
    while !rest.isEmpty {
      try decoder.feed(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return try decoder.finish()
  }
}
