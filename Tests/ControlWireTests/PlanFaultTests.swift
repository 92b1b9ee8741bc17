import ControlWire
import Rides
import Testing

@Suite struct PlanFaultTests {
  static let faults = PlanFault.Code.allCases.flatMap { code in
    [
      PlanFault(code, line: 17, interval: 3, detail: "0 s, or so"), PlanFault(code, interval: 3, detail: "0"),
      PlanFault(code),
    ]
  }

  @Test(arguments: faults)
  func `a plan fault is encoded and decoded with its error`(fault: PlanFault) throws {
    let error = try ReplyMessageTests.goneThrough(.badPlan(fault, of: "Dawn"))
    #expect(error == .badPlan(fault, of: "Dawn"))
    #expect(error?.planFault == fault)
  }

  @Test(arguments: faults)
  func `every plan fault has a well-formed message and remedy`(fault: PlanFault) {
    for subject in [nil, "Dawn"] {
      let explanation = ControlError.badPlan(fault, of: subject).explanation
      for text in [explanation.message, explanation.remedy] {
        let (marks, isUpper) = (text.count { $0 == "`" }, text.first?.isUppercase)
        #expect(text.hasSuffix(".") && !text.contains("  ") && !text.contains("()"))
        #expect(marks.isMultiple(of: 2) && isUpper == true)
      }
    }
  }

  @Test func `each plan fault has its own message`() {
    let explanations = PlanFault.Code.allCases.map { ControlError.badPlan(PlanFault($0), of: nil).explanation.message }
    #expect(Set(explanations).count == explanations.count)
  }

  @Test func `a plan fault's message prefers the line to the interval`() {
    func message(_ fault: PlanFault, of plan: String? = "Dawn") -> String {
      ControlError.badPlan(fault, of: plan).explanation.message
    }
    #expect(
      message(PlanFault(.zeroLength, line: 17, interval: 3, detail: "0 s"))
        == "The plan Dawn has an interval without a length (line 17: 0 s).")
    #expect(
      message(PlanFault(.powerOutOfRange, interval: 3, detail: "4000 W"))
        == "The plan Dawn asks for a power that no trainer can hold (interval 3: 4000 W).")
    #expect(message(PlanFault(.malformed, line: 2), of: nil) == "The file has an error (line 2).")
    #expect(message(PlanFault(.notExpressible), of: "Dawn") == "The plan Dawn cannot be exported in this format.")
    #expect(
      message(PlanFault(.nothingToRepeat, detail: "it has 1"))
        == "The plan Dawn ends with too few single intervals (it has 1).")
    #expect(
      message(PlanFault(.formatWantsThreshold, interval: 3))
        == "The power of the plan Dawn cannot be converted to this format: your FTP is not set (interval 3)."
    )
    #expect(
      message(PlanFault(.zeroLength, line: 2, detail: "cue"))
        == "The plan Dawn has a cue without a duration (line 2: cue).")
  }

  @Test func `the remedy for a plan without a starting power says where to set it`() {
    func remedy(_ fault: PlanFault) -> String { ControlError.badPlan(fault, of: nil).explanation.remedy }
    #expect(remedy(PlanFault(.noStartWatts, detail: "zone 2")).contains("`--watts 140`"))
    for fault in [PlanFault(.noStartWatts, interval: 3), PlanFault(.noStartWatts, line: 3)] {
      #expect(!remedy(fault).contains("--watts") && remedy(fault).contains("`zone2 140W`"))
    }
  }

  @Test func `a remedy states the allowed limits`() {
    #expect(
      ControlError.badPlan(PlanFault(.badText), of: nil).explanation.remedy
        == "Names and labels have 100 characters at most, other texts 2000.")
    #expect(ControlError(.notExtensible).explanation.remedy.hasSuffix("24 hours or 1000 km."))
    for (parameter, limit) in [
      ("percent", "-50 to 50 % in total"), ("text", "1 to 100 characters"), ("to", "1 to 100 characters"),
      ("line", "a number from `jz2ctl plan show NAME`"),
    ] {
      #expect(ControlError(.invalidParameter, subject: parameter).explanation.remedy.contains(limit), "\(parameter)")
    }
  }

  @Test func `the remedy for a route without a plan says how to name the plan`() {
    let explanation = ControlError.badPlan(PlanFault(.routeWantsPlan), of: "a.gpx").explanation
    #expect(explanation.message == "The file is a route.")
    #expect(explanation.remedy == "Add it to a plan: `jz2ctl import FILE --name PLAN`.")
  }

  @Test func `a refusal about a plan names the plan or the interval`() {
    #expect(ControlError(.unknownPlan, subject: "Dawn").explanation.message == "There is no plan Dawn.")
    #expect(ControlError(.planInUse, subject: "Dawn").explanation.message == "The plan Dawn is being ridden.")
    let absences = [
      PlannedAbsence(.noService, day: "2026-11-25"),
      PlannedAbsence(.notFetched, day: "2026-11-25", fetched: "2026-11-24T06:45:12Z"),
      PlannedAbsence(.none, day: "2026-11-25"),
      PlannedAbsence(.allRidden, day: "2026-11-25", plans: ["2026-11-25 A", "2026-11-25 B"]),
    ].map { ControlError.noPlannedWorkout($0).explanation }
    #expect(
      absences.map(\.message) == [
        "No calendar has sent workouts yet.",
        "The workouts for 2026-11-25 are unknown: your calendar was last read on 2026-11-24 at 06:45 UTC.",
        "Your calendar has no workout for 2026-11-25.",
        "You have already ridden all workouts for 2026-11-25: 2026-11-25 A, 2026-11-25 B.",
      ])
    #expect(absences[0].remedy.contains("`jz2ctl connect intervals`"))
    #expect(absences[1].remedy.contains("`jz2ctl sync now`"))
    #expect(absences[3].remedy.contains("`jz2ctl start --plan '2026-11-25 A'`"))
    let readOnly = ControlError(.planReadOnly, subject: "2026-11-25 Tempo").explanation
    #expect(readOnly.message == "The plan 2026-11-25 Tempo comes from your calendar and can be changed only there.")
    #expect(readOnly.remedy.contains("`jz2ctl plan copy '2026-11-25 Tempo' NEW`"))
    let packaged = ControlError(.planReadOnly, subject: "tempo-45", detail: ControlError.ofPackage).explanation
    #expect(packaged.message == "The plan tempo-45 is part of jz2 and cannot be changed.")
    #expect(packaged.remedy.contains("`jz2ctl plan copy tempo-45 NEW`"))
    #expect(ControlError(.notAwaited, subject: "3").explanation.message == "Interval 3 ends by itself.")
    #expect(
      ControlError(.intervalPassed, subject: "3").explanation.message
        == "Interval 3 is not ridden any more, so nothing was changed.")
    #expect(ControlError(.notAwaited).explanation.message == "The interval ends by itself.")
  }
}
