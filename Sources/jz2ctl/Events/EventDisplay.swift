import ControlWire

/// A display beside which a command is run for each thing that happens to the plan.
struct EventDisplay<Base: StatusDisplay>: StatusDisplay {
  /// Where it is shown.
  let base: Base
  /// What is run.
  let command: EventCommand

  func show(_ status: Status) {
    command.reap()
    base.show(status)
  }

  func tell(_ news: PlanNews) {
    base.tell(news)
    command.run(news)
  }

  func detach(_ reason: ControlError) { base.detach(reason) }

  var showsLastRide: Bool { base.showsLastRide }

  func rest(after ride: RideSummary) { base.rest(after: ride) }

  func finish() { base.finish() }

  func end() { base.end() }
}
