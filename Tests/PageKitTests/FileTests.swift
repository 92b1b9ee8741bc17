import CZlib
import ControlWire
import Foundation
import PageKit
import Rides
import Testing

@Suite struct FileIntakeTests {
  private func intake() -> FileIntake {
    FileIntake(ImportPlan()) { piece in
      let isDropped = (piece as? ImportPlan)?.giveUp == true
      let text = "\(piece.number ?? 0) \(piece.sequence) \(piece.data.utf8.count) \(piece.last) \(isDropped)"
      return FileIntake.Answer(number: 7, json: Array(text.utf8))
    }
  }

  private func pass(on intake: FileIntake, isLast: Bool) async throws -> String {
    let call = intake.next(isLast: isLast)
    let answer = try await call()
    intake.answered(answer)
    return String(decoding: answer.json, as: UTF8.self)
  }

  @Test func `a file is sent in numbered pieces, each with the number from the first reply`() async throws {
    let file = intake()
    file.take([UInt8](repeating: 1, count: FileIntake.pieceBytes - 1))
    #expect(!file.isFull)
    file.take([2])
    #expect(file.isFull)
    let first = try await pass(on: file, isLast: false)
    #expect(first == "0 0 \(FileIntake.pieceBytes / 3 * 4) false false")
    #expect(!file.isFull)
    file.take([3])
    let last = try await pass(on: file, isLast: true)
    #expect(last == "7 1 4 true false")
  }

  @Test func `an interrupted file is abandoned once, and only if its import has begun`() async throws {
    let file = intake()
    file.take([1])
    let early = file.givingUp()
    #expect(early == nil)
    _ = try await pass(on: file, isLast: false)
    let call = try #require(file.givingUp())
    let last = try await call()
    #expect(String(decoding: last.json, as: UTF8.self) == "7 1 0 true true")
    let again = file.givingUp()
    #expect(again == nil)
  }
}

@Suite struct RideColumnTests {
  @Test func `a ride is encoded in columns, without empty ones`() throws {
    var columns = RideColumns()
    let ride = RideSummary(
      id: 3, start: "2026-11-26T10:00:00Z", timerSeconds: 2, elapsedSeconds: 3, averageWatts: nil,
      averageHeartRate: nil, kilojoules: 0, distanceMeters: nil, state: .finished)
    columns.append(
      ShownRide(ride: ride, samples: [RideSample(second: 0, timerRunning: true, powerWatts: 150.4)]))
    columns.append(
      ShownRide(
        ride: ride,
        samples: [
          RideSample(second: 2, timerRunning: false, targetWatts: 150, speedKmh: 30.26)
        ]))
    let text = String(decoding: try WireJSON.text(of: columns), as: UTF8.self)
    for part in [
      #""seconds":[0,2]"#, #""running":[1,0]"#, #""power":[150,null]"#, #""target":[null,150]"#,
      #""speed":[null,30.3]"#,
    ] {
      #expect(text.contains(part))
    }
    #expect(!text.contains("heart") && !text.contains("cadence") && !text.contains("places"))
  }

  @Test func `a ride with positions has at most 500 places, with the first and the last one`() throws {
    var columns = RideColumns()
    let ride = RideSummary(
      id: 3, start: "2026-11-26T10:00:00Z", timerSeconds: 2, elapsedSeconds: 3, averageWatts: nil,
      averageHeartRate: nil, kilojoules: 0, distanceMeters: nil, state: .finished)
    let rows = (0...1200).map { second in
      RideSample(
        second: second, timerRunning: true,
        position: Place(latitudeDegrees: 47.123456, longitudeDegrees: 11 + Double(second) / 1000))
    }
    columns.append(ShownRide(ride: ride, samples: rows))
    struct Told: Decodable { let places: [[Double]] }
    let places = try JSONDecoder().decode(Told.self, from: Data(try WireJSON.text(of: columns))).places
    #expect(places.count == 500)
    #expect(places.first == [0, 47.12346, 11] && places.last == [1200, 47.12346, 12.2])
  }
}

@Suite struct AttachmentTests {
  @Test func `an attachment has its file name in ASCII and in UTF-8`() {
    #expect(
      PageSite.attachment("Über 4\".zwo")
        == #"attachment; filename="__ber_4_.zwo"; filename*=UTF-8''%C3%9Cber%204%22.zwo"#)
  }
}

@Suite struct PackedFileTests {
  private func unpacked(_ bytes: [UInt8], size: Int) -> [UInt8] {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    defer { stream.deallocate() }
    guard inflateInit2_(stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
    defer { inflateEnd(stream) }
    var input = bytes
    return input.withUnsafeMutableBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: size) { output, count in
        (stream.pointee.next_in, stream.pointee.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.pointee.next_out, stream.pointee.avail_out) = (output.baseAddress, UInt32(size))
        inflate(stream, Z_FINISH)
        count = size - Int(stream.pointee.avail_out)
      }
    }
  }

  @Test func `a browser that accepts gzip receives the same file compressed`() throws {
    let content = Array(String(repeating: "The page on the handlebar. ", count: 200).utf8)
    let files = PageFiles([PageFile(name: "a.js", bytes: content)])
    let packed = try #require(files.response(to: PageRequest("GET", "/a.js", fields: [("Accept-Encoding", "gzip")])))
    #expect(packed.fields.contains { $0.name == "Content-Encoding" && $0.value == "gzip" })
    #expect(packed.body.count < content.count / 10)
    #expect(unpacked(packed.body, size: content.count + 1) == content)
    let plain = try #require(files.response(to: PageRequest("GET", "/a.js")))
    #expect(plain.body == content && !plain.fields.contains { $0.name == "Content-Encoding" })
  }

  @Test func `a file that compression does not shrink is sent uncompressed`() {
    #expect(PageFile(name: "a.png", bytes: [1]).packed == nil)
  }
}
