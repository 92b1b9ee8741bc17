import CCurl

/// The options of a transfer, and the first one that libcurl rejected.
struct TransferOptions {
  let curl: OpaquePointer
  private let easy: UnsafeMutableRawPointer
  private var failure: (option: CURLoption, code: CURLcode)?

  init(curl: OpaquePointer, easy: UnsafeMutableRawPointer) {
    self.curl = curl
    self.easy = easy
  }

  /// Throws if an option was rejected, so that no transfer begins with fewer checks than requested.
  func check() throws(HTTPFailure) {
    guard let failure else { return }
    let text = String(cString: ccurl_text(curl, failure.code))
    throw HTTPFailure(.other, "libcurl's option \(failure.option.rawValue): \(text)", mayHaveArrived: false)
  }

  mutating func set(_ option: CURLoption, _ number: Int) {
    note(option, ccurl_set_number(curl, easy, option, number))
  }

  mutating func set(_ option: CURLoption, _ text: String) { note(option, ccurl_set_text(curl, easy, option, text)) }

  mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
    note(option, ccurl_set_pointer(curl, easy, option, pointer))
  }

  /// Sets the body of a request.
  ///
  /// Its memory must stay valid until the transfer has ended.
  mutating func setBody(_ bytes: UnsafeBufferPointer<UInt8>) {
    note(CURLOPT_POSTFIELDS, ccurl_set_body(curl, easy, bytes.baseAddress, bytes.count))
  }

  /// Sets the callbacks: for a line of the head, for a piece of the body, and before a request is sent.
  mutating func setCallbacks(
    head: @escaping curl_write_callback, body: @escaping curl_write_callback, ready: @escaping curl_prereq_callback
  ) {
    note(CURLOPT_HEADERFUNCTION, ccurl_set_writer(curl, easy, CURLOPT_HEADERFUNCTION, head))
    note(CURLOPT_WRITEFUNCTION, ccurl_set_writer(curl, easy, CURLOPT_WRITEFUNCTION, body))
    note(CURLOPT_PREREQFUNCTION, ccurl_set_ready(curl, easy, ready))
  }

  private mutating func note(_ option: CURLoption, _ code: CURLcode) {
    if code != CURLE_OK, failure == nil { failure = (option, code) }
  }
}

extension TransferOptions {
  /// Sets the options that all transfers share.
  ///
  /// Some repeat libcurl's defaults, because security depends on them.
  mutating func setRules() {
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_FOLLOWLOCATION, 0)
    set(CURLOPT_NETRC, 0)
    set(CURLOPT_SSL_VERIFYPEER, 1)
    set(CURLOPT_SSL_VERIFYHOST, 2)
    set(CURLOPT_SSLVERSION, Self.tls12)
    // With HTTP/1.1 a connection carries one request at a time, so its loss affects only that response.
    set(CURLOPT_HTTP_VERSION, Self.http11)
    set(CURLOPT_ACCEPT_ENCODING, "gzip")
    // The head of a proxy's response is not the server's.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_NOSIGNAL, 1)
    // Without this, a transfer that ends during its DNS lookup would wait for the result, and block all others.
    set(CURLOPT_QUICK_EXIT, 1)
  }

  mutating func setLimits(_ limits: HTTPLimits) {
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connect.milliseconds))
    set(CURLOPT_TIMEOUT_MS, Int(limits.whole.milliseconds))
    set(CURLOPT_LOW_SPEED_LIMIT, limits.leastBytesPerSecond)
    set(CURLOPT_LOW_SPEED_TIME, Int(limits.slowness.components.seconds))
    set(CURLOPT_MAXFILESIZE, limits.mostBytes)
  }

  mutating func setTrust(_ trust: HTTPTrust) {
    guard var authorities = trust.authorities else { return }
    let code = authorities.withUTF8 { ccurl_set_copy(curl, easy, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count) }
    note(CURLOPT_CAINFO_BLOB, code)
    // The blob replaces the system's CA file, so the system's CA folder has to be named.
    set(CURLOPT_CAPATH, "/etc/ssl/certs")
  }

  /// CURL_SSLVERSION_TLSv1_2 and CURL_HTTP_VERSION_1_1.
  private static var tls12: Int { 6 }
  private static var http11: Int { 2 }
}
