import BluetoothLE

/// Follows what a sniffer heard to advertising, connections, and what the devices said on them.
struct AirTraffic {
  /// What one record told.
  enum Finding {
    case advertised(Advertisement)
    case connected(DeviceAddress)
    case disconnected(DeviceAddress, reason: UInt8?, at: Duration)
    case att(ATTFinding, DeviceAddress)
    /// The rest of a connection cannot be read.
    case encrypted(DeviceAddress)
    case oddity(String)
  }

  private var connections: [UInt32: AirConnection] = [:]
  /// No connection is lost before.
  private var nextDeadline: Duration?
  private var soundCount = 0
  private var unsoundCount = 0

  /// Whether there were packets and not one was received as it was sent.
  var isNoise: Bool { soundCount == 0 && unsoundCount > 0 }

  /// Ends the connections of which nothing was heard for too long.
  mutating func advance(to time: Duration) -> [Finding] {
    guard let nextDeadline, time >= nextDeadline else { return [] }
    let lost = connections.filter { $0.value.state == .up && $0.value.deadline <= time }
    for key in lost.keys { connections[key]?.state = .silent }
    self.nextDeadline = connections.values.lazy.filter { $0.state == .up }.map(\.deadline).min()
    return lost.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      .map { .disconnected($0.value.device, reason: 0x08, at: $0.value.deadline) }
  }

  /// Takes the next packet; those of connections that are not known are passed over.
  mutating func take(_ packet: AirPacket, at time: Duration) -> [Finding] {
    if packet.accessAddress == AirPacket.advertisingAccess { return takeAdvertising(packet) }
    guard var connection = connections[packet.accessAddress] ?? AirConnection(unannounced: packet),
      connection.state != .over
    else { return [] }
    defer { connections[packet.accessAddress] = connection }
    guard judged(connection.isSound(packet)) else {
      connection.missed()
      return []
    }
    var findings: [Finding] = []
    if connection.state != .up {
      connection.comeUp(at: time)
      findings.append(.connected(connection.device))
    }
    for finding in connection.take(packet, at: time) { findings += told(finding, connection.device, at: time) }
    if connection.state == .up { nextDeadline = min(nextDeadline ?? connection.deadline, connection.deadline) }
    return findings
  }

  private mutating func takeAdvertising(_ packet: AirPacket) -> [Finding] {
    let isSound =
      packet.isSound ?? (LinkLayerCRC.bytes(of: packet.pdu, from: LinkLayerCRC.advertisingInit)[...] == packet.crc)
    guard judged(isSound) else { return [] }
    switch AdvertisingPDU(packet) {
    case .report(let report): return [.advertised(report)]
    case .connect(let indication):
      connections[indication.accessAddress] = AirConnection(indication)
      return []
    case .other: return []
    case nil: return [.oddity("an advertising PDU is cut short")]
    }
  }

  private mutating func judged(_ isSound: Bool) -> Bool {
    if isSound { soundCount += 1 } else { unsoundCount += 1 }
    return isSound
  }

  private func told(_ finding: AirConnection.Finding, _ device: DeviceAddress, at time: Duration) -> [Finding] {
    switch finding {
    case .att(let finding): [.att(finding, device)]
    case .terminated(let reason): [.disconnected(device, reason: reason, at: time)]
    case .encrypted: [.encrypted(device), .disconnected(device, reason: nil, at: time)]
    case .oddity(let detail): [.oddity(detail)]
    }
  }
}
