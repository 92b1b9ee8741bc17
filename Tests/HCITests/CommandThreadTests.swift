import BluetoothLE
import Testing

@testable import HCI

@Suite(.timeLimit(.minutes(1))) struct CommandThreadTests {
  @Test func callsRunOneAfterTheOtherAndAnswerTheirCaller() async throws {
    let thread = try CommandThread()
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<100 {
        group.addTask { (number, try await thread.run { () throws(HCIError) in number * 2 }) }
      }
      for try await (number, answer) in group { #expect(answer == number * 2) }
    }
  }

  @Test func anErrorReachesTheCaller() async throws {
    let thread = try CommandThread()
    await #expect(throws: HCIError(.timedOut, detail: "no answer")) {
      try await thread.run { () throws(HCIError) -> Int in throw HCIError(.timedOut, detail: "no answer") }
    }
  }

  @Test func whatIsQueuedIsAnsweredEvenIfTheOwnerIsGone() async throws {
    let answer = Task { try await CommandThread().run { () throws(HCIError) in 7 } }
    #expect(try await answer.value == 7)
  }

  @Test func aControllerThatIsNotThereIsMissing() async throws {
    let controllers = try KernelControllers(monitor: .failure(HCIError(.notPermitted, detail: "bind")))
    #expect(controllers.limitation?.code == .notPermitted)
    let error = await #expect(throws: HCIError.self) {
      try await controllers.update(.riding, of: DeviceAddress(1), on: DeviceAddress(2))
    }
    #expect(error?.code == .missing)
  }
}
