/// The zero offset of a power meter, by Cycling Power Control Point (CPS 1.1, §3.5.2.12).
///
/// The cranks are unloaded and still meanwhile.
package enum OffsetCompensation {
  /// Start Offset Compensation.
  package static let request: [UInt8] = [opCode]

  private static let opCode: UInt8 = 0x0C

  /// The sensor's response.
  package enum Response: Hashable, Sendable {
    /// The raw offset, in newtons or 1/32 Nm; nil if it is not available.
    ///
    /// An Assioma sends FFFF, also the mark of a missing value.
    case success(offset: Int?)
    /// The text is the response value.
    case failure(String)
  }
}

extension OffsetCompensation.Response {
  private static let responseCode: UInt8 = 0x20
  private static let success: UInt8 = 0x01

  /// Decodes an indication; nil if it does not answer the request.
  package init?(decoding bytes: [UInt8]) {
    guard bytes.count >= 3, bytes[0] == Self.responseCode, bytes[1] == OffsetCompensation.opCode else { return nil }
    guard bytes[2] == Self.success else {
      self = .failure(Self.failures[bytes[2]] ?? "response value \(bytes[2])")
      return
    }
    // Some sensors omit the parameter.
    let raw = bytes.count >= 5 ? Int16(bitPattern: UInt16(bytes[3]) | UInt16(bytes[4]) << 8) : -1
    self = .success(offset: raw == -1 ? nil : Int(raw))
  }

  /// Returns the bytes to indicate.
  package func encoded() -> [UInt8] {
    switch self {
    case .success(let offset):
      let raw = UInt16(bitPattern: Int16(clamping: offset ?? -1))
      return [Self.responseCode, OffsetCompensation.opCode, Self.success, UInt8(raw & 0xFF), UInt8(raw >> 8)]
    case .failure(let reason):
      let code = Self.failures.first { $0.value == reason }?.key ?? 0x04
      return [Self.responseCode, OffsetCompensation.opCode, code]
    }
  }

  /// CPS 1.1, §3.5.1.
  private static let failures: [UInt8: String] = [
    0x02: "Op Code not Supported", 0x03: "Invalid Parameter", 0x04: "Operation Failed",
  ]
}
