import Glibc

/// A command that a shell runs, the head of a process group of its own.
struct CommandProcess {
  /// The system did not start it.
  struct NotStarted: Error {
    /// The error number.
    let number: Int32
  }

  /// The most that is kept of what it says; the rest is read and forgotten, so that it never waits.
  private static let longest = 4096

  private let child: pid_t
  private let output: Int32
  private var bytes: [UInt8] = []
  /// What waitpid(2) said; nil while the shell runs.
  private var status: Int32?

  init(_ command: String, environment: [String: String]) throws(NotStarted) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NotStarted(number: errno) }
    defer { Glibc.close(ends[1]) }
    var child = pid_t()
    let failure = ProgramOutput.spawn(
      "/bin/sh", ["-c", command], environment: environment, output: ends[1], takesErrors: true, &child)
    guard failure == 0 else {
      Glibc.close(ends[0])
      throw NotStarted(number: failure)
    }
    self.child = child
    output = ends[0]
  }

  /// What it has said.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether it runs, or something that it has begun; reads what it says, and does not block.
  var isRunning: Bool {
    mutating get {
      read()
      return ending == nil || Glibc.kill(-child, 0) == 0
    }
  }

  /// How the shell ended; nil while it is there.
  ///
  /// Does not block.
  var ending: EventCommand.Ending? {
    mutating get {
      var told: Int32 = 0
      if status == nil, waitpid(child, &told, WNOHANG) == child { status = told }
      return status.map { $0 & 0x7F == 0 ? .exited(code: $0 >> 8 & 0xFF) : .signalled($0 & 0x7F) }
    }
  }

  /// Kills it with all that it has begun, and does not wait until that is dead.
  func kill() { Glibc.kill(-child, SIGKILL) }

  /// Hears no more of it.
  func close() { Glibc.close(output) }

  private mutating func read() {
    var buffer = [UInt8](repeating: 0, count: Self.longest)
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    // So much at once, lest one that never stops saying something is never looked after.
    for _ in 0..<16 where poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLIN) != 0 {
      let count = Glibc.read(output, &buffer, buffer.count)
      guard count > 0 else { return }
      bytes += buffer.prefix(min(count, Self.longest - bytes.count))
    }
  }
}
