import ControlWire
import Rides

/// The library's values with every field set, and their JSON.
extension Vectors {
  static let cutSummary = RideSummary(
    id: 8, start: "2026-11-21T06:46:12Z", timerSeconds: 120, elapsedSeconds: 130, averageWatts: 149.5,
    averageHeartRate: nil, kilojoules: 17.94, distanceMeters: nil, state: .finished, name: "Dawn", note: "Wet.",
    trim: Trim(fromSeconds: 60, toSeconds: 190, wholeSeconds: 28800), importedFrom: "tcx",
    deletedUntil: "2026-12-21T06:46:12Z", plan: "Tempo", activity: "2026-11-21T06:46:12.001Z", startConfirmed: false,
    sport: .running, onRoute: true, uuid: "5a1c8f0e-7d42-4b9a-8c3e-0f1e2d3c4b5a")
  static let cutSummaryJSON =
    #"{"activity":"2026-11-21T06:46:12.001Z","averageWatts":149.5,"deletedUntil":"2026-12-21T06:46:12Z","elapsedSeconds":130,"id":8,"importedFrom":"tcx","#
    + #""kilojoules":17.94,"name":"Dawn","note":"Wet.","onRoute":true,"plan":"Tempo","sport":"running","#
    + #""start":"2026-11-21T06:46:12Z","startConfirmed":false,"#
    + #""state":"finished","timerSeconds":120,"trim":\#(trimJSON),"uuid":"5a1c8f0e-7d42-4b9a-8c3e-0f1e2d3c4b5a"}"#
  static let trimJSON = #"{"fromSeconds":60,"toSeconds":190,"wholeSeconds":28800}"#

  static let importedSample = RideSample(
    second: 3, timerRunning: true, rrIntervals: [819, 832],
    position: Place(latitudeDegrees: 52.25, longitudeDegrees: 4.5), altitudeMeters: -20.5,
    imported: ImportedValues(temperatureCelsius: 18))
  static let importedSampleJSON =
    #"{"altitudeMeters":-20.5,"elapsedSeconds":3,"latitudeDegrees":52.25,"longitudeDegrees":4.5,"#
    + #""rrMilliseconds":[799.8046875,812.5],"temperatureCelsius":18,"timerRunning":true}"#

  static let zone = HeartRateZone(number: 2, fromBpm: 120, belowBpm: 141, seconds: 3000)
  static let zoneJSON = #"{"belowBpm":141,"fromBpm":120,"number":2,"seconds":3000}"#

  static let review = {
    var review = RideReview(
      maximumWatts: 210, maximumHeartRate: 141, averageCadence: 85.5, maximumCadence: 96, maximumSpeedKmh: 31.5,
      normalizedWatts: 151, variabilityIndex: 1.25, intensityFactor: 0.5, trainingStressScore: 42,
      efficiencyFactor: 1.125,
      decouplingPercent: 3.25, driftBpmPerHour: 2.5, workFromSeconds: 98, workToSeconds: 3598, zone2From: 120,
      zone2To: 140, zone2Seconds: 3000, zone2Share: 0.75, zone2Watts: 150, zoneMethod: .maximum, zones: [zone])
    (review.thresholdWatts, review.thresholdOfToday, review.workVariabilityIndex) = (302, true, 1.0625)
    review.notJudged = .intervals
    review.powerZones = [PowerZones.Zone(number: 1, fromWatts: nil, belowWatts: 213, seconds: 600)]
    review.test = TestStatus(test: .ramp, meanWatts: 324.5, isOver: true)
    review.pedalling = Pedalling()
    review.pedalling?.leftPercent = 51.5
    return review
  }()
  static let reviewJSON =
    #"{"averageCadence":85.5,"decouplingPercent":3.25,"driftBpmPerHour":2.5,"efficiencyFactor":1.125,"#
    + #""intensityFactor":0.5,"maximumCadence":96,"maximumHeartRate":141,"maximumSpeedKmh":31.5,"maximumWatts":210,"#
    + #""normalizedWatts":151,"notJudged":"intervals","pedalling":{"leftPercent":51.5},"#
    + #""powerZones":[{"belowWatts":213,"number":1,"seconds":600}],"#
    + #""test":{"meanWatts":324.5,"over":true,"test":"ramp","thresholdWatts":243},"#
    + #""thresholdOfToday":true,"thresholdWatts":302,"trainingStressScore":42,"#
    + #""variabilityIndex":1.25,"workFromSeconds":98,"#
    + #""workToSeconds":3598,"workVariabilityIndex":1.0625,"zone2From":120,"zone2Seconds":3000,"zone2Share":0.75,"zone2To":140,"zone2Watts":150,"#
    + #""zoneMethod":"maximum","zones":[\#(zoneJSON)]}"#

  static let lap: ReviewedRide.Lap = {
    var lap = ReviewedRide.Lap(
      fromSeconds: 0, toSeconds: 130, timerSeconds: 120, distanceMeters: 1000, averageWatts: 150, averageHeartRate: 131,
      averageCadence: 85, kilojoules: 18, trigger: "end")
    (lap.interval, lap.plannedWatts, lap.plannedToWatts) = (3, 140, 160)
    return lap
  }()
  static let lapJSON =
    #"{"averageCadence":85,"averageHeartRate":131,"averageWatts":150,"distanceMeters":1000,"fromSeconds":0,"#
    + #""interval":3,"kilojoules":18,"plannedToWatts":160,"plannedWatts":140,"timerSeconds":120,"toSeconds":130,"#
    + #""trigger":"end"}"#

  static let events: [ReviewedRide.Event] = {
    var target = ReviewedRide.Event(atSeconds: 1.5, kind: "target", detail: "150")
    target.watts = 150
    var lost = ReviewedRide.Event(atSeconds: 60, kind: "trainerLost", detail: "timeout")
    (lost.device, lost.reason) = (.trainer, "timeout")
    var labelled = ReviewedRide.Event(atSeconds: 61, kind: "labelled", detail: "2 Over")
    (labelled.interval, labelled.label) = (2, "Over")
    var biased = ReviewedRide.Event(atSeconds: 62, kind: "biased", detail: "-5")
    biased.percent = -5
    var longer = ReviewedRide.Event(atSeconds: 63, kind: "extended", detail: "2 60 s")
    (longer.interval, longer.seconds) = (2, 60)
    var farther = ReviewedRide.Event(atSeconds: 64, kind: "extended", detail: "3 500 m")
    (farther.interval, farther.meters) = (3, 500)
    return [target, lost, labelled, biased, longer, farther]
  }()
  static let eventsJSON = [
    #"{"atSeconds":1.5,"detail":"150","kind":"target","watts":150}"#,
    #"{"atSeconds":60,"detail":"timeout","device":"trainer","kind":"trainerLost","reason":"timeout"}"#,
    #"{"atSeconds":61,"detail":"2 Over","interval":2,"kind":"labelled","label":"Over"}"#,
    #"{"atSeconds":62,"detail":"-5","kind":"biased","percent":-5}"#,
    #"{"atSeconds":63,"detail":"2 60 s","interval":2,"kind":"extended","seconds":60}"#,
    #"{"atSeconds":64,"detail":"3 500 m","interval":3,"kind":"extended","meters":500}"#,
  ].joined(separator: ",")

  static let reviewed = ReviewedRide(
    ride: cutSummary, review: review, laps: [lap], events: events, uploads: [upload])
  static let reviewedJSON =
    #"{"events":[\#(eventsJSON)],"laps":[\#(lapJSON)],"review":\#(reviewJSON),"#
    + #""ride":\#(cutSummaryJSON),"uploads":[\#(uploadJSON)]}"#

  static let upload = Upload(
    service: "strava", state: .stale, remoteId: "17", url: "https://www.strava.com/activities/17",
    at: "2026-11-21T09:00:00Z", message: "Slow.", fault: SyncFault(.timedOut), outdated: true)
  static let uploadJSON =
    #"{"at":"2026-11-21T09:00:00Z","fault":{"code":"timedOut"},"message":"Slow.","outdated":true,"#
    + #""remoteId":"17","service":"strava","#
    + #""state":"stale","url":"https://www.strava.com/activities/17"}"#

  static let suggestion = TrimSuggestion(
    activityEndSeconds: 3600, tailSeconds: 25200, forgotten: true, suggestedEndSeconds: 3604, workFromSeconds: 98,
    workToSeconds: 3598, levelWatts: 149.5, proposal: Trim(fromSeconds: 60, toSeconds: 190, wholeSeconds: 28800))
  static let suggestionJSON =
    #"{"activityEndSeconds":3600,"forgotten":true,"levelWatts":149.5,"proposal":\#(trimJSON),"#
    + #""suggestedEndSeconds":3604,"tailSeconds":25200,"workFromSeconds":98,"workToSeconds":3598}"#

  static let trend = RideTrend(
    id: 7, start: "2026-11-21T06:45:12Z", timerSeconds: 3600, zone2Seconds: 3000, zone2Watts: 150.5,
    decouplingPercent: 3.5, kilojoules: 537.5, distanceMeters: 31_400.5, trainingStressScore: 42.5)
  static let trendJSON =
    #"{"decouplingPercent":3.5,"distanceMeters":31400.5,"id":7,"kilojoules":537.5,"start":"2026-11-21T06:45:12Z","#
    + #""timerSeconds":3600,"trainingStressScore":42.5,"zone2Seconds":3000,"zone2Watts":150.5}"#

  static let record = PersonalRecord(
    .power, overSeconds: 300,
    best: RecordMark(
      ride: 7, start: "2026-11-21T06:45:12Z", title: "Dawn", watts: 312.5, timerSeconds: 3600, distanceMeters: 31_400.5,
      kilojoules: 537.5),
    before: RecordMark(ride: 3, start: "2026-11-20T06:45:12Z", watts: 300))
  static let recordJSON =
    #"{"before":{"ride":3,"start":"2026-11-20T06:45:12Z","watts":300},"best":{"distanceMeters":31400.5,"#
    + #""kilojoules":537.5,"ride":7,"start":"2026-11-21T06:45:12Z","timerSeconds":3600,"title":"Dawn","watts":312.5},"#
    + #""kind":"power","overSeconds":300}"#

  static let powerPoint = PowerPoint(
    overSeconds: 300, watts: 312.5, ride: 7, start: "2026-11-21T06:45:12Z", title: "Dawn")
  static let powerPointJSON =
    #"{"overSeconds":300,"ride":7,"start":"2026-11-21T06:45:12Z","title":"Dawn","watts":312.5}"#

  static let settings = SettingsAndZones(
    settings: RiderSettings(
      zone2: 120...140, maximumHeartRate: 185, restingHeartRate: 50, thresholdHeartRate: 165,
      thresholdWatts: 250, weightKilograms: 72.5, zoneMethod: .friel, hrvSource: .apple, trimpWeights: .women,
      units: .imperial, fan: .percent, fanPercent: 40),
    zones: [HeartRateZone(number: 1, fromBpm: nil, belowBpm: 133.5)])
  static let settingsJSON =
    #"{"settings":{"difficultyPercent":100,"ergByResistance":true,"fan":"percent","fanPercent":40,"hrvSource":"apple","maximumHeartRate":185,"restingHeartRate":50,"thresholdHeartRate":165,"#
    + #""thresholdWatts":250,"trimpWeights":"women","units":"imperial","weightKilograms":72.5,"zone2From":120,"zone2To":140,"zoneMethod":"friel"},"#
    + #""zones":[{"belowBpm":133.5,"number":1}]}"#

  static let change: SetSettings = {
    var change = SetSettings()
    change.zone2From = 118
    change.thresholdWatts = 240
    change.zoneMethod = .reserve
    change.units = .imperial
    (change.fan, change.fanPercent) = (.percent, 40)
    (change.difficultyPercent, change.ergByResistance) = (60, false)
    change.clear = [.weightKilograms]
    return change
  }()

  static let libraryRequests: [(any TrainerCall, String)] = [
    (Rides(), "{}"),
    (
      Rides(
        limit: 50, offset: 100, search: "Dawn", sport: .running, sort: .longest, since: "2026-11-01T00:00:00Z",
        before: "2026-12-01T00:00:00Z", deleted: true),
      #"{"before":"2026-12-01T00:00:00Z","deleted":true,"limit":50,"offset":100,"search":"Dawn","#
        + #""since":"2026-11-01T00:00:00Z","sort":"longest","sport":"running"}"#
    ),
    (Show(ride: "7", whole: true), #"{"ride":"7","whole":true}"#),
    (Show(ride: "7", fromSeconds: 3600), #"{"fromSeconds":3600,"ride":"7"}"#),
    (Review(ride: "last"), #"{"ride":"last"}"#),
    (Review(ride: "12", whole: true), #"{"ride":"12","whole":true}"#),
    (Edit(ride: "7", name: "Dawn", note: ""), #"{"name":"Dawn","note":"","ride":"7"}"#),
    (Edit(ride: "7", sport: .ebiking), #"{"ride":"7","sport":"ebiking"}"#),
    (Delete(ride: "7"), #"{"ride":"7"}"#),
    (Delete(ride: "7", now: true), #"{"now":true,"ride":"7"}"#),
    (Undelete(ride: "7"), #"{"ride":"7"}"#),
    (SuggestTrim(ride: "7"), #"{"ride":"7"}"#),
    (
      TrimRide(ride: "7", fromSeconds: 60, toSeconds: 190), #"{"fromSeconds":60,"ride":"7","toSeconds":190}"#
    ),
    (TrimRide(ride: "7", auto: true), #"{"auto":true,"ride":"7"}"#),
    (Untrim(ride: "7"), #"{"ride":"7"}"#),
    (NoteUpload(ride: "7", service: "strava"), #"{"ride":"7","service":"strava"}"#),
    (
      NoteUpload(ride: "7", service: "strava", activity: "2026-11-21T06:45:12.250Z"),
      #"{"activity":"2026-11-21T06:45:12.250Z","ride":"7","service":"strava"}"#
    ),
    (
      NoteUpload(ride: "7", service: "strava", state: .duplicate, remoteId: "17", url: "https://a.b/17", message: "c."),
      #"{"message":"c.","remoteId":"17","ride":"7","service":"strava","state":"duplicate","url":"https://a.b/17"}"#
    ),
    (NoteUpload(ride: "7", service: "strava", remove: true), #"{"remove":true,"ride":"7","service":"strava"}"#),
    (Backup(), "{}"),
    (
      Restore(number: 3, sequence: 1, data: "", last: true),
      #"{"data":"","last":true,"number":3,"sequence":1}"#
    ),
    (Export(ride: "7", format: "fit", whole: true), #"{"format":"fit","ride":"7","whole":true}"#),
    (
      Import(number: nil, sequence: 0, data: "AA==", last: false),
      #"{"data":"AA==","last":false,"sequence":0}"#
    ),
    (
      Import(number: 3, sequence: 1, data: "", last: true, force: true, dryRun: true, name: "Dawn"),
      #"{"data":"","dryRun":true,"force":true,"last":true,"name":"Dawn","number":3,"sequence":1}"#
    ),
    (History(since: "2026-11-01T00:00:00Z"), #"{"since":"2026-11-01T00:00:00Z"}"#),
    (
      History(since: "2026-11-01T00:00:00Z", before: "2026-12-01T00:00:00Z"),
      #"{"before":"2026-12-01T00:00:00Z","since":"2026-11-01T00:00:00Z"}"#
    ),
    (Analyse(), "{}"),
    (Records(), "{}"),
    (Records(quick: true), #"{"quick":true}"#),
    (BestPower(ride: "7"), #"{"ride":"7"}"#),
    (
      BestPower(since: "2026-11-01T00:00:00Z", before: "2026-12-01T00:00:00Z"),
      #"{"before":"2026-12-01T00:00:00Z","since":"2026-11-01T00:00:00Z"}"#
    ),
    (GetSettings(), "{}"),
    (
      change,
      #"{"clear":["weightKilograms"],"difficultyPercent":60,"ergByResistance":false,"fan":"percent","fanPercent":40,"thresholdWatts":240,"units":"imperial","#
        + #""zone2From":118,"zoneMethod":"reserve"}"#
    ),
  ]

  static let libraryReplies: [ReplyVector] = [
    .init(Review.self, reviewed, reviewedJSON),
    .init(
      Show.self, ShownRide(ride: cutSummary, samples: [importedSample]),
      #"{"ride":\#(cutSummaryJSON),"samples":[\#(importedSampleJSON)]}"#
    ),
    .init(Edit.self, EditedRide(ride: cutSummary), #"{"ride":\#(cutSummaryJSON)}"#),
    .init(Delete.self, EditedRide(ride: cutSummary), #"{"ride":\#(cutSummaryJSON)}"#),
    .init(Undelete.self, EditedRide(ride: cutSummary), #"{"ride":\#(cutSummaryJSON)}"#),
    .init(
      SuggestTrim.self, SuggestedTrim(ride: cutSummary, suggestion: suggestion),
      #"{"ride":\#(cutSummaryJSON),"suggestion":\#(suggestionJSON)}"#
    ),
    .init(
      TrimRide.self, TrimmedRide(ride: cutSummary, uploads: [upload]),
      #"{"ride":\#(cutSummaryJSON),"uploads":[\#(uploadJSON)]}"#
    ),
    .init(Untrim.self, TrimmedRide(ride: cutSummary, uploads: []), #"{"ride":\#(cutSummaryJSON),"uploads":[]}"#),
    .init(
      NoteUpload.self, TrimmedRide(ride: cutSummary, uploads: [upload]),
      #"{"ride":\#(cutSummaryJSON),"uploads":[\#(uploadJSON)]}"#
    ),
    .init(
      Import.self,
      ImportProgress(
        number: 3, ride: summary, rides: [ImportedRide(ride: summary), ImportedRide(there: 7)],
        leftOut: LeftOutValues(count: 3, byte: 4711, line: 81)),
      #"{"leftOut":{"byte":4711,"count":3,"line":81},"number":3,"ride":\#(summaryJSON),"#
        + #""rides":[{"ride":\#(summaryJSON)},{"there":7}]}"#
    ),
    .init(History.self, RideHistory(rides: [trend]), #"{"rides":[\#(trendJSON)]}"#),
    .init(History.self, RideHistory(rides: [trend], more: true), #"{"more":true,"rides":[\#(trendJSON)]}"#),
    .init(Analyse.self, AnalysisProgress(analysed: 32, of: 40), #"{"analysed":32,"of":40}"#),
    .init(Records.self, RecordList(records: [record]), #"{"records":[\#(recordJSON)]}"#),
    .init(BestPower.self, PowerPoints(points: [powerPoint]), #"{"points":[\#(powerPointJSON)]}"#),
    .init(Backup.self, FilePiece(fileName: "a", sequence: 0, data: ""), #"{"data":"","fileName":"a","sequence":0}"#),
    .init(
      Restore.self,
      RestoreProgress(number: 3, rides: 12, kept: "/s"), #"{"kept":"/s","number":3,"rides":12}"#
    ),
    .init(GetSettings.self, settings, settingsJSON),
    .init(SetSettings.self, settings, settingsJSON),
  ]
}
