/// Whether a strap touches skin, in the two contact bits of Heart Rate Measurement (HRS 1.0, §3.1.1.1).
public enum SensorContact: String, Hashable, Sendable, CaseIterable {
  /// The strap cannot tell: the support bit is clear, whatever the status bit says.
  case notSupported
  /// It touches none, or too little: the heart rate is worth nothing.
  case notDetected
  /// It touches skin.
  case detected
}

extension SensorContact {
  private static let statusBit: UInt8 = 1 << 1
  private static let supportBit: UInt8 = 1 << 2

  init(flags: UInt8) {
    if flags & Self.supportBit == 0 {
      self = .notSupported
    } else {
      self = flags & Self.statusBit == 0 ? .notDetected : .detected
    }
  }

  var flags: UInt8 {
    switch self {
    case .notSupported: 0
    case .notDetected: Self.supportBit
    case .detected: Self.supportBit | Self.statusBit
    }
  }

  /// What it is called when shown.
  var name: String {
    switch self {
    case .notSupported: "Not Supported"
    case .notDetected: "Not Detected"
    case .detected: "Detected"
    }
  }
}
