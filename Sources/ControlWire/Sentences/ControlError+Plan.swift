extension ControlError {
  /// What to tell a person about a refusal that concerns a plan.
  var planSentence: Sentence {
    switch code {
    case .unknownPlan:
      Sentence("There is no plan \(subject ?? "like that").", remedy: "See which there are: `jz2ctl plan list`.")
    case .duplicatePlan:
      Sentence(
        "There is a plan \(subject ?? "of that name") already.",
        remedy: "Take another name; a file takes its place with `jz2ctl plan import FILE --replace`.")
    case .planInUse:
      Sentence(
        "\(subject.map { "The plan \($0)" } ?? "The plan") is being ridden.",
        remedy: "Change it after the ride; on the way there are `skip`, `back`, `extend`, `bias` and `label`.")
    case .badPlan:
      PlanFault(detail ?? "")?.sentence(of: subject)
        ?? Sentence("The plan cannot be ridden\(bracket(detail)).", remedy: "Look at it: `jz2ctl plan show NAME`.")
    case .notExtensible:
      Sentence(
        "\(subject.map { "Interval \($0)" } ?? "The interval") cannot be made longer so.",
        remedy:
          "Add time to one that ends by the timer, `jz2ctl extend 2:00`, and metres to one that ends by distance, "
          + "`jz2ctl extend 500m`; 24 hours or 1000 km in all at most.")
    case .notAwaited:
      Sentence(
        "\(subject.map { "Interval \($0)" } ?? "The interval") ends by itself.",
        remedy: "Leave it all the same: `jz2ctl skip`.")
    default:
      Sentence(
        "The ride is a steady one, without intervals.",
        remedy: "Change its watts with `jz2ctl watts W`; end it with `jz2ctl stop`.")
    }
  }
}
