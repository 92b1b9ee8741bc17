import ControlWire
import Glibc

/// The sources of secrets: files, a pipe on standard input, or the terminal, which does not show them.
struct SecretInput {
  /// Prompts for a secret without echo; nil if standard input is not a terminal.
  var ask: (SecretText) throws(SecretFailure) -> [UInt8]? = { secret throws(SecretFailure) in
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    return try HiddenLine.read(secret)
  }
  /// Reads standard input to its end.
  var pipe: (SecretText) throws(SecretFailure) -> [UInt8] = { secret throws(SecretFailure) in
    try secret.bytes(of: STDIN_FILENO)
  }
  /// Prints a warning.
  var warn: (String) -> Void = { StandardStream.error.write("\($0)\n") }

  /// Reads a secret from its file, else from the terminal, else from the pipe.
  func word(_ secret: SecretText, file: String?) throws(SecretFailure) -> String {
    Self.forbidCoreDump()
    if let file, file != "-" { return try secret.word(in: secret.bytes(ofFile: file, warn: warn)) }
    if let typed = try ask(secret) { return try secret.word(in: typed) }
    let bytes = try pipe(secret)
    guard !bytes.isEmpty else { throw secret.failure(.nothingGiven) }
    return try secret.word(in: bytes)
  }

  /// Reads the certificates of a file; nil without a file.
  func certificates(file: String?) throws(SecretFailure) -> String? {
    guard let file else { return nil }
    let authority = SecretText(
      name: String(localized: "The certificate"), option: "--ca-file", limit: 256 * 1024)
    // A certificate is not secret.
    return try authority.certificates(in: authority.bytes(ofFile: file) { _ in })
  }

  /// Keeps the memory out of core dumps (core(5)), including those that another program collects.
  private static func forbidCoreDump() {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
    guard filter >= 0 else { return }
    _ = FileWriting.write([UInt8(ascii: "0")], to: filter)
    close(filter)
  }
}

/// A line of the terminal that is read without echo.
private enum HiddenLine {
  /// Prompts for a secret and reads it; the terminal is restored afterwards, and after every signal that ends the
  /// program.
  static func read(_ secret: SecretText) throws(SecretFailure) -> [UInt8] {
    let question = "\(String(localized: "\(secret.name) (not shown):")) "
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return try secret.bytes(of: STDIN_FILENO) }
    let shown = modes
    modes.c_lflag &= ~tcflag_t(ECHO)
    modes.c_lflag |= tcflag_t(ECHONL | ICANON)
    // Ctrl-\ would leave the terminal without echo, and a core dump behind; 0 is _POSIX_VDISABLE.
    modes.c_cc.1 = 0
    let hidden = modes
    SignalThread.start { signal in
      switch signal {
      case nil, SIGWINCH, SIGCONT: break
      case SIGTSTP:
        set(shown)
        kill(getpid(), SIGSTOP)
        set(hidden)
        StandardStream.error.write("\n\(question)")
      case let signal?:
        set(shown)
        StandardStream.error.write("\n")
        _exit(128 + signal)
      }
    }
    set(hidden)
    defer {
      set(shown)
      SignalThread.start { SignalThread.leave(to: $0) }
    }
    StandardStream.error.write(question)
    return try line(secret)
  }

  /// Reads the bytes of the line.
  ///
  /// In canonical mode, the terminal drops everything after 4095 bytes (termios(3)).
  private static func line(_ secret: SecretText) throws(SecretFailure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else {
        let reason = SystemError.text
        throw secret.failure(.unreadable(String(localized: "the terminal"), reason))
      }
      guard count < 4095 else { throw secret.failure(.tooLong(4094)) }
      return Array(buffer.prefix(count))
    }
  }

  private static func set(_ modes: termios) {
    var modes = modes
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes)
  }
}
