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
  /// `Start`: begin a ride; answered once the trainer acknowledged the target.
  case start(RideStart)
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
  /// `Rides`: a choice of the rides.
  case rides(RideListing)
  /// `Show`: one ride and its samples, in pieces with `more`, as it is cut or whole. The name is a number or `last`.
  case show(ride: String, whole: Bool = false)
  /// `Review`: one ride and what is derived from it.
  case review(ride: String)
  /// `Edit`: another name or note for a ride.
  case edit(RideEdit)
  /// `Delete`: put a ride away; it can be had back for 30 days, unless it is dropped for good now.
  case delete(ride: String, now: Bool = false)
  /// `Undelete`: have a deleted ride back.
  case undelete(ride: String)
  /// `SuggestTrim`: where a ride might be cut.
  case suggestTrim(ride: String)
  /// `Trim`: cut a ride; what is left out stays in the store.
  case trim(TrimOrder)
  /// `Untrim`: make a ride whole again.
  case untrim(ride: String)
  /// `NoteUpload`: say that a ride was given to a service, as it is now or as the activity that it was then.
  case noteUpload(ride: String, service: String, activity: String? = nil)
  /// `Links`: what befell the links of a ride. The name is a number or `last`.
  case links(ride: String)
  /// `Export`: one ride as a file, in pieces with `more`, as it is cut or whole.
  case export(ride: String, format: String, whole: Bool = false)
  /// `Import`: the next piece of another program's file.
  case importPiece(ImportPiece)
  /// `Backup`: all of the library in one file, in pieces with `more`.
  case backup
  /// `Restore`: the next piece of another library, for the place of this one.
  case restore(RestorePiece)
  /// `History`: the rides since a time, RFC 3339, each as one point; earlier than `before`, where that is given.
  case history(since: String, before: String? = nil)
  /// `Settings`: what the rider said of themself.
  case settings
  /// `SetSettings`: another value for some of that.
  case setSettings(SettingsChange)
  /// `Doctor`: what the daemon can see of its surroundings.
  case doctor
  /// `Plans`: the plans there are.
  case plans
  /// `ShowPlan`: one plan and all that is in it.
  case showPlan(name: String)
  /// `NewPlan`: begin a plan, with nothing in it yet.
  case newPlan(name: String, summary: String? = nil)
  /// `AddToPlan`: intervals for the end of a plan.
  case addToPlan(PlanAddition)
  /// `RemovePlan`: drop a plan, or one of its lines as `ShowPlan` has them, from 1, groups counted as one.
  case removePlan(name: String, line: Int? = nil)
  /// `RenamePlan`: another name for a plan.
  case renamePlan(name: String, to: String)
  /// `ImportPlan`: the next piece of a workout file, or of a route for a plan.
  case importPlan(PlanPiece)
  /// `ExportPlan`: a plan as a workout file, in pieces with `more`.
  case exportPlan(name: String, format: String)
  /// `Done`, `Skip`, `Back`, `Extend`, `Bias`, `Label`: something of the ride's plan.
  case step(PlanStep)

  /// A steady ride to `start`.
  ///
  /// Above the heart rate given, in beats a minute, the target is eased. Without `heartRate` no strap is used, not even
  /// a chosen one.
  public static func start(
    watts: Int, minutes: Double, maximumHeartRate: Int? = nil, heartRate: Bool = true
  ) -> ControlRequest {
    .start(
      RideStart(
        watts: watts, minutes: minutes, maximumHeartRate: maximumHeartRate, heartRate: heartRate ? nil : false))
  }

  /// `Rides`: the newest, so many at most; 0 for as many as fit into one message.
  public static func rides(limit: Int) -> ControlRequest { .rides(RideListing(limit: limit)) }
}
