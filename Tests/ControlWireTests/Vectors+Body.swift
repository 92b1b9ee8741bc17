import ControlWire
import Rides

/// The values of measurements, nights and scores with every field set, and their JSON.
extension Vectors {
  private static let day = CalendarDay(daysSince1970: 20_782)
  private static let evening = LocalMoment(milliseconds: 1_795_559_400_000, utcOffsetSeconds: 3600)
  private static let morning = LocalMoment(milliseconds: 1_795_587_000_250, utcOffsetSeconds: 3600)

  private static let figures = HRVFigures(
    beats: 70, artefacts: 2, seconds: 60.5, rmssd: 42.5, lnRmssd: 3.75, sdnn: 50.5, nn50: 12, pairs: 66,
    meanHeartRate: 62.5)
  private static let figuresJSON =
    #"{"artefacts":2,"beats":70,"lnRmssd":3.75,"meanHeartRate":62.5,"nn50":12,"pairs":66,"rmssd":42.5,"sdnn":50.5,"#
    + #""seconds":60.5}"#

  private static let measurement: HRVMeasurement = {
    var measurement = HRVMeasurement(
      id: 7, day: day, at: morning, source: .strap, position: .lying, figures: figures, restingHeartRate: 60.5,
      lostSeconds: 4.5)
    measurement.unrest = .afterRide
    return measurement
  }()
  private static let measurementJSON =
    #"{"at":"2026-11-25T07:10:00.250+01:00","day":"2026-11-25","figures":\#(figuresJSON),"id":7,"lostSeconds":4.5,"#
    + #""position":"lying","quality":"good","restingHeartRate":60.5,"source":"strap","unrest":"afterRide"}"#

  private static let night = Night(
    date: day, source: .apple, from: evening, to: morning, asleepMinutes: 430.5, awakeMinutes: 29.5, deepMinutes: 80,
    remMinutes: 90, lightMinutes: 260.5)
  private static let nightJSON =
    #"{"asleepMinutes":430.5,"awakeMinutes":29.5,"date":"2026-11-25","deepMinutes":80,"#
    + #""from":"2026-11-24T23:30:00+01:00","lightMinutes":260.5,"remMinutes":90,"source":"apple","#
    + #""to":"2026-11-25T07:10:00.250+01:00"}"#

  private static let value = WellnessValue(.restingHeartRate, 51.5, on: day, at: morning, source: .intervals)
  private static let valueJSON =
    #"{"at":"2026-11-25T07:10:00.250+01:00","day":"2026-11-25","kind":"restingHeartRate","source":"intervals","#
    + #""value":51.5}"#

  private static let progress = MeasuringProgress(
    .measuring, secondsLeft: 12.5, beats: 40, artefacts: 1, rmssd: 40.5, beatsPerMinute: 61.5, stabilityPercent: 3.5,
    intervals: [812.5, 840])
  private static let progressJSON =
    #"{"artefacts":1,"beats":40,"beatsPerMinute":61.5,"intervals":[812.5,840],"phase":"measuring","rmssd":40.5,"#
    + #""secondsLeft":12.5,"stabilityPercent":3.5}"#

  private static let scores = DayScores(
    date: day, version: 1,
    recovery: RecoveryScore(
      score: 72.8571, category: .optimal, provisional: true, calibrating: 2, calibratingOf: 3,
      missing: [.restingHeartRate],
      inputs: [
        RecoveryInput(
          .hrv, value: 55, baseline: 50, days: 5, deviationPercent: 10, subScore: 70, weight: 0.7143, points: 50)
      ]),
    strain: StrainScore(
      score: 7.4804, category: .light, raw: 60, zoneMinutes: [0, 60, 0, 0, 0], rides: 1,
      ofRides: [RideStrain(ride: 12, score: 7.4804, raw: 60)], ridesWithoutHeartRate: 0),
    sleep: SleepScore(
      score: 90.4884, duration: 84.2105, efficiency: 95.2381, stages: 93.8889, needMinutes: 450, isNeedPersonal: false,
      asleepMinutes: 360, inBedMinutes: 420, source: .entered),
    range: NormalRange(today: 3.7635, mean7: 3.75, low: 3.5, high: 4.5, days7: 5, days60: 20), measurement: measurement)
  private static let scoresJSON =
    #"{"date":"2026-11-25","measurement":\#(measurementJSON),"range":{"days60":20,"days7":5,"high":4.5,"low":3.5,"#
    + #""mean7":3.75,"today":3.7635},"recovery":{"calibrating":2,"calibratingOf":3,"category":"optimal","inputs":[{"baseline":50,"#
    + #""days":5,"deviationPercent":10,"name":"hrv","points":50,"subScore":70,"value":55,"weight":0.7143}],"#
    + #""missing":["restingHeartRate"],"provisional":true,"score":72.8571},"sleep":{"asleepMinutes":360,"#
    + #""duration":84.2105,"efficiency":95.2381,"inBedMinutes":420,"isNeedPersonal":false,"needMinutes":450,"#
    + #""score":90.4884,"source":"entered","stages":93.8889},"strain":{"category":"light","#
    + #""ofRides":[{"raw":60,"ride":12,"score":7.4804}],"raw":60,"rides":1,"#
    + #""ridesWithoutHeartRate":0,"score":7.4804,"zoneMinutes":[0,60,0,0,0]},"version":1}"#

  private static let load = DayLoad(
    date: day, trainingStressScore: 64.5, trimp: 80.5, fitness: 41.5, fatigue: 55.5, strain: 7.4804, rides: 2,
    ridesWithoutTSS: 1)
  private static let loadJSON =
    #"{"date":"2026-11-25","fatigue":55.5,"fitness":41.5,"rides":2,"ridesWithoutTRIMP":0,"#
    + #""ridesWithoutTSS":1,"strain":7.4804,"trainingStressScore":64.5,"#
    + #""trimp":80.5}"#

  static let bodyRequests: [(any BodyCall, String)] = [
    (Measure(), "{}"),
    (Measure(seconds: 120, position: .sitting), #"{"position":"sitting","seconds":120}"#),
    (Measurements(), "{}"),
    (
      Measurements(from: day, to: day, limit: 5, source: .strap),
      #"{"from":"2026-11-25","limit":5,"source":"strap","to":"2026-11-25"}"#
    ),
    (ShowMeasurement(measurement: "last"), #"{"measurement":"last"}"#),
    (DeleteMeasurement(measurement: "7"), #"{"measurement":"7"}"#),
    (
      ImportIntervals(text: "812\n840\n", at: morning, position: .lying),
      #"{"at":"2026-11-25T07:10:00.250+01:00","position":"lying","text":"812\n840\n"}"#
    ),
    (
      AddMeasurement(day: day, rmssd: 42.5, restingHeartRate: 51.5, seconds: 300),
      #"{"day":"2026-11-25","restingHeartRate":51.5,"rmssd":42.5,"seconds":300}"#
    ),
    (Nights(from: day), #"{"from":"2026-11-25"}"#),
    (SetNight(night, replace: true), #"{"night":\#(nightJSON),"replace":true}"#),
    (DeleteNight(date: day, source: .apple), #"{"date":"2026-11-25","source":"apple"}"#),
    (
      ImportBody(nights: [night], measurements: [measurement], intervals: [[812, -840.25]], values: [value]),
      #"{"intervals":[[812,-840.25]],"measurements":[\#(measurementJSON)],"nights":[\#(nightJSON)],"values":[\#(valueJSON)]}"#
    ),
    (Scores(), "{}"),
    (Load(from: day, to: day), #"{"from":"2026-11-25","to":"2026-11-25"}"#),
  ]

  static let bodyReplies: [ReplyVector] = [
    .init(
      Measure.self, MeasureReply(progress, measurement: measurement),
      #"{"measurement":\#(measurementJSON),"progress":\#(progressJSON)}"#),
    .init(
      Measurements.self, MeasurementList(measurements: [measurement], more: true),
      #"{"measurements":[\#(measurementJSON)],"more":true}"#),
    .init(
      ShowMeasurement.self, ShownMeasurement(measurement, intervals: [812, 840.5], breaks: [1]),
      #"{"breaks":[1],"intervals":[812,840.5],"measurement":\#(measurementJSON)}"#),
    .init(DeleteMeasurement.self, EmptyReply(), "{}"),
    .init(ImportIntervals.self, StoredMeasurement(measurement), #"{"measurement":\#(measurementJSON)}"#),
    .init(AddMeasurement.self, StoredMeasurement(measurement), #"{"measurement":\#(measurementJSON)}"#),
    .init(Nights.self, NightList(nights: [night], more: true), #"{"more":true,"nights":[\#(nightJSON)]}"#),
    .init(SetNight.self, StoredNight(night), #"{"night":\#(nightJSON)}"#),
    .init(DeleteNight.self, EmptyReply(), "{}"),
    .init(
      ImportBody.self,
      BodyImported(
        nights: BodyImported.Counts(added: 1, replaced: 2, unchanged: 3, refused: 4),
        measurements: BodyImported.Counts(added: 5)),
      #"{"measurements":{"added":5,"refused":0,"replaced":0,"unchanged":0},"#
        + #""nights":{"added":1,"refused":4,"replaced":2,"unchanged":3},"#
        + #""values":{"added":0,"refused":0,"replaced":0,"unchanged":0}}"#),
    .init(Scores.self, ScoreList(days: [scores], more: true), #"{"days":[\#(scoresJSON)],"more":true}"#),
    .init(Load.self, LoadList(days: [load]), #"{"days":[\#(loadJSON)]}"#),
  ]
}
