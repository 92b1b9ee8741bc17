import BluetoothLE
import ControlWire
import Loop

/// Identifies a device by a connection if it does not advertise its kind.
struct DeviceLook {
  private let central: any Central
  private let loop: EventLoop
  private let patience: Duration

  /// Creates a look that gives up connecting after `patience`.
  init(through central: any Central, on loop: EventLoop, patience: Duration = .seconds(20)) {
    self.central = central
    self.loop = loop
    self.patience = patience
  }

  /// Connects to a device and returns its characteristics.
  ///
  /// - Throws: `deviceNotFound` if it does not answer, or the task is cancelled; `radioUnavailable`.
  func characteristics(of address: DeviceAddress) async throws(ControlError) -> Set<CharacteristicID> {
    let looking = Task(executorPreference: loop) { [central] in
      let link = try await central.connect(to: address)
      await link.close()
      return link.characteristics
    }
    let timer = Task(executorPreference: loop) { [loop, patience] in
      try await loop.sleep(for: patience)
      looking.cancel()
    }
    defer { timer.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await looking.value
      } onCancel: {
        looking.cancel()
      }
    } catch let error as LinkError where error.isOfRadio || error.code == .busy || error.code == .failed {
      throw ControlError(radio: error)
    } catch {
      throw ControlError(.deviceNotFound, subject: address.description)
    }
  }
}
