import AppBridge
import BluetoothLE
import BusTestKit
import DBus
import Loop
import TestKit

@testable import BridgeKit

/// A private bus with a simulated `bluetoothd`, and the peripheral under test.
struct PeripheralScene {
  let bus: PrivateBus
  let loop: EventLoop
  let bluez: FakeBlueZ
  let peripheral: BluetoothPeripheral
  let owner: PeripheralOwner
  fileprivate let running: Task<Void, Never>

  static let services = [
    OfferedService(
      .fitnessMachine,
      [
        OfferedCharacteristic(.fitnessMachineFeature, .read), OfferedCharacteristic(.indoorBikeData, .notify),
        OfferedCharacteristic(.trainingStatus, [.read, .notify]),
        OfferedCharacteristic(.fitnessMachineControlPoint, [.write, .indicate]),
      ]),
    OfferedService(.heartRate, [OfferedCharacteristic(.heartRateMeasurement, .notify)]),
  ]

  /// Runs a scene to its end, and stops the peripheral.
  ///
  /// An administrator has named `adapter`, and the bus has the policy `denial`, as in `PrivateBus`. `prepare` adds the
  /// adapters, before the peripheral runs; `registering` is the pause after a refusal.
  static func run(
    adapter: DeviceAddress? = nil, denying denial: String = "", registering: Duration = .milliseconds(50),
    prepare: @escaping @Sendable (isolated FakeBlueZ) -> Void = { $0.addPeripheralAdapter() },
    _ body: @escaping @Sendable (PeripheralScene) async throws -> Void
  ) async throws {
    try await PrivateBus.run(denying: denial) { bus in
      let loop = EventLoop(name: "bridge-test", pace: .real)
      let bluez = try await start(on: bus, loop, prepare)
      let owner = PeripheralOwner(on: loop)
      var patience = BluetoothPeripheral.Patience()
      patience.reattaching = .milliseconds(50)
      patience.asking = .milliseconds(200)
      patience.answer = TestDeadline.event
      patience.registering = registering
      patience.missing = .milliseconds(50)
      patience.leaving = TestDeadline.event
      let peripheral = BluetoothPeripheral(
        on: loop, busAddress: bus.address, adapter: adapter,
        services: PeripheralServices(
          services, advertisement: PeripheralAdvertisement(name: "jz2", services: services.map(\.uuid))),
        patience: patience, owner: owner.closures)
      await owner.serve(peripheral)
      let running = Task(executorPreference: loop) { await peripheral.run() }
      let scene = PeripheralScene(
        bus: bus, loop: loop, bluez: bluez, peripheral: peripheral, owner: owner, running: running)
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await body(scene)) } catch { outcome = .failure(error) }
      running.cancel()
      await running.value
      await bluez.crash()
      await loop.stop()
      try outcome.get()
    }
  }

  /// Ends the peripheral, as the program does when it is stopped.
  func stop() { running.cancel() }

  /// Starts a `bluetoothd` that accepts registrations.
  static func start(
    on bus: PrivateBus, _ loop: EventLoop, _ prepare: @escaping @Sendable (isolated FakeBlueZ) -> Void
  ) async throws -> FakeBlueZ {
    let bluez = try await FakeBlueZ.start(bus.address, on: loop)
    await bluez.acceptPeripherals()
    await prepare(bluez)
    return bluez
  }

  /// Returns once services and advertisement are registered.
  func isOffered() async { await Self.isOffered(by: bluez, loop) }

  static func isOffered(by bluez: FakeBlueZ, _ loop: EventLoop) async {
    await loop.untilItHolds {
      bluez.assumeIsolated { $0.peripheral.objects != nil && $0.peripheral.advertisement != nil }
    }
  }

  /// Returns once the peripheral has reported `report`.
  func isReported(_ report: BluetoothPeripheral.Report) async {
    await loop.untilItHolds { [owner] in owner.assumeIsolated { $0.reports.contains(report) } }
  }

  /// Calls a method of a characteristic as `bluetoothd`; `uuid` has four hexadecimal digits.
  func request(_ uuid: String, _ member: String, _ body: [Variant] = []) async -> Result<[Variant], BlueZError> {
    guard let path = await bluez.peripheral.path(of: uuid) else { return .failure(BlueZError("NoSuchObject")) }
    return await bluez.request(path, "org.bluez.GattCharacteristic1", member, body)
  }

  /// Writes a value as `bluetoothd` does for a device.
  func write(_ value: [UInt8], to uuid: String, by device: ObjectPath) async -> Result<[Variant], BlueZError> {
    await request(
      uuid, "WriteValue", [.bytes(value), .properties(["device": .objectPath(device), "mtu": .uint16(517)])])
  }
}

/// Records events and reports, and answers reads and writes.
actor PeripheralOwner {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private(set) var events: [BluetoothAppEvent] = []
  private(set) var reports: [BluetoothPeripheral.Report] = []
  /// The values of characteristics; all others have none.
  var values: [CharacteristicID: [UInt8]] = [.fitnessMachineFeature: [1, 2, 3, 4, 5, 6, 7, 8]]
  /// The ATT error that answers writes; nil accepts them.
  var refusal: UInt8?
  private var peripheral: BluetoothPeripheral?

  init(on loop: EventLoop) { self.loop = loop }

  func serve(_ peripheral: BluetoothPeripheral) { self.peripheral = peripheral }

  func refuse(with code: UInt8?) { refusal = code }

  nonisolated var closures: BluetoothPeripheral.Owner {
    BluetoothPeripheral.Owner(
      value: { id in self.assumeIsolated { $0.values[id] } },
      handle: { event in self.assumeIsolated { $0.handle(event) } },
      report: { report in self.assumeIsolated { $0.reports.append(report) } })
  }

  private func handle(_ event: BluetoothAppEvent) {
    events.append(event)
    guard case .wrote = event else { return }
    let refusal = refusal
    peripheral?.assumeIsolated { peripheral in
      if let refusal { peripheral.refuse(refusal) } else { peripheral.accept() }
    }
  }
}
