import ArgumentParser
import ControlWire
import FitnessGATT
import RideText

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode", abstract: "Decode one GATT value and name its fields.",
    discussion: "Needs no daemon: `jz2ctl decode 2AD2 44 00 C4 09 B4 00 96 00`.", shouldDisplay: false)

  @OptionGroup var options: CommonOptions

  @Argument(help: "The characteristic: 2AD2, 0x2AD2 or the whole UUID.")
  var uuid: CharacteristicArgument

  @Argument(
    help: "The value in hexadecimal; spaces, colons, commas, dashes, quotes and 0x are skipped: '(0x) 44-02-C4-09'.")
  var hex: [String]

  func validate() throws {
    guard Hexadecimal.bytes(hex) != nil else {
      throw ValidationError(
        String(localized: "\(hex.joined(separator: " ").printable) is not a value in hexadecimal."))
    }
  }

  func run() throws {
    // Output for programs is in English.
    try Translation.$current.withValue(options.json ? nil : Translation.current) { try decode() }
  }

  private func decode() throws {
    let output = Output(json: options.json)
    do throws(GATTDescriptionError) {
      let description = try GATTValueDescription(
        assignedNumber: uuid.characteristic.rawValue, decoding: Hexadecimal.bytes(hex) ?? [])
      output.answer(DecodedValue(description), text: DecodedValue.text(description))
    } catch {
      output.refuse(Refusal(error, characteristic: uuid.characteristic))
      throw ExitCode(ExitStatus.refused.rawValue)
    }
  }
}

extension Refusal {
  /// Creates the refusal for bytes that cannot be decoded.
  fileprivate init(_ error: GATTDescriptionError, characteristic: KnownCharacteristic) {
    let reason =
      switch error {
      case .undecodable(_, let failure): failure.reason
      // A typed characteristic is always a known one.
      case .unknownCharacteristic: "\(error)"
      }
    let explanation = Explanation(
      "The bytes are not a value of \(characteristic): \(reason).",
      remedy: "Check that all bytes are given and that they come from \(characteristic).")
    self.init(
      error: "Undecodable", message: explanation.message, remedy: explanation.remedy, subject: nil, detail: nil)
  }
}

/// A known characteristic as it is typed: its 16-bit or 128-bit UUID, or the first group of a 128-bit UUID without a
/// number assigned by the SIG.
struct CharacteristicArgument: ExpressibleByArgument {
  let characteristic: KnownCharacteristic

  init?(argument: String) {
    var digits = argument.lowercased()[...]
    if digits.hasPrefix("0x") { digits = digits.dropFirst(2) }
    // The Bluetooth Base UUID (Core, Vol 3, Part B, 2.5.1).
    if digits.hasPrefix("0000"), digits.hasSuffix("-0000-1000-8000-00805f9b34fb") {
      digits = digits.dropFirst(4).prefix(4)
    }
    let known = KnownCharacteristic.allCases.first { characteristic in
      let uuid = characteristic.uuid.lowercased()
      return digits == uuid || digits == uuid.prefix { $0 != "-" } || digits == uuid.filter { $0 != "-" }
    }
    guard let known else { return nil }
    characteristic = known
  }

  static var allValueStrings: [String] {
    KnownCharacteristic.allCases.map { String($0.uuid.prefix { $0 != "-" }) }
  }
}
