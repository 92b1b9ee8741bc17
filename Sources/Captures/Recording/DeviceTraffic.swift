package import BluetoothLE

/// Tells which records of the Linux monitor channel are the traffic of certain devices, and which are nobody's business.
///
/// It follows all connections, since whose are wanted may be said later. Let through are, of ``devices`` alone, the
/// beginning of a connection, its parameters and its end, and what it carries for the attribute protocol: no
/// advertising, no commands, no other channel.
package struct DeviceTraffic: Sendable {
  /// What a record is to ``devices``.
  package enum Passage: Hashable, Sendable {
    /// None of theirs.
    case withheld
    /// A connection with the device begins.
    case begins(DeviceAddress)
    /// Something about a connection, or on it.
    case belongs
    /// A connection is over, or several with their adapter.
    case ends
  }

  /// A connection that is up.
  package struct Connection: Hashable, Sendable {
    /// The adapter's number.
    package var adapter: UInt16
    /// The connection's handle, 0…0x0EFF.
    package var handle: UInt16
    /// The device at the other end.
    package var device: DeviceAddress

    /// A connection that is up.
    package init(adapter: UInt16, handle: UInt16, device: DeviceAddress) {
      self.adapter = adapter
      self.handle = handle
      self.device = device
    }
  }

  private struct State {
    let device: DeviceAddress
    /// Whether the frame whose pieces are on their way is for the attribute protocol.
    var isSendingATT = false
    var isReceivingATT = false
  }

  /// The devices whose traffic is wanted.
  package var devices: Set<DeviceAddress> = []
  private var states: [ConnectionKey: State] = [:]
  /// The adapters as the channel announced them, by number: the payloads of New Index.
  private var announcements: [UInt16: [UInt8]] = [:]

  /// Wants no device's traffic and knows of no connection.
  package init() {}

  /// The connections with ``devices``, ordered by adapter and handle.
  package var connections: [Connection] {
    states.filter { devices.contains($0.value.device) }
      .map { Connection(adapter: $0.key.adapter, handle: $0.key.handle, device: $0.value.device) }
      .sorted { ($0.adapter, $0.handle) < ($1.adapter, $1.handle) }
  }

  /// The payload of the New Index record by which the channel announced an adapter; nil where it did not.
  package func announcement(of adapter: UInt16) -> [UInt8]? { announcements[adapter] }

  /// The device at the other end of a connection.
  package func device(adapter: UInt16, handle: UInt16) -> DeviceAddress? {
    states[ConnectionKey(adapter: adapter, handle: handle)]?.device
  }

  /// Takes connections in that were made before the channel was read.
  ///
  /// - Returns: Those with ``devices`` that were not known.
  package mutating func insert(_ connections: some Sequence<Connection>) -> [Connection] {
    connections.filter { connection in
      let key = ConnectionKey(adapter: connection.adapter, handle: connection.handle)
      guard states[key]?.device != connection.device else { return false }
      states[key] = State(device: connection.device)
      return devices.contains(connection.device)
    }
  }

  /// Takes the next record of the channel and says what it is to ``devices``.
  ///
  /// - Parameters:
  ///   - opcode: What the record is (BlueZ, `doc/btsnoop.txt`).
  ///   - adapter: The adapter's number.
  ///   - payload: The record's content.
  /// - Returns: Whether to keep it, and why.
  package mutating func take(opcode: UInt16, adapter: UInt16, payload: [UInt8]) -> Passage {
    if opcode == MonitorOpcode.newIndex.rawValue { announcements[adapter] = payload }
    return switch HCIRecord(monitor: payload[...], opcode: opcode, adapter: adapter).content {
    case .event(let event): take(event: event, adapter)
    case .acl(let packet, let direction): take(acl: packet, direction, adapter)
    case .adapterGone: endConnections(of: adapter)
    case .other: .withheld
    }
  }

  private mutating func take(event: ArraySlice<UInt8>, _ adapter: UInt16) -> Passage {
    guard !HCIEvent.isAdvertising(event) else { return .withheld }
    switch HCIEvent(decoding: event) {
    case .connected(let handle, let peer, _):
      states[ConnectionKey(adapter: adapter, handle: handle)] = State(device: peer)
      return devices.contains(peer) ? .begins(peer) : .withheld
    case .disconnected(let handle, _):
      let ended = states.removeValue(forKey: ConnectionKey(adapter: adapter, handle: handle))
      return ended.map { devices.contains($0.device) } == true ? .ends : .withheld
    case .connectionUpdated(let handle, _):
      return device(adapter: adapter, handle: handle).map(devices.contains) == true ? .belongs : .withheld
    case .advertised, .other, nil:
      return .withheld
    }
  }

  private mutating func take(
    acl: ArraySlice<UInt8>, _ direction: HCIPacket.Direction?, _ adapter: UInt16
  ) -> Passage {
    guard let packet = ACLPacket(decoding: acl) else { return .withheld }
    let key = ConnectionKey(adapter: adapter, handle: packet.handle)
    guard let state = states[key], devices.contains(state.device) else { return .withheld }
    let place = direction == .sent ? \State.isSendingATT : \State.isReceivingATT
    let isATT = packet.boundary == .continuing ? state[keyPath: place] : packet.beginsATT
    if isATT != state[keyPath: place] { states[key]?[keyPath: place] = isATT }
    return isATT ? .belongs : .withheld
  }

  private mutating func endConnections(of adapter: UInt16) -> Passage {
    let hadOurs = connections.contains { $0.adapter == adapter }
    states = states.filter { $0.key.adapter != adapter }
    return hadOurs ? .ends : .withheld
  }
}
