import ArgumentParser
import ControlWire
import FoundationEssentials
import Glibc
import TrainerClient

extension VerbFamily {
  static var backup: [any ParsableCommand.Type] { [BackupCommand.self, RestoreCommand.self] }
}

struct BackupCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write the whole library to one file, even during a ride.",
    discussion: """
      The file contains the rides, plans, settings and devices, but no recordings of radio traffic. `jz2ctl restore` \
      makes it the library again, on this computer or another, and writes the rides' files again.
      """, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(help: ArgumentHelp("The file to write or replace.", valueName: "file"), completion: .file())
  var file: String

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    do throws(BackupFailure) {
      let (name, count) = try write(from: daemon)
      output.answer(
        ExportedFile(fileName: name, path: file, byteCount: count, data: nil),
        text: String(localized: "\(file): \(count) bytes."))
    } catch {
      switch error {
      case .refused(let refusal): throw refusal
      case .unwritable(let reason):
        output.refuse(Refusal(cannotWriteTo: file, reason))
        Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
      }
    }
  }

  /// Writes the received pieces to a temporary file next to the target, then replaces the target.
  ///
  /// - Returns: The daemon's name for the file, and the number of bytes.
  private func write(from daemon: some DaemonConnection) throws(BackupFailure) -> (name: String, count: Int) {
    let arriving = try ArrivingFile(for: file)
    var name: String?
    var (next, count) = (0, 0)
    var failure: BackupFailure?
    do throws(ControlError) {
      try daemon.stream(Backup()) { piece throws(ControlError) in
        guard piece.sequence == next, let data = Data(base64Encoded: piece.data) else {
          throw ControlError(.protocolViolated, detail: "piece \(piece.sequence) of the file instead of piece \(next)")
        }
        (next, name) = (next + 1, piece.fileName)
        count += data.count
        guard FileWriting.write(Array(data), to: arriving.descriptor) else {
          failure = .unwritable(SystemError.text)
          return false
        }
        return true
      }
    } catch {
      throw .refused(error)
    }
    if let failure { throw failure }
    guard let name else { throw .refused(ControlError(.connectionLost)) }
    try arriving.putInPlace()
    return (name, count)
  }
}

struct RestoreCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the library with a file from `backup`.",
    discussion: """
      The file is checked first. The old library is kept next to the new one. Refused during a ride, and while a ride \
      waits to be written.
      """, shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "file"), completion: .file())
  var file: String

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    do throws(ImportFailure) {
      let reader = try PieceReader(path: file)
      let restored = try daemon.restore { () throws(ImportFailure) in try reader.next() }
      output.answer(restored, text: restored.text)
    } catch {
      if case .refused(let refusal) = error { throw refusal }
      output.refuse(Refusal(error, path: file))
      Self.exit(withError: ExitCode(ExitStatus.refused.rawValue))
    }
  }
}

/// The reason for a missing backup.
private enum BackupFailure: Error {
  /// The system's reason.
  case unwritable(String)
  /// The daemon's error.
  case refused(ControlError)
}

/// A temporary file that replaces another when it is complete.
private final class ArrivingFile {
  let descriptor: Int32
  private let path: String
  private let temporary: String

  init(for path: String) throws(BackupFailure) {
    self.path = path
    temporary = "\(path).\(getpid()).part"
    // The backup contains all data of the rider.
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(SystemError.text) }
  }

  func putInPlace() throws(BackupFailure) {
    guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      throw .unwritable(SystemError.text)
    }
  }

  deinit {
    close(descriptor)
    unlink(temporary)
  }
}
