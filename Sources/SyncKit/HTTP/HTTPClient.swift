import Synchronization

/// Sends requests with libcurl.
///
/// The library is loaded only while there is work.
///
/// One thread performs all transfers concurrently, so that a slow server delays no other. It starts with a request and
/// ends after an idle time, and then unloads the library. Certificates are always checked, redirects are not followed,
/// and https requests use the proxy variables of the environment.
package final class HTTPClient: HTTPSending {
  package static let library = "libcurl.so.4"

  private let thread: TransferThread

  /// Creates a client.
  ///
  /// It uses no resources before the first request.
  ///
  /// - Parameters:
  ///   - library: The name of the library for the dynamic linker.
  ///   - name: The name of its thread, at most 15 bytes and unique in the process; nil for a generated one.
  ///   - idle: The time that the thread waits for more work.
  package init(library: String = HTTPClient.library, thread name: String? = nil, idle: Duration = .seconds(15)) {
    let name = name ?? "jz2-http-\(Self.clients.wrappingAdd(1, ordering: .relaxed).newValue)"
    thread = TransferThread(library: library, name: name, idle: idle)
  }

  private static let clients = Atomic(0)

  /// Sends a request once and returns the response.
  ///
  /// Cancelling the task ends the transfer at once.
  ///
  /// A POST uses a new connection: libcurl repeats a request by itself if a kept connection turns out to be closed, and
  /// the caller could not know whether it arrived twice.
  ///
  /// - Throws: ``HTTPFailure`` if there is no complete response.
  package func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try Self.check(request)
    let transfer = Transfer(request)
    let outcome: Result<HTTPResponse, HTTPFailure> = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in thread.begin(transfer, for: caller) }
    } onCancel: {
      thread.cancel(transfer)
    }
    return try outcome.get()
  }

  /// Rejects a request whose URL or header fields would change its meaning on the wire.
  private static func check(_ request: HTTPRequest) throws(HTTPFailure) {
    guard URLParts(request.url) != nil else {
      throw HTTPFailure(.badURL, "the URL must be http or https, without a user name", mayHaveArrived: false)
    }
    var lines = request.headers
    if case .bytes(_, let contentType) = request.body { lines.append((name: "Content-Type", value: contentType)) }
    for (name, value) in lines {
      let isName = !name.isEmpty && name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
      guard isName, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw HTTPFailure(.other, "a header line has an invalid character", mayHaveArrived: false)
      }
    }
  }
}
