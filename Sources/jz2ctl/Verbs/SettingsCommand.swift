public import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct SettingsCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show or change your settings: zones, FTP, weight, units, scores, fan.",
    discussion: """
      Zones are computed from the Zone 2 range alone, from the maximum heart rate, from the reserve above the resting \
      heart rate (Karvonen), or from the threshold heart rate, by Friel or by Coggan. The methods differ by up to 25 \
      bpm, so jz2 always names the one in use. Choosing a method also sets Zone 2. --zone2 changes Zone 2; the zones \
      next to it adapt. `--zones lactate` has three zones: below the end of Zone 2 (LT1), up to the threshold heart rate \
      (LT2), and above.

      Power zones are shares of FTP: Coggan's seven, or with `--zones lactate` three, around 85 and 100 %. \
      `jz2ctl start ramp-test` tests your FTP, and `jz2ctl stats power` estimates it from your rides, with critical power and \
      W′. With both of these, jz2 shows how much of W′ is left in a ride.

      The recovery of `today` uses one source only, because sources measure differently: the strap in the morning \
      (RMSSD), Apple Health (SDNN), or the wellness data of intervals.icu (RMSSD). A change computes all days again.

      A fan, such as a Wahoo KICKR HEADWIND, runs at a fixed speed or follows you. `--fan power` is 0 to 100 % over 50 \
      to 150 % of FTP. `--fan heart` is 0 to 100 % over the zones 1 to 4, and needs a method with five zones.
      """)

  @OptionGroup var options: CommonOptions

  @Option(help: ArgumentHelp("The heart rates of Zone 2, such as 120-140.", valueName: "bpm-bpm"))
  var zone2: HeartRateRangeArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Your maximum heart rate, \(Limits.heartRate.text) bpm.", valueName: "bpm"),
    transform: Quantity.heartRate.whole)
  var maxHeartRate: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Your resting heart rate, \(Limits.heartRate.text) bpm.", valueName: "bpm"),
    transform: Quantity.heartRate.whole)
  var restingHeartRate: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Your threshold heart rate, \(Limits.heartRate.text) bpm.", valueName: "bpm"),
    transform: Quantity.heartRate.whole)
  var thresholdHeartRate: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Your functional threshold power, \(Limits.thresholdWatts.text) W.", valueName: "watts"),
    transform: Quantity.watts.whole)
  var ftp: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Your critical power, \(Limits.thresholdWatts.text) W.", valueName: "watts"),
    transform: Quantity.watts.whole)
  var criticalPower: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Your work above critical power (W′), \(Limits.wPrimeKilojoules.text) kJ.", valueName: "kJ"),
    transform: Quantity.work.decimal)
  var wPrime: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Your weight, \(Limits.weightKilograms.text) kg: 75, 75kg or 165lb.", valueName: "weight"))
  var weight: WeightArgument?

  @Option(help: "The units of answers: km and kg, or miles and pounds. JSON and files are always metric.")
  var units: UnitSystem?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The power for `start` without watts, \(Limits.watts.text) W.", valueName: "watts"),
    transform: Quantity.watts.whole)
  var watts: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The length for `start` without minutes: minutes, or as \(TypedTime.forms).", valueName: "time"),
    transform: LengthReader("--minutes 60", bare: .minutes).minutes)
  var minutes: Double?

  @Option(
    help: ArgumentHelp(
      "The method for the zones: zone2, maximum, reserve, friel, coggan or lactate.", valueName: "method"))
  var zones: ZoneMethod?

  @Option(
    help: ArgumentHelp(
      "The source of the recovery's heart rate variability: strap, apple or intervals.", valueName: "source",
      visibility: .hidden))
  var hrvSource: BodySource?

  @Option(
    help: ArgumentHelp(
      "The weights of TRIMP (Banister): men or women.", valueName: "weights", visibility: .hidden))
  var trimp: TRIMPWeights?

  @Option(
    help: ArgumentHelp(
      "The speed of the fan: off, power, heart, or \(Limits.fanPercent.text) %.", valueName: "speed"),
    completion: .list(["off", "power", "heart"]))
  var fan: FanArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How much of a route's slope the trainer brakes with, \(Limits.difficultyPercent.text) %.",
      valueName: "percent"),
    transform: Quantity.percent.whole)
  var difficulty: Int?

  @Flag(inversion: .prefixedNo, help: "Hold watts by the resistance of a trainer without ERG mode.")
  var ergByResistance: Bool?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      """
      Clear a setting: max-heart-rate, resting-heart-rate, threshold-heart-rate, ftp, critical-power, w-prime, weight, \
      watts or minutes.
      """,
      valueName: "name"))
  var clear: [ClearedSetting] = []

  func validate() throws {
    let heartRates = [
      ("--max-heart-rate", maxHeartRate), ("--resting-heart-rate", restingHeartRate),
      ("--threshold-heart-rate", thresholdHeartRate),
    ]
    for (name, value) in heartRates {
      if let value { try Limits.heartRate.check(name, value, Figure.heartRateUnit) }
    }
    if let ftp { try Limits.thresholdWatts.check("--ftp", ftp, "W") }
    if let criticalPower { try Limits.thresholdWatts.check("--critical-power", criticalPower, "W") }
    if let wPrime { try Limits.wPrimeKilojoules.check("--w-prime", wPrime, "kJ") }
    if let watts { try Limits.watts.check("--watts", watts, "W") }
    if let minutes { try Limits.minutes.check("--minutes", minutes, "min") }
    if let difficulty { try Limits.difficultyPercent.check("--difficulty", difficulty, "%") }
    if let weight { try Limits.weightKilograms.check("--weight", weight.kilograms, "kg") }
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let known = try change == SetSettings() ? daemon.call(GetSettings()) : daemon.call(change)
    output.answer(known, text: SettingsText.text(known))
  }

  /// The request with the given settings.
  var change: SetSettings {
    var change = SetSettings()
    change.zone2From = zone2?.range.lowerBound
    change.zone2To = zone2?.range.upperBound
    change.maximumHeartRate = maxHeartRate
    change.restingHeartRate = restingHeartRate
    change.thresholdHeartRate = thresholdHeartRate
    change.thresholdWatts = ftp
    change.criticalWatts = criticalPower
    change.wPrimeKilojoules = wPrime
    change.weightKilograms = weight?.kilograms
    change.units = units
    change.startWatts = watts
    change.startMinutes = minutes
    change.zoneMethod = zones
    change.hrvSource = hrvSource
    change.trimpWeights = trimp
    (change.fan, change.fanPercent) = (fan?.mode, fan?.percent)
    (change.difficultyPercent, change.ergByResistance) = (difficulty, ergByResistance)
    change.clear = clear.isEmpty ? nil : clear.map(\.name)
    return change
  }
}

extension ZoneMethod: ExpressibleByArgument {
  static var allValueStrings: [String] { allCases.map(\.typed) }

  init?(argument: String) {
    let typed = argument.lowercased()
    guard let method = Self.allCases.first(where: { $0.typed == typed || $0.rawValue.lowercased() == typed }) else {
      return nil
    }
    self = method
  }

  /// The word for the command line.
  private var typed: String { self == .zone2Range ? "zone2" : rawValue }
}
extension BodySource: ExpressibleByArgument {}
extension TRIMPWeights: ExpressibleByArgument {}
extension UnitSystem: ExpressibleByArgument {}

/// A setting to clear, with the name of the option that sets it.
enum ClearedSetting: String, CaseIterable, ExpressibleByArgument {
  case maximumHeartRate = "max-heart-rate"
  case restingHeartRate = "resting-heart-rate"
  case thresholdHeartRate = "threshold-heart-rate"
  case ftp
  case criticalPower = "critical-power"
  case wPrime = "w-prime"
  case weight
  case watts
  case minutes

  /// The name on the wire.
  var name: SettingName {
    switch self {
    case .maximumHeartRate: .maximumHeartRate
    case .restingHeartRate: .restingHeartRate
    case .thresholdHeartRate: .thresholdHeartRate
    case .ftp: .thresholdWatts
    case .criticalPower: .criticalWatts
    case .wPrime: .wPrimeKilojoules
    case .weight: .weightKilograms
    case .watts: .startWatts
    case .minutes: .startMinutes
    }
  }
}
