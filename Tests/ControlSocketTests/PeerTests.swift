import Glibc
import TestKit
import Testing

@testable import ControlSocket

/// Who is at the other end of a connection.
@Suite struct PeerTests {
  @Test(arguments: [
    (listener: UInt32(0), caller: UInt32(0), isTrusted: true), (0, 1000, true), (1000, 1000, true), (1001, 1000, false),
    // The user that stands for those of another user namespace.
    (65_534, 1000, false), (1000, 0, false),
  ])
  func `a client trusts programs of root and of its own user`(listener: UInt32, caller: UInt32, isTrusted: Bool) {
    #expect(Peer(pid: 1, uid: listener, gid: listener, socket: "/s").isTrusted(by: caller) == isTrusted)
  }

  @Test func `the process that listens at a path is found without a request`() async throws {
    let place = try TemporaryDirectory()
    let path = place.path + "/s"
    #expect(ControlClient.listener(at: path) == nil)
    let socket = try UnixSocket(listeningAt: path)
    #expect(ControlClient.listener(at: path) == Peer(pid: getpid(), uid: geteuid(), gid: getegid(), socket: path))
    #expect(socket.holdsCall)
  }
}
