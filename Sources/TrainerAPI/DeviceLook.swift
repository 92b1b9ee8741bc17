import BluetoothLE
import ControlWire
import Loop

/// Finds out what a device is that does not advertise it, by a connection.
struct DeviceLook {
  private let central: any Central
  private let loop: EventLoop
  private let patience: Duration

  /// A look that tries to connect for so long.
  init(through central: any Central, on loop: EventLoop, patience: Duration = .seconds(20)) {
    self.central = central
    self.loop = loop
    self.patience = patience
  }

  /// The characteristics of a device.
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
