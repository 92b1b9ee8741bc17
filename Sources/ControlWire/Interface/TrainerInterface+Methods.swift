extension TrainerInterface {
  /// What can be asked of the daemon.
  static let methods = """
    # Look for devices, for 10 seconds if not told otherwise. With "more", each device as it is heard.
    method Scan(seconds: ?float) -> (devices: []Device)

    # Take this device for rides, in place of any other of its kind.
    method Use(address: string) -> (device: Device)

    # No longer take this device.
    method Forget(address: string) -> ()

    # The devices that Use chose.
    method Devices() -> (devices: []Device)

    # Begin a ride; answered once the trainer acknowledged the target. It is watts with minutes; or a plan; or zone2
    # with minutes, where the heart rate steers the watts, from those given or those that the last such ride took.
    # With dfa the target is eased while DFA alpha-1 stays under 0.75, and while the heart rate is above
    # maximumHeartRate, in beats a minute. Where no trainer was chosen it listens first, 20 seconds at most, takes the
    # only trainer in range and the only strap, and chooses them. Without heartRate (true if not told otherwise) the
    # ride has no strap, not even a chosen one.
    method Start(watts: ?int, minutes: ?float, plan: ?string, zone2: ?bool, dfa: ?bool, maximumHeartRate: ?int, heartRate: ?bool) -> (
      ride: RideStatus,
      target: ?Target,
      devices: []RiddenDevice,
      unheld: ?Unheld
    )

    # Another target: watts, or so much more or less than now. Give one of the two. In a plan it is the interval's,
    # until that ends.
    method SetWatts(watts: ?int, change: ?int) -> (target: Target)

    # Stop the timer and free the trainer, until Resume.
    method Pause() -> ()

    # Go on.
    method Resume() -> ()

    # End the ride and write its file.
    method Stop() -> (ride: ?RideSummary)

    # What is going on now. problems has the worst first.
    method Status() -> (
      phase: Phase,
      autoPaused: ?bool,
      problems: []Problem,
      ride: ?RideStatus,
      trainer: ?DeviceStatus,
      heartRate: ?DeviceStatus,
      plan: ?PlanStatus,
      alpha1: ?Alpha1Status,
      news: ?[]PlanNews
    )

    # The status now, at every change and every second of a ride; news has what happened to the plan since the reply
    # before, the last twenty events at most, and is of Watch alone. Wants "more".
    method Watch() -> (
      phase: Phase,
      autoPaused: ?bool,
      problems: []Problem,
      ride: ?RideStatus,
      trainer: ?DeviceStatus,
      heartRate: ?DeviceStatus,
      plan: ?PlanStatus,
      alpha1: ?Alpha1Status,
      news: ?[]PlanNews
    )

    # The rides, newest first if sort says no other: limit at most, after offset. search is looked for in name and
    # note, in either case; since and before are RFC 3339; deleted asks for the deleted ones in place of the others.
    # more is true where a message has no room for all that were asked for.
    method Rides(limit: ?int, offset: ?int, search: ?string, sort: ?RideSort, since: ?string, before: ?string, deleted: ?bool) -> (
      rides: []RideSummary,
      more: ?bool
    )

    # A ride and its seconds. ride is a number or "last", here and below; with "more", some seconds in each reply.
    # A ride that is cut is shown as it is cut, or whole, and then in the figures of the whole.
    method Show(ride: string, whole: ?bool) -> (ride: RideSummary, samples: []SampleRow)

    # What a ride comes to, its laps, what happened in it, and where it was uploaded to.
    method Review(ride: string) -> (
      ride: RideSummary,
      review: RideReview,
      laps: []RideLap,
      events: []RideEvent,
      uploads: []Upload
    )

    # Another name or note; an empty one takes it away.
    method Edit(ride: string, name: ?string, note: ?string) -> (ride: RideSummary)

    # Put a ride away; it can be had back for 30 days. With now it is dropped for good, be it deleted already: its files
    # are gone, and other rides take its room in the database.
    method Delete(ride: string, now: ?bool) -> (ride: RideSummary)

    # Have a deleted ride back.
    method Undelete(ride: string) -> (ride: RideSummary)

    # Where a ride might be cut.
    method SuggestTrim(ride: string) -> (ride: RideSummary, suggestion: TrimSuggestion)

    # Keep a part of a ride, in seconds of the whole ride, 60 at least; what is not said stays as it is cut. With auto,
    # what SuggestTrim proposes. All that is derived from the ride is reckoned anew, and nothing is lost: Untrim makes it whole again.
    method Trim(ride: string, fromSeconds: ?int, toSeconds: ?int, auto: ?bool) -> (ride: RideSummary, uploads: []Upload)

    # Make a ride whole again.
    method Untrim(ride: string) -> (ride: RideSummary, uploads: []Upload)

    # Say that a ride was given to a service, so that a later cut can tell: the activity that was exported, as
    # RideSummary has it, or the ride as it is now.
    method NoteUpload(ride: string, service: string, activity: ?string) -> (ride: RideSummary, uploads: []Upload)

    # What befell the links of a ride, in order of time, and how evenly its devices spoke, where that is known.
    method Links(ride: string) -> (ride: RideSummary, incidents: []LinkIncident, intervals: []LinkIntervals)

    # A ride as a file: "tcx", "fit", "csv" or "json", the activity, or "btsnoop", its radio traffic; data is Base64.
    # With "more", a piece in each reply. A ride that is cut goes out as it is cut, or whole. activity is what the ride
    # in the file is known by, for NoteUpload.
    method Export(ride: string, format: string, whole: ?bool) -> (fileName: string, sequence: int, data: string, activity: ?string)

    # A FIT, TCX or GPX file of another program, a piece at a time: the first without number, the others with the number
    # that its answer has; data is Base64. The file's rides are stored upon the last, each whole or not at all; ride is
    # the first that was. One that began in the same second as a ride that is there is not stored, unless with force: a
    # file's only ride is refused then, of several each is told. dryRun stores nothing and tells what would be.
    method Import(number: ?int, sequence: int, data: string, last: bool, force: ?bool, dryRun: ?bool) -> (
      number: int,
      ride: ?RideSummary,
      rides: ?[]ImportedRide,
      leftOut: ?LeftOutValues
    )

    # All of the library, the rides and plans and settings, as an SQLite database in one file; data is Base64. With
    # "more", a piece in each reply. Rides' files and the recordings of their radio traffic are not in it.
    method Backup() -> (fileName: string, sequence: int, data: string)

    # Put another library, of Backup, in the place of this one, a piece at a time as in Import. It is looked through upon
    # the last and takes the place whole or not at all; then rides has how many there are, and kept where the former
    # library is. Refused while a ride is on or waits to be written.
    method Restore(number: ?int, sequence: int, data: string, last: bool) -> (number: int, rides: ?int, kept: ?string)

    # The finished rides since a time, RFC 3339, each as one point, oldest first. Of very many the newest; more is true
    # then.
    method History(since: string, before: ?string) -> (rides: []RideTrend, more: ?bool)

    # What the rider said of themself, and the heart-rate zones that it makes.
    method Settings() -> (settings: Settings, zones: []HeartRateZone)

    # Another value for some of that; clear names what is no longer known.
    method SetSettings(zone2From: ?int, zone2To: ?int, maximumHeartRate: ?int, restingHeartRate: ?int, thresholdHeartRate: ?int, thresholdWatts: ?int, weightKilograms: ?float, zoneMethod: ?ZoneMethod, clear: ?[]SettingName) -> (
      settings: Settings,
      zones: []HeartRateZone
    )

    # The plans there are, by name; more is true where a message has no room for all.
    method Plans() -> (plans: []PlanSummary, more: ?bool)

    # One plan.
    method ShowPlan(name: string) -> (plan: PlanSummary, groups: []PlannedGroup)

    # Begin a plan, with nothing in it yet.
    method NewPlan(name: string, summary: ?string) -> (plan: PlanSummary, groups: []PlannedGroup)

    # Intervals for the end of a plan, ridden once or as a group that repeats. Without intervals, the lone ones at the
    # plan's end become a group: all of them, or as many of the last as last says.
    method AddToPlan(name: string, intervals: []PlannedInterval, repeats: ?int, last: ?int) -> (plan: PlanSummary, groups: []PlannedGroup)

    # Drop a plan; or one of its groups, from 1.
    method RemovePlan(name: string, line: ?int) -> ()

    # Another name for a plan.
    method RenamePlan(name: string, to: string) -> (plan: PlanSummary, groups: []PlannedGroup)

    # A workout file (ZWO, ERG, MRC or plan text) as a plan, or a GPX route for the plan of that name, a piece at a time:
    # the first without number, the others with the number that its answer has; data is Base64. The plan is stored upon
    # the last, whole or not at all. name is what to call it, fileName what to call it where the file does not say;
    # replace puts it in the place of a plan of the same name, whose route stays.
    method ImportPlan(number: ?int, sequence: int, data: string, last: bool, name: ?string, fileName: ?string, replace: ?bool) -> (
      number: int,
      plan: ?PlanSummary
    )

    # A plan as a workout file: "text", "zwo", "erg" or "mrc"; data is Base64. With "more", a piece in each reply.
    method ExportPlan(name: string, format: string) -> (fileName: string, sequence: int, data: string)

    # While riding a plan: the interval's activity is done.
    method Done() -> (plan: PlanStatus)

    # On to the next interval; from the last, to the end.
    method Skip() -> (plan: PlanStatus)

    # To the interval's beginning; in its first five seconds, to that of the one before.
    method Back() -> (plan: PlanStatus)

    # So much more of the interval: seconds of one that ends by the timer, meters of one that ends by distance.
    method Extend(seconds: ?int, meters: ?float) -> (plan: PlanStatus)

    # All watts higher by percent, or by change percent more than now; -50 to 50 in all.
    method Bias(percent: ?int, change: ?int) -> (plan: PlanStatus)

    # Another label for the interval.
    method Label(text: string) -> (plan: PlanStatus)

    # What the daemon can see of its surroundings.
    method Doctor() -> (checks: []Check)

    """
}
