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

  /// A KICKR, a strap, and nothing else.
  package init() {}

  /// Reads `neo2t`; nil for a word that names no device.
  package init?(words: String) {
    for word in words.split(separator: ",", omittingEmptySubsequences: false) {
      guard let trainer = Trainer(rawValue: String(word)) else { return nil }
      self.trainer = trainer
    }
  }

  /// What can be named, for people.
  package static var words: String { Trainer.allCases.map(\.rawValue).joined(separator: ", ") }
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
