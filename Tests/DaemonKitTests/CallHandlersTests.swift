import ControlSocket
import ControlWire
import TestKit
import Testing

@testable import DaemonKit
@testable import TrainerAPI

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CallHandlersTests {
  @Test func `every call of the interface has a handler`() async throws {
    try await withDaemon { bench in
      let methods = Set(TrainerCalls.all.map { $0.method } + BodyCalls.all.map { $0.method })
      #expect(bench.parts.api.router.methods == methods)
    }
  }

  /// Calls, each with the most restricted socket that allows it.
  private static let needs: [(any TrainerCall, TrainerSocket)] = [
    (GetStatus(), .look), (Changes(), .look), (Pause(), .ride), (Edit(ride: "1"), .library),
    (Delete(ride: "1"), .library), (NoteUpload(ride: "1", service: "a"), .library),
    (Delete(ride: "1", now: true), .all), (Restore(number: nil, sequence: 0, data: "", last: false), .all),
  ]

  @Test(arguments: TrainerSocket.allCases)
  func `a call is refused over a socket that does not allow it, with the name of one that does`(
    socket: TrainerSocket
  ) async throws {
    try await withDaemon { bench in
      let peer = Peer(pid: 1, uid: 1000, gid: 1000, socket: socket.rawValue)
      for (call, needed) in Self.needs {
        let refusal = await Self.refusal(of: call, from: peer, by: bench.parts.api.router)
        let expected = socket.allows(call) ? nil : ControlError(.notAllowed, subject: needed.rawValue)
        #expect((refusal?.code == .notAllowed ? refusal : nil) == expected, "\(call)")
      }
    }
  }

  private static func refusal(
    of call: some TrainerCall, from peer: Peer, by router: CallRouter
  ) async -> ControlError? {
    do throws(ControlError) {
      _ = try await router.answer(call, from: peer, more: false)
      return nil
    } catch {
      return error
    }
  }
}
