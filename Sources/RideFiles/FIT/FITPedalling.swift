internal import Rides

/// The fields of a `record`, a `session` or a `lap` about the pedalling: Garmin's profile, messages 20, 18 and 19.
///
/// A share of the power belongs to the right leg if its top bit is set. Otherwise the leg is unknown (profile,
/// `left_right_balance`), so such a share is not read, although GoldenCheetah takes it for the left leg's.
struct FITPedalling: Sendable {
  /// `left_right_balance`.
  let balance: FITField
  /// Its top bit.
  private let rightLeg: Double
  /// The steps of its share per percent.
  private let steps: Double
  let leftTorqueEffectiveness: FITField
  let rightTorqueEffectiveness: FITField
  let leftSmoothness: FITField
  let rightSmoothness: FITField
  /// The smoothness of both legs, from a meter that does not distinguish them.
  let combinedSmoothness: FITField

  /// `record`, in whole percent.
  static let record = Self(FITField(30, .uint8), rightLeg: 0x80, steps: 1, qualitiesFrom: 43)
  static let session = Self(FITField(37, .uint16), rightLeg: 0x8000, steps: 100, qualitiesFrom: 101)
  static let lap = Self(FITField(34, .uint16), rightLeg: 0x8000, steps: 100, qualitiesFrom: 91)

  private init(_ balance: FITField, rightLeg: Double, steps: Double, qualitiesFrom first: UInt8) {
    func percent(_ place: UInt8) -> FITField { FITField(first + place, .uint8, scale: 2) }
    (self.balance, self.rightLeg, self.steps) = (balance, rightLeg, steps)
    (leftTorqueEffectiveness, rightTorqueEffectiveness) = (percent(0), percent(1))
    (leftSmoothness, rightSmoothness, combinedSmoothness) = (percent(2), percent(3), percent(4))
  }

  /// Returns the value of `balance`; nil for a share that no leg can have.
  func value(ofLeftPercent left: Double) -> Double? { 0...100 ~= left ? rightLeg + (100 - left) * steps : nil }

  /// Returns the left leg's share in percent; nil for an impossible share, and for that of an unknown leg.
  func leftPercent(ofBalance value: Double) -> Double? {
    let left = 100 - (value - rightLeg) / steps
    return 0...100 ~= left ? left : nil
  }

  /// Returns the columns that write the pedalling of a row.
  func columns<Row>(_ pedalling: @escaping @Sendable (Row) -> Pedalling?) -> [FITColumn<Row>] {
    [
      FITColumn(balance) { row in pedalling(row)?.leftPercent.flatMap { value(ofLeftPercent: $0) } },
      FITColumn(leftTorqueEffectiveness) { pedalling($0)?.leftTorqueEffectivenessPercent },
      FITColumn(rightTorqueEffectiveness) { pedalling($0)?.rightTorqueEffectivenessPercent },
      FITColumn(leftSmoothness) { pedalling($0)?.smoothnessOfLeft },
      FITColumn(rightSmoothness) { pedalling($0)?.rightPedalSmoothnessPercent },
      FITColumn(combinedSmoothness) { pedalling($0)?.smoothnessOfBoth },
    ]
  }
}

extension Pedalling {
  /// The left leg's smoothness, from a meter that distinguishes the legs.
  var smoothnessOfLeft: Double? { rightPedalSmoothnessPercent == nil ? nil : leftPedalSmoothnessPercent }
  /// The smoothness of both legs, from a meter that does not distinguish them.
  var smoothnessOfBoth: Double? { rightPedalSmoothnessPercent == nil ? leftPedalSmoothnessPercent : nil }
}
