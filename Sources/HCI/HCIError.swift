import Glibc

/// Why the kernel's Bluetooth sockets could not be used.
package struct HCIError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The process lacks CAP_NET_RAW, or a sandbox shuts AF_BLUETOOTH out.
    case notPermitted
    /// The kernel has no Bluetooth, or no such controller.
    case missing
    /// The controller did not answer in time.
    case timedOut
    /// The controller refused; `detail` has its status.
    case refused
    case failed
  }

  package let code: Code
  /// What was tried and what came of it: `bind: Operation not permitted`.
  package let detail: String

  package init(_ code: Code, detail: String) {
    self.code = code
    self.detail = detail
  }

  /// What `errno` says about a system call that just failed.
  init(call: String, errno number: Int32 = Glibc.errno) {
    let code: Code =
      switch number {
      case EPERM, EACCES, EROFS: .notPermitted
      case EAFNOSUPPORT, ENODEV, ENOENT, ENOTCONN: .missing
      case ETIMEDOUT: .timedOut
      case EIO: .refused
      default: .failed
      }
    self.init(code, detail: "\(call): \(String(cString: strerror(number)))")
  }

  package var description: String { "\(code.rawValue) (\(detail))" }
}
