import BluetoothLE

/// A connection that a sniffer followed.
struct AirConnection {
  /// How far it has come.
  enum State: Hashable {
    /// It was asked for; whether the peripheral heard that is open.
    case announced
    case up
    /// Nothing was heard for the supervision timeout.
    case silent
    /// Nothing that comes now is of use.
    case over
  }

  /// What one packet told.
  enum Finding {
    case att(ATTFinding)
    /// The reason as the central's host is told it.
    case terminated(reason: UInt8)
    /// What comes now cannot be read.
    case encrypted
    case oddity(String)
  }

  private enum Encryption {
    case none
    case asked
    /// The next that the peripheral says is a refusal, or the last that can be read.
    case answered
    case begun
  }

  private struct Side {
    var latest: DataPDU?
    var reassembler = L2CAPReassembler()
  }

  let device: DeviceAddress
  /// Nil for a connection that was made before the capture began.
  let crcInit: UInt32?
  var state = State.announced
  private var supervisionTimeout: Duration
  private var heardAt = Duration.zero
  private var encryption = Encryption.none
  private var central = Side()
  private var peripheral = Side()
  private var bearer = ATTBearer()
  private var inference = SenderInference()

  init(_ indication: ConnectIndication) {
    device = indication.peripheral
    crcInit = indication.crcInit
    supervisionTimeout = indication.supervisionTimeout
  }

  /// A connection that was made before the capture began, named by its access address.
  ///
  /// It is known by a packet that the sniffer vouches for and that begins a frame of the attribute protocol.
  init?(unannounced packet: AirPacket) {
    guard packet.isSound == true, packet.sender != nil, DataPDU(packet)?.attOperation != nil else { return nil }
    device = DeviceAddress(UInt64(packet.accessAddress))
    crcInit = nil
    supervisionTimeout = SupervisionTimeout.longest
  }

  /// When it counts as lost, unless more is heard.
  var deadline: Duration { heardAt + supervisionTimeout }

  /// Whether the packet was received as it was sent.
  func isSound(_ packet: AirPacket) -> Bool {
    packet.isSound ?? crcInit.map { LinkLayerCRC.bytes(of: packet.pdu, from: $0)[...] == packet.crc } ?? false
  }

  /// Makes it a connection that is up, of which nothing was heard yet.
  mutating func comeUp(at time: Duration) {
    state = .up
    heardAt = time
    (central, peripheral) = (Side(), Side())
    bearer = ATTBearer()
  }

  /// Passes over a packet that was not received as it was sent.
  mutating func missed() { inference.missed() }

  /// Takes a sound packet of a connection that is up.
  mutating func take(_ packet: AirPacket, at time: Duration) -> [Finding] {
    guard let pdu = DataPDU(packet) else { return [.oddity("a data PDU is of a reserved kind")] }
    let sender = packet.sender ?? inference.sender(of: pdu, at: time)
    if sender == .peripheral { heardAt = time }
    let side = sender == .central ? \Self.central : \Self.peripheral
    let isRepeated = self[keyPath: side].latest.map(pdu.repeats) ?? false
    self[keyPath: side].latest = pdu
    guard !isRepeated, !pdu.isEmpty else { return [] }
    guard packet.isDecrypted || !hidden(pdu, from: sender) else {
      state = .over
      return [.encrypted]
    }
    if pdu.kind == .control { return control(pdu.payload, from: sender) }
    return data(pdu, side, isFromClient: sender == .central)
  }

  /// Whether a PDU, not empty, is encrypted, as far as the procedure went (Vol 6, Part B, §5.1.3).
  private func hidden(_ pdu: DataPDU, from sender: AirPacket.Sender) -> Bool {
    switch encryption {
    case .none, .asked: return false
    case .begun: return true
    case .answered:
      guard sender == .peripheral else { return false }
      let operation = pdu.kind == .control ? pdu.payload.first.flatMap(LinkControl.init(rawValue:)) : nil
      return ![.startEncryptionRequest, .reject, .rejectExtended].contains(operation)
    }
  }

  private mutating func control(_ payload: ArraySlice<UInt8>, from sender: AirPacket.Sender) -> [Finding] {
    var cursor = ByteCursor(payload)
    switch cursor.byte().flatMap(LinkControl.init(rawValue:)) {
    case .connectionUpdate:
      guard cursor.take(7) != nil, let timeout = cursor.u16() else { return [.oddity("a control PDU is cut short")] }
      supervisionTimeout = SupervisionTimeout(tensOfMilliseconds: timeout).duration
    case .terminate:
      guard let reason = cursor.byte() else { return [.oddity("a control PDU is cut short")] }
      state = .over
      // A host that ends a connection is told that it did so: "by local host".
      return [.terminated(reason: sender == .central && reason == 0x13 ? 0x16 : reason)]
    case .encryptionRequest: encryption = .asked
    case .encryptionResponse: encryption = .answered
    case .startEncryptionRequest: encryption = .begun
    case .reject, .rejectExtended: encryption = .none
    case nil: break
    }
    return []
  }

  private mutating func data(
    _ pdu: DataPDU, _ side: WritableKeyPath<Self, Side>, isFromClient: Bool
  ) -> [Finding] {
    switch self[keyPath: side].reassembler.take(pdu.payload, isFirst: pdu.kind == .beginning) {
    case .att(let frame):
      let findings = isFromClient ? bearer.takeFromClient(frame) : bearer.takeFromServer(frame)
      return findings?.map { .att($0) } ?? [.oddity("an ATT PDU contradicts itself")]
    case .malformed: return [.oddity("an L2CAP frame is longer than it says")]
    case .otherChannel, .unfinished: return []
    }
  }
}

/// Tells who sent a connection's packets where the sniffer does not.
///
/// While all arrives, the central's sequence number is the one that it expects, and the peripheral's is not: each
/// answers the other (Bluetooth Core 5.4, Vol 6, Part B, §4.5.9). Both swap where a peripheral answers what it could
/// not read, which shows only by its following at once. What the attribute protocol says is certain in either case.
private struct SenderInference {
  fileprivate struct Latest {
    var sender: AirPacket.Sender
    var number: Bool
    var time: Duration
    var length: Int
  }

  private var latest: Latest?
  /// Whether the central's two numbers differ, and the peripheral's are equal.
  private var isSwapped = false

  /// Who sent a packet that was sound.
  mutating func sender(of pdu: DataPDU, at time: Duration) -> AirPacket.Sender {
    var sender: AirPacket.Sender = (pdu.number != pdu.expected) == isSwapped ? .central : .peripheral
    if let certain = pdu.attOperation?.usualSender {
      if certain != sender { isSwapped.toggle() }
      sender = certain
    } else if let latest, latest.sender == sender, pdu.expected == latest.number, pdu.follows(latest, at: time) {
      isSwapped.toggle()
      sender = sender.other
    }
    latest = Latest(sender: sender, number: pdu.number, time: time, length: pdu.payload.count)
    return sender
  }

  /// Passes over a packet that was not.
  mutating func missed() { latest = nil }
}

extension DataPDU {
  /// Whether it came an inter-frame space after another, 150 µs (§4.1.1), and not in the next event.
  ///
  /// Stamps may mark the beginning or the end of packets; 1 Mb/s is the slowest that is not coded.
  fileprivate func follows(_ latest: SenderInference.Latest, at time: Duration) -> Bool {
    let bytes = max(latest.length, payload.count) + 10
    return time - latest.time <= .microseconds(bytes * 8 + 150 + 100)
  }
}

extension ATTOpcode {
  /// Who sends it on a link to a sensor: what a peripheral may ask of a central as well tells nothing.
  fileprivate var usualSender: AirPacket.Sender? {
    switch self {
    case .notification, .indication, .multipleHandleValueNotification, .writeResponse: .peripheral
    case .writeRequest, .writeCommand, .confirmation: .central
    default: nil
    }
  }
}
