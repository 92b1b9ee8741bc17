import CLinux
import ControlWire
import Glibc

/// Turns an SVG picture into a PNG one by a program of the system, so that no library for pictures is needed here.
enum PictureRendering {
  /// The reason why there is no PNG picture.
  enum Failure: Error, Equatable {
    /// The program is not installed.
    case noProgram
    /// The program ended without a picture.
    case failed
  }

  /// The program, and the Debian package that has it.
  static let program = "rsvg-convert"
  static let package = "librsvg2-bin"

  /// Draws a picture in its own size.
  ///
  /// - Throws: Why there is none.
  static func png(of svg: [UInt8]) throws(Failure) -> [UInt8] {
    // Unnamed files, not pipes: neither program ever waits for the other to read.
    guard let input = tmpfile(), let output = tmpfile() else { throw .failed }
    defer {
      fclose(input)
      fclose(output)
    }
    guard FileWriting.write(svg, to: fileno(input)), lseek(fileno(input), 0, SEEK_SET) == 0 else { throw .failed }
    try run([program, "--format=png"], from: fileno(input), to: fileno(output))
    guard let bytes = read(fileno(output)), !bytes.isEmpty else { throw .failed }
    return bytes
  }

  private static func run(_ words: [String], from input: Int32, to output: Int32) throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child = pid_t()
    switch posix_spawnp(&child, words[0], &actions, nil, &arguments, environ) {
    case 0: break
    case ENOENT: throw .noProgram
    default: throw .failed
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw .failed }
    }
    guard status == 0 else { throw .failed }
  }

  /// All bytes of a file; nil if it cannot be read.
  private static func read(_ descriptor: Int32) -> [UInt8]? {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    return linux_read(descriptor, &bytes, bytes.count) == bytes.count ? bytes : nil
  }
}

extension Refusal {
  /// The reason why a PNG picture cannot be drawn.
  init(_ failure: PictureRendering.Failure) {
    let (program, package) = (PictureRendering.program, PictureRendering.package)
    let message =
      switch failure {
      case .noProgram: String(localized: "A PNG picture is drawn by \(program), which is not installed.")
      case .failed: String(localized: "\(program) drew no picture.")
      }
    self.init(
      error: "CannotDraw", message: message,
      remedy: String(
        localized: "Install it: `sudo apt install \(package)`. Or write an SVG picture: `--output FILE.svg`."),
      subject: program, detail: nil)
  }
}
