import FuzzKit
import HealthExport
import Rides
import Testing

@Suite struct SleepNightsTests {
  private static func nights(_ records: [String]) throws -> [Night] {
    try Exports.read(Exports.export(records.joined(separator: "\n"))).nights
  }

  /// A record of sleep in a September night, in minutes after 22:00.
  private static func sleep(_ stage: String, _ from: Int, _ to: Int, source: String = "Watch") -> String {
    func time(_ minutes: Int) -> String {
      let (day, minute) = (13 + (22 * 60 + minutes) / 1440, (22 * 60 + minutes) % 1440)
      return "2026-09-\(day) \(two(minute / 60)):\(two(minute % 60)):00 +0200"
    }
    return Exports.sleep(stage, time(from), time(to), source: source)
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Records of a watch and a phone: in bed and stages overlap, awake in between, one record twice.
  private static let whole = [
    sleep("InBed", 30, 500, source: "iPhone"), sleep("AsleepCore", 50, 80), sleep("AsleepDeep", 80, 120),
    sleep("AsleepCore", 120, 200), sleep("AsleepCore", 120, 200), sleep("Awake", 200, 207),
    sleep("AsleepREM", 207, 240),
    sleep("AsleepCore", 240, 420), sleep("AsleepREM", 420, 470), sleep("Awake", 470, 475),
    sleep("AsleepCore", 475, 495),
  ]

  @Test func `a watch's night has its stages and time awake, with each minute counted once`() throws {
    let contents = try Exports.read(Exports.export(Self.whole.joined()))
    let night = try #require(contents.nights.first)
    #expect(contents.nights.count == 1)
    #expect(night.date.description == "2026-09-14" && night.source == .apple)
    #expect(night.from?.description == "2026-09-13T22:50:00+02:00")
    #expect(night.to?.description == "2026-09-14T06:15:00+02:00")
    #expect((night.deepMinutes, night.remMinutes, night.lightMinutes, night.awakeMinutes) == (40, 83, 310, 12))
    #expect(night.asleepMinutes == 433)
    #expect(night.inBedMinutes == 445)
    #expect(contents.leftOut(.repeated) == 1 && contents.leftOut(.overlappingSleep) == 1)
  }

  @Test func `records in any order give the same night`() throws {
    var records = Self.whole
    let expected = try Self.nights(records)
    var generator = SplitMix64(seed: 16)
    for _ in 0..<20 {
      records.shuffle(using: &generator)
      #expect(try Self.nights(records) == expected)
    }
  }

  @Test func `sleep stages given as numbers are read`() throws {
    let records = [("0", 0, 480), ("1", 10, 40), ("2", 40, 50), ("3", 50, 200), ("4", 200, 300), ("5", 300, 470)]
    let night = try #require(try Self.nights(records.map { Self.sleep($0.0, $0.1, $0.2) }).first)
    #expect((night.lightMinutes, night.deepMinutes, night.remMinutes, night.awakeMinutes) == (150, 100, 170, 10))
    #expect(night.asleepMinutes == 450 && night.inBedMinutes == 480)
  }

  @Test func `sleep recorded before iOS 16 has no stages and no time awake`() throws {
    let night = try #require(
      try Self.nights([Self.sleep("InBed", 0, 480), Self.sleep("Asleep", 20, 240), Self.sleep("Asleep", 250, 470)])
        .first)
    #expect(night.asleepMinutes == 440 && night.inBedMinutes == 480)
    #expect(
      night.awakeMinutes == nil && night.deepMinutes == nil && night.remMinutes == nil && night.lightMinutes == nil)
  }

  @Test func `a night with only time in bed has no time asleep`() throws {
    let night = try #require(try Self.nights([Self.sleep("InBed", 0, 480, source: "iPhone")]).first)
    #expect(night.inBedMinutes == 480 && night.asleepMinutes == nil)
  }

  @Test func `sleep with stages wins over longer sleep without them`() throws {
    let records = Self.whole + [Self.sleep("Asleep", 20, 500, source: "App")]
    #expect(try Self.nights(records).map(\.asleepMinutes) == [433])
  }

  @Test func `a watch that was put on in the morning does not hide the night`() throws {
    let records = [Self.sleep("AsleepCore", 400, 470), Self.sleep("Asleep", 20, 480, source: "App")]
    #expect(try Self.nights(records).map(\.asleepMinutes) == [460])
  }

  @Test func `stages take precedence over an unspecified sleep record that covers them`() throws {
    let records = [
      Self.sleep("AsleepUnspecified", 0, 480), Self.sleep("AsleepDeep", 60, 120), Self.sleep("Awake", 100, 200),
    ]
    let night = try #require(try Self.nights(records).first)
    #expect((night.deepMinutes, night.awakeMinutes, night.asleepMinutes) == (60, 80, 400))
  }

  @Test func `three hours awake do not split a night, but a longer time does`() throws {
    let up = [Self.sleep("Asleep", 0, 200), Self.sleep("Asleep", 380, 480)]
    #expect(try Self.nights(up).map(\.inBedMinutes) == [480])
    let longer = try Exports.read(Exports.export(Self.sleep("Asleep", 0, 200), Self.sleep("Asleep", 381, 480)))
    #expect(longer.nights.map(\.inBedMinutes) == [200])
    #expect(longer.leftOut(.nap) == 1)
  }

  @Test func `a nap on the same day and a short sleep alone are left out`() throws {
    let nap = Self.sleep("AsleepCore", 16 * 60, 17 * 60 + 30)
    let contents = try Exports.read(Exports.export((Self.whole + [nap]).joined()))
    #expect(contents.nights.count == 1 && contents.nights.first?.asleepMinutes == 433)
    #expect(contents.leftOut(.nap) == 1)
    #expect(try Self.nights([Self.sleep("AsleepCore", 0, 59)]).isEmpty)
  }

  @Test func `time awake alone does not make a night`() throws {
    let contents = try Exports.read(Exports.export(Self.sleep("Awake", 0, 480)))
    #expect(contents.nights.isEmpty && contents.leftOut(.noSleep) == 1)
  }

  @Test func `a night in which clocks are set back includes the extra hour`() throws {
    let night = try #require(
      try Self.nights([Exports.sleep("Asleep", "2026-10-24 23:00:00 +0200", "2026-10-25 06:00:00 +0100")]).first)
    #expect(night.inBedMinutes == 480 && night.asleepMinutes == 480)
    #expect(night.from?.description == "2026-10-24T23:00:00+02:00")
    #expect(night.to?.description == "2026-10-25T06:00:00+01:00")
  }

  @Test func `a night on a plane belongs to the local day where the rider wakes`() throws {
    let records = [
      Exports.sleep("AsleepCore", "2026-09-13 23:00:00 +0200", "2026-09-14 02:00:00 +0200"),
      Exports.sleep("AsleepCore", "2026-09-14 00:30:00 +0000", "2026-09-13 21:30:00 -0700"),
    ]
    let night = try #require(try Self.nights(records).first)
    #expect(night.date.description == "2026-09-13")
    #expect(night.asleepMinutes == 420 && night.inBedMinutes == 450)
  }

  @Test func `any records give nights with separate days, no overlap and consistent durations`() throws {
    var generator = SplitMix64(seed: 18)
    let stages = ["InBed", "Asleep", "Awake", "AsleepCore", "AsleepDeep", "AsleepREM"]
    for _ in 0..<100 {
      let records = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        let (day, minute) = (Int.random(in: 10...16, using: &generator), Int.random(in: 0..<1440, using: &generator))
        let length = Int.random(in: 0...700, using: &generator)
        let end = day * 1440 + minute + length
        func time(_ minutes: Int) -> String {
          "2026-09-\(minutes / 1440) \(Self.two(minutes / 60 % 24)):\(Self.two(minutes % 60)):00 +0100"
        }
        return Exports.sleep(
          stages[Int.random(in: 0..<6, using: &generator)], time(end - length), time(end),
          source: ["Watch", "iPhone", "App"][Int.random(in: 0..<3, using: &generator)])
      }
      let nights = try Self.nights(records)
      #expect(Set(nights.map(\.date)).count == nights.count)
      for night in nights {
        let inBed = try #require(night.inBedMinutes)
        #expect((60...1440).contains(inBed))
        #expect((night.asleepMinutes ?? 0) + (night.awakeMinutes ?? 0) <= inBed)
        #expect(
          (night.deepMinutes ?? 0) + (night.remMinutes ?? 0) + (night.lightMinutes ?? 0) <= night.asleepMinutes ?? 0)
        #expect(night.to?.day == night.date)
      }
      for (night, next) in zip(nights, nights.dropFirst()) {
        let (end, start) = (try #require(night.to), try #require(next.from))
        #expect(end <= start)
      }
    }
  }
}
