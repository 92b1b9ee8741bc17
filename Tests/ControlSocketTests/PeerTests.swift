import Glibc
import TestKit
import Testing

@testable import ControlSocket

/// The process at the other end of a connection.
@Suite struct PeerTests {
  @Test(arguments: [
    (listener: UInt32(0), caller: UInt32(0), isTrusted: true), (0, 1000, true), (1000, 1000, true), (1001, 1000, false),
    // The user that represents the users of another user namespace.
    (65_534, 1000, false), (1000, 0, false),
  ])
  func `a client trusts programs that run as root or as its own user`(
    listener: UInt32, caller: UInt32, isTrusted: Bool
  ) {
    #expect(Peer(pid: 1, uid: listener, gid: listener, socket: "/s").isTrusted(by: caller) == isTrusted)
  }

  @Test func `a client trusts any program behind a socket that other users cannot replace`() throws {
    let place = try TemporaryDirectory()
    let path = place.path + "/s"
    let socket = try UnixSocket(listeningAt: path)
    // A service that listens on the socket that systemd passed to it.
    let service = Peer(pid: 1, uid: 54321, gid: 54321, socket: path)
    chmod(place.path, 0o700)
    #expect(service.isTrusted(by: geteuid()))
    chmod(place.path, 0o770)
    #expect(!service.isTrusted(by: geteuid()), "a member of the group can have replaced it")
    chmod(place.path, 0o1777)
    #expect(service.isTrusted(by: geteuid()), "as in /tmp")
    symlink(place.path, place.path + "-link")
    defer { unlink(place.path + "-link") }
    #expect(!Peer(pid: 1, uid: 54321, gid: 1, socket: place.path + "-link/s").isTrusted(by: geteuid()))
    #expect(!Peer(pid: 1, uid: 54321, gid: 1, socket: "s").isTrusted(by: geteuid()))
    #expect(!socket.holdsCall)
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
