extension FixedWidthInteger {
  /// The integer nearest to `value`, halves away from zero.
  ///
  /// Out of range it is the nearest bound; for what is not a number it is zero.
  init(saturating value: Double) {
    // Conversion cuts the decimals off. `rounded()` would need libm, which a program without Glibc does not link.
    let shifted = value < 0 ? value - 0.5 : value + 0.5
    if shifted.isNaN {
      self = 0
    } else {
      self = shifted >= Double(Self.max) ? .max : shifted <= Double(Self.min) ? .min : Self(shifted)
    }
  }
}
