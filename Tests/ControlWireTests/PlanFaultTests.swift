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
    #expect(
      message(PlanFault(.nothingToRepeat, detail: "it has 1"))
        == "The plan Dawn has not so many lone intervals at its end (it has 1).")
    #expect(
      message(PlanFault(.formatWantsThreshold, interval: 3))
        == "The format counts power otherwise than the plan Dawn does, and your threshold power is not known (interval 3)."
    )
    #expect(
      message(PlanFault(.zeroLength, line: 2, detail: "cue"))
        == "The plan Dawn has a cue without length (line 2: cue).")
  }

  @Test func whereToBeginIsSaidInThePlanThatWantsIt() {
    func remedy(_ fault: PlanFault) -> String { ControlError(.badPlan, detail: fault.text).sentence.remedy }
    #expect(remedy(PlanFault(.noStartWatts, detail: "zone 2")).contains("`--watts 140`"))
    for fault in [PlanFault(.noStartWatts, interval: 3), PlanFault(.noStartWatts, line: 3)] {
      #expect(!remedy(fault).contains("--watts") && remedy(fault).contains("`zone2 140W`"))
    }
  }

  @Test func aRemedySaysHowMuchIsTaken() {
    #expect(
      ControlError(.badPlan, detail: PlanFault(.badText).text).sentence.remedy
        == "Names and labels take 100 characters, other texts 2000.")
    #expect(ControlError(.notExtensible).sentence.remedy.hasSuffix("24 hours or 1000 km in all at most."))
    for (parameter, limit) in [
      ("percent", "-50 to 50 % in all"), ("text", "1 to 100 characters"), ("to", "1 to 100 characters"),
      ("line", "a number that `jz2ctl plan show NAME` shows"),
    ] {
      #expect(ControlError(.invalidParameter, subject: parameter).sentence.remedy.contains(limit), "\(parameter)")
    }
  }

  @Test func aRouteSaysHowToNameItsPlan() {
    let sentence = ControlError(.badPlan, subject: "a.gpx", detail: PlanFault(.routeWantsPlan).text).sentence
    #expect(sentence.message == "The file is a route.")
    #expect(sentence.remedy == "Say which plan it is for: `jz2ctl plan import FILE --name PLAN`.")
  }

  @Test func whatIsAboutPlansIsSaid() {
    #expect(ControlError(.unknownPlan, subject: "Dawn").sentence.message == "There is no plan Dawn.")
    #expect(ControlError(.planInUse, subject: "Dawn").sentence.message == "The plan Dawn is being ridden.")
    #expect(ControlError(.notAwaited, subject: "3").sentence.message == "Interval 3 ends by itself.")
    #expect(ControlError(.notAwaited).sentence.message == "The interval ends by itself.")
  }
}
