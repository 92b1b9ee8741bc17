import Synchronization

/// Sends requests by libcurl, which is loaded while there is work.
///
/// A thread performs the transfers, all at once, so that a slow server delays no other. It starts with a request and ends
/// after an idle time, and the library goes with it. Certificates are always checked, no redirect is followed, and the
/// proxy variables of the environment hold for https.
package final class HTTPClient: HTTPSending {
  package static let library = "libcurl.so.4"

  private let thread: TransferThread

  /// A client; it takes nothing before the first request.
  ///
  /// - Parameters:
  ///   - library: The name of the library for the dynamic linker.
  ///   - name: The name of its thread, at most 15 bytes, which no other thread of the process may have; nil for one that
  ///     none has.
  ///   - idle: How long the thread waits for more work.
  package init(library: String = HTTPClient.library, thread name: String? = nil, idle: Duration = .seconds(15)) {
    let name = name ?? "jz2-http-\(Self.clients.wrappingAdd(1, ordering: .relaxed).newValue)"
    thread = TransferThread(library: library, name: name, idle: idle)
  }

  private static let clients = Atomic(0)

  /// Sends a request once and returns the answer; cancelling the task ends the transfer at once.
  ///
  /// A POST has a connection of its own: libcurl sends a request again by itself if a connection that it kept turns out
  /// to be closed, and nobody could know then whether it arrived twice.
  ///
  /// - Throws: ``HTTPFailure`` where there is no complete answer.
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

  /// Refuses what would be another request on the wire than it is here.
  private static func check(_ request: HTTPRequest) throws(HTTPFailure) {
    guard URLParts(request.url) != nil else {
      throw HTTPFailure(.badURL, "this is no URL of https or http without a user", mayHaveArrived: false)
    }
    var lines = request.headers
    if case .bytes(_, let contentType) = request.body { lines.append((name: "Content-Type", value: contentType)) }
    for (name, value) in lines {
      let isName = !name.isEmpty && name.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: ":") }
      guard isName, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw HTTPFailure(.other, "a line of the head has a character that it must not have", mayHaveArrived: false)
      }
    }
  }
}
