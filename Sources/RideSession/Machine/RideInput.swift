package import BluetoothLE
package import Rides

/// Something that happened: the only things that the machine learns, beside the time.
///
/// Of links, the driver passes on inputs of each device's present link only.
package enum RideInput: Hashable, Sendable {
  case command(RideCommand, CommandToken)
  /// A `connect` succeeded.
  case linked(DeviceRole, Set<CharacteristicID>)
  /// A `connect` failed, or was withdrawn (`.cancelled`).
  case connectFailed(DeviceRole, LinkError)
  /// A link ended, whichever side ended it.
  case linkLost(DeviceRole, LinkError)
  case notified(DeviceRole, CharacteristicID, [UInt8])
  /// A `subscribe` ended; nil for success.
  case subscribed(DeviceRole, CharacteristicID, LinkError?)
  /// A `read` ended.
  case read(DeviceRole, CharacteristicID, Result<[UInt8], LinkError>)
  /// The trainer's link has taken the bytes of a control procedure; the answer comes as a notification.
  case controlWritten
  /// The write of a control procedure failed.
  case writeFailed(LinkError)
  /// The signal strength of a device's link, in dBm.
  case signalStrength(DeviceRole, dBm: Int)
  /// A `remedy` ended; nil for success.
  case remedied(RadioRemedy, LinkError?)
  /// The radio can be used again.
  case radioUsable
  /// The store took the ride.
  case recordOpened(id: Int)
  /// The store did not take the ride.
  case recordFailed(String)
  /// The ride is over: written with its file, or waiting in memory until the store takes it.
  case recordClosed(isStored: Bool)
  /// `deadline` has come.
  case deadline
}

/// A request of a client.
package enum RideCommand: Hashable, Sendable {
  case start(RideOrder)
  case setWatts(Int)
  case changeWatts(Int)
  /// Takes the target away until watts are asked for, or the next interval begins.
  case rideFree
  case pause
  /// Ends a pause, the rider's own or auto-pause; if the pedals still stand still, auto-pause soon comes again.
  case resume
  /// Changes the workout that is being ridden.
  case step(PlanStep)
  /// Ends the lap and begins the next one; the interval of a workout goes on.
  case lap
  /// Has the fan blow in another way.
  case fan(FanRule)
  /// Takes a device for a role from now on, in place of the one before; never for the trainer's.
  case use(DeviceRole, RideDevice)
  case stop
  /// The daemon goes down: frees the trainer, writes the file as the ride stands, keeps the ride for the next daemon.
  case suspend
  /// Resumes a ride that a former process left; answered at once.
  case resumeUnfinished(UnfinishedRide)
}

/// Names a command until it is answered.
package struct CommandToken: Hashable, Sendable {
  private let number: Int

  package init(_ number: Int) {
    self.number = number
  }
}
