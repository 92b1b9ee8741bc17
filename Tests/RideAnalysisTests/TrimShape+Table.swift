extension TrimShape {
  /// The shapes of the fixture.
  static let fixture: [TrimShape] = [
    TrimShape(
      name: "steady_then_stop", segments: [ride(60, 60, 150), ride(3540, 150, 150)], seed: 100,
      expected: Expected(end: 3599, isForgotten: false, suggestedEnd: 3599, start: 118, last: 3599, level: 150)),
    TrimShape(
      name: "steady_halfpower_cooldown", segments: [ride(60, 75, 75), ride(3540, 150, 150), ride(300, 75, 75)],
      seed: 102,
      expected: Expected(end: 3899, isForgotten: false, suggestedEnd: 3899, start: 134, last: 3599, level: 149.9)),
    TrimShape(
      name: "forgot_8h_trainer_silent_strap_on", segments: [ride(3600, 150, 150), rest(25200, .desk)], seed: 104,
      expected: Expected(end: 3599, isForgotten: true, suggestedEnd: 3604, start: 98, last: 3598, level: 149.9)),
    TrimShape(
      name: "forgot_with_crank_bump",
      segments: [ride(3600, 150, 150), rest(3600, .coast), ride(8, 40, 40), rest(3600, .coast)], seed: 106,
      expected: Expected(end: 3599, isForgotten: true, suggestedEnd: 3604, start: 99, last: 3598, level: 149.9)),
    TrimShape(
      name: "pause_10min_then_30min_more",
      segments: [ride(1800, 150, 150), rest(600, .coast), ride(1800, 150, 150)], seed: 108,
      expected: Expected(end: 4199, isForgotten: false, suggestedEnd: 4199, start: 97, last: 4199, level: 149.5)),
    TrimShape(
      name: "hr_only_forgot", segments: [ride(3600, 150, 150), rest(7200, .desk)], seed: 110, hasPower: false,
      expected: Expected(end: 3640, isForgotten: true, suggestedEnd: 3645, start: 96, last: 3645, level: nil)),
    TrimShape(
      name: "negative_drift_zone2", segments: [ride(60, 75, 75), ride(3600, 160, 140), ride(180, 70, 70)], seed: 112,
      expected: Expected(end: 3839, isForgotten: false, suggestedEnd: 3839, start: 123, last: 3659, level: 149.4)),
  ]

  /// The other shapes of facts/domain.md §8, with its figures where it has them and the correct ones elsewhere.
  static let others: [TrimShape] = [
    TrimShape(
      name: "ramp_cooldown", segments: [ride(60, 60, 150), ride(3240, 150, 150), ride(300, 150, 60)], seed: 101,
      expected: Expected(end: 3599, isForgotten: false, suggestedEnd: 3599, start: 118, last: 3355, level: 150)),
    TrimShape(
      name: "zeros_2min", segments: [ride(60, 60, 150), ride(3540, 150, 150), rest(120, .coast)], seed: 103,
      expected: Expected(end: 3599, isForgotten: false, suggestedEnd: 3719, start: 118, last: 3599, level: 150)),
    TrimShape(
      name: "forgot_device_gone", segments: [ride(3600, 150, 150), rest(7200, .gone)], seed: 105,
      expected: Expected(end: 3599, isForgotten: true, suggestedEnd: 3604, start: 98, last: 3598, level: 150)),
    TrimShape(
      name: "pause_4min", segments: [ride(1800, 150, 150), rest(240, .coast), ride(1800, 150, 150)], seed: 107,
      expected: Expected(end: 3839, isForgotten: false, suggestedEnd: 3839, start: 98, last: 3839, level: 150)),
    TrimShape(
      name: "intervals_ending_hard",
      segments: [ride(600, 100, 100)] + Array(repeating: [ride(180, 250, 250), ride(180, 100, 100)], count: 6).joined()
        + [ride(180, 250, 250)], seed: 109,
      expected: Expected(end: 2939, isForgotten: false, suggestedEnd: 2939, start: 608, last: 2939, level: nil)),
    TrimShape(
      name: "short", segments: [ride(300, 150, 150)], seed: 111,
      expected: Expected(end: 299, isForgotten: false, suggestedEnd: 299, start: 97, last: 299, level: 150)),
    TrimShape(
      name: "never_in_zone_2", segments: [ride(3600, 100, 100)], seed: 113,
      expected: Expected(end: 3599, isForgotten: false, suggestedEnd: 3599, start: 0, last: 3599, level: 100)),
  ]

  static let all = fixture + others

  /// The shapes with steady power between warm-up and cool-down.
  static let steady = all.filter { shape in
    shape.hasPower && !shape.name.hasPrefix("pause") && !shape.name.hasPrefix("intervals")
  }

  private static func ride(_ seconds: Int, _ from: Double, _ to: Double) -> Segment {
    Segment(seconds: seconds, fromWatts: from, toWatts: to, kind: .ride)
  }

  private static func rest(_ seconds: Int, _ kind: Kind) -> Segment {
    Segment(seconds: seconds, fromWatts: 0, toWatts: 0, kind: kind)
  }
}
