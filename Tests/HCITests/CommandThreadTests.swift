import BluetoothLE
import Loop
import TestKit
import Testing

@testable import HCI

@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct CommandThreadTests {
  @Test func `calls on the command thread answer their own caller`() async throws {
    let thread = try CommandThread()
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<100 {
        group.addTask { (number, try await thread.run { () throws(HCIError) in number * 2 }) }
      }
      for try await (number, answer) in group { #expect(answer == number * 2) }
    }
  }

  @Test func `an error on the command thread reaches the caller`() async throws {
    let thread = try CommandThread()
    await #expect(throws: HCIError(.timedOut, detail: "no answer")) {
      try await thread.run { () throws(HCIError) -> Int in throw HCIError(.timedOut, detail: "no answer") }
    }
  }

  @Test func `a queued call is answered even if the thread's owner is gone`() async throws {
    let answer = Task { try await CommandThread().run { () throws(HCIError) in 7 } }
    #expect(try await answer.value == 7)
  }

  @Test func `an absent controller is reported as missing`() async throws {
    let loop = EventLoop(name: "test-hci", pace: .real)
    let denied = HCIError(.notPermitted, detail: "bind")
    let controllers = try KernelControllers(monitor: MonitorChannel(on: loop) { () throws(HCIError) in throw denied })
    #expect(controllers.limitation?.code == .notPermitted)
    let connection = HCIConnection(device: DeviceAddress(1), controller: 77, handle: 0x40, isLowEnergy: true)
    await #expect(throws: HCIError.self) { try await controllers.update(.riding, of: connection) }
    let error = await #expect(throws: HCIError.self) { try await controllers.connections(of: DeviceAddress(2)) }
    #expect(error?.code == .missing)
    await loop.stop()
  }
}
