import CLinux
import Glibc
import Loop
import RideCues

/// Why a sound cannot be played.
package enum SoundFault: Error, Hashable, Sendable {
  /// A program is not installed.
  case missing(program: String)
  /// The system did not start the program; with the error number.
  case notStarted(Int32)

  /// The message for an administrator.
  package var explanation: String {
    switch self {
    case .missing(let program):
      "\(program) is not installed, so some sounds are missing. Install it: `sudo apt install alsa-utils espeak-ng`."
    case .notStarted(let number): "The sound program cannot be started: \(String(cString: strerror(number)))."
    }
  }
}

/// The programs that make one sound: `aplay` reads from a pipe, and for speech `espeak-ng` writes into it.
struct SoundProcess {
  /// Programs and settings for all sounds.
  struct Programs: Sendable {
    let sound: CueConfiguration.Sound
    /// The environment variables of the programs; PATH gives their folders.
    let environment: [String: String]

    fileprivate func path(of program: String) throws(SoundFault) -> String {
      let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
      let paths = folders.map { "\($0)/\(program)" }
      guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { throw .missing(program: program) }
      return path
    }
  }

  /// The process IDs of the programs that run.
  private(set) var running: [pid_t] = []
  /// The exit status of the last program that failed, as waitpid(2) returns it; nil if all succeeded.
  private(set) var failure: Int32?

  /// Starts the programs of a sound.
  init(_ sound: Sound, by programs: Programs) throws(SoundFault) {
    let player = try programs.path(of: "aplay")
    var ends: [Int32] = [-1, -1]
    switch sound {
    case .tone(let tone):
      try Self.make(&ends)
      defer { for end in ends where end >= 0 { close(end) } }
      try start(player, Self.playing(programs.sound), by: programs, input: ends[0], output: nil)
      // A beep is shorter than the pipe's buffer. If it were not, its end would be lost, but the write would not block.
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      _ = ToneWave(tone).bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
    case .speech(let text):
      let speaker = try programs.path(of: "espeak-ng")
      try Self.make(&ends)
      defer { for end in ends where end >= 0 { close(end) } }
      try start(player, Self.playing(programs.sound), by: programs, input: ends[0], output: nil)
      try start(
        speaker, ["--stdout", "-v", programs.sound.voice, "--", text], by: programs, input: nil, output: ends[1])
    }
  }

  /// Sends a signal to all programs that run.
  func signal(_ number: Int32) { for child in running { kill(-child, number) } }

  /// Kills the programs, and waits until they have ended.
  func abandon() {
    signal(SIGKILL)
    for child in running { waitpid(child, nil, 0) }
  }

  /// Reaps a program that has ended.
  ///
  /// - Returns: Whether all programs have ended.
  mutating func reap(_ child: pid_t) -> Bool {
    var status: Int32 = 0
    guard waitpid(child, &status, WNOHANG) != 0 else { return running.isEmpty }
    if status != 0 { failure = status }
    running.removeAll { $0 == child }
    return running.isEmpty
  }

  private mutating func start(
    _ program: String, _ words: [String], by programs: Programs, input: Int32?, output: Int32?
  ) throws(SoundFault) {
    var child = pid_t()
    let failure = CommandProcess.spawn(
      program, words, environment: programs.environment, input: input, output: output, takesErrors: false, &child)
    guard failure == 0 else {
      // Without the second program, the first would wait forever.
      abandon()
      throw .notStarted(failure)
    }
    running.append(child)
  }

  private static func playing(_ sound: CueConfiguration.Sound) -> [String] {
    ["--quiet", "--file-type=wav"] + (sound.card.map { ["--device=\($0)"] } ?? []) + ["-"]
  }

  private static func make(_ ends: inout [Int32]) throws(SoundFault) {
    guard pipe(&ends) == 0 else { throw .notStarted(errno) }
    // In the children, `spawn` closes the ends that they do not use.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }
}
