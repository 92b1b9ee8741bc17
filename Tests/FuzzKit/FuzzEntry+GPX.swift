import RideFiles
import Rides

extension FuzzEntry {
  /// Rides as GPX, in pieces whose length depends on the length of the file.
  package static let gpx = FuzzEntry(
    name: "gpx",
    seeds: {
      let header = #"<?xml version="1.0"?><gpx xmlns:x="http://www.garmin.com/xmlschemas/PowerExtension/v1">"#
      func point(_ second: Int, _ day: Int = 15) -> String {
        """
        <trkpt lat="52.1\(second)" lon="-4.5e0"><ele>-2</ele><time>2026-01-\(day)T08:00:0\(second).5+01:00</time>\
        <extensions><power>150</power><x:hr>150</x:hr><x:cad>90</x:cad><atemp>20</atemp></extensions></trkpt>
        """
      }
      let (one, two) = ((0..<4).map { point($0) }.joined(), (0..<3).map { point($0 * 3, 17) }.joined())
      let contents = [
        "<metadata><name>a</name></metadata><trk><name>b</name><type>cycling</type><trkseg>\(one)</trkseg></trk>",
        "<trk><trkseg>\(point(0))</trkseg><trkseg>\(point(7))</trkseg></trk><trk><trkseg>\(two)</trkseg></trk>",
        "<trk><desc>&lt;</desc><trkseg><trkpt lat='0' lon='0'><speed>3</speed></trkpt>\(point(9))</trkseg></trk>",
      ]
      return contents.map { Array("\(header)\($0)</gpx>".utf8) }
    },
    run: { input in
      let file: ImportedFile
      do throws(FileFault) {
        file = try decodeGPX(input, piece: 1 + input.count % 97)
      } catch {
        try promise("\(error) does not depend on the pieces", (try? decodeGPX(input, piece: .max)) == nil)
        return try promise(
          "\(error) lies in the file", 0...input.count * 3 ~= error.place.byte && error.place.line ?? 0 > 0)
      }
      try promise("pieces make no difference", try decodeGPX(input, piece: .max) == file)
      try promise("there is a ride", !file.rides.isEmpty)
      try promise(
        "rows have no hole", file.rides.allSatisfy { $0.samples.map(\.second).elementsEqual($0.samples.indices) })
      try promise(
        "a distance is one",
        file.rides.allSatisfy { ride in ride.samples.allSatisfy { 0...1e9 ~= $0.distanceMeters ?? 0 } })
      for ride in file.rides { try checkWriting(ride) }
    })

  private static let encoder = GPXEncoder(creator: RideFileCreator(name: "jz2", major: 0, minor: 0, patch: 0))

  /// A ride that is written is read again, with the same places.
  private static func checkWriting(_ ride: RideRecord) throws {
    guard let written = encoder.encode(ride) else { return }
    let places = try decodeGPX(written, piece: .max).rides.flatMap { $0.samples.compactMap(\.position) }
    let before = ride.samples.filter { $0.timerRunning && !$0.isCarried }.compactMap(\.position)
    try promise("\(before) became \(places)", places == before)
  }

  private static func decodeGPX(_ input: [UInt8], piece length: Int) throws(FileFault) -> ImportedFile {
    var decoder = GPXDecoder(limits: ImportLimits(bytes: 1 << 20, seconds: 20_000, laps: 100))
    var rest = input[...]
    while !rest.isEmpty {
      try decoder.feed(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return try decoder.finish()
  }
}
