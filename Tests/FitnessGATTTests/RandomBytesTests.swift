import FitnessGATT
import Testing

struct RandomBytesTests {
  /// Twenty thousand values, the same in every run, through every decoder.
  @Test func noBytesTrapAndWhatDecodesSurvivesEncoding() throws {
    var random = SplitMix64(state: 0x2AD2)
    for _ in 0..<20_000 {
      let bytes = Self.value(from: &random)
      try checkRoundTrip(BatteryLevel.self, bytes)
      try checkRoundTrip(BodySensorLocation.self, bytes)
      try checkRoundTrip(DeviceInformationString.self, bytes)
      try checkRoundTrip(FitnessMachineControlPoint.self, bytes)
      try checkRoundTrip(FitnessMachineFeature.self, bytes)
      try checkRoundTrip(FitnessMachineStatus.self, bytes)
      try checkRoundTrip(HeartRateMeasurement.self, bytes)
      try checkRoundTrip(IndoorBikeData.self, bytes)
      try checkRoundTrip(SupportedPowerRange.self, bytes)
      try checkRoundTrip(SupportedResistanceLevelRange.self, bytes)
      try checkRoundTrip(TrainingStatus.self, bytes)
      checkResponse(bytes)
    }
  }

  /// Up to 40 bytes, the first a likely op code or flag half of the time, since pure noise seldom gets past it.
  private static func value(from random: inout SplitMix64) -> [UInt8] {
    var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    if !bytes.isEmpty, Bool.random(using: &random) {
      bytes[0] = Bool.random(using: &random) ? 0x80 : UInt8.random(in: 0...0x15, using: &random)
    }
    return bytes
  }

  private func checkRoundTrip<Value: CharacteristicValue>(_ type: Value.Type, _ bytes: [UInt8]) throws {
    guard let value = try? Value(decoding: bytes) else { return }
    _ = value.fields
    let again = try Value(decoding: value.encoded())
    if again != value { Issue.record("\(type) of \(bytes.hex) comes back as \(again)") }
  }

  private func checkResponse(_ bytes: [UInt8]) {
    guard let response = try? FitnessMachineControlPoint.Response(decoding: bytes) else { return }
    if response.encoded() != bytes { Issue.record("response \(bytes.hex) comes back as \(response.encoded().hex)") }
    _ = response.spinDownTargetSpeeds
  }
}

/// A small generator with a seed (Steele, Lea and Flood 2014).
private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
