import ControlWire
import Foundation
import Glibc
import Rides
import Synchronization
import TestKit
import Testing

@testable import SyncKit

/// The listener for the browser's redirect, with real sockets.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ConsentListenerTests {
  private static func listener(
    port: Int = 0, lasting: Duration = TestDeadline.event,
    answer: @escaping @Sendable (String) async -> Explanation = { Explanation("Got \($0).", remedy: "Close it.") }
  ) async throws -> ConsentListener {
    try await ConsentListener(port: port, path: "/strava/callback", lasting: lasting, answer: answer)
  }

  private static func get(_ target: String, method: String = "GET") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: localhost:8721\r\n\r\n"
  }

  @Test func `the browser's request is passed on, and the result is shown in plain text`() async throws {
    let listener = try await Self.listener()
    let answer = try await exchange(Self.get("/strava/callback?state=s&code=c"), port: listener.port)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.lowercased().contains("content-type: text/plain; charset=utf-8\r\n"))
    #expect(answer.lowercased().contains("cache-control: no-store\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nGot /strava/callback?state=s&code=c.\nClose it.\n"))
    await listener.close()
  }

  @Test(
    arguments: [
      ("GET", "/", "404"), ("GET", "/favicon.ico", "404"), ("GET", "/strava/callbacks?code=c", "404"),
      ("GET", "/strava/callback/", "404"), ("GET", "//strava/callback", "404"),
      ("POST", "/strava/callback?code=c", "405"),
      ("HEAD", "/strava/callback?code=c", "405"), ("OPTIONS", "/strava/callback", "405"),
    ])
  func `a request other than the callback is refused`(
    _ method: String, _ target: String, _ status: String
  ) async throws {
    let asked = Mutex(0)
    let listener = try await Self.listener { _ in
      asked.withLock { $0 += 1 }
      return Explanation("", remedy: "")
    }
    let answer = try await exchange(Self.get(target, method: method), port: listener.port)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(asked.withLock { $0 } == 0)
    await listener.close()
  }

  @Test func `an oversized or invalid request is refused, and other requests are served`() async throws {
    let listener = try await Self.listener()
    let long = try await exchange(
      Self.get("/strava/callback?code=\(String(repeating: "x", count: 20_000))"), port: listener.port)
    #expect(!long.contains("200 OK"))
    let garbage = try await exchange("\u{16}\u{3}\u{1}garbage\r\n\r\n", port: listener.port)
    #expect(!garbage.contains("200 OK"))
    let silent = try connection(port: listener.port)
    defer { close(silent) }
    let answer = try await exchange(Self.get("/strava/callback?code=c"), port: listener.port)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    await listener.close()
  }

  @Test func `a ninth connection is closed until another one ends`() async throws {
    let listener = try await Self.listener()
    var silent = try (0..<8).map { _ in try connection(port: listener.port) }
    defer { for each in silent { close(each) } }
    let request = Self.get("/strava/callback?code=c")
    #expect(try await exchange(request, port: listener.port) == "")
    close(silent.removeLast())
    var answer = ""
    while answer.isEmpty { answer = try await exchange(request, port: listener.port) }
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    await listener.close()
  }

  @Test func `a listener cannot use a busy port, and frees its port when it closes`() async throws {
    let first = try await Self.listener()
    await #expect(throws: (any Error).self) { try await Self.listener(port: first.port) }
    await first.close()
    let second = try await Self.listener(port: first.port)
    #expect(second.port == first.port)
    await second.close()
  }

  @Test func `a listener closes after its time limit`() async throws {
    let listener = try await Self.listener(lasting: .milliseconds(50))
    try await blocking {
      while let descriptor = try? connection(port: listener.port) {
        close(descriptor)
        usleep(10_000)
      }
    }
  }

  // MARK: With Strava

  /// Returns a port that was free a moment ago.
  private static func freePort() async throws -> Int {
    let listener = try await listener()
    await listener.close()
    return listener.port
  }

  @Test func `the browser's response connects Strava and closes the listener`() async throws {
    let scene = StravaScene()
    let port = try await Self.freePort()
    let strava = scene.strava(port: port)
    let state = try await ask(strava)
    let wrong = try await exchange(Self.get("/strava/callback?state=x&code=c"), port: port)
    #expect(wrong.contains("\r\n\r\nThe browser's answer came too late"))
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    let answer = try await exchange(
      Self.get("/strava/callback?state=\(state)&code=c0de&scope=read,activity:write"), port: port)
    #expect(answer.hasSuffix("\r\n\r\nStrava is connected.\nYou can close this page.\n"))
    #expect(scene.keptToken?.access == "access-1")
    #expect(throws: (any Error).self) { try connection(port: port) }
  }

  @Test func `a listener can be closed twice`() async throws {
    for _ in 0..<500 {
      let listener = try await Self.listener()
      await listener.close()
      await listener.close()
    }
  }

  @Test func `a connection while a listener closes does not end the process`() async throws {
    for _ in 0..<50 {
      let listener = try await Self.listener()
      let connecting = Task {
        try await blocking { (0..<16).forEach { _ in (try? connection(port: listener.port)).map { _ = close($0) } } }
      }
      await listener.close()
      try await connecting.value
    }
  }

  @Test func `a restarted process listens again`() async throws {
    let scene = StravaScene()
    let state = try await ask(scene.strava())
    let port = try await Self.freePort()
    let strava = scene.strava(port: port)
    await strava.resume()
    let answer = try await exchange(
      Self.get("/strava/callback?state=\(state)&error=access_denied"), port: port)
    #expect(answer.contains("\r\n\r\nYou refused access in the browser."))
    #expect(throws: (any Error).self) { try connection(port: port) }
  }

  @Test func `a process without a pending consent does not listen`() async throws {
    let port = try await Self.freePort()
    await StravaScene().strava(port: port).resume()
    #expect(throws: (any Error).self) { try connection(port: port) }
  }

  @Test func `the code can be pasted if the port is in use`() async throws {
    let scene = StravaScene()
    let taken = try await Self.listener()
    let strava = scene.strava(port: taken.port)
    let state = try await ask(strava)
    scene.server.answer(200, StravaScene.tokenAnswer("access-1", "refresh-1"))
    var call = Connect(service: .strava)
    call.code = "http://localhost:8721/strava/callback?state=\(state)&code=c0de&scope=activity:write"
    #expect(try await strava.connect(call) == .connected(account: nil))
    await taken.close()
  }

  private func ask(_ strava: Strava) async throws -> String {
    var call = Connect(service: .strava)
    call.clientId = "4711"
    call.clientSecret = "app-secret"
    guard case .consent(let consent) = try await strava.connect(call) else { throw SyncFault(.refused) }
    return FormEncoding.items(of: URLParts(consent.address)?.query ?? "").first { $0.name == "state" }?.value ?? ""
  }
}

/// A connection to 127.0.0.1.
private func connection(port: Int) throws -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var patience = timeval(tv_sec: Int(TestDeadline.event.components.seconds), tv_usec: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let status = withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard status == 0 else {
    close(descriptor)
    throw SyncFault(.offline, detail: String(cString: strerror(errno)))
  }
  return descriptor
}

/// Sends bytes and returns the response, until the other side closes.
private func exchange(_ request: String, port: Int) async throws -> String {
  try await blocking {
    let descriptor = try connection(port: port)
    defer { close(descriptor) }
    let bytes = Array(request.utf8)
    _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer.prefix(count) }
    return String(decoding: answer, as: UTF8.self)
  }
}
