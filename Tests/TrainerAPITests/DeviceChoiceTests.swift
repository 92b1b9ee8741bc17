import BluetoothLE
import ControlWire
import RideStore
import Rides
import Testing
import Trainers

@testable import TrainerAPI

@Suite struct DeviceChoiceTests {
  private static func device(_ number: UInt64, rssi: Int? = nil, _ services: BluetoothUUID...) -> Advertisement {
    Advertisement(address: DeviceAddress(number), name: "device \(number)", rssi: rssi, services: Set(services))
  }

  private static func known(_ number: UInt64, _ kind: DeviceRole, isChosen: Bool = false) -> KnownDevice {
    KnownDevice(
      address: DeviceAddress(number), name: "known \(number)", kind: kind, isChosen: isChosen,
      lastSeen: UnixTime(milliseconds: 0))
  }

  private static let kickr = device(1, rssi: -50, .fitnessMachine, .cyclingPower)
  private static let suito = device(2, rssi: -70, .fitnessMachine)
  private static let pedals = device(3, rssi: -40, .cyclingPower)
  private static let otherPedals = device(4, rssi: -45, .cyclingPower)
  private static let snap = Advertisement(
    address: DeviceAddress(8), name: "KICKR SNAP 3C4D", services: [.cyclingPower])
  private static let neo = Advertisement(address: DeviceAddress(9), name: nil, services: [.tacx])
  private static let treadmill = Advertisement(
    address: DeviceAddress(10), name: "HORIZON", rssi: -50, services: [.fitnessMachine],
    serviceData: [.fitnessMachine: [0x01, 0x01, 0x00]])
  private static let silent = Advertisement(address: DeviceAddress(11), name: "KICKR CORE", rssi: -48)
  private static let unknown = Advertisement(address: DeviceAddress(12), rssi: -30)
  private static let strap = device(5, rssi: -60, .heartRate)
  private static let otherStrap = device(6, rssi: -80, .heartRate)
  private static let bike = device(7, rssi: -55, .heartRate, .fitnessMachine)

  struct Scene: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: DeviceRole
    let advertisements: [Advertisement]
    let known: [KnownDevice]
    let choice: DeviceChoice

    init(
      _ description: String, of kind: DeviceRole = .trainer, _ advertisements: [Advertisement],
      known: [KnownDevice] = [],
      _ choice: DeviceChoice
    ) {
      testDescription = description
      self.kind = kind
      self.advertisements = advertisements
      self.known = known
      self.choice = choice
    }
  }

  private static func taken(_ device: Advertisement, _ reason: RiddenDevice.Reason) -> DeviceChoice {
    .device(device.address, name: device.name, reason)
  }

  private static let scenes = [
    Scene("nobody is there", [], .nothing),
    Scene("a strap is no trainer", [strap], .nothing),
    Scene("a trainer is no strap", of: .heartRate, [kickr], .nothing),
    Scene("the only trainer is taken", [strap, kickr], taken(kickr, .onlyOne)),
    Scene("the only strap is taken", of: .heartRate, [strap, kickr], taken(strap, .onlyOne)),
    Scene("two trainers are a question", [suito, kickr], .several([suito, kickr])),
    Scene("two straps are a question", of: .heartRate, [strap, kickr, otherStrap], .several([strap, otherStrap])),
    Scene("a Fitness Machine goes before pedals", [pedals, kickr, otherPedals], taken(kickr, .onlyOne)),
    Scene("what reports power alone is never taken by itself", [pedals, otherPedals], .nothing),
    Scene("unless its name is that of a trainer", [snap, pedals], taken(snap, .onlyOne)),
    Scene("a NEO is known by its service", [neo], taken(neo, .onlyOne)),
    Scene("a treadmill is none, and makes no question", [treadmill, suito], taken(suito, .onlyOne)),
    Scene("a treadmill alone is none", [treadmill], .nothing),
    Scene("a name alone is no trainer before a connection showed it", [silent, unknown], .nothing),
    Scene("a trainer that relays a heart rate is a trainer", [bike], taken(bike, .onlyOne)),
    Scene("and no strap", of: .heartRate, [bike, strap], taken(strap, .onlyOne)),
    Scene("the only known one wins", [suito, kickr], known: [known(1, .trainer)], taken(kickr, .onlyKnown)),
    Scene("a known one alone is the only one", [kickr], known: [known(1, .trainer)], taken(kickr, .onlyOne)),
    Scene("known pedals before a stranger", [pedals, suito], known: [known(3, .trainer)], taken(pedals, .onlyKnown)),
    Scene(
      "two known ones are the question", [kickr, suito, bike], known: [known(1, .trainer), known(2, .trainer)],
      .several([kickr, suito])),
    Scene("one that is known and away is none", [suito, bike], known: [known(1, .trainer)], .several([suito, bike])),
    Scene(
      "a chosen one wins unheard", [suito, bike], known: [known(1, .trainer, isChosen: true), known(2, .trainer)],
      .device(DeviceAddress(1), name: "known 1", .chosen)),
    Scene("of its own kind only", [suito], known: [known(5, .heartRate, isChosen: true)], taken(suito, .onlyOne)),
  ]

  @Test(arguments: scenes)
  func `a device is chosen automatically only if the choice is clear`(scene: Scene) {
    #expect(DeviceChoice(of: scene.kind, advertisements: scene.advertisements, known: scene.known) == scene.choice)
  }

  @Test func `a choice between trainers also lists the straps if one is still needed`() throws {
    let advertisements = [Self.suito, Self.strap, Self.kickr]
    func asked(_ known: [KnownDevice], wantsHeartRate: Bool) -> [String] {
      let error = #expect(throws: ControlError.self) {
        try RideDevices(advertisements: advertisements, known: known, wantsHeartRate: wantsHeartRate)
      }
      #expect(error?.code == .severalDevices && error?.subject == "trainer")
      return error?.devices.compactMap(\.name) ?? []
    }
    #expect(asked([], wantsHeartRate: true) == ["device 1", "device 5", "device 2"])
    #expect(asked([], wantsHeartRate: false) == ["device 1", "device 2"])
    #expect(asked([Self.known(9, .heartRate, isChosen: true)], wantsHeartRate: true) == ["device 1", "device 2"])
  }

  @Test func `several straps need a choice unless no heart rate is wanted`() throws {
    let advertisements = [Self.kickr, Self.strap, Self.otherStrap]
    let error = #expect(throws: ControlError.self) {
      try RideDevices(advertisements: advertisements, known: [], wantsHeartRate: true)
    }
    #expect(error?.code == .severalDevices && error?.subject == "heartRate")
    #expect(error?.devices.compactMap(\.rssi) == [-60, -80])
    let without = try RideDevices(advertisements: advertisements, known: [], wantsHeartRate: false)
    #expect(without.trainer.ridden.address == DeviceAddress(1) && without.heartRate == nil)
  }

  @Test func `a chosen strap is left out if no heart rate is wanted`() throws {
    let known = [Self.known(1, .trainer, isChosen: true), Self.known(5, .heartRate, isChosen: true)]
    #expect(
      try RideDevices(advertisements: [], known: known, wantsHeartRate: true).all.map(\.reason) == [.chosen, .chosen])
    #expect(try RideDevices(advertisements: [], known: known, wantsHeartRate: false).all.map(\.kind) == [.trainer])
  }

  @Test func `a device has one role in a ride, and the trainer role takes precedence`() throws {
    let known = [Self.known(7, .heartRate, isChosen: true)]
    let devices = try RideDevices(advertisements: [Self.bike], known: known, wantsHeartRate: true)
    #expect(devices.trainer.ridden.address == DeviceAddress(7) && devices.heartRate == nil)
  }

  @Test func `a ride without a target uses the chosen or only power meter if there is no trainer`() throws {
    func taken(_ advertisements: [Advertisement], _ known: [KnownDevice]) throws -> RideDevices {
      try RideDevices(advertisements: advertisements, known: known, wantsHeartRate: false, acceptsMeter: true)
    }
    let chosen = [Self.known(4, .power, isChosen: true)]
    let meter = try taken([Self.pedals], chosen)
    #expect(meter.trainer.ridden.address == DeviceAddress(4) && meter.trainer.kind == .power)
    #expect(meter.sensors.isEmpty, "it has one link")
    let advertisements = try taken([Self.pedals, Self.strap], [])
    #expect(advertisements.trainer.ridden.address == DeviceAddress(3) && advertisements.trainer.reason == .onlyOne)
    let beside = try taken([Self.pedals, Self.suito], chosen)
    #expect(beside.trainer.ridden.address == DeviceAddress(2) && beside.trainer.kind == .trainer)
    #expect(beside.sensors[.power]?.address == DeviceAddress(4))
    let error = #expect(throws: ControlError.self) { try taken([Self.pedals, Self.otherPedals], []) }
    #expect(error?.code == .severalDevices && error?.subject == "power" && error?.devices.count == 2)
    #expect(throws: ControlError(.noTrainerInRange)) { try taken([Self.strap], []) }
  }

  @Test func `a missing trainer is reported with the devices that may be one`() {
    let doubtful = "device 3 (00:00:00:00:00:03), device 4 (00:00:00:00:00:04)"
    #expect(throws: ControlError(.noTrainerInRange, detail: doubtful)) {
      try RideDevices(advertisements: [Self.pedals, Self.strap, Self.otherPedals], known: [], wantsHeartRate: true)
    }
  }

  @Test func `a device without advertised services counts as a trainer once a connection shows it`() throws {
    let advertisements = [Self.silent, Self.unknown]
    let devices = try RideDevices(
      advertisements: advertisements, known: [], wantsHeartRate: true, trainers: [Self.silent.address])
    #expect(devices.trainer.ridden.address == Self.silent.address && devices.trainer.reason == .onlyOne)
    #expect(
      throws: ControlError.several(.trainer, among: [Self.silent, Self.suito].map { Device($0, isKnown: false) })
    ) {
      try RideDevices(
        advertisements: advertisements + [Self.suito], known: [], wantsHeartRate: true, trainers: [Self.silent.address])
    }
  }

  @Test func `a missing trainer is reported with other fitness machines in range`() {
    let error = #expect(throws: ControlError.self) {
      try RideDevices(advertisements: [Self.treadmill], known: [], wantsHeartRate: true)
    }
    #expect(error?.code == .noTrainerInRange && error?.devices.map(\.kinds) == [[.treadmill]])
    let message = error?.explanation.message ?? ""
    #expect(message.contains("HORIZON (00:00:00:00:00:0A, -50 dBm, treadmill)"))
    #expect(!message.contains("Fitness Machine"))
  }

  @Test(
    arguments: [
      (Advertisement(address: DeviceAddress(1), name: "KICKR CORE"), [.candidate]),
      (Advertisement(address: DeviceAddress(1), services: [.wahoo]), [.candidate]),
      (
        Advertisement(address: DeviceAddress(1), name: "SUITO 0123", services: [.cyclingPower]),
        [.candidate, .cyclingPower]
      ),
      (
        Advertisement(address: DeviceAddress(1), name: "Wahoo CADENCE 1", services: [.cyclingSpeedAndCadence]),
        [.cadence]
      ),
      (Advertisement(address: DeviceAddress(1), name: "Wahoo HRM", services: [.heartRate]), [.heartRate]),
      (Advertisement(address: DeviceAddress(1), name: "HEADWIND 1A2B"), [.fan]),
      (Advertisement(address: DeviceAddress(1), name: "TV"), []),
    ] as [(Advertisement, [DeviceKind])])
  func `an advertisement identifies a device or marks it as a candidate`(
    _ advertisements: Advertisement, _ kinds: [DeviceKind]
  ) {
    #expect(advertisements.kinds == kinds)
  }

  @Test(
    arguments: [
      ([.fitnessMachineControlPoint, .indoorBikeData], [.trainer]),
      ([.fitnessMachineControlPoint, .indoorBikeData, .heartRateMeasurement], [.trainer, .heartRate]),
      ([.fitnessMachineControlPoint, .treadmillData], [.treadmill]),
      ([.heartRateMeasurement, .batteryLevel], [.heartRate]), ([.cyclingPowerMeasurement], [.cyclingPower]),
      ([.cscMeasurement], [.cadence]), ([.headwindControlPoint], [.fan]), ([.batteryLevel], []),
    ] as [(Set<CharacteristicID>, [DeviceKind])])
  func `a connection shows what a device is`(_ found: Set<CharacteristicID>, _ kinds: [DeviceKind]) {
    #expect(found.kinds == kinds)
  }

  @Test func `a missing trainer is reported before several straps`() {
    #expect(throws: ControlError(.noTrainerInRange)) {
      try RideDevices(advertisements: [Self.strap, Self.otherStrap], known: [], wantsHeartRate: true)
    }
  }
}
