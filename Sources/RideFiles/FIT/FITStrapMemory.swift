internal import Rides

/// The clock of a strap that stores heartbeats out of radio range: Garmin's profile, `hr`.
///
/// A message with a timestamp relates the strap's clock to UTC. The others hold the lower 12 bits of the times of up to
/// eight beats.
struct FITStrapMemory: Sendable {
  /// More beats than in the longest ride.
  static let mostBeats = 2_000_000

  /// The difference between UTC and the strap's clock, in seconds since FIT's epoch.
  private var offset: Double?
  /// The last time by the strap's clock, in 1/1024 s.
  private var lastTicks: UInt32 = 0

  /// Returns the beats of a message: their times, and the rates after the strap's own filter, in beats a minute.
  mutating func beats(of message: FITMessage) -> [(time: UnixTime, perMinute: Int)] {
    var ticks: [UInt32] = []
    if let event = message.value(FITField.HR.eventTimestamp).map({ $0 * 1024 }).flatMap(UInt32.init(exactly:)) {
      lastTicks = event
      ticks.append(event)
      if let time = message.time {
        let fraction = message.value(FITField.HR.fractionalTimestamp) ?? message.value(FITField.HR.time256) ?? 0
        offset = Double(time) + fraction - Double(event) / 1024
      }
    }
    for low in lowBits(of: message) {
      lastTicks &+= (low &- lastTicks) & 0xFFF
      ticks.append(lastTicks)
    }
    guard let offset else { return [] }
    return zip(ticks, message.values(FITField.HR.filteredBPM)).compactMap { ticks, rate in
      guard rate >= 1 else { return nil }
      let seconds = offset + Double(ticks) / 1024
      return (UnixTime(fitSeconds: seconds.rounded(.down)), Int(rate))
    }
  }

  /// Returns the lower 12 bits of the beats' times, the first in the lower bits.
  private func lowBits(of message: FITMessage) -> [UInt32] {
    let bytes = message.bytes(FITField.HR.eventTimestamp12)
    return stride(from: 0, to: bytes.count - 2, by: 3).flatMap { first -> [UInt32] in
      let bits = bytes[first..<first + 3].enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (8 * $1.offset) }
      return [bits & 0xFFF, bits >> 12]
    }
  }
}
