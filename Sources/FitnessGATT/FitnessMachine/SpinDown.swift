/// A client's request for a spin-down: the parameter of Spin Down Control (FTMS 1.0.1, §4.16.2.20).
package struct SpinDownControl: NamedCode {
  /// Starts the calibration.
  package static let start = SpinDownControl(rawValue: 0x01)
  /// Skips the calibration although the machine requested it.
  package static let ignore = SpinDownControl(rawValue: 0x02)

  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package var name: String? {
    switch self {
    case .start: "Start"
    case .ignore: "Ignore"
    default: nil
    }
  }
}

/// The speeds that a rider must reach for a spin-down: the response to its start (FTMS 1.0.1, §4.16.2.20).
package struct SpinDownTargetSpeeds: Hashable, Sendable {
  package var low: Speed
  package var high: Speed

  package init(low: Speed, high: Speed) {
    self.low = low
    self.high = high
  }
}

extension SpinDownTargetSpeeds {
  private static let lowField = NumberField.speed("Target Speed Low")
  private static let highField = NumberField.speed("Target Speed High")

  /// Reads the speeds from the parameter of a response; nil if it is too short.
  init?(parameter: [UInt8]) {
    guard var reader = try? ByteReader(parameter) else { return nil }
    guard let low = try? Self.lowField.read(from: &reader) else { return nil }
    guard let high = try? Self.highField.read(from: &reader) else { return nil }
    self.init(low: Speed(sent: low), high: Speed(sent: high))
  }

  /// The parameter of a response.
  var parameter: [UInt8] {
    var writer = ByteWriter()
    Self.lowField.write(low.sent, to: &writer)
    Self.highField.write(high.sent, to: &writer)
    return writer.bytes
  }

  var fields: [GATTField] { [Self.lowField.described(low.sent), Self.highField.described(high.sent)] }
}

/// The progress of a spin-down: the parameter of Spin Down Status (FTMS 1.0.1, §4.17).
package struct SpinDownStatus: NamedCode {
  /// The machine requests a calibration.
  package static let requested = SpinDownStatus(rawValue: 0x01)
  package static let success = SpinDownStatus(rawValue: 0x02)
  package static let error = SpinDownStatus(rawValue: 0x03)
  /// The wheel is fast enough, and runs down now.
  package static let stopPedaling = SpinDownStatus(rawValue: 0x04)

  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package var name: String? {
    switch self {
    case .requested: "Spin Down Requested"
    case .success: "Success"
    case .error: "Error"
    case .stopPedaling: "Stop Pedaling"
    default: nil
    }
  }
}
