import RideFiles
import Rides

extension FuzzEntry {
  /// The bytes of a FIT file, as they are and with correct checksums, so that the decoder also accepts damaged
  /// messages.
  package static let fit = FuzzEntry(
    name: "fit",
    seeds: {
      let foreign = RideOrigin(
        format: .fit, device: .init(name: "edge", manufacturer: 1, product: 1169, version: [2, 40]))
      let plan = RidePlan(name: "P", intervals: [RideInterval(label: "A", end: .activity, aim: .hold(watts: 9))])
      let details = RideDetails(
        figures: [.normalizedWatts: 200], utcOffsetSeconds: -3600, plan: plan,
        devices: [.init(role: .trainer, name: "T")])
      return [
        encoder.encode(.sample(from: nil)), encoder.encode(.sample(from: nil), details),
        encoder.encode(.sample(from: foreign), details),
      ]
    },
    run: { input in
      try checkFIT(input)
      try checkFIT(sound(input))
      // Bytes after a valid file do not change its ride.
      let first = encoder.encode(.sample(from: nil))
      let alone = decoded(first, pieces: first.count)
      switch (alone, decoded(first + input, pieces: 7)) {
      case (.success(let alone), .success(let both)):
        try promise("\(both) begins with \(alone)", both.rides.first == alone.rides.first)
      case (_, .failure(let error)):
        try promise("\(error) is that of a file that is too long", error.allowed != nil)
      case (.failure(let error), _): try promise("\(error)", false)
      }
    })

  /// Checks that pieces make no difference, that the place of an error lies in the file, and that a written ride stays
  /// the same.
  private static func checkFIT(_ bytes: [UInt8]) throws(BrokenPromise) {
    let whole = decoded(bytes, pieces: max(1, bytes.count))
    let pieces = decoded(bytes, pieces: 7)
    try promise("it is \(whole) at once and \(pieces) in pieces", whole == pieces)
    switch whole {
    case .failure(let error):
      try promise("\(error) lies in the file", 0...bytes.count ~= error.place.byte)
    case .success(let file):
      try promise("\(file.leftOut) lies in the file", 0...bytes.count ~= file.leftOut.first?.byte ?? 0)
      for ride in file.rides { try checkRide(ride) }
    }
  }

  private static func checkRide(_ ride: RideRecord) throws(BrokenPromise) {
    try promise("rows have no hole", ride.samples.enumerated().allSatisfy { $0.offset == $0.element.second })
    try promise("laps are in order", zip(ride.laps, ride.laps.dropFirst()).allSatisfy { $0.second <= $1.second })
    try promise("the first lap begins with the ride", ride.laps.first?.second ?? 0 == 0)
    try checkWriting(ride)
  }

  private static func checkWriting(_ ride: RideRecord) throws(BrokenPromise) {
    let bytes = encoder.encode(ride)
    switch decoded(bytes, pieces: bytes.count) {
    case .failure(let error): try promise("a written file is read: \(error)", error.code == .noActivity)
    case .success(let file):
      let written = file.rides[0]
      try promise("it is one ride, and all of it", file.rides.count == 1 && file.leftOut == LeftOut())
      try promise("it has its start", written.start == ride.start)
      try promise("it has no more rows", written.samples.count <= ride.samples.count)
      let bytes = encoder.encode(written)
      try promise("\(written) stays as it is", decoded(bytes, pieces: bytes.count) == .success(file))
    }
  }

  private static let encoder = FITEncoder(creator: RideFileCreator(name: "jz2", major: 0, minor: 0, patch: 0))

  private static func decoded(_ bytes: [UInt8], pieces size: Int) -> Result<ImportedFile, FileFault> {
    do throws(FileFault) {
      var decoder = FITDecoder(limits: ImportLimits(seconds: 2000))
      for start in stride(from: 0, to: bytes.count, by: size) {
        try decoder.feed(bytes[start..<min(start + size, bytes.count)])
      }
      return .success(try decoder.finish())
    } catch {
      return .failure(error)
    }
  }

  /// Returns the same messages in a file with a correct header and checksum.
  private static func sound(_ bytes: [UInt8]) -> [UInt8] {
    let messages = bytes.dropFirst(14).dropLast(2)
    let size = (0..<4).map { UInt8(truncatingIfNeeded: messages.count >> (8 * $0)) }
    let file = [14, 0x20, 0, 0] + size + Array(".FIT".utf8) + [0, 0] + messages
    let checksum = FITChecksum(of: file).value
    return file + [UInt8(truncatingIfNeeded: checksum), UInt8(truncatingIfNeeded: checksum >> 8)]
  }
}

extension RideRecord {
  /// Returns ten seconds with a pause, two laps and some values of every kind.
  fileprivate static func sample(from origin: RideOrigin?) -> RideRecord {
    var pedalling = Pedalling()
    pedalling.leftPercent = 48.5
    for quality in Pedalling.qualities { pedalling[keyPath: quality] = 62.5 }
    let samples = (0..<10).map { second in
      RideSample(
        second: second, timerRunning: !(4..<6).contains(second), powerWatts: 150, cadenceRpm: 87.5,
        beatsPerMinute: second < 3 ? nil : 120, speedKmh: 30, distanceMeters: Double(second) * 8.3,
        rrIntervals: second == 7 ? [500, 510, 520, 530, 540, 550] : [],
        position: origin == nil ? nil : Place(latitudeDegrees: 48.1, longitudeDegrees: 11.5), altitudeMeters: 520,
        pedalling: pedalling,
        imported: origin == nil ? nil : ImportedValues(temperatureCelsius: 21, speedMetersPerSecond: 8.3))
    }
    return RideRecord(
      id: 1, start: UnixTime(seconds: 1_795_243_512), plannedSeconds: 10, trainerName: nil, samples: samples,
      events: [],
      laps: [RideLap(second: 0), RideLap(second: 6, isResting: true, fileTotals: [.averageCadenceRpm: 87.5])],
      fileTotals: origin == nil ? [:] : [.timerSeconds: 8.25, .trainingStressScore: 1.5], origin: origin)
  }
}
