extension TrainerInterface {
  /// What the methods take and give.
  static let types = """
    # A ride on a stationary trainer: find the devices, ride, and read what was ridden.
    #
    # Units stand in the names. What is not known is absent. A message is at most 1 MiB long.
    # Called with "more", some methods answer in several replies; the last one then carries nothing new.
    interface org.justzone2.Trainer

    # What a peripheral can be to a ride.
    type DeviceKind (trainer, heartRate)

    # A peripheral that was heard or is known. rssi is in dBm, of when it was last heard; known says
    # whether Use chose it; addressChanges is true of an address that is another one in a quarter of an hour.
    type Device (
      address: string,
      name: ?string,
      kinds: []DeviceKind,
      rssi: ?int,
      known: bool,
      addressChanges: ?bool
    )

    # Where a ride stands. ready: linked and in control, waiting for the first pedal stroke;
    # paused: the timer stands because the rider said so or, autoPaused, because nobody pedals;
    # reconnecting: the timer stands because the trainer is gone.
    type Phase (idle, connecting, ready, riding, paused, reconnecting, finishing)

    # Something that is wrong: a code for programs, a sentence and what to do about it for people.
    type Problem (code: string, message: string, remedy: string)

    # What keeps the power that is asked of the trainer from being the one that is wanted. range: the trainer cannot hold
    # it; legs: they were let go when cadence collapsed; heartRate: it is above the ride's limit; dfa: DFA alpha-1 is
    # low; noHeartRate: the heart steers, and no heart rate comes; ramp: the power is on its way up, which begins with
    # the first stroke.
    type Easing (range, legs, heartRate, dfa, noHeartRate, ramp)

    # The ride in hand. targetWatts is what is asked of the trainer now, absent while nothing is: in a pause, while it is
    # gone, and while riding is free; wantedWatts is what rider and plan want, the bias included, absent while riding is
    # free; easedBy says why the one is not the other; biasPercent is absent at 0. elapsedSeconds run from the first
    # pedal stroke, pauses and drops included; remainingSeconds are absent where not all of the ride ends by the timer.
    type RideStatus (
      id: int,
      targetWatts: ?int,
      wantedWatts: ?int,
      easedBy: ?Easing,
      biasPercent: ?int,
      timerSeconds: int,
      elapsedSeconds: int,
      remainingSeconds: ?int,
      distanceMeters: ?float
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

    # An interval, from 1, that asks for a power which the trainer does not hold, and what it holds, in watts. It is ridden
    # with the nearest.
    type Unheld (interval: int, watts: int, minimumWatts: int, maximumWatts: int)

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
    # cut has a trim, and all else is of what is kept. importedFrom is fit, tcx or gpx; until deletedUntil a deleted
    # ride can be had back. fileName is the ride's among the daemon's files, once it is written; plan, absent in a list,
    # is the name of the plan that it was ridden by. activity is what the ride is known by as it is now; each cut has
    # another.
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
      deletedUntil: ?string,
      fileName: ?string,
      plan: ?string,
      activity: ?string
    )

    # What became of a ride of a file: it is stored, or would be and has the number 0, or another one is there, by number.
    type ImportedRide (ride: ?RideSummary, there: ?int)

    # How many values of a file were not taken, since no ride can have them, and where the first of them stands.
    type LeftOutValues (count: int, byte: int, line: ?int)

    # The order of a list of rides: by start, newest first, or by timer time.
    type RideSort (date, longest, shortest)

    # One second of a ride: means of what arrived in it. Nothing arrived, nothing is said. virtual: speed and distance
    # are reckoned from power. Places, heights and temperatures are of imported rides.
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
      alpha1: ?float,
      virtual: ?bool,
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
    # and cool-down. zone2Share is 0 to 1, of the seconds with a heart rate. thresholdWatts is the FTP of the
    # ride's start, which intensity and load are taken by; with thresholdOfToday the present setting, none being kept.
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
      thresholdWatts: ?int,
      thresholdOfToday: ?bool,
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
      trigger: string,
      label: ?string
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

    # What a rider said of themself. Zone 2 is from zone2From to zone2To, both within. A zoneMethod that is chosen sets
    # it, and it goes with the heart rates that the method reckons from until another is said.
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

    # What ends an interval: seconds of timer time, metres of virtual distance, a place on the plan's route, or Done.
    type IntervalEnd (timer, distance, location, activity)

    # Something that the rider is told, so many seconds after the interval's beginning.
    type PlannedCue (atSeconds: int, seconds: int, text: string)

    # A part of a plan as it is made. The target is watts or thresholdPercent, of the functional threshold power; with
    # its "to", a ramp; a heart-rate zone, with either of the first two to begin at; none of them is free riding.
    type PlannedInterval (
      label: ?string,
      end: IntervalEnd,
      seconds: ?int,
      meters: ?float,
      latitudeDegrees: ?float,
      longitudeDegrees: ?float,
      watts: ?int,
      toWatts: ?int,
      thresholdPercent: ?float,
      toThresholdPercent: ?float,
      zone: ?int,
      cadenceFrom: ?int,
      cadenceTo: ?int,
      cues: ?[]PlannedCue
    )

    # Intervals that are ridden one after the other, so many times; a lone one is a group of itself.
    type PlannedGroup (repeats: int, intervals: []PlannedInterval)

    # A plan in figures. intervals count as often as they repeat; timerSeconds are of those that end by the timer, and
    # openEnded says that others end otherwise.
    type PlanSummary (
      name: string,
      summary: ?string,
      author: ?string,
      intervals: int,
      timerSeconds: int,
      openEnded: bool,
      routeMeters: ?float
    )

    # An interval of the ride in hand; timerSeconds and meters are since it began, watts as planned and handWatts what the
    # rider asked for in their place.
    type IntervalStatus (
      number: int,
      label: ?string,
      end: IntervalEnd,
      timerSeconds: int,
      meters: float,
      remainingSeconds: ?int,
      remainingMeters: ?float,
      share: ?float,
      watts: ?int,
      toWatts: ?int,
      handWatts: ?int,
      zone: ?int,
      zoneFrom: ?int,
      zoneTo: ?int,
      cadenceFrom: ?int,
      cadenceTo: ?int,
      cue: ?string
    )

    # How an interval came to its end: as planned, skipped, or left for the one before.
    type IntervalOutcome (expired, skipped, left)

    # An interval that is over; atSeconds are the ride's.
    type ExpiredInterval (
      number: int,
      label: ?string,
      end: IntervalEnd,
      outcome: IntervalOutcome,
      atSeconds: int,
      timerSeconds: int,
      meters: float
    )

    # Where a ride stands in its plan. expired has the latest 20 that are over, the latest last; share is 0 to 1.
    type PlanStatus (
      name: ?string,
      intervals: int,
      interval: ?IntervalStatus,
      next: ?IntervalStatus,
      expired: []ExpiredInterval,
      expiredCount: int,
      biasPercent: int,
      remainingSeconds: ?int,
      share: float
    )

    # What can happen to a plan.
    type PlanNewsKind (intervalEnded, planEnded)

    # Something that happened to the ride's plan: what is over, and what begins.
    type PlanNews (kind: PlanNewsKind, interval: ?ExpiredInterval, next: ?IntervalStatus)

    # How far an estimate may be trusted: good with 3 % artefacts at most, low with 5 %, else none.
    type Confidence (good, low, none)

    # DFA alpha-1 of the last two minutes of heartbeats: near 0.75 at the aerobic threshold. An estimate, no diagnosis.
    type Alpha1Status (value: ?float, beats: int, artefactPercent: float, confidence: Confidence)

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

    # How evenly a device spoke over a whole ride: the intervals between its notifications within each of its links.
    type LinkIntervals (
      device: DeviceKind,
      count: int,
      shortestSeconds: float,
      longestSeconds: float,
      meanSeconds: float,
      deviationSeconds: float
    )

    # How a look of Doctor ended. unknown: it could not be looked at.
    type Outcome (ok, warning, failed, unknown)

    # One thing that Doctor looked at, what it saw, and what to do about it.
    type Check (name: string, outcome: Outcome, message: string, remedy: ?string)

    """
}
