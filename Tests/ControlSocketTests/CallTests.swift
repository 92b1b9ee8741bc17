import ControlSocket
import ControlWire
import Glibc
import TestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallTests {
  @Test func aCallIsAnswered() async throws {
    try await withServer { path, _ in
      let reply = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(.status)
      }
      #expect(reply == .status(Status(phase: .idle)))
    }
  }

  @Test func oneConnectionTakesManyCalls() async throws {
    try await withServer { path, _ in
      let replies = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        return try (0..<200).map { try client.call(.rides(limit: $0)) }
      }
      let expected = (0..<200).map { ControlReply.rides((0..<$0).map { TestService.ride($0) }) }
      #expect(replies == expected)
    }
  }

  @Test func aRefusalArrivesWithItsReason() async throws {
    try await withServer { path, _ in
      let error = await #expect(throws: ControlError.self) {
        try await blocking {
          var client = try ControlClient(connectingTo: [path])
          _ = try client.call(.pause)
        }
      }
      #expect(error == ControlError(.noRide, subject: "Pause"))
    }
  }

  @Test func theServiceTellsWhoItIs() async throws {
    try await withServer { path, _ in
      let (info, description) = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        let raw = try RawClient(path)
        raw.send(
          #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.justzone2.Trainer"}}"#
        )
        return (try client.serviceInfo(), raw.receive(1))
      }
      #expect(info == testInfo)
      #expect(description.first?.contains(#"interface org.justzone2.Trainer\n"#) == true)
    }
  }

  @Test func theServiceLearnsWhoAsks() async throws {
    let service = TestService { _, peer, _ in
      #expect(peer == Peer(pid: getpid(), uid: getuid(), gid: getgid()))
      return .reply(.done)
    }
    try await withServer(service) { path, _ in
      _ = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(.resume)
      }
    }
  }

  @Test func pipelinedCallsAreAnsweredInOrder() async throws {
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

  @Test func aCallMayComeByteByByte() async throws {
    try await withServer { path, _ in
      let replies = try await blocking {
        let client = try RawClient(path)
        for byte in Array(call("Status").utf8) + [0] { client.send([byte]) }
        return client.receive(1)
      }
      #expect(replies == [#"{"parameters":{"phase":"idle","problems":[]}}"#])
    }
  }

  @Test func aHalfClosedCallerGetsItsAnswer() async throws {
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

  @Test func onewayIsDoneAndNotAnswered() async throws {
    let (asked, ask) = AsyncStream.makeStream(of: ControlRequest.self)
    let service = TestService { request, _, _ in
      ask.yield(request)
      return .reply(.done)
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
      // The last caller is gone before its call was read.
      var requests = asked.makeAsyncIterator()
      #expect([await requests.next(), await requests.next(), await requests.next()] == [.pause, .resume, .stop])
    }
  }

  @Test func callersAreAnsweredBesideEachOther() async throws {
    let (released, release) = AsyncStream.makeStream(of: Void.self)
    let service = TestService { request, _, _ in
      if request == .stop { for await _ in released {} }
      return .reply(request == .stop ? .stopped(TestService.ride(1)) : .status(Status(phase: .idle)))
    }
    try await withServer(service) { path, _ in
      async let slow = blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(.stop)
      }
      let quick = try await blocking {
        var client = try ControlClient(connectingTo: [path])
        return try client.call(.status)
      }
      #expect(quick == .status(Status(phase: .idle)))
      release.finish()
      #expect(try await slow == .stopped(TestService.ride(1)))
    }
  }
}
