import BluetoothLE

/// A connection followed by a sniffer.
struct AirConnection {
  /// The stages of a connection.
  enum State: Hashable {
    /// It was requested; the peripheral may not have received the request.
    case announced
    case up
    /// No packet was received within the supervision timeout.
    case silent
    /// Further packets are ignored.
    case over
  }

  /// The meaning of one packet.
  enum Finding {
    case att(ATTFinding)
    /// The reason as reported to the central's host.
    case terminated(reason: UInt8)
    /// Further packets cannot be read.
    case encrypted
    case oddity(String)
  }

  private enum Encryption {
    case none
    case asked
    /// The next PDU of the peripheral is a refusal, or the last readable one.
    case answered
    case begun
  }

  private struct Side {
    var latest: DataPDU?
    var reassembler = L2CAPReassembler()
  }

  let device: DeviceAddress
  /// Nil for a connection made before the beginning of the capture.
  let crcInit: UInt32?
  var state = State.announced
  private var supervisionTimeout: Duration
  private var receivedAt = Duration.zero
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

  /// Creates a connection made before the beginning of the capture, named by its access address.
  ///
  /// Nil unless the sniffer has verified the packet and knows its sender, and the packet begins an ATT frame.
  init?(unannounced packet: AirPacket) {
    guard packet.isSound == true, packet.sender != nil, DataPDU(packet)?.attOperation != nil else { return nil }
    device = DeviceAddress(UInt64(packet.accessAddress))
    crcInit = nil
    supervisionTimeout = SupervisionTimeout.longest
  }

  /// The time at which the connection counts as lost, unless more packets are received.
  var deadline: Duration { receivedAt + supervisionTimeout }

  /// Returns whether the packet was received without errors.
  func isSound(_ packet: AirPacket) -> Bool {
    packet.isSound ?? crcInit.map { LinkLayerCRC.bytes(of: packet.pdu, from: $0)[...] == packet.crc } ?? false
  }

  /// Resets the connection to its beginning.
  mutating func begin(at time: Duration) {
    state = .up
    receivedAt = time
    (central, peripheral) = (Side(), Side())
    bearer = ATTBearer()
  }

  /// Notes a packet received with errors.
  mutating func missed() { inference.missed() }

  /// Processes an error-free packet of an open connection.
  mutating func take(_ packet: AirPacket, at time: Duration) -> [Finding] {
    guard let pdu = DataPDU(packet) else { return [.oddity("a data PDU is of a reserved kind")] }
    let sender = packet.sender ?? inference.sender(of: pdu, at: time)
    if sender == .peripheral { receivedAt = time }
    let side = sender == .central ? \Self.central : \Self.peripheral
    let isRepeated = self[keyPath: side].latest.map(pdu.repeats) ?? false
    self[keyPath: side].latest = pdu
    guard !isRepeated, !pdu.isEmpty else { return [] }
    guard packet.isDecrypted || !isEncrypted(pdu, from: sender) else {
      state = .over
      return [.encrypted]
    }
    if pdu.kind == .control { return control(pdu.payload, from: sender, at: time) }
    return data(pdu, side, isFromClient: sender == .central)
  }

  /// Returns whether a non-empty PDU is encrypted at this stage of the encryption procedure (Vol 6, Part B, §5.1.3).
  private func isEncrypted(_ pdu: DataPDU, from sender: AirPacket.Sender) -> Bool {
    switch encryption {
    case .none, .asked: return false
    case .begun: return true
    case .answered:
      guard sender == .peripheral else { return false }
      let operation = pdu.kind == .control ? pdu.payload.first.flatMap(LinkControl.init(rawValue:)) : nil
      return ![.startEncryptionRequest, .reject, .rejectExtended].contains(operation)
    }
  }

  private mutating func control(
    _ payload: ArraySlice<UInt8>, from sender: AirPacket.Sender, at time: Duration
  ) -> [Finding] {
    var cursor = ByteCursor(payload)
    switch cursor.byte().flatMap(LinkControl.init(rawValue:)) {
    case .connectionUpdate:
      guard cursor.take(7) != nil, let timeout = cursor.u16() else { return [.oddity("a control PDU is cut short")] }
      // The new timeout begins at an instant after the update, not at the last packet of the peripheral.
      (supervisionTimeout, receivedAt) = (SupervisionTimeout(tensOfMilliseconds: timeout).duration, time)
    case .terminate:
      guard let reason = cursor.byte() else { return [.oddity("a control PDU is cut short")] }
      state = .over
      // The host that ends a connection gets a different reason from its peer: 0x16, "by local host".
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
      return findings?.map { .att($0) } ?? [.oddity("an ATT PDU is inconsistent")]
    case .malformed: return [.oddity("an L2CAP frame is longer than its header says")]
    case .otherChannel, .unfinished: return []
    }
  }
}

/// Infers the sender of a connection's packets if the sniffer does not report it.
///
/// As long as no packet is lost, the central sends equal values for its sequence number and the next expected one, and
/// the peripheral different ones, since each acknowledges the other (Bluetooth Core 5.4, Vol 6, Part B, §4.5.9). The
/// relation inverts when a peripheral answers a packet that it could not read; this shows only in its immediate answer.
/// ATT operations identify the sender in any case.
private struct SenderInference {
  fileprivate struct Latest {
    var sender: AirPacket.Sender
    var number: Bool
    var time: Duration
    var length: Int
  }

  private var latest: Latest?
  /// Whether the relation is inverted.
  private var isSwapped = false

  /// Returns the sender of an error-free packet.
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

  /// Notes a packet received with errors.
  mutating func missed() { latest = nil }
}

extension DataPDU {
  /// Returns whether it followed another packet after the inter-frame space of 150 µs (§4.1.1), within the same event.
  ///
  /// Time stamps may mark the beginning or the end of packets; 1 Mb/s is the slowest uncoded rate.
  fileprivate func follows(_ latest: SenderInference.Latest, at time: Duration) -> Bool {
    let bytes = max(latest.length, payload.count) + 10
    return time - latest.time <= .microseconds(bytes * 8 + 150 + 100)
  }
}

extension ATTOpcode {
  /// The sender on a link to a sensor; nil for operations that both sides may use.
  fileprivate var usualSender: AirPacket.Sender? {
    switch self {
    case .notification, .indication, .multipleHandleValueNotification, .writeResponse: .peripheral
    case .writeRequest, .writeCommand, .confirmation: .central
    default: nil
    }
  }
}
