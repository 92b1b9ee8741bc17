import ControlWire
import Testing

@Suite struct PlanFaultTests {
  static let faults = PlanFault.Code.allCases.flatMap { code in
    [
      PlanFault(code, line: 17, interval: 3, detail: "0 s, or so"), PlanFault(code, interval: 3, detail: "0"),
      PlanFault(code),
    ]
  }

  @Test(arguments: faults)
  func aFaultGoesThroughTheDetailOfAnError(fault: PlanFault) {
    #expect(PlanFault(fault.text) == fault)
  }

  @Test(arguments: ["", "empty", "empty 7", "empty 7 1", "sour 7 1 x", "empty seven 1 x", "empty 7 one x"])
  func anyOtherDetailIsNoFault(detail: String) {
    #expect(PlanFault(detail) == nil)
  }

  @Test(arguments: faults)
  func everyFaultIsASentence(fault: PlanFault) {
    for subject in [nil, "Dawn"] {
      let sentence = ControlError(.badPlan, subject: subject, detail: fault.text).sentence
      for text in [sentence.message, sentence.remedy] {
        let (marks, isUpper) = (text.count { $0 == "`" }, text.first?.isUppercase)
        #expect(text.hasSuffix(".") && !text.contains("  ") && !text.contains("()"))
        #expect(marks.isMultiple(of: 2) && isUpper == true)
      }
    }
  }

  @Test func eachFaultHasASentenceOfItsOwn() {
    let sentences = PlanFault.Code.allCases.map { ControlError(.badPlan, detail: PlanFault($0).text).sentence.message }
    #expect(Set(sentences).count == sentences.count)
  }

  @Test func theLineIsNamedBeforeTheInterval() {
    func message(_ fault: PlanFault, of plan: String? = "Dawn") -> String {
      ControlError(.badPlan, subject: plan, detail: fault.text).sentence.message
    }
    #expect(
      message(PlanFault(.zeroLength, line: 17, interval: 3, detail: "0 s"))
        == "The plan Dawn has an interval without length (line 17: 0 s).")
    #expect(
      message(PlanFault(.powerOutOfRange, interval: 3, detail: "4000 W"))
        == "The plan Dawn asks for a power that no trainer holds (interval 3: 4000 W).")
    #expect(message(PlanFault(.malformed, line: 2), of: nil) == "The file is broken (line 2).")
    #expect(message(PlanFault(.notExpressible), of: "Dawn") == "The format cannot say what the plan Dawn has.")
  }

  @Test func whatIsAboutPlansIsSaid() {
    #expect(ControlError(.unknownPlan, subject: "Dawn").sentence.message == "There is no plan Dawn.")
    #expect(ControlError(.planInUse, subject: "Dawn").sentence.message == "The plan Dawn is being ridden.")
    #expect(ControlError(.notAwaited, subject: "3").sentence.message == "Interval 3 ends by itself.")
    #expect(ControlError(.notAwaited).sentence.message == "The interval ends by itself.")
  }
}
