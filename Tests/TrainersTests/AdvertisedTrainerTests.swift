import BluetoothLE
import Testing
import Trainers

@Suite struct AdvertisedTrainerTests {
  private static func advertisement(
    _ name: String?, _ services: BluetoothUUID..., data: [UInt8]? = nil
  ) -> Advertisement {
    Advertisement(
      address: DeviceAddress(1), name: name, services: Set(services),
      serviceData: data.map { [.fitnessMachine: $0] } ?? [:])
  }

  /// Names from captures and issues; see `TrainerProtocols`.
  @Test(arguments: [
    "KICKR CORE 1A2B", "Tacx Neo 2T", "TACX FLUX 46731", "Wahoo KICKR", "SUITO 0123", "DIRETO XR", "Zwift Hub",
    "ZWIFT HUB 1234", "JETBLACK VICTORY", "Saris H3", "H3 1234", "H3", "WATTBIKE ATOM", "SCHWINN 510T", "IC BIKE",
    "HAMMER 64123", "Elite Justo", "VOLT",
  ])
  func `a trainer's name without a service is worth a connection`(name: String) {
    let advertisement = Self.advertisement(name)
    #expect(TrainerProtocols.mayBeAdvertised(by: advertisement))
    #expect(!TrainerProtocols.areAdvertised(by: advertisement))
  }

  @Test(arguments: ["TICKR 12AB", "HRM-Dual", "H3LLO", "VOLTMETER", "[TV] Living room", ""])
  func `any other name is not worth a connection`(name: String) {
    #expect(!TrainerProtocols.mayBeAdvertised(by: Self.advertisement(name)))
  }

  @Test func `Wahoo's own service is worth a connection, even without a name`() {
    #expect(TrainerProtocols.mayBeAdvertised(by: Self.advertisement(nil, BluetoothUUID(0xFC82))))
    #expect(!TrainerProtocols.mayBeAdvertised(by: Self.advertisement(nil)))
  }

  @Test(arguments: [[0x01, 0x20, 0x00], [0x01, 0x21, 0x00], [0x00, 0x20, 0x01]] as [[UInt8]])
  func `service data that announce a bike identify a trainer`(data: [UInt8]) {
    let advertisement = Self.advertisement(nil, data: data)
    #expect(TrainerProtocols.areAdvertised(by: advertisement))
    #expect(advertisement.otherMachineTypes.isEmpty)
  }

  @Test(arguments: [[0x01], [0x01, 0x20], [0x01, 0x00, 0x20], [0x01, 0x00, 0x00], [0x01, 0x40, 0x00]] as [[UInt8]])
  func `malformed service data do not exclude a trainer`(data: [UInt8]) {
    #expect(TrainerProtocols.areAdvertised(by: Self.advertisement("KICKR", .fitnessMachine, data: data)))
  }

  @Test(
    arguments: [
      (0x01, .treadmill), (0x02, .crossTrainer), (0x04, .stepClimber), (0x08, .stairClimber), (0x10, .rower),
    ] as [(UInt8, MachineTypes)])
  func `no other fitness machine is a trainer, whatever its name and services`(_ bits: UInt8, _ type: MachineTypes) {
    let advertisement = Self.advertisement("KICKR RUN", .fitnessMachine, .cyclingPower, .wahoo, data: [1, bits, 0])
    #expect(advertisement.otherMachineTypes == type)
    #expect(!TrainerProtocols.areAdvertised(by: advertisement))
    #expect(!TrainerProtocols.mayBeAdvertised(by: advertisement))
  }
}
