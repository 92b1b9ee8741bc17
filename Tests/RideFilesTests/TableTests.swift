import Rides
import Testing

@testable import RideFiles

@Suite struct CSVTests {
  static let header =
    "elapsed_seconds,time,timer_running,power_watts,target_watts,cadence_rpm,heart_rate_bpm,speed_kmh,distance_meters,rr_ms"
  static let recordedHeader = header + ",alpha1,virtual"

  private static func lines(_ record: RideRecord) -> [String] {
    let text = String(decoding: CSVEncoder().encode(record), as: UTF8.self)
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `every row of a ride is a CSV line`() {
    #expect(
      Self.lines(ride(goldenSamples)) == [
        Self.recordedHeader,
        "0,2026-11-21T06:45:12.250Z,true,148.5,150,87.5,,29.88,8.3,,,false",
        "1,2026-11-21T06:45:13.250Z,true,152.25,150,88.25,121,30.6,16.8,496.09375,,false",
        "2,2026-11-21T06:45:14.250Z,false,60,,,122,,16.8,,,false",
        "3,2026-11-21T06:45:15.250Z,true,,150,,123,,16.8,,,false",
        "4,2026-11-21T06:45:16.250Z,true,0,150,0,124,28.8,24.805,,,false",
        "",
      ])
  }

  @Test func `an imported ride has its positions in CSV`() throws {
    var record = try decoded(TCXDecoderTests.whole)
    record.samples[1].rrIntervals = [512, 1024]
    record.samples[1].imported = ImportedValues(temperatureCelsius: -3.5)
    #expect(
      Self.lines(record) == [
        Self.header + ",latitude_degrees,longitude_degrees,altitude_meters,temperature_celsius",
        "0,2026-01-15T08:00:00.000Z,true,162,,90,154,23.17680072784424,6.590000152587891,,52.15776275843382,-4.5,"
          + "-20.200000762939453,",
        "1,2026-01-15T08:00:01.000Z,true,,,0,,,24.9,500 1000,,,,-3.5",
        "",
      ])
  }

  @Test func `alpha1 and the virtual flag are the last CSV columns`() {
    let rows = [RideSample(second: 0, timerRunning: true, speedKmh: 28.5, alpha1: 0.8125, isVirtual: true)]
    #expect(Self.lines(ride(rows))[1] == "0,2026-11-21T06:45:12.250Z,true,,,,,28.5,,,0.8125,true")
  }

  @Test func `CSV and JSON include the trainer's own power only for a ride with a power meter`() {
    var rows = [
      RideSample(second: 0, timerRunning: true, powerWatts: 200, trainerWatts: 208),
      RideSample(second: 1, timerRunning: true, powerWatts: 201),
    ]
    let header = Self.recordedHeader.replacing("power_watts,", with: "power_watts,trainer_watts,")
    #expect(
      Self.lines(ride(rows)).dropLast() == [
        header, "0,2026-11-21T06:45:12.250Z,true,200,208,,,,,,,,false",
        "1,2026-11-21T06:45:13.250Z,true,201,,,,,,,,,false",
      ])
    let json = String(decoding: RideJSONEncoder().encode(ride(rows)), as: UTF8.self)
    #expect(json.contains(#""powerWatts":200,"trainerWatts":208"#))
    rows[0].trainerWatts = nil
    #expect(Self.lines(ride(rows))[0] == Self.recordedHeader)
  }

  @Test func `a value that is not finite is empty in CSV`() {
    let lines = Self.lines(ride([.init(second: 0, timerRunning: true, powerWatts: .nan, speedKmh: .infinity)]))
    #expect(lines[1] == "0,2026-11-21T06:45:12.250Z,true,,,,,,,,,false")
  }

  @Test(.enabled(if: ForeignReader.isThere, "needs python3"))
  func `Python reads the CSV table`() async throws {
    let reading = try await ForeignReader.reading("csv", [CSVEncoder().encode(ride(goldenSamples))])
    #expect(reading == Self.recordedHeader + "\n5\n4,2026-11-21T06:45:16.250Z,true,0,150,0,124,28.8,24.805,,,false\n")
  }
}

@Suite struct ForeignRowsTests {
  /// A file with a point every two seconds.
  private static let record: RideRecord = {
    var record = ride(
      (0..<5).map { RideSample(second: $0, timerRunning: true, powerWatts: 150, isCarried: $0 % 2 == 1) })
    record.origin = RideOrigin(format: .fit, utcOffsetSeconds: 3600)
    return record
  }()

  @Test func `the CSV table of an imported ride has the rows of its file`() {
    let lines = String(decoding: CSVEncoder().encode(Self.record), as: UTF8.self).split(separator: "\r\n")
    #expect(lines.dropFirst().map { $0.prefix { $0 != "," } } == ["0", "2", "4"])
  }

  @Test func `the JSON object of an imported ride has the rows of its file`() {
    let text = String(decoding: RideJSONEncoder().encode(Self.record), as: UTF8.self)
    #expect(
      text.split(separator: #"{"elapsedSeconds":"#).dropFirst().map { $0.prefix { $0 != "," } } == ["0", "2", "4"])
    #expect(text.contains(#""utcOffsetSeconds":3600"#))
    #expect(text.contains(#""timerSeconds":5"#))
  }
}

@Suite struct RideJSONTests {
  private static func text(_ record: RideRecord) -> String {
    String(decoding: RideJSONEncoder().encode(record), as: UTF8.self)
  }

  private static let own: RideRecord = {
    var record = ride(Array(goldenSamples.prefix(2)))
    (record.name, record.note) = ("\"Ramp\"\\", "a\nb\t\u{1F}\u{7F} ü🚴")
    record.events = [RideEvent(at: .milliseconds(1500), name: .trainerLost, detail: "timeout", signalDBm: -71)]
    record.laps = [RideLap(second: 0), RideLap(second: 1, trigger: .time, label: "Off", isResting: true)]
    return record
  }()

  @Test func `a ride is one JSON object`() {
    #expect(
      Self.text(Self.own) == """
        {"id":1,"start":"2026-11-21T06:45:12.250Z","activityId":"2026-11-21T06:45:12.250Z","name":"\\"Ramp\\"\\\\",\
        "sport":"cycling","note":"a\\nb\\u0009\\u001f\\u007f ü🚴","plannedSeconds":3600,"trainerName":"KICKR 1234",\
        "totals":{"timerSeconds":2,"elapsedSeconds":2,"kilojoules":0.30075,"distanceMeters":16.8,"averageWatts":150.375,\
        "maximumWatts":152.25,"averageBeatsPerMinute":121,"maximumBeatsPerMinute":121,"averageCadenceRpm":87.875,\
        "maximumCadenceRpm":88.25,"maximumSpeedKmh":30.6},\
        "laps":[{"elapsedSeconds":0,"trigger":"manual","isResting":false},\
        {"elapsedSeconds":1,"trigger":"time","label":"Off","isResting":true}],\
        "events":[{"elapsedSeconds":1.5,"kind":"trainerLost","detail":"timeout","signalDBm":-71}],\
        "samples":[{"elapsedSeconds":0,"timerRunning":true,"powerWatts":148.5,"targetWatts":150,"cadenceRpm":87.5,\
        "speedKmh":29.88,"distanceMeters":8.3}
        ,{"elapsedSeconds":1,"timerRunning":true,"powerWatts":152.25,"targetWatts":150,"cadenceRpm":88.25,\
        "beatsPerMinute":121,"speedKmh":30.6,"distanceMeters":16.8,"rrMilliseconds":[496.09375]}
        ]}

        """)
  }

  @Test func `the JSON of an imported ride has its origin and the file's figures`() throws {
    var record = try decoded(TCXDecoderTests.whole)
    record.fileTotals = [.normalizedWatts: 155.5]
    let text = Self.text(record)
    #expect(
      text.contains(
        """
        "origin":{"format":"tcx","sport":2,"subSport":0,"device":{"name":"Edge","product":1836,"serial":3907354759,\
        "version":[15,20]}}
        """))
    #expect(text.contains(#""given":{"normalizedWatts":155.5}"#))
    #expect(text.contains(#""given":{"timerSeconds":2.5,"distanceMeters":24.9,"kilocalories":1,"#))
    #expect(
      text.contains(
        #""latitudeDegrees":52.15776275843382,"longitudeDegrees":-4.5,"altitudeMeters":-20.200000762939453}"#))
  }

  @Test func `a value that is not finite is left out of JSON`() {
    let text = Self.text(ride([.init(second: 0, timerRunning: true, powerWatts: .nan, speedKmh: .infinity)]))
    #expect(text.contains("\"samples\":[{\"elapsedSeconds\":0,\"timerRunning\":true}\n]"))
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test(.enabled(if: ForeignReader.isThere, "needs python3"))
  func `Python reads the JSON object`() async throws {
    let reading = try await ForeignReader.reading("json", [RideJSONEncoder().encode(Self.own)])
    #expect(reading.hasPrefix(#"{"activityId": "2026-11-21T06:45:12.250Z", "events": [{"#))
    #expect(reading.contains(#""name": "\"Ramp\"\\", "note": "a\nb\t\u001f"#))
    #expect(reading.contains(#""sport": "cycling""#))
  }
}

@Suite struct SampleMemberTests {
  private static let full = RideSample(
    second: 3, timerRunning: true, powerWatts: 1, targetWatts: 2, cadenceRpm: 3, beatsPerMinute: 4, speedKmh: 5,
    distanceMeters: 6, rrIntervals: [7],
    position: Place(latitudeDegrees: 8, longitudeDegrees: 9), altitudeMeters: 10, pedalling: pedalling,
    imported: ImportedValues(temperatureCelsius: 11, speedMetersPerSecond: 12))

  private static let pedalling: Pedalling = {
    var pedalling = Pedalling()
    pedalling.leftPercent = 13
    for (index, quality) in Pedalling.qualities.enumerated() { pedalling[keyPath: quality] = Double(14 + index) }
    return pedalling
  }()

  @Test func `each column of a row has its own heading and member`() {
    let columns = RideSample.columns
    #expect(Set(columns.map(\.heading.description)).count == columns.count)
    #expect(Set(columns.map(\.member.name)).count == columns.count)
  }

  @Test func `merging a point into an empty row copies each of its values`() {
    var row = RideSample(second: 3, timerRunning: true)
    #expect(!row.hasValue)
    row.merge(Self.full)
    #expect(row == Self.full && row.hasValue)
    row.merge(RideSample(second: 3, timerRunning: true, imported: ImportedValues()))
    #expect(row == Self.full, "what a later point does not have stays")
  }

  @Test func `each column of a full row has a value in JSON`() {
    let text = String(decoding: RideJSONEncoder().encode(ride([Self.full])), as: UTF8.self)
    for column in RideSample.columns where column.rides != .recorded && column.rides != .metered {
      #expect(text.contains("\"\(column.member.name)\":"))
    }
  }
}
