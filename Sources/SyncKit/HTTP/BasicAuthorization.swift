import FoundationEssentials

extension HTTPRequest {
  /// The value of an `Authorization` line with user and password (RFC 7617), both as UTF-8.
  package static func basicAuthorization(user: String, password: String) -> String {
    "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"
  }
}
