import BluetoothLE
import Glibc
import Loop
import Synchronization
import TestKit
import Testing

@testable import HCI

/// Tests the channel over sockets of another kind, which the kernel filters and counts in the same way.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct MonitorChannelTests {
  /// Creates a pair of connected datagram sockets.
  private func pair() throws -> (near: Int32, far: Int32) {
    var descriptors: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &descriptors) == 0)
    return (descriptors[0], descriptors[1])
  }

  private func send(_ opcode: UInt8, _ payload: [UInt8], to descriptor: Int32) {
    let packet = [opcode, 0, 0, 0, UInt8(payload.count), 0] + payload
    #expect(Glibc.send(descriptor, packet, packet.count, 0) == packet.count)
  }

  @Test func `the monitor filter keeps what a ride needs and drops advertising`() throws {
    let (near, far) = try pair()
    try MonitorFilter.attach(to: near)
    let socket = MonitorSocket(descriptor: near)
    let kept: [(UInt8, [UInt8])] = [
      (0, [1]), (1, []), (2, [3, 12, 0]), (4, [0x40, 0, 1, 0, 9]), (5, [0x40, 0x20, 1, 0, 9]), (9, []),
      (3, [0x05, 4, 0, 0x40, 0, 8]), (3, [0x0E, 4, 1, 3, 12, 0]), (3, [0x0F, 4, 0, 1, 13, 32]), (3, [0x10, 1, 3]),
      (3, [0x3E, 19, 0x01, 0]), (3, [0x3E, 10, 0x03, 0]), (3, [0x3E, 31, 0x0A, 0]),
    ]
    let dropped: [(UInt8, [UInt8])] = [
      (3, [0x3E, 12, 0x02, 1]), (3, [0x3E, 12, 0x0B, 1]), (3, [0x3E, 26, 0x0D, 1]), (3, [0x13, 5, 1, 0x40, 0, 1, 0]),
      (3, [0x3E, 1]), (3, []), (6, [1]), (7, [1]), (12, [65]), (17, [0]), (18, [0]),
    ]
    for (opcode, payload) in dropped + kept { send(opcode, payload, to: far) }
    var came: [MonitorPacket] = []
    #expect(socket.receive { came.append($0) } == 0)
    #expect(came.map { "\($0.opcode) \($0.payload)" } == kept.map { "\($0.0) \($0.1)" })
    Glibc.close(far)
  }

  @Test func `records dropped for lack of space are counted`() throws {
    let socket = MonitorSocket(descriptor: Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0))
    var room: Int32 = 1
    setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVBUF, &room, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket.descriptor, $0, length) == 0 && getsockname(socket.descriptor, $0, &length) == 0
          && connect(socket.descriptor, $0, length) == 0
      }
    }
    try #require(isReady)
    #expect(socket.dropsInAll == 0)
    let sent = 64
    for _ in 0..<sent { _ = Glibc.send(socket.descriptor, [UInt8](repeating: 0, count: 512), 512, 0) }
    let drops = Int(socket.dropsInAll)
    var count = 0
    _ = socket.receive { _ in count += 1 }
    #expect(drops > 0)
    #expect(count + drops == sent)
  }

  @Test func `opening a monitor channel is retried until it succeeds`() async throws {
    let (near, far) = try pair()
    let loop = EventLoop(name: "test-monitor", pace: .stepped)
    let attempts = Mutex(0)
    loop.hold()
    let channel = MonitorChannel(on: loop) { () throws(HCIError) in
      let number = attempts.withLock {
        $0 += 1; return $0
      }
      guard number == 3 else { throw HCIError(.missing, detail: "no Bluetooth yet") }
      return MonitorSocket(descriptor: near)
    }
    #expect(channel.obstacle?.code == .missing)
    loop.release()
    let came = Mutex<[UInt16]>([])
    let observing = Task(executorPreference: loop) {
      channel.observe(MonitorChannel.Observer { packet in came.withLock { $0.append(packet.opcode) } })
    }
    await observing.value
    try await loop.sleep(for: .seconds(61))
    #expect(channel.obstacle == nil)
    send(9, [], to: far)
    let isRead = await loop.comesToHold(within: .seconds(10)) { came.withLock { $0 } == [9] }
    #expect(isRead)
    await loop.stop()
    Glibc.close(far)
  }
}
