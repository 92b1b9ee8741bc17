/// The Varlink interface that the daemon offers.
public enum TrainerInterface {
  /// The interface's name.
  public static let name = "org.justzone2.Trainer"

  /// The interface's definition in Varlink's language, as `GetInterfaceDescription` hands it out.
  ///
  /// The language is described at <https://varlink.org/Interface-Definition>.
  public static let description = """
    # A ride on a stationary trainer: find the devices, ride, and read what was ridden.
    #
    # Units stand in the names. What is not known is absent. A message is at most 1 MiB long.
    # Called with "more", some methods answer in several replies; the last one then carries nothing new.
    interface org.justzone2.Trainer

    # What a peripheral can be to a ride.
    type DeviceKind (trainer, heartRate)

    # A peripheral that was heard or is known. rssi is in dBm, of when it was last heard; known says
    # whether Use chose it.
    type Device (
      address: string,
      name: ?string,
      kinds: []DeviceKind,
      rssi: ?int,
      known: bool
    )

    # Where a ride stands. ready: linked and in control, waiting for the first pedal stroke;
    # paused: the timer stands because the rider said so or, autoPaused, because nobody pedals;
    # reconnecting: the timer stands because the trainer is gone.
    type Phase (idle, connecting, ready, riding, paused, reconnecting, finishing)

    # Something that is wrong: a code for programs, a sentence and what to do about it for people.
    type Problem (code: string, message: string, remedy: string)

    # The ride in hand. targetWatts is what is asked of the trainer, after clamping to its range;
    # elapsedSeconds run from the first pedal stroke, pauses and drops included.
    type RideStatus (
      id: int,
      targetWatts: int,
      timerSeconds: int,
      elapsedSeconds: int,
      remainingSeconds: int
    )

    # How a device's link stands. away: not linked, and not wanted now.
    type LinkState (away, connecting, preparing, connected)

    # A device in use and what it last said: power, cadence and speed of a trainer, beats of a strap.
    type DeviceStatus (
      address: string,
      name: ?string,
      state: LinkState,
      powerWatts: ?int,
      cadenceRpm: ?float,
      speedKmh: ?float,
      beatsPerMinute: ?int,
      batteryPercent: ?int
    )

    # A target as it was taken: what the trainer acknowledged, what was asked, and the trainer's range.
    # During a pause targetWatts is what the trainer will be given.
    type Target (targetWatts: int, askedWatts: int, minimumWatts: ?int, maximumWatts: ?int)

    # Why a ride has a device. chosen: Use, or an earlier Start; onlyOne: nothing else of its kind was in range;
    # onlyKnown: of those in range, only this one had been chosen before.
    type DeviceReason (chosen, onlyOne, onlyKnown)

    # A device that a ride is ridden with, and why this one.
    type RiddenDevice (kind: DeviceKind, address: string, name: ?string, reason: DeviceReason)

    # Whether a ride goes on. suspended: the daemon went down in it.
    type RideState (riding, suspended, finished)

    # What of a whole ride is kept: fromSeconds, and on up to toSeconds, which is the first left out again.
    type Trim (fromSeconds: int, toSeconds: int, wholeSeconds: int)

    # A ride in figures. start is RFC 3339 in UTC; means, work and distance are of timer seconds. A ride that is
    # cut has a trim, and all else is of what is kept. importedFrom is tcx or fit; until deletedUntil a deleted
    # ride can be had back.
    type RideSummary (
      id: int,
      start: string,
      timerSeconds: int,
      elapsedSeconds: int,
      averageWatts: ?float,
      averageHeartRate: ?float,
      kilojoules: float,
      distanceMeters: ?float,
      state: RideState,
      name: ?string,
      note: ?string,
      trim: ?Trim,
      importedFrom: ?string,
      deletedUntil: ?string
    )

    # The order of a list of rides: by start, newest first, or by timer time.
    type RideSort (date, longest, shortest)

    # One second of a ride: means of what arrived in it. Nothing arrived, nothing is said. Places, heights and
    # temperatures are of imported rides.
    type SampleRow (
      elapsedSeconds: int,
      timerRunning: bool,
      powerWatts: ?float,
      targetWatts: ?int,
      cadenceRpm: ?float,
      beatsPerMinute: ?int,
      speedKmh: ?float,
      distanceMeters: ?float,
      rrMilliseconds: ?[]float,
      latitudeDegrees: ?float,
      longitudeDegrees: ?float,
      altitudeMeters: ?float,
      temperatureCelsius: ?float
    )

    # How heart-rate zones are made: from the Zone 2 range alone (below it, in it, above it), from shares of the
    # maximum heart rate, of the reserve above resting (Karvonen), or of the threshold by Friel or by Coggan.
    type ZoneMethod (zone2Range, maximum, reserve, friel, coggan)

    # A band of heart rates, from fromBpm up to and without belowBpm; seconds are a ride's in it.
    type HeartRateZone (number: int, fromBpm: ?float, belowBpm: ?float, seconds: ?int)

    # What a ride comes to, of timer seconds. Decoupling (Pw:HR) and drift are of the work window, without warm-up
    # and cool-down. zone2Share is 0 to 1, of the seconds with a heart rate.
    type RideReview (
      maximumWatts: ?float,
      maximumHeartRate: ?int,
      averageCadence: ?float,
      maximumCadence: ?float,
      maximumSpeedKmh: ?float,
      normalizedWatts: ?float,
      variabilityIndex: ?float,
      intensityFactor: ?float,
      trainingStressScore: ?float,
      efficiencyFactor: ?float,
      decouplingPercent: ?float,
      driftBpmPerHour: ?float,
      workFromSeconds: int,
      workToSeconds: int,
      zone2From: int,
      zone2To: int,
      zone2Seconds: int,
      zone2Share: ?float,
      zone2Watts: ?float,
      zoneMethod: ZoneMethod,
      zones: []HeartRateZone
    )

    # A stretch of a ride. trigger is what ended it: manual, distance, location, time, heartRate or end.
    type RideLap (
      fromSeconds: int,
      toSeconds: int,
      timerSeconds: int,
      distanceMeters: ?float,
      averageWatts: ?float,
      averageHeartRate: ?float,
      averageCadence: ?float,
      kilojoules: float,
      trigger: string
    )

    # Something that happened in a ride: started, target, paused, trainerLost and so on.
    type RideEvent (atSeconds: float, kind: string, detail: ?string)

    # A ride that was given to a service. outdated: it was cut, or made whole again, since.
    type Upload (service: string, at: string, outdated: bool)

    # Where a ride might be cut, in seconds of the whole ride. forgotten: so long a tail without pedalling means
    # that the stop was forgotten. proposal is what Trim keeps with auto: a forgotten ride up to its end, the work
    # window of any other; absent where that would cut nothing.
    type TrimSuggestion (
      activityEndSeconds: ?int,
      tailSeconds: int,
      forgotten: bool,
      suggestedEndSeconds: int,
      workFromSeconds: int,
      workToSeconds: int,
      levelWatts: ?float,
      proposal: ?Trim
    )

    # A ride as one point of the history.
    type RideTrend (
      id: int,
      start: string,
      timerSeconds: int,
      zone2Seconds: int,
      zone2Watts: ?float,
      decouplingPercent: ?float
    )

    # What a rider said of themself. Zone 2 is from zone2From to zone2To, both within.
    type Settings (
      zone2From: int,
      zone2To: int,
      maximumHeartRate: ?int,
      restingHeartRate: ?int,
      thresholdHeartRate: ?int,
      thresholdWatts: ?int,
      weightKilograms: ?float,
      zoneMethod: ZoneMethod
    )

    # A setting that can be taken back.
    type SettingName (maximumHeartRate, restingHeartRate, thresholdHeartRate, thresholdWatts, weightKilograms)

    # What befell a link. drop: it was lost; silence: the device was linked and said nothing; remedy: a measure
    # was taken against a radio that did not connect; interruption: the daemon was gone.
    type LinkIncidentKind (drop, silence, remedy, interruption)

    # What befell a ride's links. reason is why a link was lost or which measure was taken; signalDBm was
    # measured last before; lastedSeconds run until the trainer held its target again, the strap spoke, the
    # daemon was back.
    type LinkIncident (
      kind: LinkIncidentKind,
      device: ?DeviceKind,
      atSeconds: float,
      reason: ?string,
      signalDBm: ?int,
      lastedSeconds: ?float
    )

    # How a look of Doctor ended. unknown: it could not be looked at.
    type Outcome (ok, warning, failed, unknown)

    # One thing that Doctor looked at, what it saw, and what to do about it.
    type Check (name: string, outcome: Outcome, message: string, remedy: ?string)

    # Look for devices, for 10 seconds if not told otherwise. With "more", each device as it is heard.
    method Scan(seconds: ?float) -> (devices: []Device)

    # Take this device for rides, in place of any other of its kind.
    method Use(address: string) -> (device: Device)

    # No longer take this device.
    method Forget(address: string) -> ()

    # The devices that Use chose.
    method Devices() -> (devices: []Device)

    # Begin a ride; answered once the trainer acknowledged the target. While the heart rate is above
    # maximumHeartRate, in beats a minute, the target is eased down. Where no trainer was chosen it listens first,
    # 20 seconds at most, takes the only trainer in range and the only strap, and chooses them. Without heartRate
    # (true if not told otherwise) the ride has no strap, not even a chosen one.
    method Start(watts: int, minutes: float, maximumHeartRate: ?int, heartRate: ?bool) -> (
      ride: RideStatus,
      target: Target,
      devices: []RiddenDevice
    )

    # Another target: watts, or so much more or less than now. Give one of the two.
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
      heartRate: ?DeviceStatus
    )

    # The status now, at every change and every second of a ride. Wants "more".
    method Watch() -> (
      phase: Phase,
      autoPaused: ?bool,
      problems: []Problem,
      ride: ?RideStatus,
      trainer: ?DeviceStatus,
      heartRate: ?DeviceStatus
    )

    # The rides, newest first if sort says no other: limit at most, after offset. search is looked for in name and
    # note, in either case; since and before are RFC 3339; deleted asks for the deleted ones in place of the others.
    method Rides(limit: ?int, offset: ?int, search: ?string, sort: ?RideSort, since: ?string, before: ?string, deleted: ?bool) -> (
      rides: []RideSummary
    )

    # A ride and its seconds. ride is a number or "last", here and below; with "more", some seconds in each reply.
    # A ride that is cut is shown as it is cut, or whole.
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

    # Put a ride away; it can be had back for 30 days.
    method Delete(ride: string) -> (ride: RideSummary)

    # Have a deleted ride back.
    method Undelete(ride: string) -> (ride: RideSummary)

    # Where a ride might be cut.
    method SuggestTrim(ride: string) -> (ride: RideSummary, suggestion: TrimSuggestion)

    # Keep a part of a ride, in seconds of the whole ride, 60 at least; with auto, what SuggestTrim proposes. All
    # that is derived from the ride is reckoned anew, and nothing is lost: Untrim makes it whole again.
    method Trim(ride: string, fromSeconds: ?int, toSeconds: ?int, auto: ?bool) -> (ride: RideSummary, uploads: []Upload)

    # Make a ride whole again.
    method Untrim(ride: string) -> (ride: RideSummary, uploads: []Upload)

    # Say that a ride was given to a service, so that a later cut can tell.
    method NoteUpload(ride: string, service: string) -> (ride: RideSummary, uploads: []Upload)

    # What befell the links of a ride, in order of time.
    method Links(ride: string) -> (ride: RideSummary, incidents: []LinkIncident)

    # A ride as a file: "tcx", "fit", "csv" or "json", the activity, or "btsnoop", its radio traffic; data is Base64.
    # With "more", a piece in each reply. A ride that is cut goes out as it is cut, or whole.
    method Export(ride: string, format: string, whole: ?bool) -> (fileName: string, sequence: int, data: string)

    # A TCX or FIT file of another program, a piece at a time: the first without number, the others with the number
    # that its answer has; data is Base64. The ride is stored upon the last, whole or not at all. force takes it
    # although a ride with the same start is there.
    method Import(number: ?int, sequence: int, data: string, last: bool, force: ?bool) -> (number: int, ride: ?RideSummary)

    # The finished rides since a time, RFC 3339, each as one point, oldest first.
    method History(since: string, before: ?string) -> (rides: []RideTrend)

    # What the rider said of themself, and the heart-rate zones that it makes.
    method Settings() -> (settings: Settings, zones: []HeartRateZone)

    # Another value for some of that; clear names what is no longer known.
    method SetSettings(zone2From: ?int, zone2To: ?int, maximumHeartRate: ?int, restingHeartRate: ?int, thresholdHeartRate: ?int, thresholdWatts: ?int, weightKilograms: ?float, zoneMethod: ?ZoneMethod, clear: ?[]SettingName) -> (
      settings: Settings,
      zones: []HeartRateZone
    )

    # What the daemon can see of its surroundings.
    method Doctor() -> (checks: []Check)

    # In every error, subject is what it is about (an address, a ride) and detail what else is known.

    # No trainer was chosen, and Start heard none.
    error NoTrainerInRange (subject: ?string, detail: ?string)

    # No trainer was chosen, and Start heard several devices that it could take. kind is what there are several of;
    # devices are those and, where the trainer is in question, the straps too, the strongest first.
    error SeveralDevices (kind: DeviceKind, devices: []Device, detail: ?string)

    # The device did not answer: off, asleep, out of range or taken by another program.
    error DeviceNotFound (subject: ?string, detail: ?string)

    # The device has no Fitness Machine service.
    error NoFitnessMachine (subject: ?string, detail: ?string)

    # The trainer cannot hold a power.
    error NoPowerTargets (subject: ?string, detail: ?string)

    # The trainer refused control or the target; detail is its result code.
    error TargetRefused (subject: ?string, detail: ?string)

    # The device is neither a trainer nor a strap.
    error UnsuitableDevice (subject: ?string, detail: ?string)

    # The address is not one of a known device.
    error UnknownDevice (subject: ?string, detail: ?string)

    # A ride is on already; subject is its number.
    error RideInProgress (subject: ?string, detail: ?string)

    # No ride is on.
    error NoRide (subject: ?string, detail: ?string)

    # What was asked does not fit the phase; detail is the phase.
    error WrongPhase (subject: ?string, detail: ?string)

    # There is no such ride.
    error UnknownRide (subject: ?string, detail: ?string)

    # The ride is not finished.
    error RideUnfinished (subject: ?string, detail: ?string)

    # The ride cannot be cut so; subject is its length in seconds, detail tooShort, backwards, beyond or nothing.
    error TrimRefused (subject: ?string, detail: ?string)

    # The ride is not deleted.
    error NotDeleted (subject: ?string, detail: ?string)

    # A ride with the same start is there already; subject is its number, detail its start.
    error DuplicateRide (subject: ?string, detail: ?string)

    # The file cannot be taken; detail says why and where: a word, the byte, the line where it has lines, and more.
    error BadFile (subject: ?string, detail: ?string)

    # There is no such import, or its pieces do not follow each other.
    error UnknownImport (subject: ?string, detail: ?string)

    # So many files are being imported that another has to wait.
    error ImportBusy (subject: ?string, detail: ?string)

    # Zones by that method want a setting that is not there; subject is the method, detail the setting.
    error SettingMissing (subject: ?string, detail: ?string)

    # There is no such file format.
    error UnknownFormat (subject: ?string, detail: ?string)

    # The ride's radio traffic was not recorded, or is not kept; detail is noController, notPermitted or notKept.
    error NoRecording (subject: ?string, detail: ?string)

    # A scan during a ride would endanger the links.
    error ScanDuringRide (subject: ?string, detail: ?string)

    # The radio does not work; detail says how.
    error RadioUnavailable (subject: ?string, detail: ?string)

    # The start was given up because a Stop came.
    error StartWithdrawn (subject: ?string, detail: ?string)

    # The store could not be read or written; subject is the file or directory, and detail begins with a word
    # for the cause: otherOwner, readOnly, inUse, newerVersion, diskFull and others.
    error StoreFailed (subject: ?string, detail: ?string)

    # The daemon is going down.
    error ShuttingDown (subject: ?string, detail: ?string)

    """
}
