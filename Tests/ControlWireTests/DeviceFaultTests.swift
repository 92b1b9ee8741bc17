import BluetoothLE
import Testing

@testable import ControlWire

/// Messages about a device that can be reached but not used.
@Suite struct DeviceFaultTests {
  private static let away: [ProblemCode] = [.trainerLost, .strapLost, .strapAway, .meterAway, .cadenceSensorAway]

  @Test func `every device fault has the name of a link error`() {
    #expect(DeviceFault.allCases.filter { LinkError.Code(rawValue: $0.rawValue) == nil } == [])
  }

  @Test func `every refusal by the radio has a device fault`() {
    let refusals = LinkError.Code.allCases.filter { LinkError($0, operation: "").isRefusal }
    #expect(refusals.filter { DeviceFault(rawValue: $0.rawValue) == nil } == [])
  }

  @Test(arguments: away) func `a problem says why a device cannot be used`(code: ProblemCode) {
    let explanations = DeviceFault.allCases.map { code.explanation(subject: "H10", detail: .device($0)) }
    #expect(Set(explanations.map(\.message)).count == DeviceFault.allCases.count)
    #expect(explanations.allSatisfy { $0.message.hasPrefix("H10 ") || $0.message.contains("uses H10.") })
    #expect(!explanations.contains { $0.message.contains("does not answer") })
  }

  @Test(arguments: away) func `a device that does not answer has the usual message`(code: ProblemCode) {
    let usual = code.explanation(subject: "H10")
    for detail in ["timedOut", "deviceUnknown", "supervisionTimeout"] {
      #expect(code.explanation(subject: "H10", detail: ProblemDetail(detail, of: code)) == usual)
    }
  }

  @Test func `a refused start explains why the trainer cannot be used and gives a remedy`() {
    let explanation = ControlError(.deviceRefused, subject: "KICKR", cause: DeviceFault.occupied).explanation
    #expect(explanation.message == "Another program on this computer uses KICKR.")
    #expect(explanation.remedy.contains("Home Assistant"))
    let classic = ControlError(.deviceRefused, subject: "KICKR", cause: DeviceFault.classic).explanation
    #expect(classic.remedy.contains("ControllerMode = le"))
  }
}
