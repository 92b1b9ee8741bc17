/// The timer starts or stops: an `event`.
struct FITTimerEvent: Sendable {
  let time: Double
  let type: Double

  static func starts(at time: Double) -> Self { Self(time: time, type: FITProfile.EventType.start) }

  static func stops(at time: Double) -> Self { Self(time: time, type: FITProfile.EventType.stopAll) }

  static let columns: [FITColumn<Self>] = [
    FITColumn(FITField.timestamp) { $0.time },
    FITColumn(FITField.Event.event) { _ in FITProfile.Event.timer },
    FITColumn(FITField.Event.eventType) { $0.type },
  ]
}
