/// The methods of `org.justzone2.Trainer`, by their names on the wire.
public enum TrainerMethod: String, Hashable, Sendable, CaseIterable {
  /// Look for devices.
  case scan = "Scan"
  /// Take a device for rides.
  case use = "Use"
  /// No longer take a device.
  case forget = "Forget"
  /// The devices that were chosen.
  case devices = "Devices"
  /// Begin a ride.
  case start = "Start"
  /// Another target.
  case setWatts = "SetWatts"
  /// Stop the timer and free the trainer.
  case pause = "Pause"
  /// Go on.
  case resume = "Resume"
  /// End the ride.
  case stop = "Stop"
  /// What is going on now.
  case status = "Status"
  /// What is going on, again and again.
  case watch = "Watch"
  /// The rides in the store.
  case rides = "Rides"
  /// One ride and its seconds.
  case show = "Show"
  /// What befell a ride's links.
  case links = "Links"
  /// One ride as a file.
  case export = "Export"
  /// What the daemon sees of its surroundings.
  case doctor = "Doctor"

  /// The names of the parameters it takes.
  public var parameters: Set<String> {
    switch self {
    case .scan: ["seconds"]
    case .use, .forget: ["address"]
    case .start: ["watts", "minutes", "maximumHeartRate", "heartRate"]
    case .setWatts: ["watts", "change"]
    case .rides: ["limit"]
    case .show, .links: ["ride"]
    case .export: ["ride", "format"]
    case .devices, .pause, .resume, .stop, .status, .watch, .doctor: []
    }
  }
}

extension ControlRequest {
  /// The method that is called.
  public var method: TrainerMethod {
    switch self {
    case .scan: .scan
    case .use: .use
    case .forget: .forget
    case .devices: .devices
    case .start: .start
    case .setWatts, .changeWatts: .setWatts
    case .pause: .pause
    case .resume: .resume
    case .stop: .stop
    case .status: .status
    case .watch: .watch
    case .rides: .rides
    case .show: .show
    case .links: .links
    case .export: .export
    case .doctor: .doctor
    }
  }
}
