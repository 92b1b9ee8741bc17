package import BluetoothLE

/// Filters the records of the Linux monitor channel: only the traffic of certain devices passes.
///
/// It follows all connections, because the devices may be chosen later. For ``devices``, it passes the beginning, the
/// parameters and the end of connections, and their ATT traffic. It withholds advertising, commands and other channels.
package struct DeviceTraffic: Sendable {
  /// The result of the filter.
  package enum Passage: Hashable, Sendable {
    /// The record is not traffic of ``devices``.
    case withheld
    /// A connection with the device begins.
    case begins(DeviceAddress)
    /// Traffic of a connection, or about it.
    case belongs
    /// A connection ends, or all connections of an adapter end.
    case ends
  }

  /// An open connection.
  package struct Connection: Hashable, Sendable {
    /// The adapter's number.
    package var adapter: UInt16
    /// The connection's handle, 0…0x0EFF.
    package var handle: UInt16
    /// The peer.
    package var device: DeviceAddress

    package init(adapter: UInt16, handle: UInt16, device: DeviceAddress) {
      self.adapter = adapter
      self.handle = handle
      self.device = device
    }
  }

  private struct State {
    let device: DeviceAddress
    /// Whether the current frame belongs to the ATT channel.
    var isSendingATT = false
    var isReceivingATT = false
  }

  /// The devices whose traffic passes.
  package var devices: Set<DeviceAddress> = []
  private var states: [ConnectionKey: State] = [:]
  /// The payloads of New Index, by the number of the adapter.
  private var announcements: [UInt16: [UInt8]] = [:]

  package init() {}

  /// The connections to ``devices``, in order of adapter and handle.
  package var connections: [Connection] {
    states.filter { devices.contains($0.value.device) }
      .map { Connection(adapter: $0.key.adapter, handle: $0.key.handle, device: $0.value.device) }
      .sorted { ($0.adapter, $0.handle) < ($1.adapter, $1.handle) }
  }

  /// Returns the payload of the adapter's New Index record; nil if it was not received.
  package func announcement(of adapter: UInt16) -> [UInt8]? { announcements[adapter] }

  /// Returns the peer of a connection.
  package func device(adapter: UInt16, handle: UInt16) -> DeviceAddress? {
    states[ConnectionKey(adapter: adapter, handle: handle)]?.device
  }

  /// Adds connections made before the channel was opened.
  ///
  /// - Returns: The new connections to ``devices``.
  package mutating func insert(_ connections: some Sequence<Connection>) -> [Connection] {
    connections.filter { connection in
      let key = ConnectionKey(adapter: connection.adapter, handle: connection.handle)
      guard states[key]?.device != connection.device else { return false }
      states[key] = State(device: connection.device)
      return devices.contains(connection.device)
    }
  }

  /// Classifies the next record of the channel.
  ///
  /// - Parameters:
  ///   - opcode: The record's kind (BlueZ, `doc/btsnoop.txt`).
  ///   - adapter: The adapter's number.
  ///   - payload: The record's content.
  /// - Returns: Whether the record passes, and why.
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
