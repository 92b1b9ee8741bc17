import ArgumentParser

/// Names of plans and labels of intervals.
enum ShortText {
  /// How long one is, in characters.
  private static let length = 1...100

  /// Refuses one that no plan takes.
  ///
  /// - Parameters:
  ///   - what: What it is, as the sentence begins.
  ///   - text: What was typed.
  /// - Throws: A sentence with the limit.
  static func check(_ what: String, _ text: String) throws {
    guard length.contains(text.count), !text.allSatisfy(\.isWhitespace) else {
      throw ValidationError("\(what) takes \(length.lowerBound) to \(length.upperBound) characters.")
    }
  }
}
