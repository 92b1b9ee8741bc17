/// Text as FIT has it.
enum FITText {
  private static let longest = 63

  /// UTF-8 with the 0 that ends it, cut to whole characters; empty for none.
  static func characters(of text: String?) -> [Double] {
    guard var text = text?.filter({ $0 != "\0" }), !text.isEmpty else { return [] }
    while text.utf8.count > longest { text.removeLast() }
    return (Array(text.utf8) + [0]).map(Double.init)
  }
}
