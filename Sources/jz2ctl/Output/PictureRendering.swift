import CLinux
import ControlWire
import Glibc

/// Converts an SVG picture to PNG by running `rsvg-convert`, so that jz2ctl needs no library for pictures.
enum PictureRendering {
  /// The reason for a missing PNG picture.
  enum Failure: Error, Equatable {
    /// The program is not installed.
    case noProgram
    /// The program ended without a picture.
    case failed
  }

  /// The program, and its Debian package.
  static let program = "rsvg-convert"
  static let package = "librsvg2-bin"

  /// Draws a picture at its own size.
  ///
  /// - Throws: The reason for a missing picture.
  static func png(of svg: [UInt8]) throws(Failure) -> [UInt8] {
    guard let ended = Subprocess.run([program, "--format=png"], input: svg) else {
      throw errno == ENOENT ? .noProgram : .failed
    }
    guard ended.status == 0, !ended.output.isEmpty else { throw .failed }
    return ended.output
  }
}

extension Refusal {
  /// Creates the refusal for a PNG picture that cannot be drawn.
  init(_ failure: PictureRendering.Failure) {
    let (program, package) = (PictureRendering.program, PictureRendering.package)
    let message =
      switch failure {
      case .noProgram: String(localized: "PNG pictures need \(program), which is not installed.")
      case .failed: String(localized: "\(program) could not draw the picture.")
      }
    self.init(
      error: "CannotDraw", message: message,
      remedy: String(
        localized: "Install it: `sudo apt install \(package)`. Or write an SVG picture: `--output FILE.svg`."),
      subject: program, detail: nil)
  }
}
