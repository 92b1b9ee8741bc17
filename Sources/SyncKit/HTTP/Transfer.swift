import CCurl
import ControlWire
import Rides
import Synchronization

/// A request in progress.
///
/// Except for ``cancel()``, only the transfers' thread uses it.
final class Transfer: @unchecked Sendable {
  private let cancelled = Atomic(false)
  private let request: HTTPRequest
  /// The request's body, which libcurl reads until the transfer ends.
  private var body: UnsafeMutableBufferPointer<UInt8>?
  private var lines: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutableBufferPointer<CChar>
  private var head = ResponseHead()
  private var answer: [UInt8] = []
  private var hasConnection = false
  private var isTooLarge = false

  init(_ request: HTTPRequest) {
    self.request = request
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0)
  }

  deinit {
    errorText.deallocate()
    body?.deallocate()
  }

  /// Cancels the transfer; may be called from any thread.
  func cancel() { cancelled.store(true, ordering: .releasing) }

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Creates libcurl's handle for the transfer; ``close(_:_:)`` frees it.
  func open(_ curl: OpaquePointer) throws(HTTPFailure) -> UnsafeMutableRawPointer {
    guard let easy = ccurl_easy_open(curl) else {
      throw HTTPFailure(.other, "no memory for a request", mayHaveArrived: false)
    }
    do {
      var options = TransferOptions(curl: curl, easy: easy)
      options.setRules()
      options.setLimits(request.limits)
      options.setTrust(request.trust)
      setRequest(&options)
      setCallbacks(&options)
      try options.check()
      return easy
    } catch {
      close(curl, easy)
      throw error
    }
  }

  /// Frees libcurl's resources for the transfer.
  func close(_ curl: OpaquePointer, _ easy: UnsafeMutableRawPointer) {
    ccurl_easy_close(curl, easy)
    ccurl_list_free(curl, lines)
    lines = nil
  }

  /// Returns the outcome for libcurl's result code.
  func outcome(
    _ curl: OpaquePointer, _ easy: UnsafeMutableRawPointer, _ code: CURLcode
  ) -> Result<HTTPResponse, HTTPFailure> {
    guard code != CURLE_OK else {
      let status = ccurl_number(curl, easy, CURLINFO_RESPONSE_CODE)
      return .success(HTTPResponse(status: status, headers: head.fields, body: answer))
    }
    if isCancelled {
      return .failure(HTTPFailure(.cancelled, "the task was cancelled", mayHaveArrived: hasConnection))
    }
    let kind = isTooLarge ? .tooLarge : HTTPFailure.Code(code)
    let proxyStatus = ccurl_number(curl, easy, CURLINFO_HTTP_CONNECTCODE)
    if !hasConnection, proxyStatus >= 300 {
      return .failure(HTTPFailure(.proxy, "the proxy responded with status \(proxyStatus)", mayHaveArrived: false))
    }
    return .failure(HTTPFailure(kind, detail(curl, code, kind), mayHaveArrived: hasConnection))
  }

  /// Returns libcurl's description of a failure.
  ///
  /// Its text for this transfer is used only for connection failures: then it contains no part of the request or the
  /// response.
  private func detail(_ curl: OpaquePointer, _ code: CURLcode, _ kind: HTTPFailure.Code) -> String {
    let own = String(decoding: errorText.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    switch kind {
    case .unresolved, .unreachable, .timedOut, .certificate: if !own.isEmpty { return own }
    case .noLibrary, .badURL, .proxy, .cut, .tooLarge, .cancelled, .other: break
    }
    return String(cString: ccurl_text(curl, code))
  }

  private func setRequest(_ options: inout TransferOptions) {
    options.set(CURLOPT_URL, request.url)
    // http is only for this computer and the local network: a proxy of the environment would read the secret.
    if URLParts(request.url)?.scheme == .http { options.set(CURLOPT_PROXY, "") }
    options.set(CURLOPT_USERAGENT, "jz2sync/\(ProductVersion.text)")
    // libcurl might repeat a POST on a kept connection.
    if request.method == .post { options.set(CURLOPT_FRESH_CONNECT, 1) }
    var contentType: String?
    switch request.body {
    case .none: setBody([], &options)
    case .bytes(let bytes, let type):
      contentType = type
      setBody(bytes, &options)
    case .form(let parts, let boundary):
      contentType = MultipartForm.contentType(boundary: boundary)
      setBody(MultipartForm.bytes(of: parts, boundary: boundary), &options)
    }
    for (name, value) in request.headers { addLine(value.isEmpty ? "\(name);" : "\(name): \(value)", options) }
    // Without a value, libcurl omits the field.
    addLine("Content-Type:\(contentType.map { " \($0)" } ?? "")", options)
    addLine("Expect:", options)
    options.set(CURLOPT_HTTPHEADER, pointer: lines)
  }

  private func setBody(_ bytes: [UInt8], _ options: inout TransferOptions) {
    switch (request.method, bytes.isEmpty) {
    case (.get, _): options.set(CURLOPT_HTTPGET, 1)
    case (.delete, true): options.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    case (.post, _), (.put, _), (.delete, false):
      let place = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = place.initialize(from: bytes)
      body = place
      options.setBody(UnsafeBufferPointer(place))
      options.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  private func addLine(_ line: String, _ options: TransferOptions) {
    if let longer = ccurl_list_append(options.curl, lines, line) { lines = longer }
  }
}

// MARK: - Callbacks of libcurl

extension Transfer {
  private func setCallbacks(_ options: inout TransferOptions) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    options.set(CURLOPT_ERRORBUFFER, pointer: errorText.baseAddress)
    options.set(CURLOPT_WRITEDATA, pointer: own)
    options.set(CURLOPT_HEADERDATA, pointer: own)
    options.set(CURLOPT_PREREQDATA, pointer: own)
    options.setCallbacks(
      head: { bytes, size, count, context in
        Transfer.from(context)?.takeHead(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      },
      body: { bytes, size, count, context in
        Transfer.from(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
      },
      ready: { context, _, _, _, _ in
        Transfer.from(context)?.hasConnection = true
        return 0
      })
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the number of bytes that were accepted.
  ///
  /// If it is smaller than the number of bytes given, libcurl ends the transfer.
  private func takeHead(_ bytes: UnsafeRawBufferPointer) -> Int {
    isTooLarge = !head.take(bytes)
    return isTooLarge ? 0 : bytes.count
  }

  private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    isTooLarge = answer.count + bytes.count > request.limits.mostBytes
    if !isTooLarge { answer.append(contentsOf: bytes) }
    return isTooLarge ? -1 : bytes.count
  }
}

extension HTTPFailure.Code {
  /// Converts a result code of libcurl.
  fileprivate init(_ code: CURLcode) {
    switch code {
    case CURLE_URL_MALFORMAT: self = .badURL
    case CURLE_COULDNT_RESOLVE_HOST: self = .unresolved
    case CURLE_COULDNT_CONNECT, CURLE_SSL_CONNECT_ERROR, CURLE_INTERFACE_FAILED: self = .unreachable
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: self = .certificate
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxy
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: self = .cut
    case CURLE_FILESIZE_EXCEEDED: self = .tooLarge
    default: self = .other
    }
  }
}
