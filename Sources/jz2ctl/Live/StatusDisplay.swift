import ControlWire

/// Where `watch` shows what the daemon says.
protocol StatusDisplay {
  /// Shows the status that just came.
  func show(_ status: Status)
  /// Says what happened to the plan, once; its status is shown before.
  func tell(_ news: PlanNews)
  /// Says that the connection is lost and is tried again.
  func detach(_ reason: ControlError)
  /// Leaves what was shown last, ready for lines below it.
  func end()
}

/// A line for each status, for a pipe, a log or a program.
struct LineDisplay: StatusDisplay {
  /// Whether the lines are JSON.
  let json: Bool

  func show(_ status: Status) {
    StandardStream.output.write(json ? Output.line(of: status) : StatusLine.text(status) + "\n")
  }

  func tell(_ news: PlanNews) {
    // An object has its news itself.
    if !json { StandardStream.output.write(NewsText.line(news) + "\n") }
  }

  func detach(_ reason: ControlError) {
    StandardStream.error.write("jz2ctl: \(reason.sentence.message.printable) Trying again each second.\n")
  }

  func end() {}
}
