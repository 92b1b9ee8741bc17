import ControlWire

/// The values of the page with every field set, and their JSON.
extension Vectors {
  static let phone = Phone(
    id: "k7f3", name: "Ada's phone", pairedAt: "2026-11-21T06:45:12Z", lastSeen: "2026-11-22T09:00:00Z")
  static let phoneJSON =
    #"{"id":"k7f3","lastSeen":"2026-11-22T09:00:00Z","name":"Ada's phone","pairedAt":"2026-11-21T06:45:12Z"}"#

  static let pairing = Pairing(code: "048920", name: "Ada's phone", secondsLeft: 300, triesLeft: 5)
  static let pairingJSON = #"{"code":"048920","name":"Ada's phone","secondsLeft":300,"triesLeft":5}"#

  static let pageRequests: [(any PageCall, String)] = [
    (GetPageStatus(), "{}"),
    (OpenPairing(), "{}"),
    (OpenPairing(name: "Ada's phone"), #"{"name":"Ada's phone"}"#),
    (Phones(), "{}"),
    (Revoke(phone: "k7f3"), #"{"phone":"k7f3"}"#),
    (Revoke.everyPhone, #"{"all":true}"#),
    (SetPublic(public: true), #"{"public":true}"#),
  ]

  static let pageReplies: [ReplyVector] = [
    .init(
      GetPageStatus.self,
      PageStatus(addresses: ["http://pi.local:8420"], public: false, phones: 2, streams: 1, pairing: pairing),
      #"{"addresses":["http://pi.local:8420"],"pairing":\#(pairingJSON),"phones":2,"public":false,"streams":1}"#
    ),
    .init(
      GetPageStatus.self, PageStatus(addresses: [], public: true, phones: 0, streams: 0),
      #"{"addresses":[],"phones":0,"public":true,"streams":0}"#
    ),
    .init(
      OpenPairing.self, OpenedPairing(pairing, addresses: ["http://pi.local:8420"]),
      #"{"addresses":["http://pi.local:8420"],"pairing":\#(pairingJSON)}"#
    ),
    .init(
      Phones.self, PhoneList([phone, Phone(id: "b", name: "iPad", pairedAt: "2026-11-21T06:45:12Z")]),
      #"{"phones":[\#(phoneJSON),{"id":"b","name":"iPad","pairedAt":"2026-11-21T06:45:12Z"}]}"#
    ),
    .init(Revoke.self, RevokedPhones([phone]), #"{"phones":[\#(phoneJSON)]}"#),
    .init(SetPublic.self, PublicPage(public: true), #"{"public":true}"#),
  ]
}
