import CLinux
import ControlWire
import Glibc

/// A text that is not given as an argument, because every user of the computer could read it there.
struct SecretText: Equatable {
  /// The name in the reader's language, as the first words of a sentence: `The key`.
  let name: String
  /// The option that names the file, `--key-file`, or makes jz2ctl prompt, `--code`.
  let option: String
  /// Whether the option names a file.
  var hasFile = true
  /// The maximum size, in bytes.
  var limit = 16 * 1024

  /// Parses an API key, an app's secret or a token: a single word.
  ///
  /// - Returns: The word, without the white space around it.
  /// - Throws: `empty`, `notText`, `severalWords` or `tooLong`.
  func word(in bytes: [UInt8]) throws(SecretFailure) -> String {
    let text = try text(in: bytes)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard let word = words.first else { throw failure(.empty) }
    guard words.count == 1 else { throw failure(.severalWords) }
    return String(word)
  }

  /// Checks PEM text: at least one certificate (RFC 7468, section 5), and no private key.
  func certificates(in bytes: [UInt8]) throws(SecretFailure) -> String {
    let text = try text(in: bytes)
    guard !text.allSatisfy(\.isWhitespace) else { throw failure(.empty) }
    guard !text.contains("PRIVATE KEY-----") else { throw failure(.privateKey) }
    guard text.contains("-----BEGIN CERTIFICATE-----") else { throw failure(.noCertificate) }
    return text
  }

  private func text(in bytes: [UInt8]) throws(SecretFailure) -> String {
    guard bytes.count <= limit else { throw failure(.tooLong(limit)) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure(.notText) }
    let isText = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F || "\t\n\r".contains(Character($0))
    }
    guard isText else { throw failure(.notText) }
    return text
  }

  func failure(_ reason: SecretFailure.Reason) -> SecretFailure { SecretFailure(of: self, reason) }

  /// Returns a text without the white space around it, which copying often adds.
  static func trimmed(_ text: String) -> String {
    let rest = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    return String(rest.reversed())
  }
}

extension SecretText {
  /// Reads a file; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - warn: Receives a warning if other users may read the file.
  /// - Returns: At most one byte more than `limit`.
  /// - Throws: `unreadable` or `tooLong`.
  func bytes(ofFile path: String, warn: (String) -> Void) throws(SecretFailure) -> [UInt8] {
    if path == "-" { return try bytes(of: STDIN_FILENO) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(.unreadable(path, Self.systemReason())) }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o004 != 0 {
      warn(
        status.st_uid == geteuid()
          ? String(localized: "Every user of this computer can read \(path). Make it private: `chmod 600 \(path)`.")
          : String(localized: "Every user of this computer can read \(path)."))
    }
    return try bytes(of: descriptor, path)
  }

  /// Reads a descriptor to its end, or to one byte more than `limit`.
  func bytes(of descriptor: Int32, _ path: String? = nil) throws(SecretFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = linux_read(descriptor, &bytes, bytes.count)
    guard count >= 0 else {
      let reason = Self.systemReason()
      throw failure(.unreadable(path ?? String(localized: "standard input"), reason))
    }
    return Array(bytes.prefix(count))
  }

  private static func systemReason() -> String { SystemError.text }
}

/// The reason why a secret or a certificate cannot be read.
struct SecretFailure: Error, Equatable {
  enum Reason: Equatable {
    /// The path, and the system's reason.
    case unreadable(String, String)
    case empty
    case notText
    case severalWords
    /// The text is longer than this number of bytes.
    case tooLong(Int)
    case noCertificate
    case privateKey
    /// There is no file, and standard input is empty.
    case nothingGiven
  }

  let subject: SecretText
  let reason: Reason

  init(of subject: SecretText, _ reason: Reason) {
    (self.subject, self.reason) = (subject, reason)
  }
}

extension Refusal {
  /// Creates the message for a secret that cannot be used.
  init(_ failure: SecretFailure) {
    let (name, option) = (failure.subject.name, failure.subject.option)
    let explanation =
      switch failure.reason {
      case .unreadable(let path, let reason):
        Explanation(
          "\(name) cannot be read from \(path): \(reason).",
          remedy: "Check that the file exists and that you may read it.")
      case .empty: Explanation("\(name) is empty.", remedy: "Copy it again and give its file with `\(option) FILE`.")
      case .notText:
        Explanation(
          "\(name) is not text.",
          remedy: "Check that `\(option)` names the right file and that it is plain text (UTF-8).")
      case .severalWords:
        Explanation(
          "\(name) contains spaces or line breaks.",
          remedy: "Give a file that contains only this one word.")
      case .tooLong(let limit):
        Explanation("\(name) is longer than \(limit) bytes.", remedy: "Check that `\(option)` names the right file.")
      case .noCertificate:
        Explanation(
          "There is no certificate in the file of `\(option)`.",
          remedy: "Give a PEM file: its text begins with -----BEGIN CERTIFICATE-----.")
      case .privateKey:
        Explanation(
          "The file of `\(option)` contains a private key, so it was not sent.",
          remedy: "Give a file that contains only the authority's certificate.")
      case .nothingGiven:
        Explanation(
          "\(name) is missing: there is no terminal to ask for it, and standard input is empty.",
          remedy: "Give its file with `\(option) FILE`, or pipe it in.")
      }
    let remedy =
      failure.subject.hasFile
      ? explanation.remedy : String(localized: "Copy it again and paste it at the prompt, or pipe it in.")
    self.init(error: "CannotRead", message: explanation.message, remedy: remedy, subject: option, detail: nil)
  }
}
