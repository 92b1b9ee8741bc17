extension String {
  /// The text without anything that a terminal would obey.
  ///
  /// A device's name comes over the air, from whoever is in range.
  var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: "?"
          default: scalar
          }
        }))
  }
}
