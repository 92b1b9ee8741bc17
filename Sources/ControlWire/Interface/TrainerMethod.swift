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
  /// All of the library as a file.
  case backup = "Backup"
  /// Another library in its place.
  case restore = "Restore"
  /// The rides of a time, each as one point.
  case history = "History"
  /// What the rider said of themself.
  case settings = "Settings"
  /// Another value for some of that.
  case setSettings = "SetSettings"
  /// The plans there are.
  case plans = "Plans"
  /// One plan.
  case showPlan = "ShowPlan"
  /// Begin a plan.
  case newPlan = "NewPlan"
  /// Intervals for a plan.
  case addToPlan = "AddToPlan"
  /// Drop a plan, or a line of it.
  case removePlan = "RemovePlan"
  /// Another name for a plan.
  case renamePlan = "RenamePlan"
  /// A workout file as a plan, or a route for one.
  case importPlan = "ImportPlan"
  /// A plan as a workout file.
  case exportPlan = "ExportPlan"
  /// What the interval waited for is done.
  case done = "Done"
  /// On to the next interval.
  case skip = "Skip"
  /// To the interval's beginning, or the one before.
  case back = "Back"
  /// More of the interval.
  case extend = "Extend"
  /// All watts higher or lower.
  case bias = "Bias"
  /// Another label for the interval.
  case label = "Label"
  /// What the daemon sees of its surroundings.
  case doctor = "Doctor"

  /// The names of the parameters it takes.
  public var parameters: Set<String> {
    switch self {
    case .scan: ["seconds"]
    case .use, .forget: ["address"]
    case .start: ["watts", "minutes", "plan", "zone2", "dfa", "maximumHeartRate", "heartRate"]
    case .setWatts: ["watts", "change"]
    case .rides: ["limit", "offset", "search", "sort", "since", "before", "deleted"]
    case .show: ["ride", "whole"]
    case .review, .undelete, .suggestTrim, .untrim, .links: ["ride"]
    case .delete: ["ride", "now"]
    case .edit: ["ride", "name", "note"]
    case .trim: ["ride", "fromSeconds", "toSeconds", "auto"]
    case .noteUpload: ["ride", "service", "activity"]
    case .export: ["ride", "format", "whole"]
    case .importPiece: ["number", "sequence", "data", "last", "force", "dryRun"]
    case .restore: ["number", "sequence", "data", "last"]
    case .history: ["since", "before"]
    case .setSettings:
      Set(SettingsChange.Name.allCases.map(\.rawValue)).union(["zone2From", "zone2To", "zoneMethod", "clear"])
    case .showPlan: ["name"]
    case .newPlan: ["name", "summary"]
    case .addToPlan: ["name", "intervals", "repeats", "last"]
    case .removePlan: ["name", "line"]
    case .renamePlan: ["name", "to"]
    case .importPlan: ["number", "sequence", "data", "last", "name", "fileName", "replace"]
    case .exportPlan: ["name", "format"]
    case .extend: ["seconds", "meters"]
    case .bias: ["percent", "change"]
    case .label: ["text"]
    case .devices, .pause, .resume, .stop, .status, .watch, .settings, .doctor, .plans, .done, .skip, .back, .backup: []
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
    case .backup: .backup
    case .restore: .restore
    case .history: .history
    case .settings: .settings
    case .setSettings: .setSettings
    case .doctor: .doctor
    case .plans: .plans
    case .showPlan: .showPlan
    case .newPlan: .newPlan
    case .addToPlan: .addToPlan
    case .removePlan: .removePlan
    case .renamePlan: .renamePlan
    case .importPlan: .importPlan
    case .exportPlan: .exportPlan
    case .step(let step): step.method
    }
  }
}

extension PlanStep {
  /// The method that asks for it.
  public var method: TrainerMethod {
    switch self {
    case .done: .done
    case .skip: .skip
    case .back: .back
    case .extend: .extend
    case .bias: .bias
    case .label: .label
    }
  }
}
