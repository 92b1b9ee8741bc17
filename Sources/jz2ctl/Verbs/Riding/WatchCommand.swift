import ArgumentParser
import ControlWire

struct WatchCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show the ride as it goes on.",
    discussion: """
      A live view on a terminal, a line for each change on a pipe. Ctrl-C ends the view, not the ride. It attaches \
      again by itself when the daemon was restarted. Colours are left out where NO_COLOR is set.

      At the end of each interval of a plan, and of the plan, the terminal's bell rings, and the command of --on-event is \
      run. It is not waited for, and finds in its environment JZ2_EVENT (intervalEnded or planEnded), JZ2_NUMBER, \
      JZ2_LABEL and JZ2_OUTCOME (expired, skipped or left) of what is over, and JZ2_NEXT_LABEL. What it writes goes to \
      standard error, and nowhere beside a live view.

        jz2ctl watch --on-event 'aplay -q /usr/share/sounds/alsa/Front_Center.wav'
      """)

  @OptionGroup var options: CommonOptions

  @OptionGroup var view: ViewOptions

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    try WatchLoop.follow(ride: nil, with: daemon, output: output, view: view)
  }
}
