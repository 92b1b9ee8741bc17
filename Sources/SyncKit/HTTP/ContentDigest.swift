internal import CCurl
internal import FoundationEssentials
internal import Rides

/// The digest of a body, by which a server checks that all of it arrived (RFC 9530).
///
/// The function is OpenSSL's, which libcurl loads anyway. The kernel has one too (`AF_ALG`), but containers and the
/// service's own protections (`RestrictAddressFamilies=`) block that socket family.
enum ContentDigest {
  /// Returns the value of the `Content-Digest` field.
  ///
  /// - Throws: `notInstalled`.
  static func line(of body: [UInt8]) throws(SyncFault) -> String {
    "sha-256=:\(Data(try sha256(body)).base64EncodedString()):"
  }

  /// Returns the SHA-256 digest (FIPS 180-4).
  ///
  /// - Throws: `notInstalled` if libcurl is missing, or uses a TLS library other than OpenSSL.
  static func sha256(_ message: [UInt8]) throws(SyncFault) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    guard ccurl_sha256(HTTPClient.library, message, message.count, &digest) else {
      throw SyncFault(.notInstalled, detail: "libcurl with OpenSSL")
    }
    return digest
  }
}
