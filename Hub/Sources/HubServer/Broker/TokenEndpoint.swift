import CCurl
import FoundationEssentials
import NIOCore
import NIOPosix

/// Strava's token endpoint, called by libcurl on a thread of the pool.
///
/// Neither the form nor the response is logged, and a failure has no text that could contain them.
struct TokenEndpoint: Sendable {
  struct Answer: Sendable {
    let status: Int
    let body: Data
    /// The server's `Retry-After` in seconds; 0 if it is absent.
    let retryAfterSeconds: Int
  }

  private static let mostBytes = 64 << 10

  /// libcurl, loaded at the first exchange and then kept.
  ///
  /// Its functions may be called from any thread.
  nonisolated(unsafe) private static let library: OpaquePointer? = ccurl_open("libcurl.so.4")

  /// CURL_SSLVERSION_TLSv1_2, a macro that Swift does not import.
  private static let tls12 = 6

  let url: String
  /// The time limit of an exchange.
  let patience: Duration

  /// Posts an encoded form and returns the response; nil if there is no response, or if it is too large.
  func post(_ form: String) async -> Answer? {
    // The limit includes the wait for a thread.
    let deadline = NIODeadline.now() + TimeAmount(patience)
    return try? await NIOThreadPool.singleton.runIfActive { post(form, until: deadline) }
  }

  private func post(_ form: String, until deadline: NIODeadline) -> Answer? {
    let milliseconds = Int((deadline - .now()).nanoseconds / 1_000_000)
    guard milliseconds > 0, let curl = Self.library else { return nil }
    var lines: UnsafeMutablePointer<curl_slist>?
    defer { ccurl_list_free(curl, lines) }
    for line in ["Content-Type: application/x-www-form-urlencoded", "Accept: application/json", "Expect:"] {
      lines = ccurl_list_append(curl, lines, line) ?? lines
    }
    guard let easy = ccurl_easy_open(curl) else { return nil }
    defer { ccurl_easy_close(curl, easy) }
    let body = Body()
    return withExtendedLifetime(body) {
      let codes =
        rules.map { ccurl_set_number(curl, easy, $0, $1) } + [
          ccurl_set_number(curl, easy, CURLOPT_TIMEOUT_MS, milliseconds),
          ccurl_set_text(curl, easy, CURLOPT_PROTOCOLS_STR, scheme),
          ccurl_set_text(curl, easy, CURLOPT_PROXY, ""),
          ccurl_set_text(curl, easy, CURLOPT_ACCEPT_ENCODING, "gzip"),
          ccurl_set_text(curl, easy, CURLOPT_URL, url),
          ccurl_set_text(curl, easy, CURLOPT_COPYPOSTFIELDS, form),
          ccurl_set_pointer(curl, easy, CURLOPT_HTTPHEADER, lines),
          ccurl_set_pointer(curl, easy, CURLOPT_WRITEDATA, Unmanaged.passUnretained(body).toOpaque()),
          ccurl_set_writer(curl, easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let body = Unmanaged<Body>.fromOpaque(context).takeUnretainedValue()
            return body.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
          },
        ]
      // If an option cannot be set, the request is not sent.
      guard codes.allSatisfy({ $0 == CURLE_OK }), ccurl_easy_perform(curl, easy) == CURLE_OK else { return nil }
      return Answer(
        status: ccurl_number(curl, easy, CURLINFO_RESPONSE_CODE), body: body.data,
        retryAfterSeconds: ccurl_number(curl, easy, CURLINFO_RETRY_AFTER))
    }
  }

  /// Numeric options, including the defaults that security depends on.
  private var rules: [(CURLoption, Int)] {
    [
      (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NETRC, 0), (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
      (CURLOPT_SSLVERSION, Self.tls12), (CURLOPT_MAXFILESIZE, Self.mostBytes), (CURLOPT_NOSIGNAL, 1),
      // A transfer that times out does not wait for the name server.
      (CURLOPT_QUICK_EXIT, 1),
    ]
  }

  /// The permitted scheme: http only for a test's server on this computer.
  private var scheme: String { url.hasPrefix("http://127.0.0.1:") ? "http" : "https" }

  private final class Body {
    var data = Data()

    /// Returns the number of bytes that were accepted.
    ///
    /// If it is smaller than the number of bytes given, libcurl ends the transfer.
    func take(_ bytes: UnsafeRawBufferPointer) -> Int {
      guard data.count + bytes.count <= mostBytes else { return 0 }
      data.append(contentsOf: bytes)
      return bytes.count
    }
  }
}
