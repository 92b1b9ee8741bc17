import ArgumentParser
import ControlWire
import Glibc
import Rides

/// The command of `watch --on-event`, started at each event of the plan, for a beep or a lamp.
///
/// It runs as the rider, with the rider's environment and without a time limit; jz2ctl does not wait for it. (The
/// command of `jz2d --on-event` runs as the daemon's user, is limited in time and number, and writes to the journal.)
final class ViewEventCommand {
  /// The destination of the command's output.
  enum Writing {
    /// Discards the output, because a view is on the terminal.
    case nowhere
    /// Standard error, because `watch` prints its lines to standard output.
    case standardError
  }

  private let command: String
  private let writing: Writing
  private var children: [pid_t] = []

  /// - Parameters:
  ///   - command: The argument of `/bin/sh -c`.
  ///   - writing: The destination of its output.
  init(_ command: String, writing: Writing) {
    self.command = command
    self.writing = writing
  }

  /// The environment variables that describe an event; unknown values are empty.
  static func environment(_ news: PlanNews) -> [(name: String, value: String)] {
    [
      ("JZ2_EVENT", news.kind.rawValue), ("JZ2_NUMBER", news.interval.map { "\($0.number)" } ?? ""),
      ("JZ2_LABEL", news.interval?.label ?? ""), ("JZ2_OUTCOME", news.interval?.outcome.rawValue ?? ""),
      ("JZ2_NEXT_LABEL", news.next?.label ?? ""),
    ]
  }

  /// Starts the command without waiting for its end.
  func run(_ news: PlanNews) {
    reap()
    let words = ["/bin/sh", "-c", command]
    if let child = spawn(words, environment: Self.variables(with: Self.environment(news))) { children.append(child) }
  }

  /// Collects the exit status of ended commands, so that the system can remove them.
  func reap() {
    children.removeAll { child in
      var status: Int32 = 0
      return waitpid(child, &status, WNOHANG) != 0
    }
  }

  /// The number of running commands.
  var running: Int { children.count }

  /// Returns this process's environment with some variables added or replaced.
  private static func variables(with new: [(name: String, value: String)]) -> [String] {
    var inherited: [String] = []
    var variable = environ
    while let text = variable.pointee {
      inherited.append(String(cString: text))
      variable += 1
    }
    let kept = inherited.filter { text in !new.contains { text.hasPrefix("\($0.name)=") } }
    return kept + new.map { "\($0.name)=\($0.value)" }
  }

  /// Starts a program with no signal blocked or ignored, in its own process group: Ctrl-C reaches only the view.
  private func spawn(_ words: [String], environment: [String]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    switch writing {
    case .nowhere:
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    case .standardError: posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var child = pid_t()
    return posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables) == 0 ? child : nil
  }
}

/// The options of a view.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run this with /bin/sh when an interval or the plan ends.", valueName: "command", visibility: .hidden))
  var onEvent: String?

  @Flag(help: "Do not ring the bell before and at the end of intervals.")
  var quiet = false

  @Flag(help: "Show big digits in any terminal; without this, only from 100 by 30 characters.")
  var big = false

  /// The command to run at each event; nil without `--on-event`.
  func command(writing: ViewEventCommand.Writing) -> ViewEventCommand? {
    onEvent.map { ViewEventCommand($0, writing: writing) }
  }
}
