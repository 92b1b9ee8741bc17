import Rides
import Testing

@testable import RideFiles

/// FIT that devices and programs write although Garmin's specification does not allow it.
///
/// The ride is still read.
@Suite struct ForeignFITTests {
  private static let start = FITFile.start

  /// COROS writes `event.data` in one byte after each pause.
  @Test func `an unused FIT field of an impossible size is skipped`() throws {
    var file = FITFile.empty
    file.messages += [0x40, 0, 0, 21, 0, 4, 253, 4, 0x86, 0, 1, 0x00, 1, 1, 0x00, 3, 1, 0x86, 0]
    file.append(Self.start, 4)
    file.messages += [0, 0, 7]
    for second in 0..<3 { file.record(UInt64(second), heartRate: 100 + UInt64(second)) }
    let imported = try importFIT(file.bytes())
    #expect(try imported.rides == [decodeFIT(FITFile.short.bytes())])
    #expect(imported.leftOut == LeftOut())
  }

  @Test(arguments: [0, 1, 3] as [UInt8])
  func `a FIT field of an impossible size is left out and reported with its byte offset`(_ size: UInt8) throws {
    var file = FITFile.empty
    file.messages += [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 7, size, 0x84, 3, 1, 0x02]
    let place = 14 + file.messages.count
    for second in 0..<2 {
      file.messages.append(0)
      file.append(Self.start + UInt64(second), 4)
      file.messages += Array(repeating: 9, count: Int(size)) + [100]
    }
    let imported = try importFIT(file.bytes())
    #expect(imported.rides.map { $0.samples.map(\.beatsPerMinute) } == [[100, 100]])
    #expect(imported.rides.map { $0.samples.map(\.powerWatts) } == [[nil, nil]])
    #expect(imported.leftOut.count == (size == 0 ? 0 : 2))
    #expect(imported.leftOut.first?.byte == (size == 0 ? nil : place))
  }

  /// GoldenCheetah writes a serial number of 0 with another type, for which 0 is a valid number.
  @Test func `a FIT serial number of 0 counts as absent`() throws {
    var file = FITFile()
    file.add(0, [.init(0, .enumeration, 4), .init(3, .uint32, 0), .init(4, .uint32, Self.start)])
    for second in 0..<3 { file.record(UInt64(second), heartRate: 100) }
    let imported = try importFIT(file.bytes())
    #expect(imported.rides.first?.origin?.device == .init())
    #expect(imported.leftOut == LeftOut())
  }

  @Test(
    arguments: [
      (0, nil), (Self.start + 3600, 3600), (Self.start &- 12 * 3600, -43_200), (Self.start + 14 * 3600, 50_400),
      (Self.start + 14 * 3600 + 1, nil), (Self.start &- 43_201, nil), (Self.start + 7 * 86_400, nil),
      (Self.start + 631_152_000, nil), (0xFFFF_FFFE, nil),
    ] as [(UInt64, Int?)])
  func `an impossible UTC offset in FIT is ignored`(_ local: UInt64, _ offset: Int?) throws {
    var file = FITFile.short
    file.add(34, [.init(253, .uint32, Self.start), .init(5, .uint32, local)])
    #expect(try decodeFIT(file.bytes()).origin?.utcOffsetSeconds == offset)
  }

  @Test func `a developer field for power is used in records without power`() throws {
    var file = FITFile.empty
    file.add(
      206,
      [
        .init(0, .uint8, 0), .init(1, .uint8, 3), .init(2, .uint8, 0x84), .init(14, .uint16, 20), .init(15, .uint8, 7),
      ])
    for (second, native) in [0xFFFF, 150].enumerated() {
      file.messages += [0x60, 0, 0, 20, 0, 2, 253, 4, 0x86, 7, 2, 0x84, 1, 3, 2, 0]
      file.messages.append(0)
      file.append(Self.start + UInt64(second), 4)
      file.append(UInt64(native), 2)
      file.append(200, 2)
    }
    #expect(try decodeFIT(file.bytes()).samples.map(\.powerWatts) == [200, 150], "a power of its own is first")
  }

  /// A strap in water: the first message contains the time, the others the lower 12 bits of the beats' times.
  @Test func `heartbeats stored by a strap give the heart rate of records without one`() throws {
    var file = FITFile.empty
    for second in 0..<4 {
      file.add(20, [.init(253, .uint32, Self.start + UInt64(second)), .init(5, .uint32, UInt64(second) * 200)])
    }
    file.add(
      132,
      [
        .init(253, .uint32, Self.start), .init(0, .uint16, 0), .init(9, .uint32, 4000), .init(6, .uint8, 120),
      ])
    // 5024 and 6048, an array of two rates, and a beat without a rate.
    file.messages += [0x40, 0, 0, 132, 0, 2, 6, 2, 0x02, 10, 3, 0x0D, 0, 121, 122]
    let (first, second) = (5024 & 0xFFF, 6048 & 0xFFF)
    file.append(UInt64(first | second << 12), 3)
    #expect(try decodeFIT(file.bytes()).samples.map(\.beatsPerMinute) == [120, 121, 122, nil])
  }

  @Test func `pool lengths become the points of a swim whose records have no time`() throws {
    var file = FITFile.empty
    file.add(20, [.init(3, .uint8, 110)])
    for length in 0..<4 as Range<UInt64> {
      file.add(
        101,
        [
          .init(253, .uint32, Self.start + length * 30 + 30), .init(2, .uint32, Self.start + length * 30),
          .init(3, .uint32, 30_000), .init(12, .enumeration, length == 2 ? 0 : 1),
        ])
    }
    file.add(
      18,
      [
        .init(253, .uint32, Self.start + 120), .init(2, .uint32, Self.start), .init(5, .enumeration, 5),
        .init(44, .uint16, 2500), .init(8, .uint32, 121_000),
      ])
    let imported = try importFIT(file.bytes())
    let ride = try #require(imported.rides.first)
    #expect(ride.totals.distanceMeters == 75 && ride.totals.timerSeconds == 121 && ride.sport == .swimming)
    #expect(imported.leftOut.count == 1, "the record without a time")
  }

  /// Less than 0x10000000 is the time since the device was switched on.
  @Test func `a FIT record whose time counts from the device's start is left out`() throws {
    var file = FITFile.short
    file.add(20, [.init(253, .uint32, 77), .init(3, .uint8, 100)])
    let imported = try importFIT(file.bytes())
    #expect(imported.rides.map { $0.samples.count } == [3] && imported.leftOut.count == 1)
  }

  /// SIGMA's laps have an end time but no start time.
  @Test func `a FIT lap without a start begins at the end of the lap before`() throws {
    var file = FITFile.empty
    for second in 0..<10 { file.record(UInt64(second), heartRate: 100) }
    for end in [4, 7, 10] as [UInt64] {
      file.add(19, [.init(253, .uint32, Self.start + end), .init(24, .enumeration, 2)])
    }
    file.add(18, [.init(253, .uint32, Self.start + 10), .init(2, .uint32, Self.start)])
    let imported = try importFIT(file.bytes())
    #expect(imported.rides.map { $0.laps.map(\.second) } == [[0, 4, 7]])
    #expect(imported.leftOut == LeftOut())
  }

  /// All laps of a SIGMA watch begin long before the ride.
  @Test func `a FIT lap with an impossible start begins at the end of the lap before`() throws {
    var file = FITFile.empty
    for second in 0..<10 { file.record(UInt64(second), heartRate: 100) }
    for end in [4, 7, 10] as [UInt64] {
      file.add(19, [.init(253, .uint32, Self.start + end), .init(2, .uint32, end == 7 ? Self.start + 9 : 0)])
    }
    #expect(try importFIT(file.bytes()).rides.map { $0.laps.map(\.second) } == [[0, 4, 7]])
  }

  @Test func `a FIT lap without any time is left out unless it is the first`() throws {
    var file = FITFile.short
    file.add(19, [.init(24, .enumeration, 2)])
    file.add(19, [.init(24, .enumeration, 1)])
    let imported = try importFIT(file.bytes())
    #expect(imported.rides.map(\.laps) == [[RideLap(second: 0, trigger: .distance)]])
    #expect(imported.leftOut.count == 1)
  }

  /// An Edge 500 dated half a minute of a ride two years later and then continued with the correct date.
  @Test func `FIT points of another year are left out`() throws {
    var file = FITFile.empty
    for second in 0..<60 { file.record(UInt64(second), heartRate: 100) }
    let place = 14 + file.messages.count
    for second in 60..<64 { file.record(UInt64(second) + 68_000_000, heartRate: 200) }
    for second in 64..<100 { file.record(UInt64(second), heartRate: 100) }
    file.add(18, [.init(253, .uint32, Self.start + 100), .init(2, .uint32, Self.start)])
    let imported = try importFIT(file.bytes())
    let ride = try #require(imported.rides.first)
    #expect(ride.samples.count == 100 && ride.totals.maximumBeatsPerMinute == 100)
    #expect(imported.leftOut.count == 4)
    // The message follows its definition.
    #expect(imported.leftOut.first?.byte == place + 12)
  }

  /// Two days are shorter than the longest ride; only the session shows that they are wrong.
  @Test func `FIT points days away from the session are left out`() throws {
    func ride(hasSession: Bool) throws -> ImportedFile {
      var file = FITFile.empty
      for second in 0..<100 { file.record(UInt64(second), heartRate: 100) }
      for second in 0..<5 { file.record(UInt64(second) + 200_000, heartRate: 200) }
      if hasSession { file.add(18, [.init(253, .uint32, Self.start + 100), .init(2, .uint32, Self.start)]) }
      return try importFIT(file.bytes())
    }
    #expect(try ride(hasSession: true).rides.map(\.samples.count) == [100])
    #expect(try ride(hasSession: true).leftOut.count == 5)
    #expect(try ride(hasSession: false).rides.map(\.samples.count) == [200_005])
  }

  @Test func `a FIT point with an impossible time is left out`() throws {
    var file = FITFile.short
    file.add(20, [.init(253, .uint32, 0xFFFF_FFF0), .init(3, .uint8, 99)])
    let imported = try importFIT(file.bytes())
    #expect(try imported.rides == [decodeFIT(FITFile.short.bytes())])
    #expect(imported.leftOut.count == 1)
  }

  @Test(
    arguments: [
      (20, [.init(3, .uint8, 100)], 1), (20, [.init(253, .uint32, 0xFFFF_FFFF), .init(3, .uint8, 100)], 1),
      (21, [.init(0, .enumeration, 0), .init(1, .enumeration, 0)], 1),
    ] as [(UInt16, [FITFile.Field], Int)])
  func `a FIT record or event without a time is left out`(_ message: UInt16, _ fields: [FITFile.Field], _ count: Int)
    throws
  {
    var file = FITFile.short
    file.add(message, fields)
    let imported = try importFIT(file.bytes())
    #expect(try imported.rides == [decodeFIT(FITFile.short.bytes())])
    #expect(imported.leftOut.count == count)
  }

  @Test func `a point with a compressed FIT time is left out if no time precedes it`() throws {
    var file = FITFile()
    file.add(0, [.init(0, .enumeration, 4)])
    file.define(20, [.init(3, .uint8, 0)], local: 1)
    file.messages += [0x80 | 1 << 5, 130]
    for second in 0..<3 { file.record(UInt64(second), heartRate: 100 + UInt64(second)) }
    let imported = try importFIT(file.bytes())
    #expect(imported.rides.map { $0.samples.map(\.beatsPerMinute) } == [[100, 101, 102]])
    #expect(imported.leftOut.count == 1)
  }

  @Test(
    arguments: [
      .init(7, .float64, (1e300).bitPattern), .init(7, .sint16, 0xFFFF), .init(3, .sint16, 0xFFFF),
      .init(4, .uint16, 255), .init(3, .uint16, 300), .init(5, .float32, UInt64((-1.5 as Float).bitPattern)),
      .init(0, .sint32, 0x7000_0000),
    ] as [FITFile.Field])
  func `an impossible value in a FIT record is left out and reported`(_ field: FITFile.Field) throws {
    var file = FITFile.short
    let place = 14 + file.messages.count
    file.add(20, [.init(253, .uint32, Self.start), field])
    let imported = try importFIT(file.bytes())
    #expect(try imported.rides == [decodeFIT(FITFile.short.bytes())])
    #expect(imported.leftOut.count == 1 && imported.leftOut.first?.byte == place + 12)
  }

  /// The invalid value of each type means absent and is not reported.
  @Test(
    arguments: [
      .init(7, .float32, UInt64(Float.nan.bitPattern)), .init(7, .float64, UInt64.max), .init(3, .uint8, 255),
      .init(4, .uint8, 255), .init(7, .sint16, 0x7FFF),
    ] as [FITFile.Field])
  func `an invalid FIT value of any type counts as absent and is not reported`(_ field: FITFile.Field) throws {
    var file = FITFile.short
    file.add(20, [.init(253, .uint32, Self.start), field])
    let imported = try importFIT(file.bytes())
    #expect(try imported.rides == [decodeFIT(FITFile.short.bytes())])
    #expect(imported.leftOut == LeftOut())
  }

  /// Wahoo and Karoo write developer fields of any base type without describing them.
  @Test func `developer fields without a description are skipped`() throws {
    var file = FITFile.empty
    file.messages += [0x60, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 0x02, 2, 7, 3, 9, 0, 0, 255, 0]
    file.append(Self.start, 4)
    file.messages += [100, 1, 2, 3]
    let imported = try importFIT(file.bytes())
    #expect(imported.rides.map { $0.samples.map(\.beatsPerMinute) } == [[100]])
    #expect(imported.leftOut == LeftOut())
  }
}

/// Files with several rides, and data after a ride.
@Suite struct SeveralFITTests {
  private static let start = FITFile.start

  /// Returns a ride of three seconds that begins `offset` seconds after `start`.
  private static func ride(_ offset: UInt64, type: UInt64 = 4) -> [UInt8] {
    var file = FITFile()
    file.add(0, [.init(0, .enumeration, type), .init(4, .uint32, start + offset)])
    for second in 0..<3 as Range<UInt64> { file.record(offset + second, heartRate: 100) }
    return file.bytes()
  }

  /// A Forerunner 255 padded its files with zeros.
  @Test(arguments: [1, 2, 11, 12, 14, 64, 5000])
  func `bytes after the end of a FIT file are ignored`(_ count: Int) throws {
    let bytes = FITFile.short.bytes()
    for byte in [0, 0x20, 0xFF] as [UInt8] {
      let imported = try importFIT(bytes + Array(repeating: byte, count: count))
      #expect(try imported == ImportedFile(rides: [decodeFIT(bytes)]))
    }
  }

  @Test func `each file in a FIT chain becomes a ride`() throws {
    let chain = Self.ride(0) + Self.ride(1000) + Self.ride(500)
    for size in [1, 7, chain.count] {
      let imported = try importFIT(chain, pieces: size)
      #expect(try imported.rides == [decodeFIT(Self.ride(0)), decodeFIT(Self.ride(1000)), decodeFIT(Self.ride(500))])
      #expect(imported.leftOut == LeftOut())
    }
  }

  /// HRM-Tri and HRM-Swim append data stored in the strap.
  @Test func `a file in a FIT chain that is not an activity is skipped`() throws {
    var strap = FITFile()
    strap.add(132, [.init(253, .uint32, Self.start), .init(0, .uint16, 5)])
    let chains = [
      Self.ride(0) + strap.bytes(), strap.bytes() + Self.ride(0), Self.ride(7, type: 2) + Self.ride(0) + strap.bytes(),
    ]
    for chain in chains {
      #expect(try importFIT(chain).rides == [decodeFIT(Self.ride(0))])
    }
    #expect(refusal(of: strap.bytes() + Self.ride(0, type: 2))?.code == .noActivity)
  }

  @Test func `a damaged FIT file after a ride is left out and reported`() throws {
    let (first, second) = (Self.ride(0), Self.ride(1000))
    var wrong = second
    wrong[wrong.count - 1] ^= 1
    for rest in [wrong, Array(second.prefix(13))] {
      let imported = try importFIT(first + rest)
      #expect(try imported.rides == [decodeFIT(first)])
      #expect(imported.leftOut.count == 1 && imported.leftOut.first?.byte == first.count)
    }
    let cut = try importFIT(first + second.dropLast(3))
    #expect(cut.rides.count == 2 && cut.leftOut == LeftOut() && cut.cutOff?.byte == first.count + second.count - 3)
    #expect(refusal(of: wrong + first)?.code == .wrongChecksum)
  }

  /// A triathlon: sports in sequence, each with a session.
  @Test func `each FIT session becomes a ride with its own sport`() throws {
    var file = FITFile.empty
    for second in 0..<9 as Range<UInt64> { file.record(second, heartRate: 100 + second) }
    for (first, last, sport) in [(0, 3, 5), (3, 4, 3), (4, 9, 2)] as [(UInt64, UInt64, UInt64)] {
      let times: [FITFile.Field] = [.init(253, .uint32, Self.start + last), .init(2, .uint32, Self.start + first)]
      file.add(19, times + [.init(25, .enumeration, sport)])
      file.add(18, times + [.init(5, .enumeration, sport), .init(20, .uint16, 200 + sport)])
    }
    let rides = try importFIT(file.bytes()).rides
    #expect(rides.map(\.start) == [0, 3, 4].map { UnixTime(fitSeconds: Double(Self.start + $0)) })
    #expect(rides.map { $0.samples.map(\.beatsPerMinute) } == [[100, 101, 102], [103], [104, 105, 106, 107, 108]])
    #expect(rides.map { $0.origin?.sport } == [5, 3, 2])
    #expect(rides.map { $0.fileTotals[.averageWatts] } == [205, 203, 202])
    #expect(rides.map { $0.laps.map(\.second) } == [[0], [0], [0]])
    #expect(Set(rides.map(\.activityID)).count == 3)
  }

  @Test func `FIT sessions without points and repeated FIT sessions add no ride`() throws {
    var file = FITFile.short
    for first in [0, 0, 5000] as [UInt64] { file.add(18, [.init(2, .uint32, Self.start + first)]) }
    #expect(try importFIT(file.bytes()).rides.map(\.samples.count) == [3])
    #expect(refusal(of: FITFile.empty.bytes())?.code == .noActivity)
  }

  @Test func `a generic FIT session gets its sport from its sub-sport`() throws {
    for (sport, sub, number) in [(0, 18, 5), (0, 14, 15), (0, 6, 2), (0, 23, 254), (0, 0, 0), (2, 18, 2)] {
      var file = FITFile.short
      file.add(18, [.init(5, .enumeration, UInt64(sport)), .init(6, .enumeration, UInt64(sub))])
      #expect(try importFIT(file.bytes()).rides.first?.origin?.sport == number)
    }
  }

  @Test func `the error for too many FIT sessions has their total count`() {
    var file = FITFile.short
    for first in 0..<9 { file.add(18, [.init(2, .uint32, FITFile.start + UInt64(first))]) }
    let error = refusal(of: file.bytes(), limits: ImportLimits(rides: 3))
    #expect(error?.code == .tooManyRides)
    #expect((error?.found, error?.allowed) == (9, 3))
  }

  @Test func `all rides of a FIT chain share the limit of one ride`() {
    let chain = Self.ride(0) + Self.ride(1000)
    #expect(refusal(of: chain, limits: ImportLimits(seconds: 6)) == nil)
    #expect(refusal(of: chain, limits: ImportLimits(seconds: 5))?.code == .tooManyPoints)
  }
}
