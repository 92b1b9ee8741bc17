/// A calibration of a device: a spin-down of a trainer, or the zero offset of a power meter.
package struct CalibrationStatus: Codable, Hashable, Sendable {
  /// The step of a calibration.
  package enum Step: String, Codable, Hashable, Sendable, CaseIterable {
    /// The device was asked.
    case starting
    /// The rider pedals until the wheel is faster than `targetKmh`.
    case speedUp
    /// The rider stops pedalling, and the wheel runs down.
    case stopPedalling
    /// The cranks are still while the power meter measures its offset.
    case still
    case done
    /// `reason` has the cause.
    case failed
  }

  /// The trainer or the power meter.
  @OpenValue package var device: DeviceRole
  @OpenValue package var step: Step
  /// The speed to exceed, in km/h; absent until the trainer reports it.
  package var targetKmh: Double?
  /// The time that the wheel took to run down, in seconds; absent if the trainer does not report it.
  package var spinDownSeconds: Double?
  /// The offset in the device's own unit; absent if it is not reported.
  package var offset: Int?
  /// The cause of a failure, as a result code or the radio's message.
  package var reason: String?

  package init(device: DeviceRole, step: Step) {
    self.device = device
    self.step = step
  }

  /// Whether the calibration is over.
  package var isOver: Bool { step == .done || step == .failed }
}

extension CalibrationStatus.Step: OpenEnum {
  package static var unrecognized: Self { .starting }
}
