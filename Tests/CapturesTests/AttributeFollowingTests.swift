import BluetoothLE
import Captures
import TestKit
import Testing

@Suite struct AttributeFollowingTests {
  typealias Trainer = SampleCapture.Trainer

  private func kinds(_ sample: SampleCapture, map: AttributeMap = AttributeMap()) -> [CaptureEvent.Kind] {
    Capture(decoding: sample.btsnoop(), map: map).events.map(\.kind)
  }

  @Test func discoveryIsReadBackAsItWasWritten() {
    var sample = SampleCapture()
    sample.connectTrainer()
    let device = Capture(decoding: sample.btsnoop()).device(SampleCapture.trainer)
    #expect(device?.attributes == SampleCapture.trainerTable)
    #expect(device?.characteristics.contains(.fitnessMachineControlPoint) == true)
    #expect(device?.unresolvedHandles == [])
  }

  @Test func aLongTableIsDiscoveredInSeveralResponses() {
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

  @Test func aReconnectionKeepsTheNames() {
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

  @Test func namesThatCameLateAreFound() {
    var sample = SampleCapture()
    sample.connectTrainer(discovering: false)
    sample.notify(Trainer.bikeData, [1])
    sample.disconnect(SampleCapture.trainerHandle, reason: 0x13)
    sample.connectTrainer()
    #expect(kinds(sample)[1] == .notified(.characteristic(.indoorBikeData), value: [1]))
  }

  @Test func withoutDiscoveryHandlesStayHandles() {
    var sample = SampleCapture()
    sample.connectTrainer(discovering: false)
    sample.notify(Trainer.bikeData, [1])
    #expect(kinds(sample) == [.connected, .notified(.handle(Trainer.bikeData), value: [1])])
    let device = Capture(decoding: sample.btsnoop()).device(SampleCapture.trainer)
    #expect(device?.unresolvedHandles == [Trainer.bikeData])
    #expect(device?.characteristics == [])
  }

  @Test func aMapNamesWhatDiscoveryDoesNot() throws {
    var sample = SampleCapture()
    sample.connectTrainer(discovering: false)
    sample.notify(Trainer.bikeData, [1])
    let map = try AttributeMap(parsing: "0x0014 2AD2")
    #expect(kinds(sample, map: map).last == .notified(.characteristic(.indoorBikeData), value: [1]))
  }

  @Test func writesArePairedWithTheirAnswers() {
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

  /// ATT runs both ways: a peripheral may ask for the MTU while it owes an answer, and gets ours.
  @Test func `a request of the peripheral and our response do not part our request from its response`() {
    var sample = SampleCapture()
    sample.connectTrainer()
    let handle = SampleCapture.trainerHandle
    sample.add(.att(ATTPDU.readRequest(Trainer.deviceName), handle: handle, .sent))
    // Exchange MTU, and Read By Group Type, which we refuse; a notification of several values; a signed write.
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

  @Test func longValuesAreReadTogether() {
    var sample = SampleCapture()
    sample.connectTrainer()
    sample.read(Trainer.deviceName, Array("KICKR ".utf8))
    let handle = SampleCapture.trainerHandle
    sample.add(.att(ATTPDU.readBlobRequest(Trainer.deviceName, offset: 6), handle: handle, .sent))
    sample.add(.att(ATTPDU.readBlobResponse(Array("CORE".utf8)), handle: handle, .received))
    let name = CaptureAttribute.characteristic(CharacteristicID(0x1800, 0x2A00))
    #expect(kinds(sample).last == .read(name, value: Array("KICKR CORE".utf8)))
  }

  @Test func aFrameInPiecesIsPutTogether() {
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

  @Test func aConnectionFromBeforeTheBeginningIsFollowed() {
    var sample = SampleCapture()
    SampleCapture.trainerTable.discovery(handle: 0x40).forEach { sample.add($0) }
    sample.notify(Trainer.bikeData, [1])
    let capture = Capture(decoding: sample.btsnoop())
    #expect(capture.events.map(\.kind) == [.notified(.characteristic(.indoorBikeData), value: [1])])
    #expect(capture.devices.map(\.address.description) == ["00:00:00:00:00:40"])
  }

  @Test func aVanishedAdapterEndsItsConnections() {
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

  @Test func advertisingTellsNameServicesAndStrength() {
    var sample = SampleCapture()
    sample.add(.advertisingReport(from: SampleCapture.strap, name: "TICKR", services: [0x180D], rssi: -61))
    let capture = Capture(decoding: sample.btsnoop())
    let report = Advertisement(address: SampleCapture.strap, name: "TICKR", rssi: -61, services: [.heartRate])
    #expect(capture.events.map(\.kind) == [.advertised(report)])
    #expect(capture.devices.first?.wasConnected == false)
  }

  @Test func aRecordingMadeAtTheTrainerTellsItsValues() {
    var sample = SampleCapture()
    // The same connection seen by the peripheral: its role is 1, and requests come in.
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
