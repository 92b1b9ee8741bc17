/// A speed as encoded by FTMS: an unsigned number of hundredths of a kilometre per hour.
package struct Speed: Hashable, Sendable {
  /// 0.01 km/h; 0 to 655.35 km/h.
  package var hundredthsKmh: UInt16

  /// In kilometres per hour.
  package var kmh: Double { Double(hundredthsKmh) / 100 }

  package init(hundredthsKmh: UInt16) {
    self.hundredthsKmh = hundredthsKmh
  }

  /// Creates the encodable speed nearest to `kmh`; 0 if `kmh` is negative or not a number.
  package init(kmh: Double) {
    hundredthsKmh = UInt16(saturating: kmh * 100)
  }
}

/// A cadence as encoded by FTMS: an unsigned number of half revolutions per minute.
package struct Cadence: Hashable, Sendable {
  /// 0.5 rpm; 0 to 32767.5 rpm.
  package var halfRpm: UInt16

  /// In revolutions per minute, in steps of a half.
  package var rpm: Double { Double(halfRpm) / 2 }

  package init(halfRpm: UInt16) {
    self.halfRpm = halfRpm
  }

  /// Creates the encodable cadence nearest to `rpm`; 0 if `rpm` is negative or not a number.
  package init(rpm: Double) {
    halfRpm = UInt16(saturating: rpm * 2)
  }
}

extension Speed: SentNumber {
  init(sent number: Int) { self.init(hundredthsKmh: UInt16(sent: number)) }

  var sent: Int { hundredthsKmh.sent }
}

extension Cadence: SentNumber {
  init(sent number: Int) { self.init(halfRpm: UInt16(sent: number)) }

  var sent: Int { halfRpm.sent }
}
