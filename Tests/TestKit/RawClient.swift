import Foundation
import Glibc

/// A client that sends arbitrary bytes.
public final class RawClient: Sendable {
  private let descriptor: Int32

  /// Connects to the listener at a path.
  ///
  /// - Throws: `POSIXError` if no program listens there.
  public init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else {
      let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Sends all bytes; false if the other side closed the connection first.
  @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if sent < 0 { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// Sends messages, each followed by a NUL.
  public func send(_ messages: String...) {
    send(messages.flatMap { Array($0.utf8) + [0] })
  }

  /// Closes the sending direction.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the next messages, up to `count` or the first that fails `isFollowed`; fewer if the connection ends or the
  /// time limit passes.
  public func receive(_ count: Int, while isFollowed: (String) -> Bool = { _ in true }) -> [String] {
    var messages: [String] = []
    var message: [UInt8] = []
    while messages.count < count, messages.last.map(isFollowed) ?? true, let part = nextPart() {
      message += part
      guard message.last == 0 else { continue }
      messages.append(String(decoding: message.dropLast(), as: UTF8.self))
      message = []
    }
    return messages
  }

  /// Reads to the end of the connection and returns the number of bytes; nil if it stays open and silent past the time
  /// limit.
  public func receiveToEnd() -> Int? {
    var total = 0
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while isReadable() {
      let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count <= 0 { return total }
      total += count
    }
    return nil
  }

  /// The available bytes up to the end of a message; later bytes stay in the socket.
  private func nextPart() -> ArraySlice<UInt8>? {
    guard isReadable() else { return nil }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let there = recv(descriptor, &chunk, chunk.count, Int32(MSG_PEEK))
    guard there > 0 else { return nil }
    let length = chunk.prefix(there).firstIndex(of: 0).map { $0 + 1 } ?? there
    let count = recv(descriptor, &chunk, length, 0)
    return count > 0 ? chunk.prefix(count) : nil
  }

  private func isReadable() -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, TestDeadline.eventMilliseconds) == 1
  }
}
