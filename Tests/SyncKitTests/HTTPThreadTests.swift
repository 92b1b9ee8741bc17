import Foundation
import Glibc
import SyncKit
import TestKit
import Testing

/// The client's thread and its library.
@Suite struct HTTPThreadTests {
  private let servers: TransportServers

  init() async throws { servers = try await TransportServers.shared.value }

  private func request(_ path: String) -> HTTPRequest {
    HTTPRequest(.get, servers.url(path), trust: servers.trust)
  }

  /// Returns the number of threads with a name.
  private static func threads(_ name: String) -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.count { (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == "\(name)\n" }
  }

  private static func untilGone(_ name: String) async throws {
    try await untilNot { threads(name) > 0 }
    #expect(threads(name) == 0)
  }

  @Test func `a client starts one thread with its first request`() async throws {
    let client = HTTPClient(thread: "jz2-one", idle: .seconds(3600))
    #expect(Self.threads("jz2-one") == 0)
    for _ in 0..<3 {
      #expect(try await client.send(request("ok")).status == 200)
      #expect(Self.threads("jz2-one") == 1)
    }
  }

  @Test func `an idle client ends its thread, and starts one for its next request`() async throws {
    let client = HTTPClient(thread: "jz2-idle", idle: .milliseconds(100))
    for _ in 0..<3 {
      #expect(try await client.send(request("ok")).status == 200)
      try await Self.untilGone("jz2-idle")
    }
  }

  @Test func `a request that arrives while the thread ends still gets a response`() async throws {
    let client = HTTPClient(thread: "jz2-brief", idle: .milliseconds(1))
    for number in 0..<30 {
      #expect(try await client.send(request("ok")).status == 200)
      try await Task.sleep(for: .milliseconds(number % 6))
    }
  }

  @Test func `a missing library is reported with the package to install`() async throws {
    let client = HTTPClient(library: "libnowhere.so.4", thread: "jz2-missing")
    for _ in 0..<2 {
      await #expect(throws: HTTPFailure(.noLibrary, "libnowhere.so.4: install libcurl4", mayHaveArrived: false)) {
        try await client.send(request("ok"))
      }
    }
    try await Self.untilGone("jz2-missing")
  }

  @Test(.timeLimit(.minutes(TestDeadline.testMinutes)))
  func `a cancelled task ends its transfer before the time limit`() async throws {
    let client = HTTPClient(thread: "jz2-cancel")
    var silent = request("cancelled")
    // The transfer would last much longer than the test's time limit.
    (silent.limits.whole, silent.limits.slowness) = (.seconds(3600), .seconds(3600))
    let task = Task { [silent] in
      do throws(HTTPFailure) { return try await client.send(silent).status } catch { throw error }
    }
    try await untilNot { try await servers.count("cancelled") == 0 }
    task.cancel()
    let failure = await #expect(throws: HTTPFailure.self) { try await task.value }
    #expect(failure?.code == .cancelled)
    #expect(failure?.mayHaveArrived == true)
    try await untilNot { try await servers.count("cancelledEnded") == 0 }
    #expect(try await servers.count("cancelledEnded") == 1)
  }

  @Test func `a task that is already cancelled sends no request`() async throws {
    let client = HTTPClient(thread: "jz2-early")
    let task = Task { [request = request("early")] in
      while !Task.isCancelled { await Task.yield() }
      return try await client.send(request).status
    }
    task.cancel()
    let failure = await #expect(throws: HTTPFailure.self) { try await task.value }
    #expect(failure == HTTPFailure(.cancelled, "the task was cancelled", mayHaveArrived: false))
    #expect(try await servers.count("early") == 0)
  }

  // MARK: Proxies, in processes with their own environment

  @Test func `a request uses the proxy from the environment, except for the hosts in no_proxy`()
    async throws
  {
    let (announcement, ports) = (servers.announcement.authority, servers.announcement.ports)
    let (https, proxy) = (try #require(ports["https"]), try #require(ports["proxy"]))
    await #expect(processExitsWith: .success) {
      [announcement = announcement as String, https = https as Int, proxy = proxy as Int] in
      setenv("https_proxy", "http://127.0.0.1:\(proxy)", 1)
      setenv("no_proxy", "127.0.0.1", 1)
      let client = HTTPClient()
      let trust = HTTPTrust(authorities: announcement)
      // Only the proxy can resolve this name, and the certificate does not contain it.
      let through = await #expect(throws: HTTPFailure.self) {
        try await client.send(HTTPRequest(.get, "https://nowhere.invalid:\(https)/ok", trust: trust))
      }
      #expect(through?.code == .certificate)
      let answer = try await client.send(HTTPRequest(.get, "https://localhost:\(https)/ok", trust: trust))
      #expect(answer.status == 200)
      #expect(answer.headers["X-Proxy"] == nil)
      let refused = await #expect(throws: HTTPFailure.self) {
        try await client.send(HTTPRequest(.post, "https://localhost:1/ok", trust: trust))
      }
      #expect(refused == HTTPFailure(.proxy, "the proxy responded with status 407", mayHaveArrived: false))
      let beside = await #expect(throws: HTTPFailure.self) {
        try await client.send(HTTPRequest(.post, "https://127.0.0.1:1/ok", trust: trust))
      }
      #expect(beside?.code == .unreachable)
    }
  }

  @Test func `an unencrypted request does not use a proxy`() async throws {
    let port = try #require(servers.announcement.ports["http"])
    await #expect(processExitsWith: .success) { [port = port as Int] in
      for name in ["http_proxy", "all_proxy"] { setenv(name, "http://127.0.0.1:1", 1) }
      unsetenv("no_proxy")
      let answer = try await HTTPClient().send(HTTPRequest(.get, "http://localhost:\(port)/ok"))
      #expect(answer.status == 200)
    }
  }
}
