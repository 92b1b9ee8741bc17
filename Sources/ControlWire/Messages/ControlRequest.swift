/// A call of `org.justzone2.Trainer`, its parameters checked for type; ranges are the daemon's to check.
public enum ControlRequest: Hashable, Sendable {
  /// `Scan`: what is in range; with `more`, each device as it is heard, without, all at the end.
  case scan(seconds: Double)
  /// `Use`: take this device for rides, in place of any other of its kind.
  case use(address: String)
  /// `Forget`: no longer take this device.
  case forget(address: String)
  /// `Devices`: the devices that `Use` chose.
  case devices
  /// `Start`: begin a ride; answered once the trainer acknowledged the target. Above the heart rate given, in beats a
  /// minute, the target is eased. Without `heartRate` no strap is used, not even a chosen one.
  case start(watts: Int, minutes: Double, maximumHeartRate: Int? = nil, heartRate: Bool = true)
  /// `SetWatts`: another target, absolute.
  case setWatts(Int)
  /// `SetWatts`: another target, so much more or less than now.
  case changeWatts(Int)
  /// `Pause`: stop the timer and free the trainer.
  case pause
  /// `Resume`: go on.
  case resume
  /// `Stop`: end the ride and write its file.
  case stop
  /// `Status`: once.
  case status
  /// `Watch`: the status now, at every change and every second of a ride, with `more`.
  case watch
  /// `Rides`: the newest rides; 0 for no limit.
  case rides(limit: Int)
  /// `Show`: one ride and its samples, in pieces with `more`. The name is a number or `last`.
  case show(ride: String)
  /// `Links`: what befell the links of a ride. The name is a number or `last`.
  case links(ride: String)
  /// `Export`: one ride as a file, in pieces with `more`.
  case export(ride: String, format: String)
  /// `Doctor`: what the daemon can see of its surroundings.
  case doctor
}
