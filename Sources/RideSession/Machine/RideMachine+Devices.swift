import BluetoothLE
import Rides

/// Devices that join the ride, or change, during it.
extension RideMachine {
  /// Uses a device for a role from now on.
  ///
  /// The link of the previous device is closed.
  ///
  /// The trainer cannot change, because the pedals would have no brake until another trainer is in control.
  mutating func use(_ device: RideDevice, as role: DeviceRole, _ token: CommandToken) {
    guard let ride, !ride.isFinishing else { return refuse(token, .noRide) }
    guard role != .trainer, device.address != ride.order.trainer.address else {
      return refuse(token, .wrongPhase(phase))
    }
    let former = ride.order.device(role)
    self.ride?.order.setDevice(device, for: role)
    if device.address != former?.address { exchange(role) }
    answer(token, .done)
  }

  /// Ends the present operation of the previous device of a role, and forgets its values.
  private mutating func exchange(_ role: DeviceRole) {
    let before = self[role].state
    self[role].exchange(at: now)
    switch before {
    case .linked: effects.append(.close(role))
    case .connecting: effects.append(.cancelConnect(role))
    case .idle, .wanted, .resting, .awaitingRadio, .mending, .withdrawing, .closing: break
    }
    batteryPercent[role] = nil
    forgetProofs(of: role)
    switch role {
    case .trainer, .cadence, .fan: break
    case .heartRate: strapWasReceived = false
    case .power: match = PowerMatch()
    }
  }
}
