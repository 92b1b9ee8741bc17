extension LinkError {
  /// A measure that may help against a failure.
  public enum Recovery: String, Hashable, Sendable, CaseIterable {
    /// Wait: no request can succeed before adapter, `bluetoothd` and bus are back.
    case awaitRadio
    /// Power-cycle the adapter, which does not answer commands.
    case powerCycle
    /// Keep trying: the device was not heard.
    case listen
    /// Climb the ladder, since the radio or `bluetoothd` may be at fault: forget the device, then power-cycle the
    /// adapter.
    case ladder
    /// Repeat with growing pauses, and forget the device once: `bluetoothd` may remember the services of other
    /// firmware.
    case forget
    /// Repeat with growing pauses: the radio or the device is busy or not ready yet.
    case later
    /// Repeat two or three times at most: the device or another program refuses, and no measure against the radio
    /// helps.
    case final
    /// No measure: the link ended or was ended, or the request was withdrawn.
    case none
  }

  /// The measure that may help; only this property decides it.
  public var recovery: Recovery {
    switch code {
    case .adapterMissing, .adapterOff, .serviceMissing: .awaitRadio
    case .adapterStuck: .powerCycle
    case .timedOut, .deviceUnknown: .listen
    case .connectFailed, .servicesUnresolved, .failed, .lost, .supervisionTimeout: .ladder
    case .characteristicMissing: .forget
    case .busy, .classic: .later
    case .refused: attError.map(Self.recovery(afterATT:)) ?? .final
    case .bondMissing, .occupied, .unsupported, .notAllowed, .serviceOutdated: .final
    case .closedByPeer, .closedHere, .captureEnded, .cancelled: .none
    }
  }

  /// Whether the device, or another program, has answered and refuses the request.
  public var isRefusal: Bool {
    switch code {
    case .refused, .bondMissing, .occupied, .unsupported, .classic: true
    case .adapterMissing, .adapterOff, .adapterStuck, .serviceMissing, .notAllowed, .serviceOutdated, .deviceUnknown,
      .busy, .timedOut, .connectFailed, .servicesUnresolved, .characteristicMissing, .supervisionTimeout,
      .closedByPeer, .closedHere, .lost, .captureEnded, .cancelled, .failed:
      false
    }
  }

  /// Whether the radio, rather than a device, is at fault, so that no device can be linked.
  public var isOfRadio: Bool {
    switch code {
    case .adapterMissing, .adapterOff, .adapterStuck, .serviceMissing, .notAllowed, .serviceOutdated, .captureEnded:
      true
    case .deviceUnknown, .busy, .timedOut, .connectFailed, .servicesUnresolved, .characteristicMissing, .refused,
      .bondMissing, .occupied, .unsupported, .classic, .supervisionTimeout, .closedByPeer, .closedHere, .lost,
      .cancelled, .failed:
      false
    }
  }

  /// Returns the measure after an ATT error (Bluetooth Core 5.4, Vol 3, Part F, §3.4.1.1; Core Specification
  /// Supplement, Part B).
  private static func recovery(afterATT code: UInt8) -> Recovery {
    switch code {
    // Handles of other firmware: Invalid Handle, Attribute Not Found, Database Out Of Sync.
    case 0x01, 0x0A, 0x12: .forget
    // Prepare Queue Full, Unlikely Error, Insufficient Resources, Procedure Already in Progress.
    case 0x09, 0x0E, 0x11, 0xFE: .later
    // Application errors: the KICKR responds with 0x80 to a request that arrives too early.
    case 0x80...0x9F: .later
    default: .final
    }
  }
}
