import ControlWire
import Testing

@testable import DaemonKit
@testable import TrainerAPI

@Suite(.timeLimit(.minutes(1))) struct CallHandlersTests {
  @Test func `every call of the interface has a handler`() async throws {
    try await withDaemon { bench in
      let methods = Set(TrainerCalls.all.map { $0.method })
      #expect(bench.parts.api.router.methods == methods)
    }
  }
}
