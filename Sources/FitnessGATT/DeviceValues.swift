/// Battery Level (0x2A19): the charge level of a battery (BAS 1.1, §3.1).
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
  /// Decodes the single byte; values above 100 are not allowed.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    let percent = try reader.uint8("Battery Level")
    guard let level = BatteryLevel(percent: percent) else {
      throw DecodingFailure(
        .notAllowed, field: "Battery Level", offset: 0, needed: 1, available: bytes.count, rawValue: Int(percent))
    }
    self = level
  }

  /// Returns the single byte.
  package func encoded() -> [UInt8] { [percent] }

  package var fields: [GATTField] { [GATTField("Battery Level", percent, unit: "%")] }
}

/// A string of the Device Information service: manufacturer, model, a number or a revision (DIS 1.1, §3.1 to §3.6).
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
  /// Decodes UTF-8.
  ///
  /// Invalid sequences become U+FFFD, and trailing NULs are dropped. All bytes form the string, so a cut value is a
  /// shorter string.
  package init(decoding bytes: [UInt8]) throws(DecodingFailure) {
    var reader = try ByteReader(bytes)
    text = reader.text()
  }

  /// Returns the text in UTF-8, without a NUL.
  package func encoded() -> [UInt8] { Array(text.utf8) }

  /// The text, named `String`; a description uses the characteristic's name instead.
  package var fields: [GATTField] { [GATTField("String", .text(text))] }
}
