import CLinux
public import Foundation
import Glibc
import Synchronization

/// A running program of this package or of the system, with its output in files.
///
/// It inherits only the descriptors named here: with a pipe or a socket of another test, it would keep that open until
/// it ends. `deinit` kills it, so that a test that throws leaves no process behind.
public final class Program: Sendable {
  /// The result of a program that has ended.
  public struct Outcome: Sendable {
    /// The exit code; 128 plus the signal's number if a signal ended it, as in a shell.
    public let status: Int32
    /// The text on standard output.
    public let output: String
    /// The text on standard error.
    public let error: String
  }

  /// The directory of the built programs and of this test.
  public static let products: URL = {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let usual = URL(filePath: #filePath).resolvingSymlinksInPath().appending(path: "../../../.build/debug")
    let places = [own.map { URL(filePath: $0).deletingLastPathComponent() }, usual.standardizedFileURL]
    return places.compactMap { $0 }.first {
      FileManager.default.isExecutableFile(atPath: $0.appending(path: "jz2d").path())
    } ?? usual
  }()

  /// The process ID.
  public let pid: Int32
  private let files: TemporaryDirectory
  private let isAwaited = Atomic(false)

  /// Starts a program with only the given variables, and with `descriptor` open as 3; a `path` without a slash means a
  /// program of this package.
  ///
  /// - Throws: `POSIXError` if it cannot be started.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], passing descriptor: Int32? = nil
  ) throws {
    let path = path.contains("/") ? path : Self.products.appending(path: path).path()
    files = try TemporaryDirectory()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for (number, name) in [(Int32(1), "out"), (2, "err")] {
      posix_spawn_file_actions_addopen(&actions, number, files.path(of: name), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var pid = pid_t()
    let failure = linux_spawn(&pid, path, &actions, descriptor == nil ? 3 : 4, words, variables)
    if failure != 0 { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
    self.pid = pid
  }

  deinit {
    guard !isAwaited.load(ordering: .acquiring) else { return }
    kill(pid, SIGKILL)
    Self.wait(for: pid)
  }

  /// The text on standard output so far.
  public var output: String { text(of: "out") }
  /// The text on standard error so far.
  public var error: String { text(of: "err") }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) { kill(pid, number) }

  /// Waits until the program ends; call it only once.
  public func outcome() async throws -> Outcome {
    isAwaited.store(true, ordering: .releasing)
    let pid = pid
    let status = try await blocking { Self.wait(for: pid) }
    return Outcome(status: status, output: output, error: error)
  }

  @discardableResult
  private static func wait(for pid: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private func text(of name: String) -> String {
    (try? String(contentsOfFile: files.path(of: name), encoding: .utf8)) ?? ""
  }
}
