import Rides
import Testing

@testable import RideFiles

/// The places of a ride as GPX.
@Suite struct GPXEncoderTests {
  static let encoder = GPXEncoder(creator: FITEncoderTests.encoder.creator)

  /// A ride on a road, with a heart rate and a cadence.
  private static let road: RideRecord = {
    var record = RoadRideTests.record
    for index in record.samples.indices {
      (record.samples[index].beatsPerMinute, record.samples[index].cadenceRpm) = (130 + index, 85)
    }
    return record
  }()

  private static func read(_ record: RideRecord) throws -> RideRecord {
    let file = try content(String(decoding: try #require(encoder.encode(record)), as: UTF8.self))
    #expect(file.leftOut.count == 0)
    return try #require(file.rides.count == 1 ? file.rides.first : nil, "\(file.rides.count) rides")
  }

  @Test func `a ride on a road is the same after writing and reading GPX`() throws {
    var record = Self.road
    (record.name, record.note) = ("Col & <back> \"again\"", "]]> \u{1}windy")
    let read = try Self.read(record)
    #expect((read.start, read.pattern) == (record.start, record.pattern))
    #expect((read.name, read.note) == (record.name, "]]> windy"))
    #expect(read.sport == .cycling)
    for (row, before) in zip(read.samples, record.samples) where before.timerRunning {
      #expect((row.position, row.powerWatts) == (before.position, before.powerWatts))
      #expect((row.beatsPerMinute, row.cadenceRpm) == (before.beatsPerMinute, before.cadenceRpm))
      #expect(abs(try #require(row.altitudeMeters) - (try #require(before.altitudeMeters))) <= 0.005 + 1e-9)
    }
  }

  @Test func `a pause and seconds without a place end the GPX segment`() throws {
    var record = Self.road
    record.samples[3].position = nil
    record.samples[4].position = Place(latitudeDegrees: 91, longitudeDegrees: 11)
    let text = String(decoding: try #require(Self.encoder.encode(record)), as: UTF8.self)
    let segments = text.split(separator: "<trkseg>").dropFirst()
    #expect(segments.map { $0.split(separator: "<trkpt ").count - 1 } == [3, 5, 5])
  }

  @Test func `a ride without a place has no GPX file`() {
    #expect(Self.encoder.encode(ride(goldenSamples)) == nil)
    #expect(Self.encoder.encode(ride([])) == nil)
  }

  @Test func `values that no GPX extension has are limited or left out`() throws {
    var record = ride([
      RideSample(
        second: 0, timerRunning: true, powerWatts: 1e9, cadenceRpm: .nan, beatsPerMinute: 0,
        position: Place(latitudeDegrees: -1e-7, longitudeDegrees: 180), altitudeMeters: .infinity)
    ])
    record.samples.append(RideSample(second: 1, timerRunning: true, position: record.samples[0].position))
    let read = try Self.read(record)
    #expect(read.samples.map(\.position) == record.samples.map(\.position))
    #expect(read.samples.map(\.powerWatts) == [65_535, nil])
    #expect(read.samples.allSatisfy { $0.cadenceRpm == nil && $0.beatsPerMinute == nil && $0.altitudeMeters == nil })
  }

  @Test func `a ride from GPX is the same after writing and reading it`() throws {
    let points = { (seconds: ClosedRange<Int>) in seconds.map { trackPoint($0, rest: "<ele>400.125</ele>") }.joined() }
    let file = gpx(track(points(0...5), points(20...30), details: "<name>Danube</name><type>cycling</type>"))
    let record = try #require(try content(file).rides.first)
    #expect(try Self.read(record) == record)
  }

  @Test(.enabled(if: ForeignReader.hasLibraries, "needs .work/venv"))
  func `gpxpy reads a ride from GPX`() async throws {
    let reading = try await ForeignReader.reading("gpxpy", [try #require(Self.encoder.encode(Self.road))])
    #expect(
      reading
        == "segments=2 points=15 last=47.0012,11,1002.6 at 2026-11-21T06:45:28.250000+00:00"
        + " PowerInWatts=200 hr=146 cad=85\n")
  }
}
