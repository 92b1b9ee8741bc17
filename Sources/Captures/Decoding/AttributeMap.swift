package import BluetoothLE

/// Names for attribute handles, given by hand for a capture that holds no discovery.
///
/// Discovery in the capture comes before the map.
package struct AttributeMap: Hashable, Sendable {
  /// The names that hold for every device, by handle.
  package var general: [UInt16: CharacteristicID] = [:]
  /// The names that hold for one device, which come before the general ones.
  package var byDevice: [DeviceAddress: [UInt16: CharacteristicID]] = [:]

  /// A map of nothing.
  package init() {}

  /// A map from its text: a line for each handle, `0x0012 1826/2AD2`.
  ///
  /// The service may be left out where the SIG defines the characteristic in one (`0x0012 2AD2`), a device's address
  /// may stand in front (`C0:FF:EE:00:00:01 0x0012 2AD2`), and handles may be decimal. What follows `#` and empty
  /// lines are ignored.
  ///
  /// - Throws: `.lineMalformed` with the first line that is none of these.
  package init(parsing text: String) throws(CaptureFailure) {
    var offset = 0
    var number = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      try insert(line: Substring(line), at: offset, number: number)
      offset += line.count + 1
    }
  }

  /// The characteristic at `handle` of `device`.
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
      throw malformed("`\(handleText)` is no handle (0x0001 to 0xffff)")
    }
    guard let characteristic = CharacteristicID(written: last) else {
      throw malformed("`\(last)` is no characteristic; write it as SERVICE/CHARACTERISTIC")
    }
    guard words.count == 3 else {
      general[handle] = characteristic
      return
    }
    guard let device = DeviceAddress(words[0]) else { throw malformed("`\(words[0])` is no device address") }
    byDevice[device, default: [:]][handle] = characteristic
  }

  private static func handle(_ text: Substring) -> UInt16? {
    let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
    let value = isHexadecimal ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
    return value == 0 ? nil : value
  }
}
