package import ControlWire
package import Rides

extension Samples {
  package static let over = PlannedInterval(
    label: "Over", end: .timer, seconds: 60, thresholdPercent: 105, cadenceFrom: 85, cadenceTo: 95,
    cues: [PlanCue(atSeconds: 30, seconds: 10, text: "Ease off")])
  package static let under = PlannedInterval(label: "Under", end: .distance, meters: 500, watts: 180)

  package static let mix = PlanDetails(
    plan: PlanSummary(
      name: "mix", summary: "Sundays", author: "Ada", intervals: 11, timerSeconds: 840, openEnded: true,
      routeMeters: 12_345),
    groups: [
      PlannedGroup(
        repeats: 1,
        intervals: [PlannedInterval(label: "Warm up", end: .timer, seconds: 600, watts: 100, toWatts: 200)]),
      PlannedGroup(repeats: 4, intervals: [over, under]),
      PlannedGroup(
        repeats: 1,
        intervals: [PlannedInterval(end: .location, latitudeDegrees: -33.8688, longitudeDegrees: 151.2093, zone: 2)]),
      PlannedGroup(repeats: 1, intervals: [PlannedInterval(label: "Drink", end: .activity)]),
    ])

  /// A plan in its second interval, one minute of 100 to 200 W.
  package static let planStatus: PlanStatus = {
    var now = IntervalStatus(number: 2, label: "Over", end: .timer, timerSeconds: 20, meters: 180)
    (now.remainingSeconds, now.share, now.watts, now.toWatts) = (40, 1.0 / 3, 100, 200)
    (now.cadenceFrom, now.cadenceTo, now.cue) = (85, 95, "Ease off now")
    var next = IntervalStatus(number: 3, label: "Under", end: .distance)
    (next.remainingMeters, next.watts) = (500, 180)
    let warm = ExpiredInterval(
      number: 1, label: "Warm up", end: .timer, outcome: .expired, atSeconds: 600, timerSeconds: 600, meters: 5310)
    return PlanStatus(
      name: "mix", intervals: 11, interval: now, next: next, expired: [warm], expiredCount: 1, biasPercent: 5,
      share: 0.456)
  }()

  /// A ride of that plan; its length is unknown.
  package static let planned: Status = {
    var status = riding
    status.ride?.remainingSeconds = nil
    status.plan = planStatus
    status.alpha1 = Alpha1Status(value: 0.824, beats: 240, artefactPercent: 1, confidence: .good)
    return status
  }()

  /// An hour in Zone 2.
  package static let zone2: Status = {
    var status = riding
    var interval = IntervalStatus(number: 1, end: .timer, timerSeconds: 1727)
    (interval.remainingSeconds, interval.watts) = (1873, 140)
    (interval.zone, interval.zoneFrom, interval.zoneTo) = (2, 120, 140)
    status.plan = PlanStatus(intervals: 1, interval: interval, remainingSeconds: 1873, share: 0.48)
    return status
  }()

  /// A free-ride interval that waits for the rider.
  package static let awaiting: Status = {
    var status = planned
    status.ride?.targetWatts = nil
    var interval = IntervalStatus(number: 11, label: "Drink", end: .activity, timerSeconds: 75)
    interval.cue = nil
    status.plan?.interval = interval
    status.plan?.next = nil
    status.plan?.biasPercent = 0
    let skipped = ExpiredInterval(
      number: 10, label: nil, end: .location, outcome: .skipped, atSeconds: 1700, timerSeconds: 90, meters: 1234)
    let back = ExpiredInterval(
      number: 9, label: "Under", end: .distance, outcome: .left, atSeconds: 1600, timerSeconds: 30, meters: 500)
    status.plan?.expired =
      [1, 2].map {
        ExpiredInterval(
          number: $0, label: "Over", end: .timer, outcome: .expired, atSeconds: 600, timerSeconds: 60, meters: 500)
      } + [back, skipped]
    status.plan?.expiredCount = 10
    status.alpha1 = Alpha1Status(value: nil, beats: 12, artefactPercent: 0, confidence: .none)
    return status
  }()

  package static let intervalEnded = PlanNews(
    kind: .intervalEnded,
    interval: ExpiredInterval(
      number: 3, label: "Over", end: .timer, outcome: .expired, atSeconds: 600, timerSeconds: 60, meters: 500),
    next: IntervalStatus(number: 4, label: "Un\"der", end: .activity))
}
