/// A method of `org.justzone2.Page`.
///
/// A new call needs: its declaration in the `.varlink` file, its type in a file of this folder and its name in the list
/// below, and a handler in `PageKit`.
package protocol PageCall: VarlinkCall {}

extension PageCall {
  package static var interface: VarlinkInterface { .page }
}

/// The registry of the calls of `org.justzone2.Page`.
package enum PageCalls {
  /// Every call.
  package static let all: [any PageCall.Type] = [
    GetPageStatus.self, OpenPairing.self, Phones.self, Revoke.self, SetPublic.self,
  ]
}

extension VarlinkInterface {
  /// Phones that may open the page, offered by jz2web.
  package static let page = VarlinkInterface(
    "org.justzone2.Page", definition: PackageResources.org_justzone2_Page_varlink, PageCalls.all)
}

/// The status of the page.
package struct GetPageStatus: PageCall {
  package static let method = "GetPageStatus"
  package typealias Reply = PageStatus

  package init() {}
}

/// Sets whether phones that are not paired see the numbers of the ride.
package struct SetPublic: PageCall {
  package static let method = "SetPublic"
  package typealias Reply = PublicPage

  package var `public`: Bool

  package init(public: Bool) { self.public = `public` }
}

/// The reply to `GetPageStatus`.
package struct PageStatus: Codable, Hashable, Sendable {
  /// The addresses of the page, the best first.
  package var addresses: [String]
  /// Whether phones that are not paired see the numbers of the ride.
  package var `public`: Bool
  /// The number of paired phones.
  package var phones: Int
  /// The number of phones that follow the ride now.
  package var streams: Int
  /// The open pairing; absent without one.
  package var pairing: Pairing?

  package init(addresses: [String], public: Bool, phones: Int, streams: Int, pairing: Pairing? = nil) {
    self.addresses = addresses
    self.public = `public`
    self.phones = phones
    self.streams = streams
    self.pairing = pairing
  }
}

/// The reply to `SetPublic`.
package struct PublicPage: Codable, Hashable, Sendable {
  package var `public`: Bool

  package init(public: Bool) { self.public = `public` }
}
