package import BluetoothLE
package import Rides

/// An event.
///
/// Apart from the time, events are the machine's only input.
///
/// The driver forwards link events only from each device's present link.
package enum RideInput: Hashable, Sendable {
  case command(RideCommand, CommandToken)
  /// A `connect` succeeded.
  case linked(DeviceRole, Set<CharacteristicID>)
  /// A `connect` failed, or was withdrawn (`.cancelled`).
  case connectFailed(DeviceRole, LinkError)
  /// A link ended, by either side.
  case linkLost(DeviceRole, LinkError)
  case notified(DeviceRole, CharacteristicID, [UInt8])
  /// A `subscribe` ended; nil for success.
  case subscribed(DeviceRole, CharacteristicID, LinkError?)
  /// A `read` ended.
  case read(DeviceRole, CharacteristicID, Result<[UInt8], LinkError>)
  /// The trainer's link has sent the bytes of a control procedure. The answer arrives as a notification.
  case controlWritten
  /// The write of a control procedure failed.
  case writeFailed(LinkError)
  /// The signal strength of a device's link, in dBm.
  case signalStrength(DeviceRole, dBm: Int)
  /// A `remedy` ended; nil for success.
  case remedied(RadioRemedy, LinkError?)
  /// The radio can be used again.
  case radioUsable
  /// The store has accepted the ride.
  case recordOpened(id: Int)
  /// The ride is over. It is written with its file, or waits in memory until the store accepts it.
  case recordClosed(isStored: Bool)
  /// `deadline` has come.
  case deadline
}

/// A client's request.
package enum RideCommand: Hashable, Sendable {
  /// Begins a ride, with its figures by power at the start; nil for a ride without power zones and W′.
  case start(RideOrder, EffortInHand? = nil)
  case setWatts(Int)
  case changeWatts(Int)
  /// Removes the target until watts are requested, or the next interval begins.
  case rideFree
  /// Brakes in this way instead of holding a power, until watts are requested, or the next interval begins.
  case brake(Brake)
  /// Changes the slope of the road, in percent.
  case changeSlope(Double)
  /// Changes the constant brake, in percent of the greatest one.
  case changeResistance(Double)
  case pause
  /// Ends a pause by the rider, or an auto-pause. If the pedals are still not moving, auto-pause soon begins again.
  case resume
  /// Changes the present workout, if the interval with this number is ridden; nil for whichever is.
  case step(PlanStep, in: Int? = nil)
  /// Ends the lap and begins the next one. The interval of a workout continues.
  case lap
  /// Changes the fan's rule.
  case fan(FanRule)
  /// Calibrates the trainer or the power meter. It is answered at once; the status shows the progress.
  case calibrate(DeviceRole)
  /// Ends the calibration in progress without a result.
  case cancelCalibration
  /// Uses a device for a role from now on, in place of the previous one. The trainer cannot be changed.
  case use(DeviceRole, RideDevice)
  case stop
  /// Prepares for the daemon's exit: frees the trainer, writes the file in its present state, and keeps the ride for
  /// the next daemon.
  case suspend
  /// Resumes a ride of a previous process. It is answered immediately.
  case resumeUnfinished(UnfinishedRide)
}

/// Identifies a command until it is answered.
package struct CommandToken: Hashable, Sendable {
  private let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}
