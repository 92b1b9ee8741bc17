import RideSession
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

  @Test func everyRowIsALine() {
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

  @Test func aRideFromAFileHasItsPlaces() throws {
    var record = try decoded(TCXDecoderTests.whole)
    record.samples[1].rrIntervals = [512, 1024]
    record.samples[1].imported = ImportedValues(temperatureCelsius: -3.5)
    #expect(
      Self.lines(record) == [
        Self.header + ",latitude_degrees,longitude_degrees,altitude_meters,temperature_celsius",
        "0,2026-01-15T08:00:00.000Z,true,162,,90,154,23.17680072784424,6.590000152587891,,52.15776275843382,-4.5,"
          + "-20.200000762939453,",
        "1,2026-01-15T08:00:01.000Z,true,,,0,,,,500 1000,,,,-3.5",
        "",
      ])
  }

  @Test func alpha1AndWhatIsReckonedStandLast() {
    let rows = [RideSample(second: 0, timerRunning: true, speedKmh: 28.5, alpha1: 0.8125, isVirtual: true)]
    #expect(Self.lines(ride(rows))[1] == "0,2026-11-21T06:45:12.250Z,true,,,,,28.5,,,0.8125,true")
  }

  @Test func whatIsNoNumberIsEmpty() {
    let lines = Self.lines(ride([.init(second: 0, timerRunning: true, powerWatts: .nan, speedKmh: .infinity)]))
    #expect(lines[1] == "0,2026-11-21T06:45:12.250Z,true,,,,,,,,,false")
  }

  @Test(.enabled(if: ForeignReader.isThere, "needs python3"))
  func pythonReadsTheTable() async throws {
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

  @Test func aTableHasTheRowsThatTheFileHas() {
    let lines = String(decoding: CSVEncoder().encode(Self.record), as: UTF8.self).split(separator: "\r\n")
    #expect(lines.dropFirst().map { $0.prefix { $0 != "," } } == ["0", "2", "4"])
  }

  @Test func anObjectHasTheRowsThatTheFileHas() {
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

  @Test func aRideIsOneObject() {
    #expect(
      Self.text(Self.own) == """
        {"id":1,"start":"2026-11-21T06:45:12.250Z","activityId":"2026-11-21T06:45:12.250Z","name":"\\"Ramp\\"\\\\",\
        "note":"a\\nb\\u0009\\u001f\\u007f ü🚴","plannedSeconds":3600,"trainerName":"KICKR 1234",\
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

  @Test func aRideFromAFileTellsWhereItCameFromAndWhatTheFileSays() throws {
    var record = try decoded(TCXDecoderTests.whole)
    record.given = [.normalizedWatts: 155.5]
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

  @Test func whatIsNoNumberIsLeftOut() {
    let text = Self.text(ride([.init(second: 0, timerRunning: true, powerWatts: .nan, speedKmh: .infinity)]))
    #expect(text.contains("\"samples\":[{\"elapsedSeconds\":0,\"timerRunning\":true}\n]"))
    #expect(!text.contains("nan") && !text.contains("inf"))
  }

  @Test(.enabled(if: ForeignReader.isThere, "needs python3"))
  func pythonReadsTheObject() async throws {
    let reading = try await ForeignReader.reading("json", [RideJSONEncoder().encode(Self.own)])
    #expect(reading.hasPrefix(#"{"activityId": "2026-11-21T06:45:12.250Z", "events": [{"#))
    #expect(reading.contains(#""name": "\"Ramp\"\\", "note": "a\nb\t\u001f"#))
  }
}

/// tcxreader, which `Scripts/setup.sh` installs.
@Suite struct TCXReaderTests {
  @Test(.enabled(if: ForeignReader.hasLibraries, "needs .work/venv"))
  func tcxreaderReadsARide() async throws {
    let reading = try await ForeignReader.reading("tcxreader", [TCXEncoderTests.encoder.encode(ride(goldenSamples))])
    #expect(
      reading
        == "laps=1 points=4 metres=24.81 kilocalories=0 beats=122.667 watts=100.333 last=2026-11-21T06:45:16.250000\n")
  }
}
