import BluetoothLE
import DirectConnect
import Glibc
import Loop

/// jz2bridge with a trainer behind it, at the other end of the Unix socket, on the loop of the test.
actor ScriptedTrainer {
  /// The reaction to jz2d's request to connect.
  enum Reaction: Hashable, Sendable {
    case connects
    case fails(String)
    case hangs
  }

  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let descriptor: Int32
  private let reaction: Reaction
  private let answer: @Sendable (DirectConnectRequest, UInt8) -> [UInt8]
  private var watch: EventLoop.Watch?
  private var line: [UInt8] = []
  private var reader = DirectConnectReader()
  private(set) var isConnected = false
  /// Whether jz2d has ended the connection.
  private(set) var hasEnded = false
  private(set) var requests: [DirectConnectRequest] = []

  /// Connects to the socket at a path; `answer` returns the bytes that follow a request.
  init(
    _ path: String, on loop: EventLoop, _ reaction: Reaction = .connects,
    answer: @escaping @Sendable (DirectConnectRequest, UInt8) -> [UInt8] = ScriptedTrainer.usualAnswer
  ) {
    self.loop = loop
    self.reaction = reaction
    self.answer = answer
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  deinit { close(descriptor) }

  /// Sends a text and a line feed, and answers from now on.
  func say(_ text: String) {
    send(Array(text.utf8) + [UInt8(ascii: "\n")])
    watch = watch ?? loop.watch(descriptor, for: .readable) { _ in self.assumeIsolated { $0.read() } }
  }

  /// Offers a trainer.
  func offer(_ trainer: TrainerOffer) { say(TrainerLine.offer(trainer).text) }

  func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  /// Notifies values of 2AD2.
  func notify(_ values: [UInt8]...) {
    send(values.flatMap { DirectConnectNotification($0, of: BluetoothUUID(0x2AD2)).frame.encoded() })
  }

  /// Ends the connection, as jz2bridge does after the trainer's.
  func end() {
    if let watch { loop.remove(watch) }
    watch = nil
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      hasEnded = true
      return end()
    }
    if isConnected { return hear(bytes.prefix(count)) }
    line += bytes.prefix(count)
    guard line == Array("connect\n".utf8) else { return }
    switch reaction {
    case .connects:
      isConnected = true
      say("connected")
    case .fails(let reason):
      say("failed \(reason)")
      end()
    case .hangs: break
    }
  }

  private func hear(_ bytes: ArraySlice<UInt8>) {
    reader.append(bytes)
    while let frame = try? reader.next(), let request = try? DirectConnectRequest(frame) {
      requests.append(request)
      send(answer(request, frame.sequence))
    }
  }
}

extension ScriptedTrainer {
  /// A trainer's answers: FTMS with a control point, and Cycling Power.
  @Sendable static func usualAnswer(_ request: DirectConnectRequest, _ sequence: UInt8) -> [UInt8] {
    switch request {
    case .discoverServices:
      return DirectConnectResponse.services([BluetoothUUID(0x1826), BluetoothUUID(0x1818)]).frame(sequence: sequence)
        .encoded()
    case .discoverCharacteristics(let service):
      let own: [UInt16] = service == BluetoothUUID(0x1826) ? [0x2ACC, 0x2AD2, 0x2AD9, 0x2ADA] : [0x2A63]
      let all = own.map { DirectConnectCharacteristic(BluetoothUUID($0), [.read, .write, .notify]) }
      return DirectConnectResponse.characteristics(all, of: service).frame(sequence: sequence).encoded()
    case .read(let characteristic):
      return DirectConnectResponse.value([0x86, 0x50], of: characteristic).frame(sequence: sequence).encoded()
    case .write(let value, let characteristic):
      let written = DirectConnectResponse.written(characteristic).frame(sequence: sequence).encoded()
      return written
        + DirectConnectNotification([0x80, value.first ?? 0, 0x01], of: characteristic).frame.encoded()
    case .enableNotifications(_, let characteristic):
      return DirectConnectResponse.notificationsSet(characteristic).frame(sequence: sequence).encoded()
    case .unnamed: return []
    }
  }
}
