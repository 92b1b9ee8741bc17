import Rides
import Testing

@testable import RideFiles

/// FIT files in pieces, and damaged ones.
@Suite struct FITDecoderTests {
  private static let whole = goldenFIT

  @Test func `a FIT file in pieces of any size gives the same ride`() throws {
    let expected = try decodeFIT(Self.whole)
    for size in 1...Self.whole.count {
      #expect(try decodeFIT(Self.whole, pieces: size) == expected, "pieces of \(size)")
    }
  }

  @Test func `a FIT file split at any byte gives the same ride`() throws {
    let expected = try decodeFIT(Self.whole)
    for split in 0...Self.whole.count {
      var decoder = FITDecoder()
      try decoder.feed(Self.whole[..<split])
      try decoder.feed(Self.whole[split...])
      let ride = try decoder.finish().rides[0]
      #expect(ride == expected, "split at \(split)")
    }
  }

  @Test func `every prefix of a FIT file is read to its end and reported as cut off there`() throws {
    var rows = 0
    for length in 0..<Self.whole.count {
      do throws(FileFault) {
        let file = try importFIT(Array(Self.whole.prefix(length)))
        #expect(file.cutOff == FilePlace(byte: length), "\(length) bytes")
        #expect(file.rides[0].samples.count >= rows)
        rows = file.rides[0].samples.count
      } catch {
        #expect(error.code == .cut && error.place == FilePlace(byte: length), "\(length) bytes")
        #expect(rows == 0, "what came in once comes in with more bytes, too")
      }
    }
    #expect(try rows == decodeFIT(Self.whole).samples.count)
  }

  @Test func `a FIT file without a data size or checksum is read to its end`() throws {
    let whole = FITFile.short.bytes(dataSize: 0)
    let expected = try decodeFIT(FITFile.short.bytes())
    for bytes in [whole, whole.dropLast(2)] {
      let file = try importFIT(Array(bytes))
      #expect(file.rides.map(\.samples) == [expected.samples])
      #expect(file.cutOff != nil)
    }
  }

  @Test func `a FIT file that ends in zeros is reported as cut off at the first zero`() throws {
    let whole = FITFile.short.bytes()
    let written = whole.count - 2
    for blank in [2, 40, 5000] {
      var bytes = FITFile.short.bytes(dataSize: FITFile.short.messages.count + blank).dropLast(2)
      bytes += Array(repeating: 0, count: blank + 2)
      let file = try importFIT(Array(bytes))
      #expect(try file.rides == [decodeFIT(whole)])
      #expect(file.cutOff == FilePlace(byte: written) && file.leftOut == LeftOut())
    }
  }

  /// The header's checksum covers only the header.
  ///
  /// 0 would mean no checksum, but no single flipped bit makes it 0.
  @Test func `every flipped bit of a FIT file is detected`() {
    for index in Self.whole.indices {
      for bit in 0..<8 {
        var bytes = Self.whole
        bytes[index] ^= 1 << bit
        #expect(refusal(of: bytes) != nil, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test func `a wrong FIT checksum is reported with its byte offset`() {
    var bytes = Self.whole
    bytes[bytes.count - 1] ^= 1
    #expect(refusal(of: bytes)?.code == .wrongChecksum)
    #expect(refusal(of: bytes)?.place == FilePlace(byte: bytes.count - 2))
    bytes = Self.whole
    bytes[12] ^= 1
    #expect(refusal(of: bytes)?.code == .wrongChecksum)
    #expect(refusal(of: bytes)?.place == FilePlace(byte: 12))
  }

  @Test func `a FIT header without a checksum is accepted`() throws {
    let expected = try decodeFIT(FITFile.short.bytes())
    #expect(try decodeFIT(FITFile.short.bytes(headerSize: 12)) == expected)
    var bytes = FITFile.short.bytes()
    bytes.replaceSubrange(12..<14, with: [0, 0])
    bytes.replaceSubrange((bytes.count - 2)..., with: FITFile.checksum(Array(bytes.dropLast(2))))
    #expect(try decodeFIT(bytes) == expected)
  }

  @Test(
    arguments: [
      [0x3C, 0x3F], Array("PK\u{3}\u{4}".utf8), [0], [14] + Array(repeating: 0, count: 40), [255],
    ] as [[UInt8]])
  func `a file of another format is not read as FIT`(_ bytes: [UInt8]) {
    #expect(refusal(of: bytes)?.code == .notThisFormat)
    #expect(refusal(of: bytes)?.place == FilePlace(byte: 0))
  }

  @Test func `a newer FIT protocol is refused`() {
    #expect(refusal(of: FITFile.short.bytes(protocolVersion: 0x30))?.code == .notThisFormat)
    #expect(refusal(of: FITFile.short.bytes(protocolVersion: 0x2F)) == nil)
  }

  @Test func `a wrong size in a FIT header is refused`() {
    let size = FITFile.short.messages.count
    #expect(refusal(of: FITFile.short.bytes(dataSize: size - 1))?.code == .malformed)
    let claim = refusal(of: FITFile.short.bytes(dataSize: 0xFFFF_FFFF))
    #expect(claim?.code == .tooLarge && claim?.place == FilePlace(byte: 4))
  }

  @Test func `a FIT message that extends past the data is refused at its first byte`() {
    var file = FITFile.short
    let place = 14 + file.messages.count
    file.define(20, [.init(253, .uint32, 0)])
    file.messages += [0, 1, 2, 3]
    #expect(refusal(of: file.bytes())?.code == .malformed)
    #expect(refusal(of: file.bytes())?.place == FilePlace(byte: place + 9))
  }

  @Test func `a FIT data message without a definition is refused`() {
    var file = FITFile.short
    let place = 14 + file.messages.count
    file.messages += [0x05, 1]
    #expect(refusal(of: file.bytes())?.code == .malformed)
    #expect(refusal(of: file.bytes())?.place == FilePlace(byte: place))
  }

  @Test func `a FIT file that is not an activity is refused`() {
    var course = FITFile()
    course.add(0, [.init(0, .enumeration, 6)])
    course.record(0, heartRate: 100)
    #expect(refusal(of: course.bytes())?.code == .noActivity)
    #expect(refusal(of: FITFile.empty.bytes())?.code == .noActivity)
    var nameless = FITFile()
    nameless.record(0, heartRate: 100)
    #expect(refusal(of: nameless.bytes())?.code == .noActivity)
  }

  @Test func `a FIT file beyond the limits is refused`() {
    let bytes = FITFile.short.bytes()
    #expect(refusal(of: bytes, limits: ImportLimits(bytes: bytes.count)) == nil)
    #expect(refusal(of: bytes, limits: ImportLimits(bytes: bytes.count - 1))?.code == .tooLarge)
    #expect(refusal(of: bytes, limits: ImportLimits(seconds: 3)) == nil)
    #expect(refusal(of: bytes, limits: ImportLimits(seconds: 2))?.code == .tooManyPoints)
  }

  /// A definition may claim 255 fields of 255 bytes and as many developer fields; only received bytes are kept.
  @Test func `a FIT definition that claims huge fields is refused`() {
    var file = FITFile.empty
    file.messages += [0x60, 0, 0, 20, 0, 255]
    for number in 0..<255 { file.messages += [UInt8(number), 255, 13] }
    file.messages.append(255)
    for number in 0..<255 { file.messages += [UInt8(number), 255, 0] }
    file.messages.append(0)
    #expect(refusal(of: file.bytes())?.code == .malformed)
    #expect(refusal(of: file.bytes(dataSize: 50_000_000))?.code == .cut)
  }
}

/// Valid FIT files that differ from those written here.
@Suite struct FITLeniencyTests {
  private static let start = FITFile.start

  @Test func `a big-endian FIT file gives the same ride`() throws {
    var file = FITFile()
    file.isBigEndian = true
    file.add(0, [.init(0, .enumeration, 4), .init(4, .uint32, Self.start)])
    for second in 0..<3 { file.record(UInt64(second), heartRate: 100 + UInt64(second)) }
    #expect(try decodeFIT(file.bytes()) == decodeFIT(FITFile.short.bytes()))
  }

  @Test func `a compressed FIT time is the next time with those low bits`() throws {
    var file = FITFile.empty
    file.record(0, heartRate: 100)
    file.define(20, [.init(3, .uint8, 0)], local: 2)
    // The local type in bits 5 and 6, then the lower five bits of the time: 30, 30 again, then 1 of the next 32.
    file.messages += [0x80 | 2 << 5 | 30, 130, 0x80 | 2 << 5 | 30, 131, 0x80 | 2 << 5 | 1, 133]
    let samples = try decodeFIT(file.bytes()).samples
    #expect(samples.count == 34)
    let points = samples.filter { !$0.isCarried && $0.beatsPerMinute != nil }
    #expect(points.map(\.beatsPerMinute) == [100, 131, 133])
    #expect(points.map(\.second) == [0, 30, 33])
  }

  @Test func `a skipped FIT message still advances the time`() throws {
    var file = FITFile.short
    file.add(22, [.init(253, .uint32, Self.start + 64)])
    file.define(20, [.init(3, .uint8, 0)])
    file.messages += [0x80 | 5, 130]
    #expect(try decodeFIT(file.bytes()).samples.last?.second == 69)
  }

  @Test func `developer fields and unknown FIT messages are skipped`() throws {
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

  @Test func `a FIT array gives its first value, and a field of a narrower type is read`() throws {
    var file = FITFile.empty
    file.messages += [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 3, 3, 0x02, 7, 1, 0x02, 0]
    file.append(Self.start, 4)
    file.messages += [140, 1, 2, 200]
    let row = try #require(try decodeFIT(file.bytes()).samples.first)
    #expect(row.beatsPerMinute == 140 && row.powerWatts == 200)
  }

  @Test func `an invalid value in a FIT record counts as absent`() throws {
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

  @Test func `a FIT heart rate of 0 counts as absent, and a power of 0 is 0 W`() throws {
    var file = FITFile.empty
    file.add(20, [.init(253, .uint32, Self.start), .init(3, .uint8, 0), .init(7, .uint16, 0)])
    let row = try #require(try decodeFIT(file.bytes()).samples.first)
    #expect(row.beatsPerMinute == nil && row.powerWatts == 0)
  }

  @Test func `every field of a FIT record is read`() throws {
    var file = FITFile.empty
    file.add(
      20,
      [
        .init(253, .uint32, Self.start), .init(0, .sint32, 1 << 29), .init(1, .sint32, 0xC000_0000),
        .init(2, .uint16, 2500), .init(78, .uint32, 2600), .init(3, .uint8, 140), .init(4, .uint8, 88),
        .init(53, .uint8, 64), .init(5, .uint32, 1_234), .init(6, .uint16, 8000), .init(73, .uint32, 8300),
        .init(7, .uint16, 210), .init(13, .sint8, 0xFB),
      ])
    let row = try #require(try decodeFIT(file.bytes()).samples.first)
    #expect(
      row
        == RideSample(
          second: 0, timerRunning: true, powerWatts: 210, cadenceRpm: 88.5, beatsPerMinute: 140, speedKmh: 8.3 * 3.6,
          distanceMeters: 12.34,
          position: Place(latitudeDegrees: 45, longitudeDegrees: -90), altitudeMeters: 20,
          imported: ImportedValues(temperatureCelsius: -5, speedMetersPerSecond: 8.3)))
  }

  @Test func `the order of FIT summaries and records does not change the ride`() throws {
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
    #expect(ride.fileTotals == [.averageWatts: 180])
    #expect(try decodeFIT(file([1, 3, 2, 9, 8, 5, 4, 6, 0])) == ride)
  }

  @Test func `later values win if two FIT records have the same time`() throws {
    var file = FITFile.short
    file.add(20, [.init(253, .uint32, Self.start + 1), .init(7, .uint16, 200)])
    file.record(1, heartRate: 150)
    let row = try decodeFIT(file.bytes()).samples[1]
    #expect(row.beatsPerMinute == 150 && row.powerWatts == 200)
  }

  @Test func `RR intervals in FIT belong to the record before them`() throws {
    var file = FITFile.empty
    file.add(78, [.init(0, .uint16, 1000)])
    file.record(0, heartRate: 100)
    file.record(1, heartRate: 100)
    file.messages += [0x40, 0, 0, 78, 0, 1, 0, 6, 0x84, 0]
    for value in [500, 0xFFFF, 250] { file.append(UInt64(value), 2) }
    file.add(78, [.init(0, .uint16, 125)])
    #expect(try decodeFIT(file.bytes()).samples.map(\.rrIntervals) == [[1024], [512, 256, 128]])
  }

  @Test func `a FIT ride begins with its session or with an earlier record`() throws {
    for (sessionStart, rows) in [(Self.start - 5, 8), (Self.start, 3), (Self.start + 2, 3)] {
      var file = FITFile.short
      file.add(18, [.init(2, .uint32, sessionStart)])
      let ride = try decodeFIT(file.bytes())
      #expect(ride.samples.count == rows)
      #expect(ride.start == UnixTime(fitSeconds: Double(min(sessionStart, Self.start))))
    }
  }

  @Test func `the UTC offset of a FIT file is kept on export`() throws {
    var file = FITFile.short
    file.add(34, [.init(253, .uint32, Self.start + 3), .init(5, .uint32, Self.start + 3 - 5400)])
    let ride = try decodeFIT(file.bytes())
    #expect(ride.origin?.utcOffsetSeconds == -5400)
    #expect(try decodeFIT(FITEncoderTests.encoder.encode(ride)).origin?.utcOffsetSeconds == -5400)
  }
}
