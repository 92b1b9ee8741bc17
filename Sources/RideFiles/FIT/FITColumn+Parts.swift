extension FITColumn {
  /// A value in its field, or in the wide one where it is beyond the first one's range.
  static func columns(
    _ field: FITField, wide: FITField, _ value: @escaping @Sendable (Row) -> Double?
  ) -> [Self] {
    [
      Self(field) { row in value(row).flatMap { field.holds($0) ? $0 : nil } },
      Self(wide) { row in value(row).flatMap { field.holds($0) ? nil : $0 } },
    ]
  }

  /// A value whose whole part is in its field and what is left in the other; rounded in the first where there is no other.
  static func columns(
    _ field: FITField, fraction: FITField?, _ value: @escaping @Sendable (Row) -> Double?
  ) -> [Self] {
    guard let fraction else { return [Self(field, value)] }
    return [
      Self(field) { row in value(row)?.rounded(.down) },
      Self(fraction) { row in value(row).map { $0 - $0.rounded(.down) } },
    ]
  }
}
