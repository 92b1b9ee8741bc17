import BluetoothLE
import DirectConnect
import Foundation
import Glibc
import TestKit

/// An app: a blocking client of Direct Connect over TCP.
final class AppClient: @unchecked Sendable {
  private let descriptor: Int32
  private var reader = DirectConnectReader()
  private var sequence: UInt8 = 0

  /// Connects to a port of this computer.
  ///
  /// `buffer` is the number of bytes that the kernel keeps for an app that does not read; nil for the usual number.
  init(port: Int, buffer: Int32? = nil) async throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    if var buffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(clamping: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let (socket, place) = (descriptor, address)
    try await blocking {
      let result = withUnsafePointer(to: place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes as they are.
  func send(_ bytes: [UInt8]) async throws {
    try await blocking { [descriptor] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Returns the next frame; nil at the end of the connection, and after the time limit.
  func next() async throws -> DirectConnectFrame? {
    while true {
      if let frame = try reader.next() { return frame }
      let bytes = try await blocking { [descriptor] () -> [UInt8] in
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, TestDeadline.eventMilliseconds) == 1 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
      }
      guard !bytes.isEmpty else { return nil }
      reader.append(bytes)
    }
  }

  /// Sends a request and returns the code of the response, with its body.
  ///
  /// Notifications that arrive before it are dropped.
  func ask(_ request: DirectConnectRequest) async throws -> DirectConnectFrame? {
    sequence &+= 1
    try await send(request.frame(sequence: sequence).encoded())
    while let frame = try await next() {
      if frame.message == request.message, frame.sequence == sequence { return frame }
    }
    return nil
  }

  /// Subscribes to a characteristic.
  func subscribe(to characteristic: UInt16) async throws {
    _ = try await ask(.enableNotifications(true, of: BluetoothUUID(characteristic)))
  }

  /// Returns the next value of a characteristic that satisfies a condition.
  func value(
    of characteristic: UInt16, where isMeant: ([UInt8]) -> Bool = { _ in true }
  ) async throws -> [UInt8]? {
    while let frame = try await next() {
      guard let news = try? DirectConnectNotification(frame), isMeant(news.value) else { continue }
      if news.characteristic == BluetoothUUID(characteristic) { return news.value }
    }
    return nil
  }

  /// Whether the other end has closed the connection, without sending anything.
  func isClosed() async throws -> Bool {
    try await blocking { [descriptor] in
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, TestDeadline.eventMilliseconds) == 1 else { return false }
      var byte: UInt8 = 0
      return recv(descriptor, &byte, 1, 0) <= 0
    }
  }
}
