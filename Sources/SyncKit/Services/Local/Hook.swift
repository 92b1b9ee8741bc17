import CLinux
import ControlWire
import FoundationEssentials
import Glibc
import Logging
import Loop
package import Rides
import TrainerClient

/// A command of the administrator that runs for each finished ride.
///
/// `/bin/sh -c` runs it as the user of jz2sync. Its variables are `JZ2_RIDE`, the ride's number; `JZ2_FILE`, the path
/// of the ride's file in a folder that only this user can read and that is removed afterwards; `JZ2_ACTIVITY`, the
/// ride's external ID; `PATH` and `HOME`. The command and its children have a minute; then they get SIGTERM, and five
/// seconds later SIGKILL.
///
/// Exit code 0 is success. Exit code 75 (`EX_TEMPFAIL` of sysexits.h) asks for another run later, without a limit.
/// After any other end it also runs again later, but at most eight times. It may run twice for a ride, if the process
/// ends before the success is stored.
package actor Hook: UploadService {
  /// The time limits of a command.
  package struct Limits: Sendable {
    /// The time until SIGTERM.
    package var whole = Duration.seconds(60)
    /// The time from SIGTERM until SIGKILL.
    package var grace = Duration.seconds(5)

    package init() {}
  }

  package nonisolated let service = SyncService.hook

  /// The number of failures for a ride after which its command does not run again.
  package static let mostFailures = 8
  /// `EX_TEMPFAIL`.
  private static let laterCode: Int32 = 75
  private static let usualPath = "/usr/local/bin:/usr/bin:/bin"

  private let tools: ServiceTools
  private let configuration: SyncConfiguration.Hook
  private let temporary: String
  private let environment: [String: String]
  private let limits: Limits
  private var isSwept = false

  /// - Parameters:
  ///   - tools: The tools of the service.
  ///   - configuration: The command.
  ///   - temporary: A folder for the files, used only by this process.
  ///   - environment: The variables of this process. The command gets PATH and HOME from them.
  ///   - limits: The time limits of the command.
  package init(
    _ tools: ServiceTools, _ configuration: SyncConfiguration.Hook, temporary: String, environment: [String: String],
    limits: Limits = Limits()
  ) {
    self.tools = tools
    self.configuration = configuration
    self.temporary = temporary
    self.environment = environment
    self.limits = limits
  }

  package func send(_ parcel: Parcel, mayBeThere: Bool) async -> Delivery {
    let file: NamedFile
    do throws(SyncFault) {
      file = try await parcel.file(configuration.format.rawValue)
    } catch {
      return .unread(error)
    }
    do throws(SyncFault) {
      sweep()
      let folder = try PrivateFolder(in: temporary)
      defer { folder.remove() }
      let path = try folder.put(file.bytes, named: "ride-\(parcel.ride.id).\(configuration.format.rawValue)")
      return try await judge(try await run(parcel, path), of: parcel.ride.id)
    } catch {
      return .later(error, after: nil)
    }
  }

  package func follow(_ ticket: String, of parcel: Parcel) async -> Delivery {
    await send(parcel, mayBeThere: true)
  }

  /// Refuses, since the command does not run for a new name.
  package func rename(_ remoteID: String, to parcel: Parcel) async -> Delivery {
    .refused(SyncFault(.refused, detail: "the command is not run when a ride is renamed"))
  }

  /// The result of a command.
  private enum Outcome {
    case done
    /// The command asks for another run.
    case postponed(SyncFault)
    case failed(SyncFault)
  }

  private func judge(_ outcome: Outcome, of ride: Int) async throws(SyncFault) -> Delivery {
    let key = "hook-failures-\(ride)"
    switch outcome {
    case .done:
      try await tools.memory.keep([key: nil])
      return .there(remoteID: nil, url: nil, wasThere: false)
    case .postponed(let fault): return .later(fault, after: nil)
    case .failed(let fault):
      let failures = (try await tools.memory.json(Int.self, key) ?? 0) + 1
      if failures < Self.mostFailures {
        try await tools.memory.keep(json: failures, key)
        return .later(fault, after: nil)
      }
      // A later attempt by hand starts with the full number of tries.
      try await tools.memory.keep([key: nil])
      return .refused(fault)
    }
  }

  private func run(_ parcel: Parcel, _ path: String) async throws(SyncFault) -> Outcome {
    var variables = [
      "JZ2_RIDE": String(parcel.ride.id), "JZ2_FILE": path, "JZ2_ACTIVITY": parcel.externalID,
      "PATH": environment["PATH"] ?? Self.usualPath,
    ]
    variables["HOME"] = environment["HOME"]
    var process: CommandProcess
    do throws(CommandProcess.NotStarted) {
      process = try CommandProcess(configuration.command, environment: variables)
    } catch {
      throw SyncFault(.commandFailed, detail: String(cString: strerror(error.number)))
    }
    let isOver = await wait(for: &process, limits.whole)
    if !isOver {
      process.signal(SIGTERM)
      if !(await wait(for: &process, limits.grace)) {
        process.signal(SIGKILL)
        // A process in uninterruptible I/O dies only when the disk or driver responds. This loop blocks no thread.
        while process.end == nil { try? await Task.sleep(for: .milliseconds(20)) }
      }
    }
    let (text, end) = (process.text, process.end)
    process.close()
    log(text, end, ride: parcel.ride.id)
    return isOver ? Self.outcome(of: end, text) : .failed(SyncFault(.commandTimedOut))
  }

  /// Waits for the end of a command and its children.
  ///
  /// Returns false if the time is over before.
  ///
  /// It uses the monotonic clock, not the wall clock or the clock of tests.
  private func wait(for process: inout CommandProcess, _ limit: Duration) async -> Bool {
    let last = ContinuousClock.now + limit
    var look = Duration.milliseconds(5)
    while process.isRunning {
      if ContinuousClock.now >= last { return false }
      try? await Task.sleep(for: look)
      look = min(look * 2, .milliseconds(200))
    }
    return true
  }

  private static func outcome(of end: CommandProcess.End?, _ text: String) -> Outcome {
    let last = text.split(whereSeparator: \.isNewline).map { String($0).printableLine() }.last { !$0.isEmpty }
    let status: String
    switch end {
    case .exited(code: 0): return .done
    case .exited(let code): status = "exit code \(code)"
    case .signalled(let number): status = "signal \(number)"
    case nil: status = "timed out"
    }
    let fault = SyncFault(.commandFailed, detail: last.map { "\(status): \($0)" } ?? status)
    return end == .exited(code: laterCode) ? .postponed(fault) : .failed(fault)
  }

  private func log(_ text: String, _ end: CommandProcess.End?, ride: Int) {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).printableLine() }.filter { !$0.isEmpty }
    guard !lines.isEmpty || end != .exited(code: 0) else { return }
    tools.log.info(
      "the command for finished rides ended",
      metadata: [
        "ride": "\(ride)", "ending": "\(end.map { "\($0)" } ?? "none")",
        "output": "\(lines.suffix(20).joined(separator: " | "))",
      ])
  }

  /// Removes the leftovers of an earlier process, once.
  private func sweep() {
    guard !isSwept else { return }
    isSwept = true
    PrivateFolder.sweep(temporary)
  }
}

/// A folder with one file, readable only by this user.
struct PrivateFolder: Sendable {
  private static let prefix = "hook-"

  private let path: String

  /// Creates the folder.
  init(in parent: String) throws(SyncFault) {
    mkdir(parent, 0o700)
    // mkdtemp(3) replaces the last six characters.
    var template = Array("\(parent)/\(Self.prefix)\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.fault(parent) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Writes a file that only this user can read.
  ///
  /// - Returns: The path of the file.
  func put(_ bytes: [UInt8], named name: String) throws(SyncFault) -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.fault(file) }
    defer { close(descriptor) }
    guard linux_write(descriptor, bytes, bytes.count) == 0 else { throw Self.fault(file) }
    return file
  }

  /// Removes the folder with its content, including files of the command.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// Removes the folders of a process that was killed.
  static func sweep(_ parent: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
      try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
    }
  }

  private static func fault(_ path: String) -> SyncFault {
    SyncFault(.notWritable, detail: "\(path): \(String(cString: strerror(errno)))")
  }
}
