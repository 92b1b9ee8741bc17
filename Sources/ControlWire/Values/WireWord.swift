import Rides

// Words that a newer daemon may send and a client does not know. The client keeps each as it was received, to pass it
// on, and treats it as the word below.

// MARK: - Replacements for unknown words

extension RiddenDevice.Reason: WireWord {
  /// The client need not explain any other choice.
  package static var unknownWord: Self { .chosen }
}

extension Check.Outcome: WireWord {
  /// The outcome cannot be shown.
  package static var unknownWord: Self { .unknown }
}
