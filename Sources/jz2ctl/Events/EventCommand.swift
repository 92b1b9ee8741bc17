import ControlWire
import Glibc

/// A command of the rider's for each thing that happens to the plan: a beep, a lamp.
final class EventCommand {
  /// Where what the command writes goes.
  enum Writing {
    /// Nowhere: a view is on the terminal.
    case nowhere
    /// To standard error, since standard output has the lines of `watch`.
    case standardError
  }

  private let command: String
  private let writing: Writing
  private var children: [pid_t] = []

  /// - Parameters:
  ///   - command: What `/bin/sh -c` is to run.
  ///   - writing: Where what it writes goes.
  init(_ command: String, writing: Writing) {
    self.command = command
    self.writing = writing
  }

  /// What the command is told of an event, in its environment; what is not known is empty.
  static func environment(_ news: PlanNews) -> [(name: String, value: String)] {
    [
      ("JZ2_EVENT", news.kind.rawValue), ("JZ2_NUMBER", news.interval.map { "\($0.number)" } ?? ""),
      ("JZ2_LABEL", news.interval?.label ?? ""), ("JZ2_OUTCOME", news.interval?.outcome.rawValue ?? ""),
      ("JZ2_NEXT_LABEL", news.next?.label ?? ""),
    ]
  }

  /// Starts the command, and does not wait for it.
  func run(_ news: PlanNews) {
    reap()
    let words = ["/bin/sh", "-c", command]
    if let child = spawn(words, environment: Self.variables(with: Self.environment(news))) { children.append(child) }
  }

  /// Forgets the commands that are done, so that the system can.
  func reap() {
    children.removeAll { child in
      var status: Int32 = 0
      return waitpid(child, &status, WNOHANG) != 0
    }
  }

  /// How many commands run.
  var running: Int { children.count }

  /// This process's environment with some variables more, or others in their place.
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

  /// Starts a program in a process group of its own, so that Ctrl-C is the view's alone, with no signal blocked or ignored.
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
