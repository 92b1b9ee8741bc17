import Rides

// Words that a newer daemon may send and a client does not know. The client keeps each as it was received, to pass it
// on, and treats it as the word below.

// MARK: - Replacements for unknown words

extension RiddenDevice.Reason: OpenEnum {
  /// The client need not explain any other choice.
  package static var unrecognized: Self { .chosen }
}

extension Check.Outcome: OpenEnum {
  /// The outcome cannot be shown.
  package static var unrecognized: Self { .unknown }
}
