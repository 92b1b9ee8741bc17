import ControlWire
import Rides

// The vectors of plans.

extension Vectors {
  static let over = PlannedInterval(
    label: "Over", end: .timer, seconds: 60, watts: 100, toWatts: 200, cadenceFrom: 85, cadenceTo: 95,
    cues: [PlanCue(atSeconds: 30, seconds: 10, text: "Ease off")])
  static let overJSON =
    #"{"cadenceFrom":85,"cadenceTo":95,"cues":[{"atSeconds":30,"seconds":10,"text":"Ease off"}],"end":"timer","#
    + #""label":"Over","seconds":60,"toWatts":200,"watts":100}"#

  static let climb = PlannedInterval(
    end: .location, latitudeDegrees: -33.5, longitudeDegrees: 151.25, place: "Café", thresholdPercent: 62.5,
    toThresholdPercent: 75)
  static let climbJSON =
    #"{"end":"location","latitudeDegrees":-33.5,"longitudeDegrees":151.25,"place":"Café","thresholdPercent":62.5,"#
    + #""toThresholdPercent":75}"#

  static let endless = PlannedInterval(end: .distance, meters: 2500.5, watts: 140, zone: 2)
  static let endlessJSON = #"{"end":"distance","meters":2500.5,"watts":140,"zone":2}"#

  static let even = PlannedInterval(end: .activity, thresholdPercent: 60, bpmFrom: 120, bpmTo: 130)
  static let evenJSON = #"{"bpmFrom":120,"bpmTo":130,"end":"activity","thresholdPercent":60}"#

  static let plan = PlanSummary(
    name: "over under", summary: "Hard", author: "Ada", intervals: 9, timerSeconds: 240, openEnded: true,
    routeMeters: 12_345.5)
  static let planJSON =
    #"{"author":"Ada","intervals":9,"name":"over under","openEnded":true,"routeMeters":12345.5,"summary":"Hard","#
    + #""timerSeconds":240}"#

  static let workout: PlanSummary = {
    var workout = PlanSummary(
      name: "2026-11-25 Tempo", intervals: 1, timerSeconds: 3600, openEnded: false, day: "2026-11-25",
      source: "intervals", ridden: false, deletedUntil: "2026-12-25T06:45:12Z")
    (workout.kind, workout.intensityFactor, workout.trainingStressScore) = (.tempo, 0.75, 56.5)
    return workout
  }()
  static let workoutJSON =
    #"{"day":"2026-11-25","deletedUntil":"2026-12-25T06:45:12Z","intensityFactor":0.75,"intervals":1,"kind":"tempo","#
    + #""name":"2026-11-25 Tempo","openEnded":false,"ridden":false,"#
    + #""source":"intervals","timerSeconds":3600,"trainingStressScore":56.5}"#

  static let details = PlanDetails(
    plan: plan,
    groups: [PlannedGroup(repeats: 4, intervals: [over, climb]), PlannedGroup(repeats: 1, intervals: [endless])],
    thresholdWatts: 240,
    waypoints: [Waypoint(name: "Café", place: Place(latitudeDegrees: -33.5, longitudeDegrees: 151.25))])
  static let detailsJSON =
    #"{"groups":[{"intervals":[\#(overJSON),\#(climbJSON)],"repeats":4},{"intervals":[\#(endlessJSON)],"repeats":1}],"#
    + #""plan":\#(planJSON),"thresholdWatts":240,"#
    + #""waypoints":[{"latitudeDegrees":-33.5,"longitudeDegrees":151.25,"name":"Café"}]}"#

  static let interval: IntervalStatus = {
    var interval = IntervalStatus(number: 3, label: "Over", end: .timer, timerSeconds: 20, meters: 180.5)
    (interval.remainingSeconds, interval.remainingMeters, interval.share) = (40, 12.5, 0.5)
    (interval.watts, interval.toWatts) = (100, 200)
    (interval.zone, interval.zoneFrom, interval.zoneTo) = (2, 120, 140)
    (interval.cadenceFrom, interval.cadenceTo, interval.cue) = (85, 95, "Ease off")
    return interval
  }()
  static let intervalJSON =
    #"{"cadenceFrom":85,"cadenceTo":95,"cue":"Ease off","end":"timer","label":"Over","meters":180.5,"number":3,"#
    + #""remainingMeters":12.5,"remainingSeconds":40,"share":0.5,"timerSeconds":20,"toWatts":200,"watts":100,"#
    + #""zone":2,"zoneFrom":120,"zoneTo":140}"#

  static let next = IntervalStatus(number: 4, end: .activity)
  static let nextJSON = #"{"end":"activity","meters":0,"number":4,"timerSeconds":0}"#

  static let expired = ExpiredInterval(
    number: 2, label: "Under", end: .distance, outcome: .skipped, atSeconds: 130, timerSeconds: 60, meters: 25.5,
    averageWatts: 148.5, targetWatts: 150)
  static let expiredJSON =
    #"{"atSeconds":130,"averageWatts":148.5,"end":"distance","label":"Under","meters":25.5,"number":2,"#
    + #""outcome":"skipped","targetWatts":150,"timerSeconds":60}"#

  static let planStatus = PlanStatus(
    name: "over under", intervals: 9, interval: interval, next: next, expired: [expired], expiredCount: 2,
    biasPercent: -5, remainingSeconds: 400, share: 0.25)
  static let planStatusJSON =
    #"{"biasPercent":-5,"expired":[\#(expiredJSON)],"expiredCount":2,"interval":\#(intervalJSON),"intervals":9,"#
    + #""name":"over under","next":\#(nextJSON),"remainingSeconds":400,"share":0.25}"#

  static let overPlan = PlanStatus(intervals: 1, expiredCount: 1, share: 1)
  static let overPlanJSON = #"{"biasPercent":0,"expired":[],"expiredCount":1,"intervals":1,"share":1}"#

  static let easedStatus: RideStatus = {
    var ride = RideStatus(
      id: 7, targetWatts: 120, timerSeconds: 60, elapsedSeconds: 75, remainingSeconds: nil, wantedWatts: 150,
      easedBy: .dfa, biasPercent: 5)
    (ride.name, ride.averageWatts, ride.averageBeatsPerMinute) = ("over under", 118.5, 131.5)
    ride.maximumBeatsPerMinute = 150
    (ride.kilojoules, ride.stoppedSeconds, ride.lap, ride.plan) = (7.5, 15, lapStatus, "over under")
    ride.test = TestStatus(test: .twentyMinutes, meanWatts: 250)
    return ride
  }()
  static let easedStatusJSON =
    #"{"averageBeatsPerMinute":131.5,"averageWatts":118.5,"biasPercent":5,"easedBy":"dfa","elapsedSeconds":75,"#
    + #""id":7,"kilojoules":7.5,"lap":\#(lapStatusJSON),"maximumBeatsPerMinute":150,"name":"over under","plan":"over under","#
    + #""stoppedSeconds":15,"targetWatts":120,"test":{"meanWatts":250,"test":"twentyMinutes"},"#
    + #""timerSeconds":60,"wantedWatts":150}"#

  /// A ride on a route, with each way in which a trainer can brake.
  static let roadStatus: Status = {
    var ride = RideStatus(id: 7, targetWatts: nil, timerSeconds: 60, elapsedSeconds: 60, remainingSeconds: nil)
    (ride.slopePercent, ride.resistancePercent) = (2.5, 40)
    ride.road = RoadStatus(
      meters: 1200.5, lengthMeters: 9000, slopePercent: 2.5, altitudeMeters: 812.5, ascentMeters: 60)
    ride.calibration = CalibrationStatus(device: .trainer, step: .speedUp)
    var status = Status(phase: .riding, ride: ride)
    status.trainer = DeviceStatus(address: "C0:FF:EE:00:00:01", state: .connected)
    status.trainer?.modes = OpenValues(wrappedValue: TrainerMode.allCases)
    // Only trainers have modes; the type of all devices is one.
    (status.heartRate, status.power) = (status.trainer, status.trainer)
    (status.cadence, status.fan) = (status.trainer, status.trainer)
    return status
  }()
  private static let modedJSON =
    #"{"address":"C0:FF:EE:00:00:01","modes":["erg","ergByResistance","slope","resistance"],"state":"connected"}"#
  static let roadStatusJSON =
    #"{"cadence":\#(modedJSON),"fan":\#(modedJSON),"heartRate":\#(modedJSON),"phase":"riding","power":\#(modedJSON),"#
    + #""problems":[],"ride":{"calibration":{"device":"trainer","step":"speedUp"},"elapsedSeconds":60,"id":7,"#
    + #""resistancePercent":40,"road":{"altitudeMeters":812.5,"ascentMeters":60,"lengthMeters":9000,"#
    + #""meters":1200.5,"slopePercent":2.5},"slopePercent":2.5,"timerSeconds":60},"trainer":\#(modedJSON)}"#

  static let strapStatus = DeviceStatus(
    address: "C0:FF:EE:00:00:02", name: "TICKR", state: .preparing, beatsPerMinute: 141, batteryPercent: 80)
  static let strapStatusJSON =
    #"{"address":"C0:FF:EE:00:00:02","batteryPercent":80,"beatsPerMinute":141,"name":"TICKR","state":"preparing"}"#

  static let relayedStatus: DeviceStatus = {
    var relayed = DeviceStatus(address: "C0:FF:EE:00:00:01", state: .connected, beatsPerMinute: 131)
    relayed.fromTrainer = true
    return relayed
  }()
  static let relayedStatusJSON =
    #"{"address":"C0:FF:EE:00:00:01","beatsPerMinute":131,"fromTrainer":true,"state":"connected"}"#

  static let fanStatus: DeviceStatus = {
    var fan = DeviceStatus(address: "C0:FF:EE:00:00:07", name: "HEADWIND", state: .connected)
    fan.fanPercent = 40
    return fan
  }()
  static let fanStatusJSON =
    #"{"address":"C0:FF:EE:00:00:07","fanPercent":40,"name":"HEADWIND","state":"connected"}"#

  static let meteredStatus: Status = {
    var status = Status(phase: .riding)
    status.power = DeviceStatus(address: "C0:FF:EE:00:00:06", state: .connected, powerWatts: 200)
    status.cadence = DeviceStatus(address: "C0:FF:EE:00:00:05", state: .away)
    status.fan = fanStatus
    status.heartRate = relayedStatus
    status.match = MatchStatus(state: .steering, percent: 4.2)
    return status
  }()
  static let meteredStatusJSON =
    #"{"cadence":{"address":"C0:FF:EE:00:00:05","state":"away"},"fan":\#(fanStatusJSON),"#
    + #""heartRate":\#(relayedStatusJSON),"match":{"percent":4.2,"state":"steering"},"phase":"riding","#
    + #""power":{"address":"C0:FF:EE:00:00:06","powerWatts":200,"state":"connected"},"problems":[]}"#

  static let plannedStatus = Status(
    phase: .riding, ride: easedStatus, heartRate: strapStatus, plan: planStatus,
    alpha1: Alpha1Status(value: 0.875, beats: 240, artefactPercent: 1.5, confidence: .good),
    news: [
      PlanNews(kind: .intervalEnded, interval: expired, next: interval),
      PlanNews(kind: .planEnded, interval: nil),
    ])
  static let plannedStatusJSON =
    #"{"alpha1":{"artefactPercent":1.5,"beats":240,"confidence":"good","value":0.875},"#
    + #""heartRate":\#(strapStatusJSON),"news":[{"interval":\#(expiredJSON),"kind":"intervalEnded","next":\#(intervalJSON)},{"kind":"planEnded"}],"#
    + #""phase":"riding","plan":\#(planStatusJSON),"problems":[],"ride":\#(easedStatusJSON)}"#

  static let planRequests: [(any TrainerCall, String)] = [
    (Start(plan: "over under", dfa: true), #"{"dfa":true,"plan":"over under"}"#),
    (
      Start(watts: 140, minutes: 60, zone2: true, dfa: true, maximumHeartRate: 150),
      #"{"dfa":true,"maximumHeartRate":150,"minutes":60,"watts":140,"zone2":true}"#
    ),
    (Start(plannedFor: .tomorrow, heartRate: false), #"{"heartRate":false,"plannedFor":"tomorrow"}"#),
    (Plans(), "{}"),
    (Plans(all: true), #"{"all":true}"#),
    (Plans(deleted: true), #"{"deleted":true}"#),
    (ShowPlan(name: "over under"), #"{"name":"over under"}"#),
    (ShowRoute(name: "over under"), #"{"name":"over under"}"#),
    (NewPlan(name: "a"), #"{"name":"a"}"#),
    (NewPlan(name: "a", summary: "Hard"), #"{"name":"a","summary":"Hard"}"#),
    (
      AddToPlan(name: "a", intervals: [over, climb, endless, even], repeats: 4),
      #"{"intervals":[\#(overJSON),\#(climbJSON),\#(endlessJSON),\#(evenJSON)],"name":"a","repeats":4}"#
    ),
    (AddToPlan(name: "a", intervals: []), #"{"intervals":[],"name":"a"}"#),
    (
      AddToPlan(name: "a", intervals: [], repeats: 4, last: 2),
      #"{"intervals":[],"last":2,"name":"a","repeats":4}"#
    ),
    (RemovePlan(name: "a"), #"{"name":"a"}"#),
    (RemovePlan(name: "a", line: 2), #"{"line":2,"name":"a"}"#),
    (RemovePlan(name: "a", line: 2, interval: 1), #"{"interval":1,"line":2,"name":"a"}"#),
    (UndeletePlan(name: "a"), #"{"name":"a"}"#),
    (RenamePlan(name: "a", to: "b"), #"{"name":"a","to":"b"}"#),
    (CopyPlan(name: "a", to: "b"), #"{"name":"a","to":"b"}"#),
    (
      SetPlannedWorkouts(
        source: "intervals", from: "2026-11-25", to: "2026-11-26",
        workouts: [
          PlannedWorkout(
            key: "7", day: "2026-11-25", name: "Tempo", summary: "Hard",
            groups: [PlannedGroup(repeats: 2, intervals: [even])]),
          PlannedWorkout(key: "8", day: "2026-11-26", name: "Rest", data: "AA=="),
        ]),
      #"{"from":"2026-11-25","source":"intervals","to":"2026-11-26","workouts":[{"day":"2026-11-25","groups":"#
        + #"[{"intervals":[\#(evenJSON)],"repeats":2}],"key":"7","name":"Tempo","summary":"Hard"},"#
        + #"{"data":"AA==","day":"2026-11-26","key":"8","name":"Rest"}]}"#
    ),
    (ForgetPlannedWorkouts(source: "intervals"), #"{"source":"intervals"}"#),
    (
      ImportPlan(number: nil, sequence: 0, data: "AA==", last: false),
      #"{"data":"AA==","last":false,"sequence":0}"#
    ),
    (
      ImportPlan(number: 3, sequence: 1, data: "", last: true, name: "a", fileName: "a.zwo", replace: true),
      #"{"data":"","fileName":"a.zwo","last":true,"name":"a","number":3,"replace":true,"sequence":1}"#
    ),
    (
      ImportPlan(number: 3, sequence: 1, data: "", last: true, giveUp: true),
      #"{"data":"","giveUp":true,"last":true,"number":3,"sequence":1}"#
    ),
    (
      ImportPlan(number: nil, sequence: 0, data: "", last: true, dryRun: true),
      #"{"data":"","dryRun":true,"last":true,"sequence":0}"#
    ),
    (
      ImportPlan(number: nil, sequence: 0, data: "", last: true, road: true),
      #"{"data":"","last":true,"road":true,"sequence":0}"#
    ),
    (ExportPlan(name: "a", format: "zwo"), #"{"format":"zwo","name":"a"}"#),
    (Done(), "{}"),
    (Done(interval: 1), #"{"interval":1}"#),
    (Skip(), "{}"),
    (Skip(interval: 4), #"{"interval":4}"#),
    (Back(), "{}"),
    (Back(interval: 12), #"{"interval":12}"#),
    (Extend(seconds: 120), #"{"seconds":120}"#),
    (Extend(meters: 500.5), #"{"meters":500.5}"#),
    (Bias(percent: -5), #"{"percent":-5}"#),
    (Bias(change: 5), #"{"change":5}"#),
    (Label(text: "Windy"), #"{"text":"Windy"}"#),
    (GetIntervals(), "{}"),
    (GetIntervals(from: 501), #"{"from":501}"#),
  ]

  static let planReplies: [ReplyVector] = [
    .init(
      Start.self,
      Started(
        ride: RideStatus(id: 7, targetWatts: nil, timerSeconds: 0, elapsedSeconds: 0, remainingSeconds: nil),
        target: nil, unheld: Unheld(interval: 2, watts: 2500, minimumWatts: 25, maximumWatts: 1500)),
      #"{"devices":[],"ride":{"elapsedSeconds":0,"id":7,"timerSeconds":0},"#
        + #""unheld":{"interval":2,"maximumWatts":1500,"minimumWatts":25,"watts":2500}}"#
    ),
    .init(Watch.self, plannedStatus, plannedStatusJSON),
    .init(Watch.self, meteredStatus, meteredStatusJSON),
    .init(Watch.self, roadStatus, roadStatusJSON),
    .init(
      Watch.self, Status(phase: .idle, planned: workout),
      #"{"phase":"idle","planned":\#(workoutJSON),"problems":[]}"#
    ),
    .init(Plans.self, PlanList(plans: [plan]), #"{"plans":[\#(planJSON)]}"#),
    .init(ShowPlan.self, details, detailsJSON),
    .init(
      ShowRoute.self,
      RouteLine(
        meters: 1250.5, loop: true, ascentMeters: 81.5,
        points: [RoutePoint(meters: 0, latitudeDegrees: -33.5, longitudeDegrees: 151.25, altitudeMeters: 372.5)],
        waypoints: [Waypoint(name: "Café", place: Place(latitudeDegrees: -33.5, longitudeDegrees: 151.25))]),
      #"{"ascentMeters":81.5,"loop":true,"meters":1250.5,"#
        + #""points":[{"altitudeMeters":372.5,"latitudeDegrees":-33.5,"longitudeDegrees":151.25,"meters":0}],"#
        + #""waypoints":[{"latitudeDegrees":-33.5,"longitudeDegrees":151.25,"name":"Café"}]}"#
    ),
    .init(NewPlan.self, details, detailsJSON),
    .init(AddToPlan.self, details, detailsJSON),
    .init(RemovePlan.self, RemovedPlan(plan: workout), #"{"plan":\#(workoutJSON)}"#),
    .init(RemovePlan.self, RemovedPlan(plan: nil), "{}"),
    .init(UndeletePlan.self, details, detailsJSON),
    .init(RenamePlan.self, details, detailsJSON),
    .init(CopyPlan.self, details, detailsJSON),
    .init(Plans.self, PlanList(plans: [workout]), #"{"plans":[\#(workoutJSON)]}"#),
    .init(
      SetPlannedWorkouts.self,
      PlannedWorkoutsSet(
        saved: 2, removed: 1, refused: [RefusedWorkout(key: "9", name: "Long", PlanFault(.empty))]),
      #"{"refused":[{"code":"empty","key":"9","message":"The plan Long is empty.","name":"Long","remedy":"#
        + #""Change it in your calendar, then read that: `jz2ctl sync now`."}],"removed":1,"saved":2}"#
    ),
    .init(ForgetPlannedWorkouts.self, PlannedWorkoutsForgotten(removed: 3), #"{"removed":3}"#),
    .init(
      ImportPlan.self,
      PlanImportProgress(number: 3, plan: plan), #"{"number":3,"plan":\#(planJSON)}"#
    ),
    .init(
      ImportPlan.self,
      PlanImportProgress(number: 3), #"{"number":3}"#
    ),
    .init(
      ExportPlan.self, FilePiece(fileName: "a.zwo", sequence: 0, data: "AA=="),
      #"{"data":"AA==","fileName":"a.zwo","sequence":0}"#
    ),
    .init(Done.self, StepTaken(plan: planStatus), #"{"plan":\#(planStatusJSON)}"#),
    .init(Skip.self, StepTaken(plan: overPlan), #"{"plan":\#(overPlanJSON)}"#),
    .init(Back.self, StepTaken(plan: planStatus), #"{"plan":\#(planStatusJSON)}"#),
    .init(Extend.self, StepTaken(plan: planStatus), #"{"plan":\#(planStatusJSON)}"#),
    .init(Bias.self, StepTaken(plan: planStatus), #"{"plan":\#(planStatusJSON)}"#),
    .init(Label.self, StepTaken(plan: planStatus), #"{"plan":\#(planStatusJSON)}"#),
    .init(
      GetIntervals.self, IntervalList(ride: 7, intervals: [interval, next], more: true),
      #"{"intervals":[\#(intervalJSON),\#(nextJSON)],"more":true,"ride":7}"#
    ),
  ]
}
