import Foundation
import Glibc
import TestKit
import Testing

/// Tests a program of another user that listens in place of a service.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ImpostorTests {
  /// Listens at a path as a user, and prints how many bytes its first client sends.
  private static let listener = """
    import os, socket, sys
    os.setuid(int(sys.argv[2]))
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(sys.argv[1])
    os.chmod(sys.argv[1], 0o666)
    listener.listen()
    print("listening", flush=True)
    print(len(listener.accept()[0].recv(4096)), "bytes")
    """

  @Test(.enabled(if: geteuid() == 0, "needs root, to be another user"), arguments: [54321, 0] as [UInt32])
  func `jz2ctl sends a key to a listener run by root, but not to another user's`(user: UInt32) async throws {
    let place = try TemporaryDirectory()
    chown(place.path, user, user)
    let key = place.path(of: "key")
    try Data("key-of-a-rider".utf8).write(to: URL(filePath: key))
    let listener = try Program(
      "/usr/bin/env", ["python3", "-c", Self.listener, place.path(of: "sync.sock"), "\(user)"],
      environment: ProcessInfo.processInfo.environment)
    try await eventually("it listens") { listener.output == "listening\n" }
    let words = ["connect", "intervals", "--key-file", key, "--socket", place.path(of: "sync.sock")]
    let client = try await Program("jz2ctl", words).outcome()
    let heard = try await listener.outcome().output
    #expect(client.status == 69, "\(client.error)")
    #expect(client.error.contains("runs as the user 54321") == (user != 0), "\(client.error)")
    #expect((heard == "listening\n0 bytes\n") == (user != 0), "\(heard)")
  }
}
