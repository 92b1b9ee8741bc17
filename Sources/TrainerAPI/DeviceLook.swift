import BluetoothLE
import ControlWire
import Loop
import Trainers

/// Looks what a device is that does not advertise it, by a connection.
struct DeviceLook {
  /// How long it tries to connect.
  private static let patience = Duration.seconds(20)

  private let central: any Central
  private let loop: EventLoop

  init(through central: any Central, on loop: EventLoop) {
    self.central = central
    self.loop = loop
  }

  /// Whether the device can be controlled.
  ///
  /// - Throws: `deviceNotFound` if it does not answer; `radioUnavailable`.
  func isTrainer(_ address: DeviceAddress) async throws(ControlError) -> Bool {
    TrainerProtocols.spoken(on: try await characteristics(of: address)) != nil
  }

  private func characteristics(of address: DeviceAddress) async throws(ControlError) -> Set<CharacteristicID> {
    let looking = Task(executorPreference: loop) { [central] in
      let link = try await central.connect(to: address)
      await link.close()
      return link.characteristics
    }
    let timer = Task(executorPreference: loop) { [loop] in
      try await loop.sleep(for: Self.patience)
      looking.cancel()
    }
    defer { timer.cancel() }
    do {
      return try await looking.value
    } catch let error as LinkError where error.code != .cancelled {
      throw ControlError(radio: error)
    } catch {
      throw ControlError(.deviceNotFound, subject: address.description)
    }
  }
}
