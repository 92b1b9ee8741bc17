public import BluetoothLE

extension Capture {
  /// The address under which JSON lines know the trainer, since they tell none.
  public static let jsonTrainer = DeviceAddress(0xC0FF_EE00_0001)
  /// The address under which JSON lines know the strap: the device whose service is Heart Rate (180D).
  public static let jsonStrap = DeviceAddress(0xC0FF_EE00_0002)

  /// Reads JSON lines: `{"t": seconds, "dir": "notify|indicate|write|read", "uuid": "2AD2", "hex": "…"}`.
  ///
  /// `uuid` may name the service too: `1826/2AD2`. Other members and empty lines are ignored. The first line that is
  /// none of these ends the reading.
  mutating func readJSONLines(_ bytes: [UInt8]) {
    var clock = CaptureClock()
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      do throws(JSONScanner.Failure) {
        guard let record = try JSONLine(line) else { continue }
        duration = clock.advance(to: record.nanoseconds, ticksPerSecond: 1_000_000_000)
        append(record)
      } catch {
        failure = CaptureFailure(.lineMalformed, offset: error.position, line: number, detail: error.detail)
        return
      }
    }
  }

  private mutating func append(_ record: JSONLine) {
    let isStrap = record.attribute.characteristic?.service == .heartRate
    let address = isStrap ? Self.jsonStrap : Self.jsonTrainer
    if device(address) == nil {
      var device = CapturedDevice(address: address)
      device.name = isStrap ? "Replayed strap" : "Replayed trainer"
      device.wasConnected = true
      devices.append(device)
    }
    if let id = record.attribute.characteristic, let index = devices.firstIndex(where: { $0.address == address }) {
      devices[index].characteristics.insert(id)
    }
    events.append(CaptureEvent(time: duration, device: address, kind: record.kind))
  }
}

/// One line, understood.
private struct JSONLine {
  var nanoseconds: Int64
  var attribute: CaptureAttribute
  var kind: CaptureEvent.Kind

  /// Seconds beyond this do not fit into nanoseconds.
  private static let mostSeconds = 9e9

  /// The record in a line; nil where the line is empty.
  init?(_ line: ArraySlice<UInt8>) throws(JSONScanner.Failure) {
    guard line.contains(where: { $0 > 0x20 }) else { return nil }
    var scanner = JSONScanner(line)
    let members = try scanner.object()
    func failure(_ detail: String) -> JSONScanner.Failure { .init(position: line.startIndex, detail: detail) }
    guard case .number(let seconds) = members["t"], abs(seconds) < Self.mostSeconds else {
      throw failure("`t` is not a number of seconds")
    }
    guard case .string(let name) = members["uuid"], let attribute = Self.attribute(name) else {
      throw failure("`uuid` names no characteristic")
    }
    guard case .string(let digits) = members["hex"], let value = Self.bytes(digits) else {
      throw failure("`hex` is not pairs of hexadecimal digits")
    }
    guard case .string(let direction) = members["dir"], let kind = Self.kind(direction, attribute, value) else {
      throw failure("`dir` is none of notify, indicate, write, read")
    }
    nanoseconds = Int64(seconds * 1e9)
    self.attribute = attribute
    self.kind = kind
  }

  private static func attribute(_ name: String) -> CaptureAttribute? {
    if let id = CharacteristicID(written: name) { return .characteristic(id) }
    return BluetoothUUID(name).map { .uuid($0) }
  }

  private static func kind(
    _ direction: String, _ attribute: CaptureAttribute, _ value: [UInt8]
  ) -> CaptureEvent.Kind? {
    switch direction {
    case "notify": .notified(attribute, value: value)
    case "indicate": .indicated(attribute, value: value)
    case "write": .written(attribute, value: value, withResponse: true)
    case "read": .read(attribute, value: value)
    default: nil
    }
  }

  private static func bytes(_ digits: String) -> [UInt8]? {
    let digits = Array(digits.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
