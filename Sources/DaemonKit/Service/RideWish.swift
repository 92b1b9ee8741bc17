import ControlWire

/// What a caller asks a ride to be, its figures in range.
struct RideWish: Hashable, Sendable {
  let watts: Int
  let plannedSeconds: Int
  let maximumHeartRate: Int?
  let wantsHeartRate: Bool

  /// The watts and minutes that a ride may be asked for.
  private static let wattsAllowed = 1...3000
  private static let changeAllowed = -3000...3000
  private static let minutesAllowed = 0.1...1440
  /// The heart rates, in beats a minute, that may be a ceiling.
  private static let ceilingsAllowed = 60...230

  /// - Throws: `invalidParameter`, which names the one that is out of range; a ceiling needs a heart rate.
  init(watts: Int, minutes: Double, maximumHeartRate: Int?, wantsHeartRate: Bool) throws(ControlError) {
    self.watts = try Self.checked(watts: watts)
    guard Self.minutesAllowed.contains(minutes) else { throw ControlError(.invalidParameter, subject: "minutes") }
    plannedSeconds = Int((minutes * 60).rounded())
    guard maximumHeartRate.map(Self.ceilingsAllowed.contains) ?? true else {
      throw ControlError(.invalidParameter, subject: "maximumHeartRate")
    }
    guard wantsHeartRate || maximumHeartRate == nil else { throw ControlError(.invalidParameter, subject: "heartRate") }
    self.maximumHeartRate = maximumHeartRate
    self.wantsHeartRate = wantsHeartRate
  }

  static func checked(watts: Int) throws(ControlError) -> Int {
    guard wattsAllowed.contains(watts) else { throw ControlError(.invalidParameter, subject: "watts") }
    return watts
  }

  static func checked(change: Int) throws(ControlError) -> Int {
    guard changeAllowed.contains(change) else { throw ControlError(.invalidParameter, subject: "change") }
    return change
  }
}
