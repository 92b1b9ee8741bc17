import ControlSocket
import ControlWire
import Glibc
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct ListeningTests {
  static func server(_ place: ListeningPlace) throws(ListenError) -> ControlServer {
    try ControlServer(listening: ["jz2": place], of: .jz2d, service: TestService())
  }

  /// Runs `server` while `body` runs.
  static func run(_ server: ControlServer, while body: () async throws -> Void) async throws {
    async let running: Void = server.run()
    try await body()
    server.close()
    try await running
  }

  /// Returns a bound socket, whose file remains after it is closed, as after `kill -9`.
  static func bound(_ path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(result == 0)
    return descriptor
  }

  @Test func `a socket left by a dead daemon is replaced`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    close(Self.bound(path))
    try await Self.run(Self.server(.path(path))) {
      try await expectService(at: path)
    }
  }

  @Test func `a second server is refused and the first keeps running`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    try await Self.run(Self.server(.path(path))) {
      #expect(throws: ListenError(.inUse, place: path)) { try Self.server(.path(path)) }
      try await expectService(at: path)
    }
  }

  @Test func `a file that is not a socket is kept`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(throws: ListenError(.notASocket, place: path)) { try Self.server(.path(path)) }
    #expect(access(path, F_OK) == 0)
  }

  @Test(arguments: ["", "/tmp/" + String(repeating: "x", count: 103)])
  func `an empty or overlong path is refused`(path: String) {
    #expect(throws: ListenError(.pathUnfit, place: path)) { try Self.server(.path(path)) }
  }

  @Test func `a program waits while another creates its socket in the same directory`() throws {
    let directory = try TemporaryDirectory()
    let other = try DirectoryLock(of: directory.path + "/other")
    var pauses = 0
    let lock = try DirectoryLock(of: directory.path + "/s") {
      pauses += 1
      if pauses == 3 { other.release() }
    }
    #expect(pauses == 3)
    lock.release()
  }

  @Test func `a directory that another program keeps locked is reported as in use`() throws {
    let directory = try TemporaryDirectory()
    let other = try DirectoryLock(of: directory.path + "/other")
    defer { other.release() }
    var pauses = 0
    let path = directory.path + "/s"
    #expect(throws: ListenError(.inUse, place: path)) {
      _ = try DirectoryLock(of: path) { pauses += 1 }
    }
    #expect(pauses == DirectoryLock.looks)
  }

  @Test func `a system error is reported in full`() {
    let error = #expect(throws: ListenError.self) { try Self.server(.path("/proc/none/s")) }
    #expect(error?.description == "cannot listen on /proc/none/s: mkdir /proc/none: No such file or directory")
  }

  @Test(arguments: [UInt32(0o660), 0o600, 0o666])
  func `the socket file gets its permissions, and its directory is created`(mode: UInt32) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/d/s"
    try await Self.run(Self.server(.path(path, mode: mode))) {
      var status = stat()
      #expect(lstat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == mode)
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test func `a newer server's socket file is kept`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    try await Self.run(Self.server(.path(path))) {
      unlink(path)
      close(Self.bound(path))
    }
    #expect(access(path, F_OK) == 0)
  }

  @Test func `a passed socket is served and kept`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/s"
    let descriptor = Self.bound(path)
    #expect(throws: ListenError(.notListening, place: "\(descriptor)")) { try Self.server(.descriptor(descriptor)) }
    #expect(listen(descriptor, 5) == 0)
    try await Self.run(Self.server(.descriptor(descriptor))) {
      try await expectService(at: path)
    }
    #expect(access(path, F_OK) == 0)
  }

  @Test func `a passed socket has the name that its unit gives it`() {
    func sockets(_ names: String?) -> [String: Int32] {
      var environment = ["LISTEN_PID": "42", "LISTEN_FDS": "3"]
      environment["LISTEN_FDNAMES"] = names
      return SocketActivation.sockets(in: environment, pid: 42)
    }
    #expect(sockets("jz2d.socket:look:store-sync") == ["jz2d.socket": 3, "look": 4, "store-sync": 5])
    #expect(sockets("connection:look:look") == ["connection": 3, "look": 4], "the first of two counts")
    #expect(sockets(nil) == ["": 3])
  }

  @Test func `the service receives the name of the caller's socket`() async throws {
    let directory = try TemporaryDirectory()
    let service = TestService { _, peer, _ throws(ControlError) in
      throw ControlError(.noRide, subject: peer.socket)
    }
    let server = try ControlServer(
      listening: ["jz2": .path(directory.path + "/s"), "look": .path(directory.path + "/t")], of: .jz2d,
      service: service)
    try await Self.run(server) {
      for (name, socket) in [("s", "jz2"), ("t", "look")] {
        let error = await #expect(throws: ControlError.self) {
          try await blocking {
            var client = try ControlClient(connectingTo: ["\(directory.path)/\(name)"])
            _ = try client.call(GetStatus(), within: TestDeadline.event)
          }
        }
        #expect(error == ControlError(.noRide, subject: socket))
      }
    }
  }

  @Test(arguments: [
    (["LISTEN_PID": "42", "LISTEN_FDS": "1"], [Int32(3)]),
    (["LISTEN_PID": "42", "LISTEN_FDS": "2"], [3, 4]),
    (["LISTEN_PID": "43", "LISTEN_FDS": "1"], []),
    (["LISTEN_FDS": "1"], []),
    (["LISTEN_PID": "42"], []),
    (["LISTEN_PID": "42", "LISTEN_FDS": "0"], []),
    (["LISTEN_PID": "42", "LISTEN_FDS": "-1"], []),
    (["LISTEN_PID": "42", "LISTEN_FDS": "2147483647"], []),
    (["LISTEN_PID": "42", "LISTEN_FDS": "x"], []),
    ([:], []),
  ])
  func `passed sockets are used only by the process that systemd names`(
    environment: [String: String], descriptors: [Int32]
  ) {
    #expect(SocketActivation.descriptors(in: environment, pid: 42) == descriptors)
  }
}
