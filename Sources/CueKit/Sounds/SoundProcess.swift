import CLinux
import Glibc
import Loop
import RideCues

/// Why a sound is not heard.
package enum SoundFault: Error, Hashable, Sendable {
  /// A program is not installed.
  case missing(program: String)
  /// The system did not start it; the error number.
  case notStarted(Int32)

  /// What to tell an administrator.
  package var sentence: String {
    switch self {
    case .missing(let program):
      "\(program) is not installed, so it is not heard. Install it: `sudo apt install alsa-utils espeak-ng`."
    case .notStarted(let number): "No program can be started for sound: \(String(cString: strerror(number)))."
    }
  }
}

/// The programs that make one sound: `aplay` from a pipe, and for speech `espeak-ng` into it.
struct SoundProcess {
  /// Programs and settings for all sounds.
  struct Programs: Sendable {
    let sound: CueConfiguration.Sound
    /// The variables of the programs, of which PATH tells where they are.
    let environment: [String: String]

    fileprivate func path(of program: String) throws(SoundFault) -> String {
      let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
      let paths = folders.map { "\($0)/\(program)" }
      guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { throw .missing(program: program) }
      return path
    }
  }

  /// The process numbers of those that run.
  private(set) var running: [pid_t] = []
  /// How the last of them ended that had no success, in the words of waitpid(2); nil if all had.
  private(set) var failure: Int32?

  /// Starts them.
  init(_ sound: Sound, by programs: Programs) throws(SoundFault) {
    let player = try programs.path(of: "aplay")
    var ends: [Int32] = [-1, -1]
    switch sound {
    case .tone(let tone):
      try Self.make(&ends)
      defer { for end in ends where end >= 0 { close(end) } }
      try start(player, Self.playing(programs.sound), by: programs, input: ends[0], output: nil)
      // A beep is shorter than what a pipe holds; where it is not, its end is missing, and nothing waits.
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

  /// Sends them a signal.
  func signal(_ number: Int32) { for child in running { kill(-child, number) } }

  /// Ends them by force, and waits for that.
  func abandon() {
    signal(SIGKILL)
    for child in running { waitpid(child, nil, 0) }
  }

  /// Forgets a process that has ended.
  ///
  /// - Returns: Whether none is left.
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
      // The first of two would wait for the other.
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
    // For the children `spawn` closes what they do not get.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }
}
