import RideSession
import Testing

@testable import RideFiles

/// Sound files that are not as ours are.
@Suite struct FITLeniencyTests {
  private static let start = FITFile.start

  @Test func bigEndianIsTheSameRide() throws {
    var file = FITFile()
    file.order = .big
    file.add(0, [.init(0, .enumeration, 4), .init(4, .uint32, Self.start)])
    for second in 0..<3 { file.record(UInt64(second), heartRate: 100 + UInt64(second)) }
    #expect(try decodeFIT(file.bytes()) == decodeFIT(FITFile.short.bytes()))
  }

  @Test func aCompressedTimeIsTheNextOneWithThoseBits() throws {
    var file = FITFile.empty
    file.record(0, heartRate: 100)
    file.define(20, [.init(3, .uint8, 0)], local: 2)
    // From bit 5 on the local type, then the time's lower five bits: 30, then 30 again, then 1 of the next 32.
    file.messages += [0x80 | 2 << 5 | 30, 130, 0x80 | 2 << 5 | 30, 131, 0x80 | 2 << 5 | 1, 133]
    let samples = try decodeFIT(file.bytes()).samples
    #expect(samples.count == 34)
    let points = samples.filter { !$0.isCarried && $0.beatsPerMinute != nil }
    #expect(points.map(\.beatsPerMinute) == [100, 131, 133])
    #expect(points.map(\.second) == [0, 30, 33])
  }

  @Test func aMessageThatIsNotReadMovesTheTimeOn() throws {
    var file = FITFile.short
    file.add(22, [.init(253, .uint32, Self.start + 64)])
    file.define(20, [.init(3, .uint8, 0)])
    file.messages += [0x80 | 5, 130]
    #expect(try decodeFIT(file.bytes()).samples.last?.second == 69)
  }

  @Test func developerFieldsAndWhatIsUnknownArePassedOver() throws {
    var file = FITFile.empty
    file.add(207, [.init(0, .uint8, 1), .init(1, .uint64, 77)])
    file.add(0xFF00, [.init(253, .float64, 1), .init(9, .uint16, 3)])
    for second in 0..<3 {
      file.messages += [0x63, 0, 0, 20, 0, 4, 253, 4, 0x86, 3, 1, 0x02, 200, 3, 0x0D, 201, 2, 0x1F]
      file.messages += [2, 0, 3, 0, 1, 5, 0, 3]
      file.append(Self.start + UInt64(second), 4)
      file.messages += [100 + UInt8(second), 1, 2, 3, 4, 5] + Array(repeating: 0xAA, count: 8)
    }
    #expect(try decodeFIT(file.bytes()) == decodeFIT(FITFile.short.bytes()))
  }

  @Test func anArrayGivesItsFirstValueAndANarrowerTypeItsOwn() throws {
    var file = FITFile.empty
    file.messages += [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 3, 3, 0x02, 7, 1, 0x02, 0]
    file.append(Self.start, 4)
    file.messages += [140, 1, 2, 200]
    let row = try #require(try decodeFIT(file.bytes()).samples.first)
    #expect(row.beatsPerMinute == 140 && row.powerWatts == 200)
  }

  @Test func whatStandsForNoValueIsAbsent() throws {
    var file = FITFile.empty
    file.add(
      20,
      [
        .init(253, .uint32, Self.start), .init(0, .sint32, 0x7FFF_FFFF), .init(1, .sint32, 5),
        .init(2, .uint16, 0xFFFF),
        .init(3, .uint8, 0xFF), .init(4, .uint8, 0xFF), .init(5, .uint32, 0xFFFF_FFFF), .init(6, .uint16, 0xFFFF),
        .init(7, .uint16, 0xFFFF), .init(13, .sint8, 0x7F), .init(73, .uint32, 0xFFFF_FFFF),
      ])
    #expect(try decodeFIT(file.bytes()).samples == [RideSample(second: 0, timerRunning: true)])
  }

  @Test func aHeartRateOfZeroIsNoneAndZeroWattsAreZero() throws {
    var file = FITFile.empty
    file.add(20, [.init(253, .uint32, Self.start), .init(3, .uint8, 0), .init(7, .uint16, 0)])
    let row = try #require(try decodeFIT(file.bytes()).samples.first)
    #expect(row.beatsPerMinute == nil && row.powerWatts == 0)
  }

  @Test func everyFieldOfARecordHasItsPlace() throws {
    var file = FITFile.empty
    file.add(
      20,
      [
        .init(253, .uint32, Self.start), .init(0, .sint32, 1 << 29), .init(1, .sint32, 0xC000_0000),
        .init(2, .uint16, 2500), .init(78, .uint32, 2600), .init(3, .uint8, 140), .init(4, .uint8, 88),
        .init(53, .uint8, 64), .init(5, .uint32, 12_345), .init(6, .uint16, 8000), .init(73, .uint32, 8300),
        .init(7, .uint16, 210), .init(13, .sint8, 0xFB),
      ])
    let row = try #require(try decodeFIT(file.bytes()).samples.first)
    #expect(
      row
        == RideSample(
          second: 0, timerRunning: true, powerWatts: 210, cadenceRpm: 88.5, beatsPerMinute: 140, speedKmh: 8.3 * 3.6,
          distanceMeters: 123.45,
          imported: ImportedValues(
            latitudeDegrees: 45, longitudeDegrees: -90, altitudeMeters: 20, temperatureCelsius: -5,
            speedMetersPerSecond: 8.3)))
  }

  @Test func summariesBeforeTheRecordsAndRecordsInAnyOrderAreTheSameRide() throws {
    func file(_ parts: [Int]) -> [UInt8] {
      var file = FITFile()
      for part in parts {
        switch part {
        case 0: file.add(0, [.init(0, .enumeration, 4), .init(4, .uint32, Self.start)])
        case 1: file.add(18, [.init(2, .uint32, Self.start), .init(5, .enumeration, 2), .init(20, .uint16, 180)])
        case 2: file.add(19, [.init(2, .uint32, Self.start), .init(24, .enumeration, 2)])
        case 3: file.add(19, [.init(2, .uint32, Self.start + 2), .init(23, .enumeration, 1)])
        case 4: file.timer(1, 4)
        case 5: file.timer(2, 0)
        default: file.record(UInt64(part - 6), heartRate: 100 + UInt64(part))
        }
      }
      return file.bytes()
    }
    let ride = try decodeFIT(file([0, 6, 4, 5, 8, 9, 2, 3, 1]))
    #expect(ride.samples.map(\.beatsPerMinute) == [106, nil, 108, 109])
    #expect(ride.samples.map(\.timerRunning) == [true, false, true, true])
    #expect(ride.laps == [RideLap(second: 0, trigger: .distance), RideLap(second: 2, isResting: true)])
    #expect(ride.given == [.averageWatts: 180])
    #expect(try decodeFIT(file([1, 3, 2, 9, 8, 5, 4, 6, 0])) == ride)
  }

  @Test func ofASecondThatIsThereTwiceTheLaterValuesCount() throws {
    var file = FITFile.short
    file.add(20, [.init(253, .uint32, Self.start + 1), .init(7, .uint16, 200)])
    file.record(1, heartRate: 150)
    let row = try decodeFIT(file.bytes()).samples[1]
    #expect(row.beatsPerMinute == 150 && row.powerWatts == 200)
  }

  @Test func intervalsBelongToTheRecordBeforeThem() throws {
    var file = FITFile.empty
    file.add(78, [.init(0, .uint16, 1000)])
    file.record(0, heartRate: 100)
    file.record(1, heartRate: 100)
    file.messages += [0x40, 0, 0, 78, 0, 1, 0, 6, 0x84, 0]
    for value in [500, 0xFFFF, 250] { file.append(UInt64(value), 2) }
    file.add(78, [.init(0, .uint16, 125)])
    #expect(try decodeFIT(file.bytes()).samples.map(\.rrIntervals) == [[1024], [512, 256, 128]])
  }

  @Test func theRideBeginsWithTheSessionOrWithAnEarlierRecord() throws {
    for (sessionStart, rows) in [(Self.start - 5, 8), (Self.start, 3), (Self.start + 2, 3)] {
      var file = FITFile.short
      file.add(18, [.init(2, .uint32, sessionStart)])
      let ride = try decodeFIT(file.bytes())
      #expect(ride.samples.count == rows)
      #expect(ride.start == UnixTime(fitSeconds: Double(min(sessionStart, Self.start))))
    }
  }

  @Test func theClockOnTheWallComesBack() throws {
    var file = FITFile.short
    file.add(34, [.init(253, .uint32, Self.start + 3), .init(5, .uint32, Self.start + 3 - 5400)])
    let ride = try decodeFIT(file.bytes())
    #expect(ride.origin?.utcOffsetSeconds == -5400)
    #expect(try decodeFIT(FITEncoderTests.encoder.encode(ride)).origin?.utcOffsetSeconds == -5400)
  }
}
