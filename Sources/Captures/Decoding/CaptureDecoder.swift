import BluetoothLE

/// Follows HCI or sniffer records and extracts connections, values and advertising.
///
/// The format readers pass it one record at a time. Only the peripheral's attributes count: the peripheral is the side
/// that notifies, regardless of the side that made the recording.
struct CaptureDecoder {
  private let map: AttributeMap
  private var clock = CaptureClock()
  private var offset = 0
  private var startUnixMicroseconds: Int64?
  private var events: [CaptureEvent] = []
  private var oddities: [CaptureFailure] = []
  private var devices: [CapturedDevice] = []
  private var deviceIndices: [DeviceAddress: Int] = [:]
  private var connections: [ConnectionKey: CapturedConnection] = [:]
  private var air = AirTraffic()
  /// The first sniffed connection that could not be read to its end.
  private var airFailure: CaptureFailure?

  private static let mostOddities = 100

  init(map: AttributeMap) {
    self.map = map
  }

  /// Sets the wall time of the first record.
  mutating func started(atUnixMicroseconds time: Int64) {
    if startUnixMicroseconds == nil { startUnixMicroseconds = time }
  }

  /// Sets the time and place of the next record.
  mutating func stamp(_ ticks: Int64, ticksPerSecond: Int64, offset: Int) {
    _ = clock.advance(to: ticks, ticksPerSecond: ticksPerSecond)
    self.offset = offset
  }

  /// Sets the place of a record without a time.
  mutating func note(offset: Int) {
    self.offset = offset
  }

  /// Processes the next record; nil means invalid framing.
  mutating func take(_ record: HCIRecord?) {
    guard let record else { return noteOddity("the record contains no HCI packet") }
    switch record.content {
    case .event(let event): take(event: event, adapter: record.adapter)
    case .acl(let packet, let direction): take(acl: packet, direction: direction, adapter: record.adapter)
    case .adapterGone: endConnections(of: record.adapter)
    case .other: break
    }
  }

  /// Moves the results into `capture`.
  ///
  /// Handles that were named after their first use get their names now.
  consuming func finish(into capture: inout Capture) {
    resolveLateHandles()
    for index in devices.indices {
      devices[index].characteristics.formUnion(devices[index].attributes.characteristicIDs)
    }
    capture.events = events
    capture.devices = devices
    capture.duration = clock.elapsed
    capture.startUnixMicroseconds = startUnixMicroseconds
    capture.oddities = oddities
    if air.isNoise {
      airFailure = CaptureFailure(
        .malformed, offset: 0, detail: "no packet has a correct CRC: all were received with errors")
    }
    capture.failure = capture.failure ?? airFailure
  }
}

/// An open connection.
private struct CapturedConnection {
  var deviceIndex: Int
  var hostIsCentral = true
  var sent = L2CAPReassembler()
  var received = L2CAPReassembler()
  var bearer = ATTBearer()
}

// MARK: Events of the controller

extension CaptureDecoder {
  private mutating func take(event: ArraySlice<UInt8>, adapter: UInt16) {
    switch HCIEvent(decoding: event) {
    case .connected(let handle, let peer, let hostIsCentral):
      let index = deviceIndex(peer)
      devices[index].wasConnected = true
      connections[ConnectionKey(adapter: adapter, handle: handle)] = CapturedConnection(
        deviceIndex: index, hostIsCentral: hostIsCentral)
      append(.connected, device: index)
    case .disconnected(let handle, let reason):
      guard let ended = connections.removeValue(forKey: ConnectionKey(adapter: adapter, handle: handle)) else { return }
      append(.disconnected(reason: reason), device: ended.deviceIndex)
    case .advertised(let reports):
      reports.forEach { take($0) }
    case .connectionUpdated, .other:
      break
    case nil:
      noteOddity("an HCI event is cut short")
    }
  }

  private mutating func take(_ report: Advertisement) {
    let index = deviceIndex(report.address)
    // A report without a signal strength was never received: the recording of a ride contains one for the device's
    // name.
    if report.rssi != nil { devices[index].hasAdvertised = true }
    devices[index].name = report.name ?? devices[index].name
    devices[index].rssi = report.rssi ?? devices[index].rssi
    devices[index].advertisedServices.formUnion(report.services)
    devices[index].serviceData.merge(report.serviceData) { $1 }
    append(.advertised(report), device: index)
  }

  private mutating func endConnections(of adapter: UInt16) {
    let ended = connections.filter { $0.key.adapter == adapter }
    for (key, connection) in ended.sorted(by: { $0.key.handle < $1.key.handle }) {
      connections[key] = nil
      append(.disconnected(reason: nil), device: connection.deviceIndex)
    }
  }
}

// MARK: Sniffed packets

extension CaptureDecoder {
  /// Processes the next record of a sniffer; nil means invalid framing.
  mutating func take(_ record: AirRecord?) {
    for finding in air.advance(to: clock.elapsed) { take(finding) }
    switch record {
    case .packet(let packet): for finding in air.take(packet, at: clock.elapsed) { take(finding) }
    case .message: break
    case nil: noteOddity("the record contains no complete packet")
    }
  }

  private mutating func take(_ finding: AirTraffic.Finding) {
    switch finding {
    case .advertised(let report): take(report)
    case .connected(let device):
      let index = deviceIndex(device)
      devices[index].wasConnected = true
      append(.connected, device: index)
    case .disconnected(let device, let reason, let time):
      append(.disconnected(reason: reason), device: deviceIndex(device), at: time)
    case .att(let finding, let device): take(finding, device: deviceIndex(device))
    case .encrypted(let device): encrypted(device)
    case .oddity(let detail): noteOddity(detail)
    }
  }

  private mutating func encrypted(_ device: DeviceAddress) {
    let failure = CaptureFailure(
      .encrypted, offset: offset,
      detail: "the link to \(device) is encrypted from here on; record at the host instead (btmon -w)")
    airFailure = airFailure ?? failure
    noteOddity(failure)
  }
}

// MARK: Data of connections

extension CaptureDecoder {
  private mutating func take(acl: ArraySlice<UInt8>, direction: HCIPacket.Direction?, adapter: UInt16) {
    guard let packet = ACLPacket(decoding: acl) else { return noteOddity("an ACL packet is incomplete") }
    let key = ConnectionKey(adapter: adapter, handle: packet.handle)
    guard var connection = connections.removeValue(forKey: key) ?? unannounced(packet) else { return }
    defer { connections[key] = connection }
    let isSent = (direction ?? packet.direction(whileReceiving: connection.received.isUnfinished)) == .sent
    let frame = isSent ? connection.sent.take(packet) : connection.received.take(packet)
    switch frame {
    case .att(let pdu): take(pdu, isFromClient: isSent == connection.hostIsCentral, &connection)
    case .malformed: noteOddity("an L2CAP frame is longer than its header says")
    case .otherChannel, .unfinished: break
    }
  }

  private mutating func take(_ pdu: ArraySlice<UInt8>, isFromClient: Bool, _ connection: inout CapturedConnection) {
    let findings = isFromClient ? connection.bearer.takeFromClient(pdu) : connection.bearer.takeFromServer(pdu)
    guard let findings else { return noteOddity("an ATT PDU is inconsistent") }
    for finding in findings { take(finding, device: connection.deviceIndex) }
  }

  /// Adds a connection made before the beginning of the capture, at its first ATT traffic.
  private mutating func unannounced(_ packet: ACLPacket) -> CapturedConnection? {
    guard packet.beginsATT else { return nil }
    let index = deviceIndex(DeviceAddress(UInt64(packet.handle)))
    devices[index].wasConnected = true
    return CapturedConnection(deviceIndex: index)
  }

  private mutating func take(_ finding: ATTFinding, device index: Int) {
    switch finding {
    case .service(let service): devices[index].attributes.insert(service)
    case .characteristic(let characteristic): devices[index].attributes.insert(characteristic)
    case .descriptor(let uuid, let handle): devices[index].attributes.insert(descriptor: uuid, at: handle)
    case .notified(let handle, let value):
      append(.notified(attribute(at: handle, of: index), value: value), device: index)
    case .indicated(let handle, let value):
      append(.indicated(attribute(at: handle, of: index), value: value), device: index)
    case .written(let handle, let value, let withResponse):
      append(.written(attribute(at: handle, of: index), value: value, withResponse: withResponse), device: index)
    case .writeAnswered(let handle, let error):
      append(.writeAnswered(attribute(at: handle, of: index), attError: error), device: index)
    case .read(let handle, let value):
      let attribute = attribute(at: handle, of: index)
      takeName(attribute, value: value, device: index)
      append(.read(attribute, value: value), device: index)
    }
  }

  private mutating func takeName(_ attribute: CaptureAttribute, value: [UInt8], device index: Int) {
    guard devices[index].name == nil, attribute.characteristic?.characteristic == BluetoothUUID(0x2A00) else { return }
    devices[index].name = String(decoding: value, as: UTF8.self)
  }
}

// MARK: Names and places

extension CaptureDecoder {
  private func attribute(at handle: UInt16, of index: Int) -> CaptureAttribute {
    if let attribute = devices[index].attributes.attribute(at: handle) { return attribute }
    let mapped = map.characteristic(at: handle, of: devices[index].address)
    return mapped.map { .characteristic($0) } ?? .handle(handle)
  }

  private mutating func resolveLateHandles() {
    for position in events.indices {
      guard let known = events[position].kind.attribute, let index = deviceIndices[events[position].device]
      else { continue }
      switch known {
      case .characteristic(let id):
        devices[index].characteristics.insert(id)
      case .handle(let handle):
        let found = attribute(at: handle, of: index)
        events[position].kind.attribute = found
        if let id = found.characteristic {
          devices[index].characteristics.insert(id)
        } else if case .handle = found {
          devices[index].unresolvedHandles.insert(handle)
        }
      case .descriptor, .uuid:
        break
      }
    }
  }

  private mutating func deviceIndex(_ address: DeviceAddress) -> Int {
    if let known = deviceIndices[address] { return known }
    deviceIndices[address] = devices.count
    devices.append(CapturedDevice(address: address))
    return devices.count - 1
  }

  private mutating func append(_ kind: CaptureEvent.Kind, device index: Int, at time: Duration? = nil) {
    events.append(CaptureEvent(time: time ?? clock.elapsed, device: devices[index].address, kind: kind))
  }

  private mutating func noteOddity(_ detail: String) {
    noteOddity(CaptureFailure(.malformed, offset: offset, detail: detail))
  }

  private mutating func noteOddity(_ failure: CaptureFailure) {
    if oddities.count < Self.mostOddities { oddities.append(failure) }
  }
}

/// Converts time stamps to a time that starts at zero and never goes back.
///
/// Recorders use the wall clock, which may be set while they run.
struct CaptureClock {
  private(set) var elapsed: Duration = .zero
  private var previous: Int64?

  /// Limits a step to a century, so that invalid stamps cannot overflow.
  private static let longestStepSeconds: Int64 = 100 * 366 * 86_400

  /// Returns the time of a record stamped `ticks`.
  mutating func advance(to ticks: Int64, ticksPerSecond: Int64) -> Duration {
    defer { previous = ticks }
    guard let previous, ticks > previous, ticksPerSecond > 0 else { return elapsed }
    let (step, overflow) = ticks.subtractingReportingOverflow(previous)
    guard !overflow else { return elapsed }
    let (seconds, rest) = step.quotientAndRemainder(dividingBy: ticksPerSecond)
    let product = UInt64(rest).multipliedFullWidth(by: 1_000_000_000)
    let nanoseconds = UInt64(ticksPerSecond).dividingFullWidth(product).quotient
    elapsed += .seconds(min(seconds, Self.longestStepSeconds)) + .nanoseconds(Int64(nanoseconds))
    return elapsed
  }
}
