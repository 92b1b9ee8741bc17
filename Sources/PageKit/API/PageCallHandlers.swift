package import ControlSocket
package import ControlWire
import Logging

/// Answers the calls of `org.justzone2.Page`.
package struct PageCallHandlers: ControlService {
  let access: PageAccess
  let addresses: PageAddresses
  let streams: EventStreams
  let log: Logger

  package func answer<C: VarlinkCall>(
    _ call: C, from peer: Peer, more: Bool
  ) async throws(ControlError) -> ControlAnswer<C.Reply> {
    try await router.answer(call, from: peer, more: more)
  }

  package func cutOff(_ peer: Peer, because error: ControlError) {
    log.warning("client connection closed", metadata: ["pid": "\(peer.pid)", "reason": "\(error.code.rawValue)"])
  }

  package var router: CallRouter {
    var router = CallRouter()
    router.answer(GetPageStatus.self) { _, _ throws(ControlError) in
      PageStatus(
        addresses: addresses.all, public: access.isPublic, phones: access.phones.count, streams: await streams.count,
        pairing: access.pairing.map(Pairing.init))
    }
    router.answer(OpenPairing.self) { call, peer throws(ControlError) in try open(call, peer) }
    router.answer(Phones.self) { _, _ throws(ControlError) in PhoneList(access.phones.reversed().map(Phone.init)) }
    router.answer(Revoke.self) { call, peer throws(ControlError) in try await revoke(call, peer) }
    router.answer(SetPublic.self) { call, peer throws(ControlError) in
      try access.setPublic(call.public)
      await streams.recheck()
      log.notice("ride numbers are \(call.public ? "public" : "not public")", metadata: ["uid": "\(peer.uid)"])
      return PublicPage(public: call.public)
    }
    return router
  }

  private func open(_ call: OpenPairing, _ peer: Peer) throws(ControlError) -> OpenedPairing {
    if let name = call.name, name.phoneName != name { throw ControlError(.invalidParameter, subject: "name") }
    let pairing = access.openPairing(name: call.name)
    log.notice("pairing opened", metadata: ["uid": "\(peer.uid)"])
    return OpenedPairing(Pairing(pairing), addresses: addresses.all)
  }

  private func revoke(_ call: Revoke, _ peer: Peer) async throws(ControlError) -> RevokedPhones {
    let revoked: [PairedPhone]
    switch (call.phone, call.all ?? false) {
    case (nil, true): revoked = try access.revokeAll()
    case (let phone?, false):
      guard let gone = try access.revoke(phone) else {
        throw ControlError(.unknownPhone, subject: phone)
      }
      revoked = [gone]
    default: throw ControlError(.invalidParameter, subject: call.phone == nil ? "phone" : "all")
    }
    await streams.recheck()
    log.notice("phones revoked", metadata: ["count": "\(revoked.count)", "uid": "\(peer.uid)"])
    return RevokedPhones(revoked.map(Phone.init))
  }
}

extension Pairing {
  fileprivate init(_ open: PairingDesk.Open) {
    let left = open.left(at: .now)
    self.init(
      code: open.code, name: open.name, secondsLeft: Int(left.components.seconds), triesLeft: open.triesLeft)
  }
}

extension Phone {
  fileprivate init(_ phone: PairedPhone) {
    func text(_ seconds: Int) -> String { WallTime(milliseconds: seconds * 1000).textToTheSecond }
    self.init(
      id: phone.id, name: phone.name, pairedAt: text(phone.pairedAt), lastSeen: phone.seenAt.map(text))
  }
}
