import ControlWire
import RideSession

extension PlanAddition {
  /// The plan with what is added at its end, checked as a whole.
  ///
  /// Intervals that are added once are lone ones. Without any, the lone ones at the plan's end become a group: those that
  /// stand behind the last group that repeats, or only the last of them.
  func added(to plan: Plan) -> Result<Plan, ControlError> {
    var plan = plan
    do throws(ControlError) {
      if let last, last < 1 || !intervals.isEmpty { throw ControlError(.invalidParameter, subject: "last") }
      if intervals.isEmpty { try repeatLoneOnes(of: &plan) } else { try append(to: &plan) }
      do throws(PlanError) { try plan.check() } catch { throw ControlError(error, plan: plan.name) }
      return .success(plan)
    } catch {
      return .failure(error)
    }
  }

  private func append(to plan: inout Plan) throws(ControlError) {
    // Each of a group's number is its number as it is ridden first.
    let ridden = plan.intervals.count
    var added: [PlanInterval] = []
    for (index, planned) in intervals.enumerated() {
      do throws(IntervalContradiction) { added.append(try PlanInterval(planned)) } catch {
        let fault = PlanFault(.contradictory, interval: ridden + index + 1, detail: error.detail)
        throw ControlError(.badPlan, subject: plan.name, detail: fault.text)
      }
    }
    if repeats ?? 1 == 1 {
      plan.groups += added.map { PlanGroup([$0]) }
    } else {
      plan.groups.append(PlanGroup(repeats: repeats ?? 1, added))
    }
  }

  private func repeatLoneOnes(of plan: inout Plan) throws(ControlError) {
    guard let repeats else { throw ControlError(.invalidParameter, subject: "intervals") }
    let first = plan.groups.lastIndex { $0.repeats != 1 }.map { $0 + 1 } ?? 0
    let lone = plan.groups[first...].flatMap(\.intervals)
    let count = last ?? max(1, lone.count)
    guard count <= lone.count else {
      let fault = PlanFault(.nothingToRepeat, detail: "it has \(lone.count)")
      throw ControlError(.badPlan, subject: plan.name, detail: fault.text)
    }
    let left = lone.dropLast(count).map { PlanGroup([$0]) }
    plan.groups.replaceSubrange(first..., with: left + [PlanGroup(repeats: repeats, Array(lone.suffix(count)))])
  }
}
