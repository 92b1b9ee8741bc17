import ControlSocket
import ControlWire
import Glibc
import Rides
import TestKit
import Testing

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CallTests {
  @Test func `a call is answered`() async throws {
    try await withServer { path, _ in
      let reply = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(GetStatus(), within: TestDeadline.event)
      }
      #expect(reply == Status(phase: .idle))
    }
  }

  @Test func `one connection can carry many calls`() async throws {
    try await withServer { path, _ in
      let replies = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        return try (0..<200).map { try client.call(Rides(limit: $0), within: TestDeadline.event) }
      }
      let expected = (0..<200).map { RideList(rides: (0..<$0).map { TestService.ride($0) }) }
      #expect(replies == expected)
    }
  }

  @Test func `a refused call returns the reason`() async throws {
    try await withServer { path, _ in
      let error = await #expect(throws: ControlError.self) {
        try await blocking {
          var client = try ControlClient(connectingTo: [path])
          _ = try client.call(Pause(), within: TestDeadline.event)
        }
      }
      #expect(error == ControlError(.noRide, subject: "Pause"))
    }
  }

  @Test func `the service describes itself and its interface`() async throws {
    try await withServer { path, _ in
      let (info, description) = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        let raw = try RawClient(path)
        raw.send(
          #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.justzone2.Trainer"}}"#
        )
        return (try client.serviceInfo(within: TestDeadline.event), raw.receive(1))
      }
      #expect(info == ServiceInfo(of: .jz2d))
      #expect(description.first?.contains(#"interface org.justzone2.Trainer\n"#) == true)
    }
  }

  @Test func `the service receives the caller's identity`() async throws {
    let service = TestService { _, peer, _ in
      #expect(peer == Peer(pid: getpid(), uid: getuid(), gid: getgid(), socket: "jz2"))
      return .reply(EmptyReply())
    }
    try await withServer(service) { path, _ in
      _ = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(Resume(), within: TestDeadline.event)
      }
    }
  }

  @Test func `pipelined calls are answered in order`() async throws {
    try await withServer { path, _ in
      let replies = try await blocking {
        let client = try RawClient(path)
        client.send((0..<500).flatMap { Array(call("Fly\($0)").utf8) + [0] })
        return client.receive(500)
      }
      #expect(replies.count == 500)
      for (number, reply) in replies.enumerated() { #expect(reply.contains(#"Trainer.Fly\#(number)""#)) }
    }
  }

  @Test func `a call may arrive byte by byte`() async throws {
    try await withServer { path, _ in
      let replies = try await blocking {
        let client = try RawClient(path)
        for byte in Array(call("Status").utf8) + [0] { client.send([byte]) }
        return client.receive(1)
      }
      #expect(replies == [#"{"parameters":{"phase":"idle","problems":[]}}"#])
    }
  }

  @Test func `a half-closed caller gets its replies`() async throws {
    try await withServer { path, _ in
      let replies = try await blocking {
        let client = try RawClient(path)
        client.send(call("Status"), call("Pause"))
        client.finishSending()
        return client.receive(3)
      }
      #expect(replies.count == 2)
      #expect(replies.last?.contains("NoRide") == true)
    }
  }

  @Test func `a oneway call is executed without a reply`() async throws {
    let (asked, ask) = AsyncStream.makeStream(of: String.self)
    let service = TestService { call, _, _ in
      ask.yield(type(of: call).method)
      return .reply(EmptyReply())
    }
    try await withServer(service) { path, _ in
      let replies = try await blocking {
        let client = try RawClient(path)
        let oneway = #","oneway":true"#
        client.send(
          call("Pause", flags: oneway), call("Fly", flags: oneway), call("Resume"), call("Stop", flags: oneway))
        return client.receive(1)
      }
      #expect(replies == [#"{"parameters":{}}"#])
      // The last caller disconnects before its request is read.
      var requests = asked.makeAsyncIterator()
      #expect([await requests.next(), await requests.next(), await requests.next()] == ["Pause", "Resume", "Stop"])
    }
  }

  @Test func `a slow call does not delay other callers`() async throws {
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let service = TestService { call, _, _ in
      guard call is Stop else { return .reply(Status(phase: .idle)) }
      for await _ in released {}
      return .reply(EndedRide(ride: TestService.ride(1)))
    }
    try await withServer(service) { path, _ in
      async let slow = blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(Stop(), within: TestDeadline.event)
      }
      let quick = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(GetStatus(), within: TestDeadline.event)
      }
      #expect(quick == Status(phase: .idle))
      release.finish()
      #expect(try await slow == EndedRide(ride: TestService.ride(1)))
    }
  }
}
