import BluetoothLE
import Testing
import Trainers

@Suite struct ProtocolChoiceTests {
  private static let fitnessMachine: Set<CharacteristicID> = [.fitnessMachineControlPoint, .indoorBikeData]
  private static let wahoo: Set<CharacteristicID> = [.wahooControlPoint, .cyclingPowerMeasurement]
  private static let tacx: Set<CharacteristicID> = [.fitnessEquipmentMessages, .fitnessEquipmentRequests]

  @Test func `each protocol is recognised by its characteristics`() {
    #expect(TrainerProtocols.supported(on: Self.fitnessMachine) == .fitnessMachine)
    #expect(TrainerProtocols.supported(on: Self.wahoo) == .wahoo)
    #expect(TrainerProtocols.supported(on: Self.tacx.union([.cyclingPowerMeasurement])) == .tacx)
  }

  @Test func `Fitness Machine is preferred to any other control`() {
    #expect(TrainerProtocols.supported(on: Self.fitnessMachine.union(Self.wahoo)) == .fitnessMachine)
    #expect(TrainerProtocols.supported(on: Self.fitnessMachine.union(Self.tacx)) == .fitnessMachine)
  }

  @Test func `a power meter and a fan are not trainers`() {
    #expect(TrainerProtocols.supported(on: [.cyclingPowerMeasurement, .batteryLevel]) == nil)
    #expect(TrainerProtocols.supported(on: [.headwindControlPoint]) == nil)
  }

  @Test func `the control points have the UUIDs that Wahoo and Tacx gave them`() {
    #expect(CharacteristicID.wahooControlPoint.description == "1818/a026e005-0a7d-4ab3-97fa-f1500f9feb8b")
    #expect(
      CharacteristicID.fitnessEquipmentRequests.description
        == "6e40fec1-b5a3-f393-e0a9-e50e24dcca9e/6e40fec3-b5a3-f393-e0a9-e50e24dcca9e")
    #expect(
      CharacteristicID.headwindControlPoint.description
        == "a026ee0c-0a7d-4ab3-97fa-f1500f9feb8b/a026e038-0a7d-4ab3-97fa-f1500f9feb8b")
  }
}
