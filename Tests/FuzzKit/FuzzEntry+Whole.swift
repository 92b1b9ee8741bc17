import RideFiles
import Rides

extension FuzzEntry {
  /// A whole ride in JSON, in pieces whose length depends on the length of the file.
  package static let whole = FuzzEntry(
    name: "whole",
    seeds: {
      let rides = RandomRides(seed: 5).lazy.prefix(12).map { ride in
        var ride = ride
        ride.samples = Array(ride.samples.prefix(3))
        ride.circumstances?.trim = nil
        return RideJSONEncoder().encode(ride)
      }
      let other = #"{"id":1,"a":[{"b":null,"c":[true,false,-1.5e3]},"\ud83d\ude80\u00e9\n"],"activityId":"x"}"#
      return Array(rides) + [Array(other.utf8)]
    },
    run: { input in
      let file: ImportedFile
      do throws(FileFault) {
        file = try decodeWhole(input, piece: 1 + input.count % 97)
      } catch {
        let again = try? decodeWhole(input, piece: .max)
        try promise("\(error) does not depend on the pieces", again == nil)
        return try promise("\(error) lies in the file", 0...input.count ~= error.byte && error.line ?? 0 > 0)
      }
      try promise("pieces make no difference", try decodeWhole(input, piece: .max) == file)
      let ride = file.rides[0]
      try promise(
        "its rows are in order", zip(ride.samples, ride.samples.dropFirst()).allSatisfy { $0.second < $1.second })
      let written = RideJSONEncoder().encode(ride)
      let again = try decodeWhole(written, piece: .max)
      try promise("\(ride) comes back, not as \(again.rides)", again == ImportedFile(rides: [ride]))
      try promise("it is written the same again", RideJSONEncoder().encode(again.rides[0]) == written)
    })

  private static func decodeWhole(_ input: [UInt8], piece length: Int) throws(FileFault) -> ImportedFile {
    var decoder = RideFileDecoder(limits: ImportLimits(bytes: 1 << 20, seconds: 20_000, laps: 100))
    var rest = input[...]
    // Other entries cover files of other formats.
    guard input.first == UInt8(ascii: "{") else {
      throw FileFault(.notThisFormat, byte: 0, line: 1, detail: "")
    }
    while !rest.isEmpty {
      try decoder.feed(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return try decoder.finish()
  }
}
