package import BluetoothLE

/// User-provided names of attribute handles, for captures without discovery.
///
/// Discovery in the capture takes precedence.
package struct AttributeMap: Hashable, Sendable {
  /// Names for all devices, by handle.
  package var general: [UInt16: CharacteristicID] = [:]
  /// Names for single devices, which take precedence over the general ones.
  package var byDevice: [DeviceAddress: [UInt16: CharacteristicID]] = [:]

  package init() {}

  /// Parses a map: one line per handle, `0x0012 1826/2AD2`.
  ///
  /// The service may be omitted if only one defines the characteristic (`0x0012 2AD2`), a device address may come first
  /// (`C0:FF:EE:00:00:01 0x0012 2AD2`), and handles may be decimal. Text after `#` and empty lines are ignored.
  ///
  /// - Throws: `.lineMalformed` with the first invalid line.
  package init(parsing text: String) throws(CaptureFailure) {
    var offset = 0
    var number = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      try insert(line: Substring(line), at: offset, number: number)
      offset += line.count + 1
    }
  }

  /// Returns the characteristic at `handle` of `device`.
  package func characteristic(at handle: UInt16, of device: DeviceAddress) -> CharacteristicID? {
    byDevice[device]?[handle] ?? general[handle]
  }

  private mutating func insert(line: Substring, at offset: Int, number: Int) throws(CaptureFailure) {
    let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
    guard let last = words.last else { return }
    func malformed(_ detail: String) -> CaptureFailure {
      CaptureFailure(.lineMalformed, offset: offset, line: number, detail: detail)
    }
    guard (2...3).contains(words.count) else {
      throw malformed("expected `HANDLE SERVICE/CHARACTERISTIC`")
    }
    let handleText = words[words.count - 2]
    guard let handle = Self.handle(handleText) else {
      throw malformed("`\(handleText)` is not a handle (0x0001 to 0xffff)")
    }
    guard let characteristic = CharacteristicID(written: last) else {
      throw malformed("`\(last)` is not a characteristic; write it as SERVICE/CHARACTERISTIC")
    }
    guard words.count == 3 else {
      general[handle] = characteristic
      return
    }
    guard let device = DeviceAddress(words[0]) else { throw malformed("`\(words[0])` is not a device address") }
    byDevice[device, default: [:]][handle] = characteristic
  }

  private static func handle(_ text: Substring) -> UInt16? {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    let value = isHexadecimal ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
    return value == 0 ? nil : value
  }
}
