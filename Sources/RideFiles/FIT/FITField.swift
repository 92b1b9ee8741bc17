internal import Rides

/// A field of a message as Garmin's profile defines it: its number and the encoding of its value.
struct FITField: Hashable, Sendable {
  let number: UInt8
  let type: FITBaseType
  /// The factor applied after `offset` is added.
  let scale: Double
  let offset: Double

  init(_ number: UInt8, _ type: FITBaseType, scale: Double = 1, offset: Double = 0) {
    self.number = number
    self.type = type
    self.scale = scale
    self.offset = offset
  }

  /// The time of a message in seconds since FIT's epoch; the same field in every message.
  static let timestamp = FITField(253, .uint32)
  static let messageIndex = FITField(254, .uint16)

  func bits(of value: Double?) -> UInt64 { type.bits(of: value.map { ($0 + offset) * scale }) }

  func value(ofNumber number: Double) -> Double { number / scale - offset }

  /// Returns whether the field can hold the value without limiting it to its range.
  func holds(_ value: Double) -> Bool {
    guard let written = type.value(ofBits: bits(of: value)) else { return false }
    return abs(written - (value + offset) * scale) <= 0.5
  }
}

/// The fields that together hold one value: a field, and at most one more for values that the first cannot hold.
struct FITFieldGroup: Sendable {
  enum Part: Hashable, Sendable, CaseIterable {
    case narrow
    case wide
    case fraction
  }

  private let narrow: FITField
  /// The same value with more bits, `enhanced_…`.
  ///
  /// Written for values beyond the narrow field's range. Preferred when reading.
  private let wide: FITField?
  /// The part after the decimal point, `…_fractional_…`; the narrow field then holds the whole part.
  private let fraction: FITField?

  init(_ field: FITField, wide: FITField? = nil, fraction: FITField? = nil) {
    narrow = field
    self.wide = wide
    self.fraction = fraction
  }

  subscript(part: Part) -> FITField? {
    switch part {
    case .narrow: narrow
    case .wide: wide
    case .fraction: fraction
    }
  }

  /// The values read from the fields of a group.
  struct Values: Hashable, Sendable {
    private var narrow: Double?
    private var wide: Double?
    private var fraction: Double?

    subscript(part: Part) -> Double? {
      get {
        switch part {
        case .narrow: narrow
        case .wide: wide
        case .fraction: fraction
        }
      }
      set {
        switch part {
        case .narrow: narrow = newValue
        case .wide: wide = newValue
        case .fraction: fraction = newValue
        }
      }
    }

    /// The combined value; nil if there is neither a narrow nor a wide one.
    var whole: Double? { (wide ?? narrow).map { $0 + (fraction ?? 0) } }
  }

  /// Returns the columns that write a value.
  ///
  /// - Parameters:
  ///   - withFraction: Whether the fraction is written; otherwise the value is rounded.
  ///   - value: Returns the value of a row; nil if absent.
  /// - Returns: The column of the narrow field, then that of the other field, if written.
  func columns<Row>(
    withFraction: Bool, _ value: @escaping @Sendable (Row) -> Double?
  ) -> [FITColumn<Row>] {
    if let wide {
      let narrow = narrow
      return [
        FITColumn(narrow) { row in value(row).flatMap { narrow.holds($0) ? $0 : nil } },
        FITColumn(wide) { row in value(row).flatMap { narrow.holds($0) ? nil : $0 } },
      ]
    }
    guard let fraction, withFraction else { return [FITColumn(narrow, value)] }
    return [
      FITColumn(narrow) { row in value(row)?.rounded(.down) },
      FITColumn(fraction) { row in value(row).map { $0 - $0.rounded(.down) } },
    ]
  }
}

extension UnixTime {
  /// FIT's epoch, 1989-12-31T00:00:00Z, in Unix time.
  private static let fitEpoch: Int64 = 631_065_600

  /// Converts a FIT `date_time`.
  init(fitSeconds: Double) {
    self.init(seconds: Int64(fitSeconds) + Self.fitEpoch)
  }

  /// The FIT `date_time`, in whole seconds, rounded down; negative before FIT's epoch.
  var fitSeconds: Double {
    Double(seconds(since: UnixTime(seconds: Self.fitEpoch)))
  }
}
