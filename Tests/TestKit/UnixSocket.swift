import Foundation
import Glibc

/// A Unix socket that a test listens on; child processes do not inherit it.
public final class UnixSocket: Sendable {
  /// The socket.
  public let descriptor: Int32

  /// Creates a datagram socket bound to a path.
  public init(receivingAt path: String) throws { descriptor = try Self.bound(to: path, SOCK_DGRAM) }

  /// Creates a stream socket that listens at a path; `queue` limits the connections that wait to be accepted.
  public init(listeningAt path: String, queue: Int32 = 16) throws {
    descriptor = try Self.bound(to: path, SOCK_STREAM)
    guard listen(descriptor, queue) == 0 else { throw Self.failure }
  }

  deinit { close(descriptor) }

  /// Returns true once a connection or datagram arrives; false if the time limit passes first.
  public func isCalled() async throws -> Bool {
    try await blocking { [self] in isReadable(within: TestDeadline.eventMilliseconds) }
  }

  /// Whether a connection or datagram is waiting.
  public var holdsCall: Bool { isReadable(within: 0) }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }

  /// Returns the next datagram; nil if the time limit passes first.
  public func next() async throws -> String? {
    guard try await isCalled() else { return nil }
    return try await blocking { [self] in
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  /// Whether a connection to a path would be accepted now.
  public static func isAnswered(at path: String) -> Bool {
    let caller = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    defer { close(caller) }
    return with(path) { connect(caller, $0, $1) } == 0
  }

  private static func bound(to path: String, _ type: __socket_type) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard with(path, { bind(descriptor, $0, $1) }) == 0 else { throw failure }
    return descriptor
  }

  private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

  private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
