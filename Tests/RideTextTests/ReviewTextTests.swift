import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct ReviewTextTests {
  private static let zones = [
    HeartRateZone(number: 1, fromBpm: nil, belowBpm: 111, seconds: 360),
    HeartRateZone(number: 2, fromBpm: 111, belowBpm: 129.5, seconds: 1080),
    HeartRateZone(number: 3, fromBpm: 129.5, belowBpm: nil, seconds: 2160),
  ]

  private static let review = rated(
    RideReview(
      maximumWatts: 212, maximumHeartRate: 145, averageCadence: 88.2, maximumCadence: 97, maximumSpeedKmh: 36.14,
      normalizedWatts: 151, variabilityIndex: 1.012, intensityFactor: 0.604, trainingStressScore: 36.4,
      efficiencyFactor: 1.147, decouplingPercent: 3.233, driftBpmPerHour: 4.1, workFromSeconds: 300,
      workToSeconds: 3300,
      zone2From: 120, zone2To: 140, zone2Seconds: 2700, zone2Share: 0.75, zone2Watts: 148, zoneMethod: .maximum,
      zones: zones))

  private static func rated(_ review: RideReview) -> RideReview {
    var review = review
    review.thresholdWatts = 250
    return review
  }

  private func text(
    _ ride: RideSummary, _ review: RideReview, laps: [ReviewedRide.Lap] = [], uploads: [Upload] = [],
    incidents: [LinkIncident] = []
  ) -> String {
    let reviewed = ReviewedRide(ride: ride, review: review, laps: laps, events: [], uploads: uploads)
    return ReviewText(reviewed: reviewed, incidents: incidents, page: Samples.pipe, time: Samples.utc).text
  }

  @Test func `a review shows all known values`() {
    var ride = Samples.ride
    (ride.name, ride.note, ride.importedFrom) = ("Sunday", "Legs were good.", "fit")
    ride.trim = Trim(fromSeconds: 98, toSeconds: 3598, wholeSeconds: 28_800)
    let lap = ReviewedRide.Lap(
      fromSeconds: 0, toSeconds: 600, timerSeconds: 600, averageWatts: 120, kilojoules: 72, trigger: "manual")
    let last = ReviewedRide.Lap(
      fromSeconds: 600, toSeconds: 3725, timerSeconds: 3000, distanceMeters: 26_000, averageWatts: 155,
      averageHeartRate: 134, averageCadence: 89, kilojoules: 465, trigger: "end")
    #expect(
      text(
        ride, Self.review, laps: [lap, last],
        uploads: [
          Upload(service: "garmin", at: "2026-11-21T08:00:00Z", outdated: true),
          Upload(service: "intervals", at: "2026-11-21T08:05:00Z", outdated: false),
        ],
        incidents: [
          LinkIncident(kind: .drop, device: .trainer, atSeconds: 600, signalDBm: -88, lastedSeconds: 12.3)
        ])
          == """
          Ride 12, Sunday, started 2026-11-21 06:45
          Legs were good.

          Time        1:00:00, 1:02:05 elapsed
          Distance    31.40 km
          Power       149 W average, 212 W maximum, 151 W normalized (VI 1.01)
          Load        IF 0.60, TSS 36, FTP 250 W
          Work        538 kJ
          Heart rate  132 bpm average, 145 bpm maximum
          Cadence     88 rpm average, 97 rpm maximum
          Speed       36.1 km/h maximum

          Zones by maximum heart rate
          Zone  Heart rate       Time  Share
             1  below 111 bpm    6:00   10 %  ##
             2  111 to 129 bpm  18:00   30 %  #######
             3  from 130 bpm    36:00   60 %  ##############

          Zone 2      120 to 140 bpm: 45:00, 75 % of the time, at 148 W
          Decoupling  3.2 % (Pw:HR), coupled; from 5:00 to 55:00
          Drift       +4.1 bpm an hour
          Efficiency  1.15 W/bpm, normalized

          Lap   From   Time  Power    Heart  Cadence  Distance  Ended by
            1   0:00  10:00  120 W        -        -         -  manual
            2  10:00  50:00  155 W  134 bpm   89 rpm  26.00 km  end

          1 dropped connection, the longest 12.3 s.
          Elapsed  Event         Reason   Signal  Lasted
            10:00  trainer lost  -       -88 dBm  12.3 s

          Trimmed: 1:38 to 59:58 of 8:00:00 is kept; `jz2ctl undo 12` restores the rest.
          0:00 here is 1:38 of the whole ride; give `trim` times of the whole ride.
          Imported from fit.
          Uploaded to garmin on 2026-11-21 08:00 and changed since: delete it there and upload it again.
          Intervals.icu: done 2026-11-21 08:05
          """)
  }

  @Test func `a review omits unknown values`() {
    let review = RideReview(
      workFromSeconds: 0, workToSeconds: 61, zone2From: 120, zone2To: 140, zone2Seconds: 0, zoneMethod: .zone2Range,
      zones: [HeartRateZone(number: 1, fromBpm: nil, belowBpm: 120, seconds: 0)])
    #expect(
      text(Samples.bareRide, review) == """
        Ride 3, started 2026-11-20 06:45, suspended

        Time        1:01
        Work        0 kJ
        """)
  }

  @Test(
    arguments: [
      (-5.01, "the heart rate fell"), (-5, "coupled"), (4.99, "coupled"), (5, "moderate"), (10, "moderate"),
      (10.01, "high"),
    ])
  func `decoupling is called coupled from -5 to 5 percent and high above 10 percent`(
    percent: Double, judgement: String
  ) {
    #expect(ReviewText.judgement(ofDecoupling: percent) == judgement)
  }

  @Test func `a review says why a short ride has no decoupling`() {
    var review = Self.review
    (review.decouplingPercent, review.notJudged) = (nil, .short)
    #expect(
      text(Samples.ride, review).contains(
        "\nDecoupling  not judged: less than 20 minutes of steady power and heart rate\n"))
  }

  @Test func `a review says that a ride is not steady enough for a decoupling`() {
    var review = Self.review
    (review.decouplingPercent, review.workVariabilityIndex, review.notJudged) = (nil, 1.314, .unsteady)
    let shown = text(Samples.ride, review)
    #expect(shown.contains("\nDecoupling  not judged: the power is not steady (VI 1.31 from 5:00 to "))
  }

  @Test func `a review without FTP says how to get power zones`() {
    var review = Self.review
    review.thresholdWatts = nil
    #expect(text(Samples.ride, review).contains("\n\nPower zones need your FTP: `jz2ctl start ramp-test` tests it, "))
    var run = Samples.ride
    run.sport = .running
    #expect(!text(run, review).contains("Power zones"))
  }

  @Test func `a review shows power zones, W′, a test and the pedalling`() {
    var review = Self.review
    review.powerZones = PowerZones(.lactate, thresholdWatts: 250).zones(seconds: [600, 300, 900])
    review.wPrime = WPrimeStatus(criticalWatts: 240, fullKilojoules: 18.5, kilojoules: 12, leastKilojoules: 6.25)
    review.test = TestStatus(test: .ramp, meanWatts: 324, isOver: true)
    review.pedalling = Pedalling()
    review.pedalling?.leftPercent = 51.25
    review.pedalling?.leftTorqueEffectivenessPercent = 82.4
    review.pedalling?.rightTorqueEffectivenessPercent = 79
    review.pedalling?.leftPedalSmoothnessPercent = 21
    let shown = text(Samples.ride, review)
    #expect(
      shown.contains(
        """
        W′          6.3 of 18.5 kJ left at the lowest point (critical power 240 W)
        FTP test    243 W, 75 % of the best minute (324 W); `jz2ctl settings --ftp 243` sets it

        """))
    #expect(shown.contains("\nPedalling   51.3 % left, 48.8 % right; torque effectiveness 82/79 %; smoothness 21 %\n"))
    #expect(
      shown.contains(
        """
        Power zones by FTP 250 W
        Zone  Name                 Power          Time  Share
           1  Below LT1            below 213 W   10:00   33 %  ########
           2  Between LT1 and LT2  213 to 249 W   5:00   17 %  ####
           3  Above LT2            from 250 W    15:00   50 %  ############
        """))
  }

  @Test func `a test that was left has no FTP`() {
    var review = Self.review
    review.test = TestStatus(test: .twentyMinutes, meanWatts: 260)
    #expect(text(Samples.ride, review).contains("\nFTP test    the test was not ridden to its end\n"))
  }

  @Test func `a review names the sport of a ride other than cycling`() {
    var ride = Samples.ride
    ride.sport = .running
    #expect(text(ride, Self.review).contains("\n\nSport       running\nTime"))
    ride.sport = .cycling
    #expect(!text(ride, Self.review).contains("Sport"))
  }

  @Test func `a review shows the labels of its laps`() {
    let review = RideReview(
      workFromSeconds: 0, workToSeconds: 61, zone2From: 120, zone2To: 140, zone2Seconds: 0, zoneMethod: .zone2Range,
      zones: [])
    let laps = ["Over", nil].map { label in
      ReviewedRide.Lap(
        fromSeconds: 0, toSeconds: 60, timerSeconds: 60, averageWatts: 250, kilojoules: 15, trigger: "time",
        label: label)
    }
    let reviewed = ReviewedRide(ride: Samples.bareRide, review: review, laps: laps, events: [], uploads: [])
    let text = ReviewText(reviewed: reviewed, incidents: [], page: Samples.pipe, time: Samples.utc).text
    #expect(text.contains("  Ended by  Label\n"))
    #expect(text.contains("  time      Over\n") && text.hasSuffix("  time      -"))
  }
}

@Suite struct SampleTextTests {
  @Test func `a table of samples shows dashes for missing values`() {
    let rows = [
      RideSample(second: 0, timerRunning: true, powerWatts: 149.6, targetWatts: 150, cadenceRpm: 87.5),
      RideSample(second: 1, timerRunning: false),
    ]
    #expect(
      SampleText.shown(Samples.bareRide, samples: rows, page: Samples.pipe, time: Samples.utc) == """
        Ride 3: 1:01, 0 kJ, suspended. Started 2026-11-20 06:45.

        Elapsed  Timer     Power  Target  Cadence  Heart  Speed  Distance
           0:00  counting  150 W   150 W   88 rpm      -      -         -
           0:01  stopped       -       -        -      -      -         -
        """)
  }

  @Test func `a table of samples shows alpha-1 and says that speed is virtual`() {
    let rows = [
      RideSample(second: 0, timerRunning: true, powerWatts: 150, speedKmh: 30, isVirtual: true),
      RideSample(second: 1, timerRunning: true, powerWatts: 150, alpha1: 0.9),
      RideSample(second: 2, timerRunning: true, powerWatts: 150, alpha1: 0.7),
    ]
    let text = SampleText.shown(Samples.bareRide, samples: rows, page: Samples.pipe, time: Samples.utc)
    #expect(text.contains("Distance  Alpha-1\n"))
    #expect(text.contains("       -     0.90\n"))
    #expect(
      text.hasSuffix(
        "\n\nDFA alpha-1: average 0.80, minimum 0.70.\n\nSpeed and distance are virtual: computed from power."))
  }
}

@Suite struct TrimTextTests {
  private let whole: RideSummary = {
    var ride = Samples.ride
    (ride.timerSeconds, ride.averageWatts, ride.averageHeartRate) = (28_800, 18.6, nil)
    return ride
  }()

  private let cut: RideSummary = {
    var ride = Samples.ride
    ride.trim = Trim(fromSeconds: 0, toSeconds: 3600, wholeSeconds: 28_800)
    return ride
  }()

  @Test func `a trim shows the ride before and after`() {
    let upload = Upload(
      service: "strava", state: .stale, url: "https://a.b/17", at: "2026-11-21T08:00:00Z", outdated: true)
    let fresh = Upload(service: "other", at: "2026-11-21T08:00:00Z", outdated: false)
    #expect(
      TrimText.changed(from: whole, to: cut, uploads: [upload, fresh], page: Samples.pipe, time: Samples.utc) == """
        Ride 12  Start                Time  Power    Heart    Work  Distance
        before   2026-11-21 06:45  8:00:00   19 W        -  538 kJ  31.40 km
        now      2026-11-21 06:45  1:00:00  149 W  132 bpm  538 kJ  31.40 km

        Trimmed: 0:00 to 1:00:00 of 8:00:00 is kept; `jz2ctl undo 12` restores the rest.
        Strava: done 2026-11-21 08:00, https://a.b/17; out of date: trimmed or untrimmed since; delete it there \
        (the link), then `jz2ctl sync again 12 --service strava`
        """)
    #expect(
      TrimText.changed(from: cut, to: whole, uploads: [], page: Samples.pipe, time: Samples.utc).hasSuffix(
        "\n\nRide 12 is whole again."))
    #expect(
      TrimText.changed(from: cut, to: cut, uploads: [upload], page: Samples.pipe, time: Samples.utc)
        == "Trimmed: 0:00 to 1:00:00 of 8:00:00 is kept; `jz2ctl undo 12` restores the rest.")
    #expect(
      TrimText.changed(from: whole, to: whole, uploads: [], page: Samples.pipe, time: Samples.utc)
        == "Ride 12 is whole; nothing was trimmed.")
  }

  @Test func `a forgotten stop is suggested with its command`() {
    let suggestion = TrimSuggestion(
      activityEndSeconds: 3598, tailSeconds: 25_202, forgotten: true, suggestedEndSeconds: 3603, workFromSeconds: 300,
      workToSeconds: 3300, levelWatts: 150.2, proposal: Trim(fromSeconds: 0, toSeconds: 3603, wholeSeconds: 28_800))
    #expect(
      TrimText.suggested(suggestion, ride: whole) == """
        You seem to have forgotten to stop: no pedalling after 59:58, for 7:00:02.
          jz2ctl trim 12 --to 1:00:03
        The main part, without warm-up and cool-down: 5:00 to 55:00 at 150 W.
          jz2ctl trim 12 --from 5:00 --to 55:00
        `jz2ctl trim 12 --auto` keeps 0:00 to 1:00:03.
        """)
  }

  @Test func `a ride without a forgotten stop has nothing to trim`() {
    let suggestion = TrimSuggestion(
      activityEndSeconds: nil, tailSeconds: 0, forgotten: false, suggestedEndSeconds: 61, workFromSeconds: 0,
      workToSeconds: 0, levelWatts: nil, proposal: nil)
    #expect(
      TrimText.suggested(suggestion, ride: Samples.bareRide) == "No sign of a forgotten stop.\nNothing to trim.")
    var steady = suggestion
    steady.workToSeconds = whole.elapsedSeconds
    #expect(TrimText.suggested(steady, ride: whole) == "No sign of a forgotten stop.\nNothing to trim.")
  }

  @Test func `a ride trimmed at its start says where its times begin`() {
    #expect(TrimText.times(Trim(fromSeconds: 0, toSeconds: 100, wholeSeconds: 200)) == nil)
    #expect(
      TrimText.times(Trim(fromSeconds: 182, toSeconds: 1702, wholeSeconds: 3387))
        == "0:00 here is 3:02 of the whole ride; give `trim` times of the whole ride.")
  }
}

@Suite struct SettingsTextTests {
  @Test func `the settings warn about heart rates that contradict each other`() {
    let settings = RiderSettings(zone2: 120...140, maximumHeartRate: 130, restingHeartRate: 120)
    let text = SettingsText.text(SettingsAndZones(settings: settings, zones: []))
    #expect(text.contains("\n\nYour Zone 2 reaches your maximum heart rate. Check `--zone2` and `--max-heart-rate`."))
    #expect(text.hasSuffix("Check `--zone2` and `--resting-heart-rate`."))
  }

  @Test func `the settings name the zone method and how it is computed`() {
    let settings = RiderSettings(
      zone2: 120...140, maximumHeartRate: 185, restingHeartRate: 60, weightKilograms: 72.5,
      zoneMethod: .reserve)
    let zones = [
      HeartRateZone(number: 1, fromBpm: nil, belowBpm: 122.5), HeartRateZone(number: 2, fromBpm: 122.5, belowBpm: nil),
    ]
    #expect(
      SettingsText.text(SettingsAndZones(settings: settings, zones: zones)) == """
        Zone 2                 120 to 140 bpm
        Maximum heart rate     185 bpm
        Resting heart rate     60 bpm
        Threshold heart rate   not set
        Threshold power (FTP)  not set
        Critical power         not set
        W′                     not set
        Weight                 72.5 kg
        Units                  metric (km, kg)
        Usual power            not set
        Usual time             not set
        Recovery source        the strap in the morning (RMSSD)
        TRIMP (Banister)       formula for men
        Fan                    off
        Difficulty of routes   100 %
        ERG by resistance      on

        Zones by heart-rate reserve: 60, 70, 80 and 90 % of the way from 60 bpm to 185 bpm (Karvonen).
        Zone  Heart rate
           1  below 123 bpm
           2  from 123 bpm

        Power zones need your FTP: `jz2ctl start ramp-test` tests it, `jz2ctl settings --ftp N` sets it.
        """)
  }

  @Test func `the settings have the power zones of an FTP`() {
    let settings = RiderSettings(thresholdWatts: 250, zoneMethod: .lactate)
    let known = SettingsAndZones(settings: settings, zones: [], powerZones: PowerZones(settings)?.zones())
    #expect(
      SettingsText.text(known).contains(
        """
        Power zones: 85 and 100 % of FTP, 250 W.
        Zone  Name                 Power
           1  Below LT1            below 213 W
           2  Between LT1 and LT2  213 to 249 W
           3  Above LT2            from 250 W
        """))
  }
  @Test(arguments: [
    (FanMode.off, "off"), (.percent, "35 %"), (.power, "by power"), (.heart, "by heart rate"),
  ])
  func `the settings say what the fan follows`(_ fan: FanMode, _ words: String) {
    let settings = RiderSettings(thresholdWatts: 250, fan: fan, fanPercent: 35)
    let zones = (1...5).map { HeartRateZone(number: $0, fromBpm: nil, belowBpm: nil) }
    let text = SettingsText.text(SettingsAndZones(settings: settings, zones: zones))
    #expect(text.contains("\nFan                    \(words)\n"))
    #expect(!text.contains("The fan cannot"))
  }

  @Test func `the settings name the value that the fan needs to follow the rider`() {
    func text(_ fan: FanMode) -> String {
      SettingsText.text(SettingsAndZones(settings: RiderSettings(fan: fan), zones: []))
    }
    #expect(text(.power).hasSuffix("\n\nThe fan cannot follow your power without your FTP. Set it with `--ftp`."))
    #expect(
      text(.heart).hasSuffix(
        "\n\nThe fan cannot follow your heart rate without five zones. Choose a method with `--zones`."))
    #expect(!text(.percent).contains("The fan cannot"))
  }
}
