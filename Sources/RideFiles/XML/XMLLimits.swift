/// How far a document may go before it is refused, whatever it claims.
enum XMLLimits {
  /// Elements within each other.
  static let depth = 64
  /// Bytes of a tag, a comment, an instruction or the text between two tags.
  static let token = 65_536
  /// Attributes of an element.
  static let attributes = 64
  /// Namespaces that are declared at one place.
  static let namespaces = 64
}
