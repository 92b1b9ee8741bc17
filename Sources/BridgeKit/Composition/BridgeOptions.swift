package import AppBridge
import DirectConnect

/// The options of jz2bridge.
package struct BridgeOptions: Sendable {
  /// The port for apps.
  package static let usualPort = Int(DirectConnectFrame.port)

  /// The possible paths of jz2d's socket, in order.
  package var daemonPaths: [String]
  /// The address for apps; nil for all of this computer.
  package var host: String?
  /// The port for apps; 0 for any free one.
  package var port: Int
  /// The sockets from systemd that accept apps, in place of the address.
  package var passedSockets: [Int32]
  /// The name that apps show.
  package var name: String
  package var offers: BridgeOffers
  /// The address of the system bus, for the announcement; nil for no announcement.
  package var announcingBus: String?
  /// The door for apps over Bluetooth; nil without it.
  package var bluetooth: BluetoothDoor.Options?
  /// The trainers on the network that jz2d is offered; nil if it is off.
  package var trainers: NetworkTrainers.Options?
  package var environment: [String: String]

  package init(
    daemonPaths: [String], host: String?, port: Int, passedSockets: [Int32] = [], name: String,
    offers: BridgeOffers = .trainer,
    announcingBus: String? = nil, bluetooth: BluetoothDoor.Options? = nil, trainers: NetworkTrainers.Options? = nil,
    environment: [String: String] = [:]
  ) {
    self.daemonPaths = daemonPaths
    self.host = host
    self.port = port
    self.passedSockets = passedSockets
    self.name = name
    self.offers = offers
    self.announcingBus = announcingBus
    self.bluetooth = bluetooth
    self.trainers = trainers
    self.environment = environment
  }
}
