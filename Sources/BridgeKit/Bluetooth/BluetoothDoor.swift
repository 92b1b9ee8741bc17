package import AppBridge
package import BluetoothLE
package import ControlWire
package import Logging
package import Loop
import Rides
package import TrainerClient

/// The door for apps over Bluetooth; all of them are one app of the machine.
package actor BluetoothDoor: BridgeDoor {
  /// The options of the door.
  package struct Options: Hashable, Sendable {
    /// The address of the system bus.
    package var bus: String
    /// The adapter that an administrator named for apps; nil for one that can also keep the trainer's link.
    package var adapter: DeviceAddress?

    package init(bus: String, adapter: DeviceAddress? = nil) {
      self.bus = bus
      self.adapter = adapter
    }
  }

  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let driver: BridgeDriver
  private let options: Options
  private let patience: BluetoothPeripheral.Patience
  private let log: Logger
  /// Nil until ``run()``.
  private var peripheral: BluetoothPeripheral?
  /// The present app; nil while no device subscribes.
  private var app: BridgeMachine.AppID?

  package init(
    for driver: BridgeDriver, _ options: Options,
    patience: BluetoothPeripheral.Patience = BluetoothPeripheral.Patience(), log: Logger
  ) {
    loop = driver.loop
    self.driver = driver
    self.options = options
    self.patience = patience
    self.log = log
  }

  /// Offers the services until the task is cancelled.
  package func run() async {
    let offered = driver.services
    let advertisement = PeripheralAdvertisement(name: BridgeIdentity.model, services: offered.map(\.uuid))
    let peripheral = BluetoothPeripheral(
      on: loop, busAddress: options.bus, adapter: options.adapter,
      services: PeripheralServices(offered, advertisement: advertisement), patience: patience,
      owner: BluetoothPeripheral.Owner(
        value: { [driver] id in driver.assumeIsolated { $0.value(of: id) } },
        handle: { [weak self] event in self?.assumeIsolated { $0.take(event) } },
        report: { [log] report in Self.write(report, to: log) }))
    self.peripheral = peripheral
    await peripheral.run()
  }

  /// Stops advertising while jz2d looks for its trainer.
  package func follow(_ news: FollowedNews<Status>) {
    let isMissing =
      switch news {
      case .reply(let status): status.phase == .connecting || status.phase == .reconnecting
      case .lost: false
      }
    peripheral?.assumeIsolated { $0.trainerIsMissing(isMissing) }
  }

  package nonisolated func notify(
    _ apps: Set<BridgeMachine.AppID>, _ characteristic: CharacteristicID, _ value: [UInt8]
  ) {
    assumeIsolated { door in
      guard let app = door.app, apps.contains(app) else { return }
      door.peripheral?.assumeIsolated { $0.send(value, from: characteristic) }
    }
  }

  package nonisolated func answerWrite(of app: BridgeMachine.AppID, _ refusal: BridgeMachine.WriteRefusal?) {
    assumeIsolated { door in
      guard door.app == app else { return }
      door.peripheral?.assumeIsolated { peripheral in
        if let refusal { peripheral.refuse(refusal.attributeError) } else { peripheral.accept() }
      }
    }
  }

  private func take(_ event: BluetoothAppEvent) {
    switch event {
    case .joined: app = driver.assumeIsolated { $0.join(by: .bluetooth) }
    case .left:
      pass { .left($0) }
      app = nil
    case .subscribed(let id, let isOn): pass { .subscribed($0, id, isOn) }
    case .wrote(let id, let value): pass { .wrote($0, id, value) }
    }
  }

  private func pass(_ input: (BridgeMachine.AppID) -> BridgeMachine.Input) {
    guard let input = app.map(input) else { return }
    driver.assumeIsolated { $0.take(input) }
  }

  private static func write(_ report: BluetoothPeripheral.Report, to log: Logger) {
    switch report {
    case .offered(let adapter): log.notice("Apps find jz2 over Bluetooth.", metadata: ["adapter": "\(adapter)"])
    case .unavailable(let obstacle): log.warning("\(obstacle)")
    }
  }
}

extension BridgeMachine.WriteRefusal {
  /// The error code of the Attribute Protocol (Core 5.4, Vol 3, Part F, §3.4.1.1; Core Specification Supplement, §B.1.2).
  fileprivate var attributeError: UInt8 {
    switch self {
    case .unknown: 0x0A
    case .notWritable: 0x03
    case .invalidLength: 0x0D
    case .notSubscribed: 0xFD
    }
  }
}
