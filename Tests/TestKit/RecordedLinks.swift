package import BluetoothLE
package import Captures

/// Records a ride's radio traffic from the monitor's records, like the daemon.
package struct RecordedLinks {
  private var traffic = DeviceTraffic()
  private var recording: LinkRecording?
  private let names: [DeviceAddress: String]
  private let limits: LinkRecording.Limits
  /// The parts so far, as they would be stored on disk.
  package private(set) var parts: [[UInt8]] = []

  /// Selects the devices in `names`; an empty text means a device without a name.
  package init(of names: [DeviceAddress: String], limits: LinkRecording.Limits = LinkRecording.Limits()) {
    self.names = names.filter { !$0.value.isEmpty }
    self.limits = limits
    traffic.devices = Set(names.keys)
  }

  /// Starts recording; earlier records only update the state of the links.
  package mutating func begin(atUnixMicroseconds time: Int64) {
    recording = LinkRecording(names: names, traffic, atUnixMicroseconds: time, limits: limits)
  }

  /// Processes a record.
  package mutating func take(_ record: BTSnoopRecords.Record) {
    let payload = Array(record.payload)
    let passage = traffic.take(opcode: record.opcode, adapter: record.adapter, payload: payload)
    recording?.append(
      opcode: record.opcode, adapter: record.adapter, payload: payload, passage, traffic,
      atUnixMicroseconds: record.unixMicroseconds)
  }

  /// Adds a device's attributes.
  package mutating func learn(_ table: AttributeTable, of device: DeviceAddress, atUnixMicroseconds time: Int64) {
    recording?.learn(table, of: device, traffic, atUnixMicroseconds: time)
  }

  /// Writes the pending chunks.
  package mutating func write() {
    for chunk in recording?.takeChunks() ?? [] {
      if chunk.beginsPart { parts.append(chunk.bytes) } else { parts[parts.count - 1] += chunk.bytes }
    }
  }
}

extension BTSnoopRecords.Record {
  /// Whether it belongs to the discovery of attributes, which a host with cached attributes skips.
  package var isDiscovery: Bool {
    guard opcode == 4 || opcode == 5, let operation = payload.dropFirst(8).first else { return false }
    return [0x04, 0x05, 0x08, 0x09, 0x10, 0x11].contains(operation)
      || (operation == 0x01 && [0x04, 0x08, 0x10].contains(payload.dropFirst(9).first))
  }
}
