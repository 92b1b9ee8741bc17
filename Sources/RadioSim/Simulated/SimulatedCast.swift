/// The devices of a simulated radio, as `--radio sim:…` names them.
package struct SimulatedCast: Hashable, Sendable {
  /// The trainers, by their names on the command line.
  package enum Trainer: String, Hashable, Sendable, CaseIterable {
    case kickr
    case kickr2016 = "kickr-2016"
    case snap
    case neo2t
  }

  package var trainer = Trainer.kickr
  package var hasCadenceSensor = false
  /// How much more than the trainer the power meter shows, in percent; nil without a power meter.
  package var meterPercent: Int?
  package var hasHeadwind = false

  /// A KICKR, a strap, and nothing else.
  package init() {}

  private static let (cadence, meter, headwind) = ("cadence", "meter", "headwind")

  /// Reads `neo2t,cadence,meter-4`, in any order; without the name of a trainer it is the KICKR.
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

  /// Reads `meter-4`; the sign is part of it, also before 0.
  private static func percent(ofMeter word: String) -> Int? {
    let number = word.dropFirst(meter.count)
    guard word.hasPrefix(meter), number.first == "-" || number.first == "+", let percent = Int(number),
      SimulatedPowerMeter.percents.contains(percent)
    else { return nil }
    return percent
  }

  /// What can be named, for people.
  package static var words: String {
    let (least, most) = (SimulatedPowerMeter.percents.lowerBound, SimulatedPowerMeter.percents.upperBound)
    let beside = [cadence, "\(meter)\(least) to \(meter)+\(most)", headwind]
    return "\(Trainer.allCases.map(\.rawValue).joined(separator: ", ")); \(beside.joined(separator: ", "))"
  }
}

extension SimulatedCast {
  /// What is wrong with the words for a cast.
  package enum Flaw: Error, Hashable, CustomStringConvertible {
    /// The word names no device.
    case unknown(String)
    /// They name devices of which a simulation has one.
    case several([String])

    package var description: String {
      switch self {
      case .unknown(let word): "A simulation has no device '\(word)'; it has \(SimulatedCast.words)."
      case .several(let words): "A simulation has one of \(words.joined(separator: ", ")); name one of them."
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
    }
  }
}
