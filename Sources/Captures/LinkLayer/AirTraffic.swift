import BluetoothLE

/// Follows sniffed packets and extracts advertising, connections and ATT traffic.
struct AirTraffic {
  /// The meaning of one record.
  enum Finding {
    case advertised(Advertisement)
    case connected(DeviceAddress)
    case disconnected(DeviceAddress, reason: UInt8?, at: Duration)
    case att(ATTFinding, DeviceAddress)
    /// The rest of the connection cannot be read.
    case encrypted(DeviceAddress)
    case oddity(String)
  }

  private var connections: [UInt32: AirConnection] = [:]
  /// The earliest time at which a connection may be lost.
  private var nextDeadline: Duration?
  private var soundCount = 0
  private var unsoundCount = 0

  /// Whether packets were received, but all of them with errors.
  var isNoise: Bool { soundCount == 0 && unsoundCount > 0 }

  /// Ends the connections whose supervision timeout has passed.
  mutating func advance(to time: Duration) -> [Finding] {
    guard let nextDeadline, time >= nextDeadline else { return [] }
    let lost = connections.filter { $0.value.state == .up && $0.value.deadline <= time }
    for key in lost.keys { connections[key]?.state = .silent }
    self.nextDeadline = connections.values.lazy.filter { $0.state == .up }.map(\.deadline).min()
    return lost.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      .map { .disconnected($0.value.device, reason: 0x08, at: $0.value.deadline) }
  }

  /// Processes the next packet; packets of unknown connections are ignored.
  mutating func take(_ packet: AirPacket, at time: Duration) -> [Finding] {
    if packet.accessAddress == AirPacket.advertisingAccess { return takeAdvertising(packet) }
    guard var connection = connections[packet.accessAddress] ?? AirConnection(unannounced: packet),
      connection.state != .over
    else { return [] }
    defer { connections[packet.accessAddress] = connection }
    guard counted(connection.isSound(packet)) else {
      connection.missed()
      return []
    }
    var findings: [Finding] = []
    if connection.state != .up {
      connection.begin(at: time)
      findings.append(.connected(connection.device))
    }
    for finding in connection.take(packet, at: time) { findings += translated(finding, connection.device, at: time) }
    if connection.state == .up { nextDeadline = min(nextDeadline ?? connection.deadline, connection.deadline) }
    return findings
  }

  private mutating func takeAdvertising(_ packet: AirPacket) -> [Finding] {
    let isSound =
      packet.isSound ?? (LinkLayerCRC.bytes(of: packet.pdu, from: LinkLayerCRC.advertisingInit)[...] == packet.crc)
    guard counted(isSound) else { return [] }
    switch AdvertisingPDU(packet) {
    case .report(let report): return [.advertised(report)]
    case .connect(let indication):
      connections[indication.accessAddress] = AirConnection(indication)
      return []
    case .other: return []
    case nil: return [.oddity("an advertising PDU is cut short")]
    }
  }

  private mutating func counted(_ isSound: Bool) -> Bool {
    if isSound { soundCount += 1 } else { unsoundCount += 1 }
    return isSound
  }

  private func translated(_ finding: AirConnection.Finding, _ device: DeviceAddress, at time: Duration) -> [Finding] {
    switch finding {
    case .att(let finding): [.att(finding, device)]
    case .terminated(let reason): [.disconnected(device, reason: reason, at: time)]
    case .encrypted: [.encrypted(device), .disconnected(device, reason: nil, at: time)]
    case .oddity(let detail): [.oddity(detail)]
    }
  }
}
