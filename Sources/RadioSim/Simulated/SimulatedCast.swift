/// The devices of a simulated radio, as listed in `--radio sim:…`.
package struct SimulatedCast: Hashable, Sendable {
  /// The trainers, by their names on the command line.
  package enum Trainer: String, Hashable, Sendable, CaseIterable {
    case kickr
    case kickr2016 = "kickr-2016"
    case snap
    case neo2t
    /// A bike with resistance levels and without ERG mode.
    case bike
  }

  package var trainer = Trainer.kickr
  package var hasCadenceSensor = false
  /// The deviation of the power meter from the trainer, in percent; nil without a power meter.
  package var meterPercent: Int?
  package var hasHeadwind = false

  /// Creates a cast with a KICKR and a strap only.
  package init() {}

  private static let (cadence, meter, headwind) = ("cadence", "meter", "headwind")

  /// Parses `neo2t,cadence,meter-4`, in any order.
  ///
  /// Without a trainer's name, the trainer is the KICKR.
  package init(words text: String) throws(Flaw) {
    var (trainers, meters): ([String], [String]) = ([], [])
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      if let trainer = Trainer(rawValue: word) {
        self.trainer = trainer
        trainers.append(word)
      } else if word == Self.cadence {
        hasCadenceSensor = true
      } else if word == Self.headwind {
        hasHeadwind = true
      } else if let percent = Self.percent(ofMeter: word) {
        meterPercent = percent
        meters.append(word)
      } else {
        throw .unknown(word)
      }
    }
    for words in [trainers, meters] where words.count > 1 { throw .several(words) }
  }

  /// Parses `meter-4`.
  ///
  /// The sign is required, also before 0.
  private static func percent(ofMeter word: String) -> Int? {
    let number = word.dropFirst(meter.count)
    guard word.hasPrefix(meter), number.first == "-" || number.first == "+", let percent = Int(number),
      SimulatedPowerMeter.percents.contains(percent)
    else { return nil }
    return percent
  }

  /// The possible words, as a text for people.
  package static var words: String {
    let (least, most) = (SimulatedPowerMeter.percents.lowerBound, SimulatedPowerMeter.percents.upperBound)
    let beside = [cadence, "\(meter)\(least) to \(meter)+\(most)", headwind]
    return "\(Trainer.allCases.map(\.rawValue).joined(separator: ", ")); \(beside.joined(separator: ", "))"
  }
}

extension SimulatedCast {
  /// An error in the words for a cast.
  package enum Flaw: Error, Hashable, CustomStringConvertible {
    /// The word names no device.
    case unknown(String)
    /// The words name several devices of a kind, and a simulation has only one.
    case several([String])

    package var description: String {
      switch self {
      case .unknown(let word): "There is no simulated device '\(word)'; the devices are \(SimulatedCast.words)."
      case .several(let words): "A simulation has only one of \(words.joined(separator: ", "))."
      }
    }
  }
}

extension SimulatedCast.Trainer {
  var control: any SimulatedControl {
    switch self {
    case .kickr: SimulatedTrainer()
    case .kickr2016: SimulatedWahooTrainer(.kickr2016)
    case .snap: SimulatedWahooTrainer(.snap)
    case .neo2t: SimulatedTacxTrainer()
    case .bike: SimulatedResistanceBike()
    }
  }
}
