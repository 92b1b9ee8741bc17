extension FuzzEntry {
  /// A ride: its events, and the time between them.
  package static let ride = FuzzEntry(
    name: "ride",
    seeds: { RideStory.samples },
    run: { input in
      var stage = RideStage(Choices(input))
      while try stage.happen() {}
      try stage.bringToAnEnd()
    })
}

/// Ordinary rides, as the bytes that describe them.
enum RideStory {
  static let samples: [[UInt8]] = [
    begun + riding(seconds: 20) + command(5),
    begun + riding(seconds: 6) + [0, Happening.linkLost.rawValue, 0, 5] + answers(10) + riding(seconds: 6),
    begun + riding(seconds: 3) + command(3) + riding(seconds: 3) + command(4) + riding(seconds: 10) + command(6),
    command(9) + order + [20, 0, 0, 60, 0, 0] + answers(12) + riding(seconds: 10),
    command(0) + order + failures(40),
    begun + riding(seconds: 4) + [Lull.minutes.rawValue, 3, Happening.deadline.rawValue] + riding(seconds: 4),
    begun + riding(seconds: 4) + deadlines(60) + riding(seconds: 4),
  ]

  /// 151 W for 1030 s with a strap, without heart-rate guards and without sensors.
  private static let order: [UInt8] = [0, 0, 0, 150, 0, 4, 0, 1, 0, 0] + [UInt8](repeating: 0, count: 4)

  /// A start without failures, up to the first pedal stroke.
  private static let begun: [UInt8] =
    command(0) + order + answers(14) + riding(seconds: 1) + answers(8)

  private static func command(_ bytes: UInt8...) -> [UInt8] { [0, Happening.command.rawValue] + bytes }

  private static func answers(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in [Lull.milliseconds.rawValue, 5, Happening.answer.rawValue] }
  }

  /// Silence: no data arrives, and every deadline is met.
  private static func deadlines(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in [Lull.untilDeadline.rawValue, Happening.deadline.rawValue] }
  }

  private static func failures(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in [Lull.untilDeadline.rawValue, Happening.failure.rawValue, 0, 7, 0, 0] }
  }

  private static func riding(seconds: Int) -> [UInt8] {
    (0..<seconds).flatMap { _ in
      [Lull.milliseconds.rawValue, 250, Happening.pedalling.rawValue, 12, 88, 75, 120, 75]
        + [Lull.untilDeadline.rawValue, Happening.answer.rawValue]
    }
  }
}
