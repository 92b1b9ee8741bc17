import Foundation
import Glibc
import Synchronization
import TestKit

/// A terminal without a window: it stores a program's output and sends it keys.
final class PseudoTerminal: Sendable {
  private let master: Int32
  private let slave: Int32
  private let received = Mutex<[UInt8]>([])

  init(columns: Int, rows: Int) throws {
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2); Swift does not import these macros.
    let (unlock, tellNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var (locked, number): (Int32, UInt32) = (0, 0)
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard ioctl(master, unlock, &locked) == 0, ioctl(master, tellNumber, &number) == 0 else {
      throw POSIXError(.ENOTTY)
    }
    slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw POSIXError(.ENOTTY) }
    resize(columns: columns, rows: rows)
    Thread.detachNewThread { [self] in read() }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(master, &buffer, buffer.count)
      guard count > 0 else { return }
      let bytes = buffer.prefix(count)
      received.withLock { $0 += bytes }
    }
  }

  /// Runs `jz2ctl` on the terminal, like the shell of a session.
  func run(_ words: String...) throws -> Program {
    let program = Program.products.appending(path: "jz2ctl").path()
    let command = ([program] + words).map { "'\($0)'" }.joined(separator: " ")
    return try Program(
      "/bin/sh", ["-c", "exec setsid --ctty --wait \(command) <&3 >&3"],
      environment: ["TERM": "xterm", "LC_ALL": "C", "PATH": "/usr/bin:/bin"], passing: slave)
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Types a text, which may contain control characters.
  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// All output so far, with its escape sequences.
  var text: String { received.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Whether the terminal echoes typed characters, as in a shell.
  var echoes: Bool {
    var modes = termios()
    return tcgetattr(slave, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }
}
