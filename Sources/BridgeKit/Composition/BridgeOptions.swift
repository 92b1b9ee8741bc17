package import AppBridge
import DirectConnect

/// The options of jz2bridge.
package struct BridgeOptions: Sendable {
  /// The port for apps.
  package static let usualPort = Int(DirectConnectFrame.port)

  /// The possible paths of jz2d's socket, in order.
  package var daemonPaths: [String]
  /// The sockets that accept apps.
  package var listening: AppServer.Listening
  /// The name that apps show.
  package var name: String
  package var offers: BridgeOffers
  /// The address of the system bus, for the announcement; nil to announce nothing.
  package var announcingBus: String?
  /// The door for apps over Bluetooth; nil without it.
  package var bluetooth: BluetoothDoor.Options?
  package var environment: [String: String]

  package init(
    daemonPaths: [String], listening: AppServer.Listening, name: String, offers: BridgeOffers = .trainer,
    announcingBus: String? = nil, bluetooth: BluetoothDoor.Options? = nil, environment: [String: String] = [:]
  ) {
    self.daemonPaths = daemonPaths
    self.listening = listening
    self.name = name
    self.offers = offers
    self.announcingBus = announcingBus
    self.bluetooth = bluetooth
    self.environment = environment
  }
}

/// The reason why jz2bridge does not start.
package struct BridgeStartFault: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// The port cannot be opened.
    case portUnusable
  }

  package let code: Code
  package let detail: String

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
