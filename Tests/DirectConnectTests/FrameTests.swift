import BluetoothLE
import DirectConnect
import Testing

/// The last twelve octets of an assigned UUID.
private let base: [UInt8] = [0, 0, 0x10, 0, 0x80, 0, 0, 0x80, 0x5F, 0x9B, 0x34, 0xFB]

/// Returns an assigned UUID as 16 octets.
private func uuid(_ assigned: UInt16) -> [UInt8] { [0, 0, UInt8(assigned >> 8), UInt8(assigned & 0xFF)] + base }

/// The vectors of docs/road-and-apps.md.
private enum Vector {
  static let requests: [(bytes: [UInt8], sequence: UInt8, request: DirectConnectRequest)] = [
    ([1, 1, 1, 0, 0, 0], 1, .discoverServices),
    ([1, 2, 2, 0, 0, 16] + uuid(0x1826), 2, .discoverCharacteristics(of: .fitnessMachine)),
    ([1, 3, 3, 0, 0, 16] + uuid(0x2ACC), 3, .read(BluetoothUUID(0x2ACC))),
    ([1, 5, 4, 0, 0, 17] + uuid(0x2AD2) + [1], 4, .enableNotifications(true, of: BluetoothUUID(0x2AD2))),
    ([1, 4, 6, 0, 0, 17] + uuid(0x2AD9) + [0], 6, .write([0], to: BluetoothUUID(0x2AD9))),
    ([1, 4, 7, 0, 0, 19] + uuid(0x2AD9) + [5, 0xC8, 0], 7, .write([5, 0xC8, 0], to: BluetoothUUID(0x2AD9))),
    (
      [1, 4, 8, 0, 0, 23] + uuid(0x2AD9) + [0x11, 0, 0, 0x0D, 2, 0x28, 0x33], 8,
      .write([0x11, 0, 0, 0x0D, 2, 0x28, 0x33], to: BluetoothUUID(0x2AD9))
    ),
    ([1, 4, 0xFF, 0, 0, 17] + uuid(0x2AD9) + [1], 0xFF, .write([1], to: BluetoothUUID(0x2AD9))),
    ([1, 7, 9, 0, 0, 0], 9, .unnamed),
  ]
  static let responses: [(bytes: [UInt8], sequence: UInt8, response: DirectConnectResponse)] = [
    (
      [1, 1, 1, 0, 0, 48] + uuid(0x1826) + uuid(0x1818) + uuid(0x180D), 1,
      .services([.fitnessMachine, .cyclingPower, .heartRate])
    ),
    (
      [1, 2, 2, 0, 0, 135] + uuid(0x1826) + uuid(0x2ACC) + [1] + uuid(0x2AD2) + [4] + uuid(0x2AD3) + [5]
        + uuid(0x2AD6) + [1] + uuid(0x2AD8) + [1] + uuid(0x2AD9) + [6] + uuid(0x2ADA) + [4], 2,
      .characteristics(
        [
          DirectConnectCharacteristic(BluetoothUUID(0x2ACC), .read),
          DirectConnectCharacteristic(BluetoothUUID(0x2AD2), .notify),
          DirectConnectCharacteristic(BluetoothUUID(0x2AD3), [.read, .notify]),
          DirectConnectCharacteristic(BluetoothUUID(0x2AD6), .read),
          DirectConnectCharacteristic(BluetoothUUID(0x2AD8), .read),
          DirectConnectCharacteristic(BluetoothUUID(0x2AD9), [.write, .notify]),
          DirectConnectCharacteristic(BluetoothUUID(0x2ADA), .notify),
        ], of: .fitnessMachine)
    ),
    (
      [1, 3, 3, 0, 0, 24] + uuid(0x2ACC) + [0x86, 0x50, 0, 0, 0x0C, 0xA0, 0, 0], 3,
      .value([0x86, 0x50, 0, 0, 0x0C, 0xA0, 0, 0], of: BluetoothUUID(0x2ACC))
    ),
    ([1, 5, 4, 0, 0, 16] + uuid(0x2AD2), 4, .notificationsSet(BluetoothUUID(0x2AD2))),
    ([1, 4, 6, 0, 0, 16] + uuid(0x2AD9), 6, .written(BluetoothUUID(0x2AD9))),
    ([1, 1, 9, 1, 0, 0], 9, .refused(.discoverServices, .unknownMessage)),
    ([1, 2, 9, 3, 0, 0], 9, .refused(.discoverCharacteristics, .serviceNotFound)),
    ([1, 3, 9, 5, 0, 0], 9, .refused(.read, .operationNotSupported)),
    ([1, 4, 9, 6, 0, 0], 9, .refused(.write, .writeFailed)),
    ([1, 7, 9, 0, 0, 0], 9, .unnamed),
  ]
  static let notifications: [(bytes: [UInt8], notification: DirectConnectNotification)] = [
    (
      [1, 6, 0, 0, 0, 24] + uuid(0x2AD2) + [0x44, 0, 0x73, 0x0C, 0xB4, 0, 0xC8, 0],
      DirectConnectNotification([0x44, 0, 0x73, 0x0C, 0xB4, 0, 0xC8, 0], of: BluetoothUUID(0x2AD2))
    ),
    (
      [1, 6, 0, 0, 0, 19] + uuid(0x2AD9) + [0x80, 0, 1],
      DirectConnectNotification([0x80, 0, 1], of: BluetoothUUID(0x2AD9))
    ),
    (
      [1, 6, 0, 0, 0, 18] + uuid(0x2A37) + [0, 0x84], DirectConnectNotification([0, 0x84], of: BluetoothUUID(0x2A37))
    ),
  ]
  static var all: [[UInt8]] { requests.map(\.bytes) + responses.map(\.bytes) + notifications.map(\.bytes) }
}

/// Returns the frames of a stream of bytes that arrives in pieces.
private func frames(_ pieces: [[UInt8]], limit: Int = 4096) throws -> [DirectConnectFrame] {
  var reader = DirectConnectReader(limit: limit)
  var frames: [DirectConnectFrame] = []
  for piece in pieces {
    reader.append(piece)
    while let frame = try reader.next() { frames.append(frame) }
  }
  return frames
}

@Suite struct FrameTests {
  @Test func `each request has its bytes, in both directions`() throws {
    for vector in Vector.requests {
      let frame = try #require(try frames([vector.bytes]).first)
      #expect(frame.sequence == vector.sequence)
      #expect(try DirectConnectRequest(frame) == vector.request)
      #expect(vector.request.frame(sequence: vector.sequence).encoded() == vector.bytes)
    }
  }

  @Test func `each response has its bytes, in both directions`() throws {
    for vector in Vector.responses {
      let frame = try #require(try frames([vector.bytes]).first)
      #expect(try DirectConnectResponse(frame) == vector.response)
      #expect(vector.response.frame(sequence: vector.sequence).encoded() == vector.bytes)
    }
  }

  @Test func `each notification has its bytes, in both directions`() throws {
    for vector in Vector.notifications {
      let frame = try #require(try frames([vector.bytes]).first)
      #expect(try DirectConnectNotification(frame) == vector.notification)
      #expect(vector.notification.frame.encoded() == vector.bytes)
    }
  }

  @Test func `a prefix of a frame is no frame`() throws {
    for bytes in Vector.all {
      for count in 0..<bytes.count { #expect(try frames([Array(bytes.prefix(count))]).isEmpty) }
    }
  }

  @Test func `frames that are joined and split are the same frames`() throws {
    let stream = Vector.all.flatMap(\.self)
    let whole = try frames(Vector.all)
    #expect(whole.count == Vector.all.count)
    #expect(try frames([stream]) == whole)
    for size in [1, 2, 5, 7, 16, 100] {
      let pieces = stride(from: 0, to: stream.count, by: size).map { Array(stream[$0..<min($0 + size, stream.count)]) }
      #expect(try frames(pieces) == whole)
    }
  }

  @Test func `a body beyond the limit ends the stream, and the limit itself does not`() throws {
    #expect(throws: DirectConnectFailure.tooLong(101)) { try frames([[1, 4, 1, 0, 0, 101]], limit: 100) }
    #expect(try frames([[1, 4, 1, 0, 0, 100] + [UInt8](repeating: 0, count: 100)], limit: 100).count == 1)
    // A browser's request is not a frame.
    #expect(throws: DirectConnectFailure.self) { try frames([Array("GET / HTTP/1.1".utf8)]) }
  }

  @Test func `a reader keeps no bytes of frames that were read`() throws {
    var reader = DirectConnectReader()
    for _ in 0..<1000 {
      reader.append([1, 1, 1, 0, 0, 0, 1, 1])
      while try reader.next() != nil {}
      reader.append([2, 0, 0, 0])
      #expect(reader.waiting == 6)
      while try reader.next() != nil {}
      #expect(reader.waiting == 0)
    }
  }

  @Test func `a length is big-endian`() {
    let frame = DirectConnectFrame(.write, sequence: 7, body: [UInt8](repeating: 9, count: 258))
    #expect(frame.encoded().prefix(6) == [1, 4, 7, 0, 1, 2])
  }
}

@Suite struct MessageTests {
  @Test func `a body that is too short for its message fails`() throws {
    for message in [DirectConnectMessage.discoverCharacteristics, .read, .write, .enableNotifications] {
      let frame = DirectConnectFrame(message, sequence: 1, body: Array(uuid(0x2AD2).dropLast()))
      #expect(throws: DirectConnectFailure.body(message)) { try DirectConnectRequest(frame) }
      #expect(throws: DirectConnectFailure.body(message)) { try DirectConnectResponse(frame) }
    }
    let frame = DirectConnectFrame(.enableNotifications, sequence: 1, body: uuid(0x2AD2))
    #expect(throws: DirectConnectFailure.body(.enableNotifications)) { try DirectConnectRequest(frame) }
  }

  @Test func `a list of services or characteristics that ends within an entry fails`() throws {
    let services = DirectConnectFrame(.discoverServices, sequence: 1, body: uuid(0x1826) + [0])
    #expect(throws: DirectConnectFailure.body(.discoverServices)) { try DirectConnectResponse(services) }
    let table = DirectConnectFrame(.discoverCharacteristics, sequence: 1, body: uuid(0x1826) + uuid(0x2ACC))
    #expect(throws: DirectConnectFailure.body(.discoverCharacteristics)) { try DirectConnectResponse(table) }
  }

  @Test func `a response may append a byte to enable notifications, and a control point's answer to a write`() throws {
    let enabled = DirectConnectFrame(.enableNotifications, sequence: 1, body: uuid(0x2AD2) + [1])
    #expect(try DirectConnectResponse(enabled) == .notificationsSet(BluetoothUUID(0x2AD2)))
    let written = DirectConnectFrame(.write, sequence: 1, body: uuid(0x2AD9) + [0x80, 0, 1])
    #expect(try DirectConnectResponse(written) == .written(BluetoothUUID(0x2AD9), appended: [0x80, 0, 1]))
  }

  @Test func `an unknown message and another version fail`() throws {
    let unknown = DirectConnectFrame(DirectConnectMessage(rawValue: 8), sequence: 1)
    #expect(throws: DirectConnectFailure.message(unknown.message)) { try DirectConnectRequest(unknown) }
    var later = DirectConnectFrame(.discoverServices, sequence: 1)
    later.version = 2
    #expect(throws: DirectConnectFailure.version(2)) { try DirectConnectRequest(later) }
    #expect(throws: DirectConnectFailure.version(2)) { try DirectConnectResponse(later) }
  }

  @Test func `a UUID of a maker is sent in reading order`() throws {
    let uuid = try #require(BluetoothUUID("a026e005-0a7d-4ab3-97fa-f1500f9feb8b"))
    #expect(uuid.octets.prefix(4) == [0xA0, 0x26, 0xE0, 0x05])
    #expect(BluetoothUUID(octets: uuid.octets) == uuid)
    #expect(BluetoothUUID(octets: uuid.octets.dropLast()) == nil)
  }

  @Test func `random bytes never trap and are never kept beyond one frame`() {
    var seed: UInt64 = 1
    for _ in 0..<2000 {
      var reader = DirectConnectReader(limit: 600)
      for _ in 0..<8 {
        let bytes = (0..<64).map { index -> UInt8 in
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          // The lengths are short, so that many bodies are complete.
          return UInt8(seed >> 56) & (index % 6 == 4 ? 0 : 0x3F)
        }
        reader.append(bytes)
        while let frame = (try? reader.next()).flatMap(\.self) {
          _ = try? DirectConnectRequest(frame)
          _ = try? DirectConnectResponse(frame)
          _ = try? DirectConnectNotification(frame)
        }
      }
      #expect(reader.waiting <= 8 * 64)
    }
  }
}
