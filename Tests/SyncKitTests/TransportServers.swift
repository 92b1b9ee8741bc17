import Foundation
import SyncKit
import TestKit

/// Repeats a check until it is false, or until the deadline.
func untilNot(_ isSo: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + TestDeadline.event
  while try await isSo(), ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(25)) }
}

/// The servers of `Proof/Sync/transport.py`, one process for all tests.
///
/// It ends with this process.
final class TransportServers: Sendable {
  /// The script's description of its servers.
  struct Announcement: Codable {
    let ports: [String: Int]
    let authority: String
  }

  enum Server: String { case https, wrongName, expired, unknown, oldTLS, http, proxy }

  static let shared = Task { try await TransportServers() }

  private let client = HTTPClient()
  private let program: Program
  private let folder: TemporaryDirectory
  let announcement: Announcement

  private init() async throws {
    folder = try TemporaryDirectory()
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Proof/Sync/transport.py")
    program = try Program(
      "/usr/bin/env", ["python3", "-B", script.standardizedFileURL.path(), folder.path],
      environment: ProcessInfo.processInfo.environment)
    let file = folder.path(of: "servers.json")
    try await untilNot { !FileManager.default.fileExists(atPath: file) }
    guard let data = FileManager.default.contents(atPath: file) else { throw NotThere(complaint: program.error) }
    announcement = try JSONDecoder().decode(Announcement.self, from: data)
  }

  struct NotThere: Error { let complaint: String }

  func url(_ path: String, on server: Server = .https, host: String = "localhost") -> String {
    "\(server == .http ? "http" : "https")://\(host):\(announcement.ports[server.rawValue] ?? 0)/\(path)"
  }

  var trust: HTTPTrust { HTTPTrust(authorities: announcement.authority) }

  /// Returns the number of requests that the server got for a path.
  func count(_ path: String, on server: Server = .https) async throws -> Int {
    let answer = try await client.send(
      HTTPRequest(.get, url("counts", on: server), trust: trust))
    return try JSONDecoder().decode([String: Int].self, from: Data(answer.body))[path] ?? 0
  }
}
