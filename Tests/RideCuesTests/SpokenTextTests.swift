import ControlWire
import RideCues
import Rides
import Testing

@Suite struct SpokenTextTests {
  private static func interval(
    _ end: IntervalEndKind = .timer, seconds: Int? = nil, meters: Double? = nil, label: String? = nil,
    _ change: (inout IntervalStatus) -> Void = { _ in }
  ) -> IntervalStatus {
    var interval = IntervalStatus(number: 2, label: label, end: end)
    interval.remainingSeconds = seconds
    interval.remainingMeters = meters
    change(&interval)
    return interval
  }

  @Test(
    arguments: [
      (.interval(interval(seconds: 120), watts: 214, toWatts: nil), "2 minutes at 214 watts."),
      (
        .interval(interval(seconds: 61, label: "Over"), watts: 214, toWatts: nil),
        "Over. 1 minute 1 second at 214 watts."
      ),
      (.interval(interval(seconds: 600), watts: 100, toWatts: 200), "10 minutes from 100 to 200 watts."),
      (.interval(interval(seconds: 3600), watts: nil, toWatts: nil), "1 hour of free riding."),
      (.interval(interval(.distance, meters: 400), watts: 180, toWatts: nil), "400 meters at 180 watts."),
      (.interval(interval(.distance, meters: 2540), watts: 180, toWatts: nil), "2.5 kilometers at 180 watts."),
      (.interval(interval(.distance, meters: 2000), watts: 180, toWatts: nil), "2 kilometers at 180 watts."),
      (.interval(interval(.location), watts: 120, toWatts: nil), "To the next place, at 120 watts."),
      (
        .interval(interval(.activity, label: "Stretch"), watts: nil, toWatts: nil),
        "Stretch. Until you press done, free riding."
      ),
      (.interval(interval(seconds: 1200) { $0.zone = 2 }, watts: 130, toWatts: nil), "20 minutes in zone 2."),
      (
        .interval(
          interval(seconds: 1200) { ($0.zone, $0.zoneFrom, $0.zoneTo) = (2, 120, 140) }, watts: 130, toWatts: nil),
        "20 minutes in zone 2, heart rate 120 to 140."
      ),
      (
        .interval(interval(seconds: 60) { ($0.zoneFrom, $0.zoneTo) = (120, 130) }, watts: 130, toWatts: nil),
        "1 minute at heart rate 120 to 130."
      ),
      (
        .interval(
          interval(seconds: 60) { ($0.cadenceFrom, $0.cadenceTo, $0.cue) = (85, 95, "Breathe [[out]].") }, watts: 90,
          toWatts: nil),
        "1 minute at 90 watts, cadence 85 to 95. Breathe   out  ."
      ),
      (.begun(seconds: 2700, watts: 150), "45 minutes at 150 watts."),
      (.begun(seconds: nil, watts: 150), "Riding at 150 watts."),
      (.begun(seconds: nil, watts: nil), "Free riding."),
      (.target(watts: 155), "155 watts."),
      (.over(timerSeconds: 5405), "Ride finished after 1 hour 30 minutes 5 seconds."),
      (.over(timerSeconds: 0), "Ride finished after 0 seconds."),
      (.refused(ControlError(.noRide)), "No ride is on."),
    ] as [(Announcement, String)])
  func `an announcement is a sentence`(_ announcement: Announcement, _ text: String) {
    #expect(announcement.text == text)
  }

  @Test func `a cue is cut after 300 characters`() {
    #expect(Announcement.cue(String(repeating: "x", count: 2000)).text.count == 300)
  }
}
