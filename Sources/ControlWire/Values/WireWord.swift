import Rides

// Words that a client of today survives when a daemon of tomorrow says them: each is kept as it came, for a client that
// hands it on, and taken for the word that is named below.

// MARK: - What an unknown word is taken for

extension RiddenDevice.Reason: WireWord {
  /// There was no other choice to make.
  package static var unknownWord: Self { .chosen }
}

extension Check.Outcome: WireWord {
  /// The outcome cannot be shown.
  package static var unknownWord: Self { .unknown }
}
