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
  /// One ride and what is derived from it.
  case review = "Review"
  /// Another name or note.
  case edit = "Edit"
  /// Put a ride away.
  case delete = "Delete"
  /// Have it back.
  case undelete = "Undelete"
  /// Where a ride might be cut.
  case suggestTrim = "SuggestTrim"
  /// Cut a ride.
  case trim = "Trim"
  /// Make it whole again.
  case untrim = "Untrim"
  /// Say that a ride was given to a service.
  case noteUpload = "NoteUpload"
  /// What befell a ride's links.
  case links = "Links"
  /// One ride as a file.
  case export = "Export"
  /// A file of another program as a ride.
  case importPiece = "Import"
  /// The rides of a time, each as one point.
  case history = "History"
  /// What the rider said of themself.
  case settings = "Settings"
  /// Another value for some of that.
  case setSettings = "SetSettings"
  /// What the daemon sees of its surroundings.
  case doctor = "Doctor"

  /// The names of the parameters it takes.
  public var parameters: Set<String> {
    switch self {
    case .scan: ["seconds"]
    case .use, .forget: ["address"]
    case .start: ["watts", "minutes", "maximumHeartRate", "heartRate"]
    case .setWatts: ["watts", "change"]
    case .rides: ["limit", "offset", "search", "sort", "since", "before", "deleted"]
    case .show: ["ride", "whole"]
    case .review, .delete, .undelete, .suggestTrim, .untrim, .links: ["ride"]
    case .edit: ["ride", "name", "note"]
    case .trim: ["ride", "fromSeconds", "toSeconds", "auto"]
    case .noteUpload: ["ride", "service"]
    case .export: ["ride", "format", "whole"]
    case .importPiece: ["number", "sequence", "data", "last", "force"]
    case .history: ["since", "before"]
    case .setSettings:
      Set(SettingsChange.Name.allCases.map(\.rawValue)).union(["zone2From", "zone2To", "zoneMethod", "clear"])
    case .devices, .pause, .resume, .stop, .status, .watch, .settings, .doctor: []
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
    case .review: .review
    case .edit: .edit
    case .delete: .delete
    case .undelete: .undelete
    case .suggestTrim: .suggestTrim
    case .trim: .trim
    case .untrim: .untrim
    case .noteUpload: .noteUpload
    case .links: .links
    case .export: .export
    case .importPiece: .importPiece
    case .history: .history
    case .settings: .settings
    case .setSettings: .setSettings
    case .doctor: .doctor
    }
  }
}
