/// What `--json` prints, for those who write programs for it; `jz2ctl help json` prints it.
enum JSONShapes {
  /// The text of the help; a line that begins with a verb has its answer after the colon.
  static let text = """
    What --json prints

    Each verb prints one object on one line; watch, start --watch, import and hrv measure print a line for each thing
    that happens, with its "kind". What is not known is absent. Times are RFC 3339 in UTC; a name ends with its unit:
    Watts, BeatsPerMinute or Bpm, Rpm, Kmh, Meters, Seconds, Percent, Degrees, DBm; kilojoules and kilocalories are
    units themselves. Shares are 0 to 1. Numbers have no more digits than what was measured. Sentences (message, remedy,
    text) are English in every language. Older names without a unit (averageHeartRate, averageCadence, rssi, zone2From)
    stay, and the name with the unit stands beside.

    jsonVersion, in each status, changes when a key goes away or means something else; new keys do not change it.

    A refusal: error (a name), message, remedy; where known subject, detail, devices. Exit codes: 0 done, 1 refused,
    64 usage (which is text, also with --json), 69 no daemon, 75 no answer in time.

    RIDE: id, start, timerSeconds, elapsedSeconds, averageWatts, averageBeatsPerMinute, kilojoules, distanceMeters,
      state (riding, suspended, finished), name, plan, note, sport, fileName, activity, importedFrom, deletedUntil,
      trim {fromSeconds, toSeconds, wholeSeconds}
    STATUS: jsonVersion, kind ("status"), phase (idle, connecting, ready, riding, paused, reconnecting, finishing),
      autoPaused, problems [{code, message, remedy, subject, detail, cause, user, rides, unread}],
      ride {id, name, targetWatts, wantedWatts, easedBy, biasPercent, timerSeconds, elapsedSeconds, remainingSeconds,
      stoppedSeconds, distanceMeters, averageWatts, averageBeatsPerMinute, maximumBeatsPerMinute, kilojoules,
      lap {number, timerSeconds, distanceMeters, averageWatts, averageBeatsPerMinute}},
      trainer and heartRate {address, name, state, powerWatts, cadenceRpm, speedKmh, beatsPerMinute, batteryPercent},
      plan PLAN STATUS, alpha1 {value, confidence, beats, artefactPercent}, news [], planned PLAN, hrvDue
    TARGET: targetWatts, askedWatts, minimumWatts, maximumWatts
    DEVICE: address, name, kinds [trainer, heartRate], signalDBm, known
    PLAN: name, intervals, timerSeconds, distanceMeters, openEnded, source, deletedUntil
    PLAN DETAILS: plan PLAN, groups [{repeats, intervals [{end, seconds, meters, watts, toWatts, label, …}]}]
    PLAN STATUS: name, intervals, interval, next, expired [], expiredCount, biasPercent, remainingSeconds, share
    REVIEW: normalizedWatts, maximumWatts, maximumBeatsPerMinute, averageCadenceRpm, maximumCadenceRpm,
      maximumSpeedKmh, variabilityIndex, intensityFactor, trainingStressScore, trimp, strain, decouplingPercent,
      efficiencyWattsPerBpm, driftBpmPerHour, zone2FromBpm, zone2ToBpm, zone2Seconds, zone2Share, zone2Watts,
      zones [{number, fromBpm, belowBpm, seconds}], workFromSeconds, workToSeconds, workVariabilityIndex

    scan: devices [DEVICE]
    use: device DEVICE, and its keys beside
    forget: device {address}
    devices: devices [DEVICE]
    start: kind ("started"), ride {id, …} as in STATUS, target TARGET, devices [{address, name, kind, reason}], unheld;
      with --watch then STATUS lines and at the end kind ("ride"), ride RIDE
    watch: STATUS, a line at each change
    status: STATUS
    watts: TARGET
    pause: STATUS
    resume: STATUS
    lap: ended {number, timerSeconds, distanceMeters, averageWatts, averageBeatsPerMinute}, number
    stop: ride RIDE, and its keys beside; nothing if nothing was recorded
    plan new: PLAN DETAILS
    plan add: PLAN DETAILS
    plan show: PLAN DETAILS
    plan rename: PLAN DETAILS
    plan copy: PLAN DETAILS
    plan edit: PLAN
    plan delete: plan PLAN; with --line PLAN DETAILS
    plan undelete: PLAN DETAILS
    plan list: plans [PLAN]
    plan import: PLAN
    plan export: fileName, byteCount, path or data (Base64)
    plans: plans [PLAN]
    done: PLAN STATUS
    skip: PLAN STATUS
    back: PLAN STATUS
    extend: PLAN STATUS
    bias: PLAN STATUS, or TARGET for a ride without intervals
    label: PLAN STATUS
    rides: rides [RIDE]; with --weeks weeks [{monday, rides, timerSeconds, kilojoules, kilocalories, distanceMeters,
      trainingStressScore, zone2Seconds, zone2Share, unfinished}]; with --strava activities []
    show: ride RIDE, and its keys beside, review REVIEW, laps [{fromSeconds, toSeconds, timerSeconds, trigger, label,
      plannedWatts, plannedToWatts, averageWatts, averageBeatsPerMinute, averageCadenceRpm, kilojoules,
      distanceMeters}], samples [{elapsedSeconds, timerRunning, powerWatts, targetWatts, cadenceRpm, beatsPerMinute,
      speedKmh, distanceMeters, alpha1, rrMilliseconds []}], events [], incidents [], intervals [], uploads []
    chart: panels [{name, unit, lowest, highest, ticks, average, series [{name, stepSeconds, values}]}], and for a ride
      ride RIDE, laps, planned, marks, pauses, captions; with --history weeks [] and rides []; with --scores days []
    records: records [{kind, overSeconds, best {ride, start, title, watts, …}, before}]
    power: points [{seconds, watts}]
    export: fileName, byteCount, path or data (Base64), activity
    settings: settings {zone2FromBpm, zone2ToBpm, zoneMethod, units, …}, zones [{number, fromBpm, belowBpm}]
    today: date, recovery {}, strain {}, sleep {}, version
    load: days [{date, rides, trainingStressScore, trimp, ridesWithoutTSS, ridesWithoutTRIMP, fitness, fatigue, form}]
    hrv measure: kind ("progress" or "measurement"), progress {}, measurement {}
    hrv list: measurements []
    hrv show: measurement {}, intervals [], breaks []
    hrv delete: measurement {}
    hrv import: measurement {}
    hrv add: measurement {}
    sleep add: night {}
    sleep list: nights []
    sleep edit: night {}
    sleep delete: deleted {}
    sleep import: stored, refused [], refusedOthers
    health import: found {}, stored {}, dryRun
    rename: ride RIDE, and its keys beside
    note: ride RIDE, and its keys beside
    trim: ride RIDE, uploads []; with --suggest ride RIDE, suggestion {}
    untrim: ride RIDE, uploads []
    delete: ride RIDE, and its keys beside
    undelete: ride RIDE, and its keys beside
    uploaded: ride RIDE, uploads []
    import: a line for each file, kind ("file"), file, ride RIDE, leftOut {}, dryRun, or kind ("refusal"), file,
      error {}; of several files then kind ("tally"), cameIn, thereAlready, refused, noRides
    backup: fileName, byteCount, path
    restore: rides, kept
    services: services [{service, state, account, queued, lastSuccess, message, remedy, fault}]
    sync now: state, count, progress, message, fault
    sync status: state, count, progress, message, fault
    sync again: service, state, url, at, message, fault
    connect intervals: service {}, consent {}
    connect strava: service {}, consent {}
    connect hub: service {}, consent {}
    disconnect: service {}, revoked
    doctor: checks [{name, outcome (ok, warning, failed, unknown), message, remedy, code, subject, detail, count,
      problem}]
    decode: uuid, name, fields {}, units {}
    """
}
