import BluetoothLE
import Captures
import TestKit
import Testing

@Suite struct AttributeFollowingTests {
  typealias Trainer = SampleCapture.Trainer

  private func kinds(_ sample: SampleCapture, map: AttributeMap = AttributeMap()) -> [CaptureEvent.Kind] {
    Capture(decoding: sample.btsnoop(), map: map).events.map(\.kind)
  }

  @Test func `discovery is read back as it was written`() {
    var sample = SampleCapture()
    sample.connectTrainer()
    let device = Capture(decoding: sample.btsnoop()).device(SampleCapture.trainer)
    #expect(device?.attributes == SampleCapture.trainerTable)
    #expect(device?.characteristics.contains(.fitnessMachineControlPoint) == true)
    #expect(device?.unresolvedHandles == [])
  }

  @Test func `a long attribute table is discovered in several responses`() {
    var table = AttributeTable()
    for index: UInt16 in 0..<200 {
      let start = index * 3 + 1
      let wide = BluetoothUUID(high: 0xA026_EE0B_0A7D_4AB3, low: 0x97FA_F150_0F9F_EB8B &+ UInt64(index))
      let uuid = index.isMultiple(of: 5) ? wide : BluetoothUUID(0x2000 + index)
      table.insert(.init(start: start, end: index == 199 ? 0xFFFF : start + 2, uuid: uuid))
      table.insert(.init(declaration: start + 1, value: start + 2, properties: 0x10, uuid: uuid))
    }
    var sample = SampleCapture()
    sample.connectTrainer(discovering: false)
    table.discovery(handle: SampleCapture.trainerHandle).forEach { sample.add($0) }
    #expect(Capture(decoding: sample.btsnoop()).device(SampleCapture.trainer)?.attributes == table)
  }

  @Test func `the names of handles survive a reconnection`() {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.disconnect(SampleCapture.trainerHandle, reason: 0x13)
    sample.connectTrainer(discovering: false)
    sample.notify(Trainer.bikeData, [1])
    let expected: [CaptureEvent.Kind] = [
      .connected, .disconnected(reason: 0x13), .connected, .notified(.characteristic(.indoorBikeData), value: [1]),
    ]
    #expect(kinds(sample) == expected)
  }

  @Test func `handles are named by a later discovery`() {
    var sample = SampleCapture()
    sample.connectTrainer(discovering: false)
    sample.notify(Trainer.bikeData, [1])
    sample.disconnect(SampleCapture.trainerHandle, reason: 0x13)
    sample.connectTrainer()
    #expect(kinds(sample)[1] == .notified(.characteristic(.indoorBikeData), value: [1]))
  }

  @Test func `handles stay unnamed without discovery`() {
    var sample = SampleCapture()
    sample.connectTrainer(discovering: false)
    sample.notify(Trainer.bikeData, [1])
    #expect(kinds(sample) == [.connected, .notified(.handle(Trainer.bikeData), value: [1])])
    let device = Capture(decoding: sample.btsnoop()).device(SampleCapture.trainer)
    #expect(device?.unresolvedHandles == [Trainer.bikeData])
    #expect(device?.characteristics == [])
  }

  @Test func `an attribute map names handles without discovery`() throws {
    var sample = SampleCapture()
    sample.connectTrainer(discovering: false)
    sample.notify(Trainer.bikeData, [1])
    let map = try AttributeMap(parsing: "0x0014 2AD2")
    #expect(kinds(sample, map: map).last == .notified(.characteristic(.indoorBikeData), value: [1]))
  }

  @Test func `ATT writes are paired with their responses`() {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.control([0x05, 0x96, 0x00], answer: [0x80, 0x05, 0x01], afterMilliseconds: 40)
    sample.add(.att(ATTPDU.writeRequest(Trainer.bikeData + 1, [1, 0]), handle: SampleCapture.trainerHandle, .sent))
    sample.add(
      .att(
        ATTPDU.writeRefused(Trainer.bikeData + 1, attError: 0xFD), handle: SampleCapture.trainerHandle, .received))
    sample.add(.att(ATTPDU.writeCommand(Trainer.status, [7]), handle: SampleCapture.trainerHandle, .sent))
    let point = CaptureAttribute.characteristic(.fitnessMachineControlPoint)
    let configuration = CaptureAttribute.descriptor(BluetoothUUID(0x2902), of: .indoorBikeData)
    let expected: [CaptureEvent.Kind] = [
      .connected, .written(point, value: [0x05, 0x96, 0x00], withResponse: true),
      .writeAnswered(point, attError: nil), .indicated(point, value: [0x80, 0x05, 0x01]),
      .written(configuration, value: [1, 0], withResponse: true), .writeAnswered(configuration, attError: 0xFD),
      .written(.characteristic(.fitnessMachineStatus), value: [7], withResponse: false),
    ]
    #expect(kinds(sample) == expected)
  }

  /// Both sides may send requests: a peripheral may request the MTU before it has responded.
  @Test func `a request of the peripheral does not break the pairing of our own request`() {
    var sample = SampleCapture()
    sample.connectTrainer()
    let handle = SampleCapture.trainerHandle
    sample.add(.att(ATTPDU.readRequest(Trainer.deviceName), handle: handle, .sent))
    // Exchange MTU; Read By Group Type, which the host refuses; a notification of several values; a signed write.
    sample.add(.att([0x02, 0x17, 0x00], handle: handle, .received))
    sample.add(.att([0x03, 0x05, 0x02], handle: handle, .sent))
    sample.add(.att([0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28], handle: handle, .received))
    sample.add(.att([0x01, 0x10, 0x01, 0x00, 0x06], handle: handle, .sent))
    sample.add(.att([0x23, 0x14, 0x00, 0x01, 0x00, 0x07], handle: handle, .received))
    sample.add(.att([0xD2, 0x14, 0x00, 0x07], handle: handle, .sent))
    sample.add(.att(ATTPDU.readResponse(Array("KICKR".utf8)), handle: handle, .received))
    let capture = Capture(decoding: sample.btsnoop())
    let name = CaptureAttribute.characteristic(CharacteristicID(0x1800, 0x2A00))
    #expect(capture.events.last?.kind == .read(name, value: Array("KICKR".utf8)))
    #expect(capture.oddities == [])
  }

  @Test func `the parts of a long ATT value are read as one`() {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.read(Trainer.deviceName, Array("KICKR ".utf8))
    let handle = SampleCapture.trainerHandle
    sample.add(.att(ATTPDU.readBlobRequest(Trainer.deviceName, offset: 6), handle: handle, .sent))
    sample.add(.att(ATTPDU.readBlobResponse(Array("CORE".utf8)), handle: handle, .received))
    let name = CaptureAttribute.characteristic(CharacteristicID(0x1800, 0x2A00))
    #expect(kinds(sample).last == .read(name, value: Array("KICKR CORE".utf8)))
  }

  @Test func `an L2CAP frame in fragments is reassembled`() {
    var sample = SampleCapture()
    sample.connectTrainer()
    let value = [UInt8](repeating: 7, count: 60)
    let frame: [UInt8] = [63, 0, 4, 0] + ATTPDU.notification(Trainer.bikeData, value)
    for (index, start) in stride(from: 0, to: frame.count, by: 9).enumerated() {
      let piece = Array(frame[start..<min(start + 9, frame.count)])
      sample.add(.acl(piece, handle: SampleCapture.trainerHandle, .received, isFirst: index == 0))
    }
    #expect(kinds(sample).last == .notified(.characteristic(.indoorBikeData), value: value))
  }

  @Test func `a connection from before the capture is followed`() {
    var sample = SampleCapture()
    SampleCapture.trainerTable.discovery(handle: 0x40).forEach { sample.add($0) }
    sample.notify(Trainer.bikeData, [1])
    let capture = Capture(decoding: sample.btsnoop())
    #expect(capture.events.map(\.kind) == [.notified(.characteristic(.indoorBikeData), value: [1])])
    #expect(capture.devices.map(\.address.description) == ["00:00:00:00:00:40"])
  }

  @Test func `a vanished adapter ends its connections`() {
    var sample = SampleCapture()
    sample.connectTrainer(discovering: false)
    var writer = BTSnoopWriter(.monitor)
    writer.append(sample.packets[0].packet, adapter: 3, atUnixMicroseconds: 0)
    writer.append(monitorOpcode: 1, adapter: 2, payload: [], atUnixMicroseconds: 1)
    writer.append(monitorOpcode: 1, adapter: 3, payload: [], atUnixMicroseconds: 2)
    let events = Capture(decoding: writer.bytes).events
    #expect(events.map(\.kind) == [.connected, .disconnected(reason: nil)])
    #expect(events.last?.time == .microseconds(2))
  }

  @Test func `advertising gives name, services and signal strength`() {
    var sample = SampleCapture()
    sample.add(.advertisingReport(from: SampleCapture.strap, name: "TICKR", services: [0x180D], rssi: -61))
    let capture = Capture(decoding: sample.btsnoop())
    let report = Advertisement(address: SampleCapture.strap, name: "TICKR", rssi: -61, services: [.heartRate])
    #expect(capture.events.map(\.kind) == [.advertised(report)])
    #expect(capture.devices.first?.wasConnected == false)
  }

  @Test func `a capture made at the trainer has the trainer's values`() {
    var sample = SampleCapture()
    // The same connection seen by the peripheral: its role is 1, and it receives the requests.
    var connection = HCIPacket.connectionComplete(handle: SampleCapture.trainerHandle, peer: SampleCapture.trainer)
    connection.payload[6] = 1
    sample.add(connection)
    for packet in SampleCapture.trainerTable.discovery(handle: SampleCapture.trainerHandle) {
      let turned: HCIPacket.Direction = packet.direction == .sent ? .received : .sent
      sample.add(.acl(Array(packet.payload.dropFirst(4)), handle: SampleCapture.trainerHandle, turned, isFirst: true))
    }
    let note = ATTPDU.notification(Trainer.bikeData, [1])
    sample.add(.att(note, handle: SampleCapture.trainerHandle, .sent))
    #expect(kinds(sample).last == .notified(.characteristic(.indoorBikeData), value: [1]))
  }
}

@Suite struct AttributeMapTests {
  @Test func `every form of an attribute map line is read`() throws {
    let map = try AttributeMap(
      parsing: """
        # the trainer
        0x0012 1826/2AD2

        25 2AD9   # decimal, service left out\r
        C0:FF:EE:00:00:12 0x0012 180D/2A37
        0x20 a026ee0b-0a7d-4ab3-97fa-f1500f9feb8b/a026e005-0a7d-4ab3-97fa-f1500f9feb8b
        """)
    let trainer = DeviceAddress(1)
    #expect(map.characteristic(at: 0x12, of: trainer) == .indoorBikeData)
    #expect(map.characteristic(at: 25, of: trainer) == .fitnessMachineControlPoint)
    #expect(map.characteristic(at: 0x12, of: DeviceAddress(0xC0FF_EE00_0012)) == .heartRateMeasurement)
    #expect(map.characteristic(at: 0x20, of: trainer)?.service.assigned == nil)
    #expect(map.characteristic(at: 0x13, of: trainer) == nil)
  }

  @Test(arguments: [
    "0x12", "0x12 2AD2 extra words", "x 2AD2", "0 2AD2", "0x10000 2AD2", "0x12 FE01", "0x12 1826/2AD2/1",
    "C0:FF 0x12 2AD2", "0x12 /2AD2", "-1 2AD2",
  ]) func `an invalid attribute map line is reported`(_ line: String) {
    let failure = #expect(throws: CaptureFailure.self) { try AttributeMap(parsing: "0x01 2AD2\n\(line)\n") }
    #expect(failure?.line == 2)
    #expect(failure?.offset == 10)
  }
}
