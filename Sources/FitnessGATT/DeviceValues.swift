/// Battery Level (0x2A19): the charge of a battery (BAS 1.1, §3.1).
package struct BatteryLevel: Hashable, Sendable {
  /// 0 to 100.
  package let percent: UInt8

  /// Nil above 100 %.
  package init?(percent: UInt8) {
    guard percent <= 100 else { return nil }
    self.percent = percent
  }
}

extension BatteryLevel: CharacteristicValue {
  /// Reads the one byte; above 100 is not allowed.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let percent = try reader.uint8("Battery Level")
    guard let level = BatteryLevel(percent: percent) else {
      throw DecodingFailure(
        .notAllowed, field: "Battery Level", offset: 0, needed: 1, available: bytes.count, rawValue: Int(percent))
    }
    self = level
  }

  /// The one byte.
  package func encoded() -> [UInt8] { [percent] }

  package var fields: [GATTField] { [GATTField("Battery Level", percent, unit: "%")] }
}

/// A string of the Device Information service: maker, model, a number or a revision (DIS 1.1, §3.1 to §3.6).
///
/// 0x2A24 Model Number, 0x2A25 Serial Number, 0x2A26 Firmware Revision, 0x2A27 Hardware Revision, 0x2A28 Software
/// Revision, 0x2A29 Manufacturer Name.
package struct DeviceInformationString: Hashable, Sendable {
  /// May be empty.
  package var text: String

  package init(_ text: String) {
    self.text = text
  }
}

extension DeviceInformationString: CharacteristicValue {
  /// Reads UTF-8.
  ///
  /// Broken sequences become U+FFFD, and NULs at the end are dropped. All bytes are a string, so a value that was cut is a
  /// shorter string.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    text = reader.text()
  }

  /// The text in UTF-8, without a NUL.
  package func encoded() -> [UInt8] { Array(text.utf8) }

  /// The text under the name `String`; a description names it after its characteristic.
  package var fields: [GATTField] { [GATTField("String", .text(text))] }
}
