import ControlSocket
import Glibc

/// The system calls for TCP sockets that never block.
enum NetworkSocket {
  /// The seconds after which a connection without an acknowledgement ends.
  private static let unacknowledged: Int32 = 20
  /// The most bytes that the kernel keeps for an app that does not read; it doubles this number.
  private static let sendBuffer: Int32 = 8192

  /// Opens a socket that listens at an address.
  ///
  /// - Parameters:
  ///   - host: An IPv4 or IPv6 address; nil for every address of both versions, without IPv6 every IPv4 address.
  ///   - port: The port; 0 for any free one.
  /// - Returns: The socket's descriptor.
  /// - Throws: The failed system call, and its `errno`.
  static func listen(_ host: String?, port: Int) throws(Fault) -> Int32 {
    guard let host else {
      do throws(Fault) { return try listen("::", port: port) } catch  where error.number == EAFNOSUPPORT {
        return try listen("0.0.0.0", port: port)
      }
    }
    guard let address = NetworkAddress(host) else { throw Fault(call: "address", number: EINVAL) }
    let isIPv4 = address.bytes.count == 4
    let descriptor = socket(isIPv4 ? AF_INET : AF_INET6, type, 0)
    guard descriptor >= 0 else { throw Fault(call: "socket", number: errno) }
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
    if !isIPv4 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, host == "::" ? 0 : 1) }
    let port = UInt16(clamping: port).bigEndian
    let isBound = isIPv4 ? bind(descriptor, ipv4: address, port) : bind(descriptor, ipv6: address, port)
    guard isBound, Glibc.listen(descriptor, 16) == 0 else {
      let number = errno
      close(descriptor)
      throw Fault(call: "bind", number: number)
    }
    return descriptor
  }

  /// The reason why a socket cannot listen.
  struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    let call: String
    let number: Int32

    var description: String { "\(call): \(String(cString: strerror(number)))" }
  }

  /// Returns the next connection of a listening socket; nil if no app waits.
  static func accept(_ listener: Int32) -> Int32? {
    let descriptor = Glibc.accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// Sets the options of a connection with an app.
  ///
  /// Values leave at once, and an app that is out of reach is noticed after 20 s.
  static func prepare(_ descriptor: Int32) {
    let tcp = Int32(IPPROTO_TCP)
    set(descriptor, tcp, TCP_NODELAY, 1)
    set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
    for (option, value) in [(TCP_KEEPIDLE, 10), (TCP_KEEPINTVL, 5), (TCP_KEEPCNT, 2)] as [(Int32, Int32)] {
      set(descriptor, tcp, option, value)
    }
    set(descriptor, tcp, TCP_USER_TIMEOUT, unacknowledged * 1000)
    set(descriptor, SOL_SOCKET, SO_SNDBUF, sendBuffer)
  }

  /// Returns the address and port of the other end of a connection, or of this end; nil if it is not one of TCP.
  static func address(of descriptor: Int32, isOwn: Bool) -> (address: NetworkAddress, port: Int)? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        isOwn ? getsockname(descriptor, $0, &size) : getpeername(descriptor, $0, &size)
      }
    }
    guard result == 0 else { return nil }
    let isIPv4 = Int32(storage.ss_family) == AF_INET
    return withUnsafeBytes(of: storage) { bytes in
      let port = Int(bytes[2]) << 8 | Int(bytes[3])
      let octets = isIPv4 ? Array(bytes[4..<8]) : Array(bytes[8..<24])
      return NetworkAddress(bytes: octets).map { ($0, port) }
    }
  }

  /// The result of reading.
  enum Received: Sendable {
    case bytes([UInt8])
    /// No byte is there now.
    case notYet
    /// The connection has ended.
    case end
  }

  /// Reads the bytes that have arrived, up to 4096.
  static func receive(_ descriptor: Int32) -> Received {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    if count > 0 { return .bytes(Array(bytes.prefix(count))) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .notYet : .end
  }

  /// Sends bytes; returns the number of accepted ones, 0 if the buffer is full, −1 if the connection has ended.
  static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    return count >= 0 ? count : errno == EAGAIN || errno == EINTR ? 0 : -1
  }

  private static let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func bind(_ descriptor: Int32, ipv4 address: NetworkAddress, _ port: UInt16) -> Bool {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port
    withUnsafeMutableBytes(of: &place.sin_addr) { $0.copyBytes(from: address.bytes) }
    return bind(descriptor, &place)
  }

  private static func bind(_ descriptor: Int32, ipv6 address: NetworkAddress, _ port: UInt16) -> Bool {
    var place = sockaddr_in6()
    place.sin6_family = sa_family_t(AF_INET6)
    place.sin6_port = port
    withUnsafeMutableBytes(of: &place.sin6_addr) { $0.copyBytes(from: address.bytes) }
    return bind(descriptor, &place)
  }

  private static func bind<Place>(_ descriptor: Int32, _ place: inout Place) -> Bool {
    withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Place>.size)) == 0
      }
    }
  }
}
