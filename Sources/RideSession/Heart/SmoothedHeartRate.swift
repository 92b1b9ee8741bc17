/// The heart rate without its flutter: an exponential mean over about 20 s.
///
/// A beat-to-beat heart rate in whole numbers moves by two or three beats a minute that no power has caused; a controller
/// that follows them shakes the trainer (Hunt and Hurni 2019). Twenty seconds are short beside the heart's own minute.
struct SmoothedHeartRate: Hashable, Sendable, Codable {
  private static let seconds = 20.0

  /// In beats a minute; nil before the first.
  private(set) var beatsPerMinute: Double?

  /// Whether its number can be, whatever became of the file that it was kept in.
  var isSound: Bool { (0.0...1000).contains(beatsPerMinute ?? 0) }

  /// The heart rate of one second.
  mutating func heard(_ beats: Int) {
    let before = beatsPerMinute ?? Double(beats)
    beatsPerMinute = before + (Double(beats) - before) / Self.seconds
  }
}
