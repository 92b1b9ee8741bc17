import Rides
import Testing

@testable import RideFiles

/// Files of a ride recorded here on a road with heights.
@Suite struct RoadRideTests {
  /// Ten seconds up at 5.25 %, a pause of two, and five down at 4 %, at 8 m/s.
  static let record: RideRecord = {
    var (altitude, meters) = (1000.0, 0.0)
    var record = ride(
      (0..<17).map { second in
        let runs = !(10..<12).contains(second)
        if runs { (meters, altitude) = (meters + 8, altitude + (second < 10 ? 0.42 : -0.32)) }
        return RideSample(
          second: second, timerRunning: runs, powerWatts: 200, speedKmh: 28.8, distanceMeters: meters,
          position: Place(latitudeDegrees: 47 + meters / 1e5, longitudeDegrees: 11),
          altitudeMeters: (altitude * 1000).rounded() / 1000)
      })
    record.laps = [RideLap(second: 0, trigger: .manual), RideLap(second: 12, trigger: .end)]
    return record
  }()

  private static let bytes = FITEncoderTests.encoder.encode(record)

  @Test func `heights of a ride on a road are the same after writing and reading FIT`() throws {
    let read = try decodeFIT(Self.bytes)
    for (row, before) in zip(read.samples, Self.record.samples) where before.timerRunning {
      #expect(abs(try #require(row.altitudeMeters) - (try #require(before.altitudeMeters))) <= 0.1 + 1e-9)
    }
    #expect(read.origin?.subSport == 58)
  }

  @Test func `FIT has the climb of the ride and of each lap`() throws {
    let read = try decodeFIT(Self.bytes)
    #expect(read.fileTotals[.ascentMeters] == 4 && read.fileTotals[.descentMeters] == 2)
    #expect(read.fileTotals[.maximumAltitudeMeters] == 1004.2)
    #expect(read.laps.map { $0.fileTotals[.ascentMeters] } == [4, 0])
    #expect(read.laps.map { $0.fileTotals[.descentMeters] } == [0, 2])
  }

  @Test func `FIT has the grade of each second`() throws {
    #expect(Self.bytes.firstRange(of: [9, 2, 0x83]) != nil, "the definition of a record has a sint16 for it")
    // 1000.84 m, and 5.25 %.
    #expect(Self.bytes.firstRange(of: [0x50, 0x1D, 0x0D, 0x02]) != nil)
    let grades = RideClimb.gradePercents(of: Self.record.samples)
    #expect(grades[0] == nil && grades[10] == nil, "the first row and a pause have none")
    #expect(abs(try #require(grades[5]) - 5.25) < 0.02)
    #expect(abs(try #require(grades[14]) + 4) < 0.02)
  }

  @Test func `FIT of a ride without heights has neither grades nor a climb`() throws {
    var record = Self.record
    for index in record.samples.indices { record.samples[index].altitudeMeters = nil }
    let bytes = FITEncoderTests.encoder.encode(record)
    #expect(bytes.firstRange(of: [9, 2, 0x83]) == nil)
    #expect(try decodeFIT(bytes).fileTotals[.ascentMeters] == nil)
  }

  @Test func `the figures of an imported file are not replaced by a climb of its rows`() throws {
    var record = Self.record
    record.origin = RideOrigin(format: .tcx)
    let read = try decodeFIT(FITEncoderTests.encoder.encode(record))
    #expect(read.fileTotals[.ascentMeters] == nil)
  }

  @Test func `TCX has the height of each second, to a centimetre`() throws {
    let text = String(decoding: TCXEncoder(creator: FITEncoderTests.encoder.creator).encode(Self.record), as: UTF8.self)
    #expect(text.contains("<AltitudeMeters>1000.42</AltitudeMeters>"))
    let read = try decoded(text)
    #expect(read.samples.first?.altitudeMeters == 1000.42)
    var below = Self.record
    below.samples[0].altitudeMeters = -430.126
    let deep = TCXEncoder(creator: FITEncoderTests.encoder.creator).encode(below)
    #expect(try decoded(String(decoding: deep, as: UTF8.self)).samples.first?.altitudeMeters == -430.13)
  }

  @Test func `only the table of a ride with heights has a column for them`() {
    func heading(_ record: RideRecord) -> Bool {
      String(decoding: CSVEncoder().encode(record), as: UTF8.self).contains("altitude_meters")
    }
    #expect(heading(Self.record))
    var flat = Self.record
    for index in flat.samples.indices { flat.samples[index].altitudeMeters = nil }
    #expect(!heading(flat))
    flat.origin = RideOrigin(format: .gpx)
    #expect(heading(flat))
  }
}
