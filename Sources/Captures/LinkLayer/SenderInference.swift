/// Tells who sent a connection's packets where the sniffer does not.
///
/// While all arrives, the central's sequence number is the one that it expects, and the peripheral's is not: each
/// answers the other (Bluetooth Core 5.4, Vol 6, Part B, §4.5.9). Both swap where a peripheral answers what it could
/// not read, which shows only by its following at once. What the attribute protocol says is certain in either case.
struct SenderInference {
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
